package sema

import "testing"

// What a call is remembered by tells all apart that overloads may be told apart by.
func TestCallKey(t *testing.T) {
	u := build(t, `struct A { enum E { x }; }; struct B { enum E { x }; }; struct S {};
		A::E a; B::E b; S s; const S *ps; S *qs; int i; unsigned u; long l; long long ll; float f; int v[3]; int w[4];`, nil)
	seen := map[string]string{}
	for _, v := range u.Variables {
		if v.Type.Kind == UnknownType {
			t.Errorf("%s has no type", v.Name)
		}
		key, ok := callKey(nil, []*Type{v.Type, nil})
		if other := seen[key]; !ok || other != "" {
			t.Errorf("%s: key %q, %v, which %q has", v.Name, key, ok, other)
		}
		seen[key] = v.Name
	}
	signed, _ := callKey([]TemplateArg{{Const: intConst(1, intType)}}, nil)
	unsigned, _ := callKey([]TemplateArg{{Const: intConst(1, uintType)}}, nil)
	if signed == unsigned {
		t.Errorf("f<1> and f<1u> have one key: %q", signed)
	}
	again, _ := callKey([]TemplateArg{{Const: intConst(1, intType)}}, nil)
	if again != signed {
		t.Errorf("f<1> has the keys %q and %q", signed, again)
	}
}
