package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	checkout := []debug.BuildSetting{setting("vcs.revision", "0123456789abcdef0123"), setting("vcs.modified", "false")}
	changed := []debug.BuildSetting{setting("vcs.revision", "0123456789abcdef0123"), setting("vcs.modified", "true")}
	for name, c := range map[string]struct {
		stamped         string
		info            *debug.BuildInfo
		version, commit string
	}{
		"nothing known":   {"", nil, release, ""},
		"go build":        {"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, release, ""},
		"checkout":        {"", &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261121101112-0123456789ab"}, Settings: checkout}, release, "0123456789ab"},
		"changed":         {"", &debug.BuildInfo{Settings: changed}, release, "0123456789ab+changes"},
		"go install @tag": {"", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "1.2.3", ""},
		"go install @commit": {"", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.4-0.20261121101112-0123456789ab"}},
			"1.2.4-0.20261121101112-0123456789ab", ""},
		"release": {"v1.2.3 0123456789ab", &debug.BuildInfo{Settings: changed}, "1.2.3", "0123456789ab"},
	} {
		version, commit := versionOf(c.stamped, c.info)
		if version != c.version || commit != c.commit {
			t.Errorf("%s: %q %q, want %q %q", name, version, commit, c.version, c.commit)
		}
	}
}
