package pointer

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

func TestProbe(t *testing.T) {
	path := os.Getenv("PROBE")
	if path == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(path)
	u, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Read: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	a := New(context.Background(), u)
	for _, k := range u.Kernels() {
		e := a.Effects(k)
		s := ""
		for _, r := range e.ReadOnly() {
			s += " " + k.Params[r.Param].Name
		}
		if s == "" {
			s = " -"
		}
		fmt.Printf("%s,%s", k.Name, s[1:])
		if e.Unknown != "" {
			fmt.Print(" UNKNOWN ", e.Unknown)
		}
		if os.Getenv("V") != "" {
			for i, p := range e.Params {
				if p.Escape.Valid() {
					fmt.Printf(" [%s %s: %s]", k.Params[i].Name, p.Reason, p.Escape.Text())
				}
			}
			for _, x := range e.Accesses {
				fmt.Printf(" {%d %v %v plain=%v %s}", x.Kind, x.Params, x.Other, x.Plain, x.Node.Text())
			}
		}
		fmt.Println()
	}
}
