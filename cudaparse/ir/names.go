package ir

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A binding is the meaning of a name declared in a function body.
type binding struct {
	// addr is the address of the variable, 0 for a name that is no variable.
	addr ID
	typ  *sema.Type
	// value is the value of a constant.
	value  sema.Const
	isType bool
	// static is the OpVar of a static or __shared__ variable. A lambda expression uses it
	// without a capture.
	static *Op
	// pack holds the elements of a parameter pack.
	pack   []binding
	isPack bool
	// outside is set in the result of find for a name of the function that encloses the
	// lambda expression being lowered.
	outside bool
}

// names is the symbol table of one block; outer is that of the enclosing block. A table
// changes only while its block is being lowered.
type names struct {
	outer *names
	list  map[string]*binding
	// outside is set where outer belongs to the function that encloses a lambda expression.
	// The lambda's body sees the types and constants in it, but not the variables.
	outside bool
}

func (s *names) inner() *names { return &names{outer: s} }

func (s *names) bind(name string, b binding) {
	if name == "" {
		return
	}
	if s.list == nil {
		s.list = map[string]*binding{}
	}
	s.list[name] = &b
}

// find returns the binding of a name, nil where no block declares it. The caller must not
// change it.
func (s *names) find(name string) *binding {
	outside := false
	for ; s != nil; s = s.outer {
		if b, ok := s.list[name]; ok {
			if outside {
				out := *b
				out.addr, out.outside = 0, true
				return &out
			}
			return b
		}
		outside = outside || s.outside
	}
	return nil
}

// local returns the binding of a name in the form that sema uses.
func (s *names) local(name string) (sema.LocalName, bool) {
	b := s.find(name)
	if b == nil {
		return sema.LocalName{}, false
	}
	return sema.LocalName{IsType: b.isType, Type: b.typ, Value: b.value}, true
}

// scoped enters a block of names; what it returns leaves the block.
func (l *lowerer) scoped() (leave func()) {
	outer := l.names
	l.names = outer.inner()
	return func() { l.names = outer }
}
