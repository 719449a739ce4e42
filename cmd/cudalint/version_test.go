package main

import (
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	checkout := []debug.BuildSetting{setting("vcs.revision", "0123456789abcdef0123"), setting("vcs.time", "2026-11-24T01:02:03Z"), setting("vcs.modified", "false")}
	changed := []debug.BuildSetting{setting("vcs.revision", "0123456789abcdef0123"), setting("vcs.modified", "true")}
	for name, c := range map[string]struct {
		stamped string
		info    *debug.BuildInfo
		want    build
	}{
		"nothing known":   {"", nil, build{version: release}},
		"go build":        {"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, build{version: release}},
		"checkout":        {"", &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261121101112-0123456789ab"}, Settings: checkout}, build{release, "0123456789ab", "2026-11-24"}},
		"changed":         {"", &debug.BuildInfo{Settings: changed}, build{release, "0123456789ab+changes", ""}},
		"go install @tag": {"", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, build{version: "1.2.3"}},
		"go install @commit": {"", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.4-0.20261121101112-0123456789ab"}},
			build{version: "1.2.4-0.20261121101112-0123456789ab"}},
		"release": {"v1.2.3 0123456789ab 2026-11-24", &debug.BuildInfo{Settings: changed}, build{"1.2.3", "0123456789ab", "2026-11-24"}},
	} {
		if got := buildOf(c.stamped, c.info); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
