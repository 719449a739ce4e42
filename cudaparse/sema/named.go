package sema

// TypeNamed returns the type CUDA itself gives a name, such as uint3 or dim3; nil
// for any other name.
func (s *Scope) TypeNamed(name string) *Type { return builtinTypes[name] }
