//go:build !unix

package cache

// noFollow is not known of this system, on which symbolic links need privileges.
const noFollow = 0
