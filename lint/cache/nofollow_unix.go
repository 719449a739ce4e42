//go:build unix

package cache

import "syscall"

// noFollow makes opening a symbolic link fail.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
