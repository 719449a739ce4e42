package sema

// Build is for the tests that need what packages above this one find out.
var Build = build
