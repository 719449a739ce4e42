package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of this source tree.
const release = "0.1.0"

// stamped is "VERSION COMMIT", set by the linker in the builds of .ci/release.
var stamped string

// version returns the version reported everywhere, without a leading v.
func version() string {
	info, _ := debug.ReadBuildInfo()
	v, _ := versionOf(stamped, info)
	return v
}

// versionOf returns the version and the commit ("" where it is not known) of a build:
// what it was stamped with, else what the go command knows of the module, which go
// install MODULE@VERSION does. A build of a checkout is one of release.
func versionOf(stamped string, info *debug.BuildInfo) (version, commit string) {
	if stamped != "" {
		version, commit, _ = strings.Cut(stamped, " ")
		return strings.TrimPrefix(version, "v"), commit
	}
	if info == nil {
		return release, ""
	}
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if commit != "" {
		return release, commit + dirty
	}
	if v, ok := strings.CutPrefix(info.Main.Version, "v"); ok {
		return v, ""
	}
	return release, ""
}

func (c *Command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			v, commit := versionOf(stamped, info)
			if commit != "" {
				commit = "commit " + commit + ", "
			}
			_, err := fmt.Fprintf(c.Stdout, "cudalint %s (%s, %s%s/%s)\n", v, runtime.Version(), commit, runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
