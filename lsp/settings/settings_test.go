package settings

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
)

func TestSettings(t *testing.T) {
	s := Default(Defaults{GPU: "sm_80"})
	err := s.apply(json.RawMessage(`{
		"gpu": "H100", "configuration": "x/cudalint.toml", "compileCommands": "build", "minSeverity": "warning", "debounce": 0,
		"diagnostics": {"scope": "workspace"}, "workspace": {"index": false, "maxFiles": 7}, "includeSearch": false,
		"inlayHints": {"addresses": false, "bankConflicts": false}, "inlayHints.sectors": true,
		"hover": {"enable": false}, "syntaxProblems": false, "trace": {"server": "off"}}`))
	want := Settings{Gpu: "H100", Configuration: "x/cudalint.toml", CompileCommands: "build", MinSeverity: lint.Warning,
		Scope: ScopeWorkspace, MaxFiles: 7}
	want.InlayHints.Sectors = true
	if err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("%v, %+v, want %+v", err, s, want)
	}
}

// TestSettingsThatSetNothing are what clients send that have none.
func TestSettingsThatSetNothing(t *testing.T) {
	for _, section := range []string{``, `null`, `{}`, `{"gpu": null, "diagnostics": null}`, `{"diagnostics": {"scope": null}}`} {
		s := Default(Defaults{})
		if err := s.apply(json.RawMessage(section)); err != nil || !reflect.DeepEqual(s, Default(Defaults{})) {
			t.Errorf("%q: %v, %+v", section, err, s)
		}
	}
}

func TestSettingsThatAreWrong(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		{`{"gpu": 90}`, `cudalint.gpu: 90 is not the name of a GPU`},
		{`{"gpu": "H1000"}`, `cudalint.gpu: `},
		{`{"minSeverity": "bad"}`, `cudalint.minSeverity: "bad" is not "error", "warning" or "info"`},
		{`{"debounce": -1}`, `cudalint.debounce: -1 is not a number of milliseconds from 0 to 10000`},
		{`{"debounce": "fast"}`, `cudalint.debounce: "fast" is not a number of milliseconds`},
		{`{"debounce": 1.5}`, `cudalint.debounce: 1.5 is not`},
		{`{"diagnostics": {"scope": "all"}}`, `cudalint.diagnostics.scope: "all" is not "openFiles" or "workspace"`},
		{`{"diagnostics": 3}`, `cudalint.diagnostics.scope: 3 is not an object`},
		{`{"workspace": {"maxFiles": 0}}`, `cudalint.workspace.maxFiles: 0 is not a number of files from 1`},
		{`{"hover": {"enable": "yes"}}`, `cudalint.hover.enable: "yes" is not true or false`},
		{`[]`, `is not an object`},
	} {
		s := Default(Defaults{})
		err := s.apply(json.RawMessage(c.section))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.section, err, c.want)
		}
		if s.Debounce != 150*time.Millisecond || s.Scope != ScopeOpenFiles || s.Gpu != "" || s.MaxFiles != defaultMaxFiles {
			t.Errorf("%s has changed the setting: %+v", c.section, s)
		}
	}
}

// TestSettingsOfARoot counts the nearest.
func TestSettingsOfARoot(t *testing.T) {
	tree := Tree{Flags: Defaults{GPU: "sm_70", Configuration: "flag.toml"}, Initial: json.RawMessage(`{"gpu": "sm_75", "debounce": 1, "minSeverity": "error"}`),
		All: json.RawMessage(`{"gpu": "sm_80", "debounce": 2}`)}
	tree.Roots = map[lsp.DocumentURI]json.RawMessage{"file:///a": json.RawMessage(`{"gpu": "sm_86"}`), "file:///b": json.RawMessage(`null`)}
	for root, gpu := range map[lsp.DocumentURI]string{"file:///a": "sm_86", "file:///b": "sm_80", "file:///c": "sm_80"} {
		s, wrong := tree.Of(root)
		if s.Gpu != gpu || s.Debounce != 2*time.Millisecond || s.MinSeverity != lint.Error || s.Configuration != "flag.toml" || wrong != nil {
			t.Errorf("%s: %+v, %v", root, s, wrong)
		}
	}
}

func TestNearlyASetting(t *testing.T) {
	if got := Unknown(json.RawMessage(`{"debuonce": 1, "trace": {}, "path": "x", "hover": {}}`)); len(got) != 1 || !strings.Contains(got[0], `cudalint.debuonce: did you mean "debounce"?`) {
		t.Errorf("%q", got)
	}
}
