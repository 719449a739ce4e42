package ir

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A binding is what a name that is declared in a body means.
type binding struct {
	// addr is the address of the variable, 0 for none.
	addr ID
	typ  *sema.Type
	// value is that of a constant.
	value  sema.Const
	isType bool
	// static is the OpVar of a variable that is one object for all calls or for the block,
	// which code of a lambda expression means without capturing it.
	static *Op
	// pack are the elements of a parameter pack.
	pack   []binding
	isPack bool
	// outside is set by find for a name of the function around a lambda expression.
	outside bool
}

// names are the names of one block, and of the blocks around it. They are not changed
// but while the block itself is lowered.
type names struct {
	outer *names
	list  map[string]*binding
	// outside is set where outer belongs to the function around a lambda expression: of
	// its names only types and constants are known.
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

// find returns what a name means, nil where no block declares it. It must not be changed.
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

// local tells sema what a name in a body means.
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
