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

// versionOf returns the version and commit of a build; the commit is "" if unknown. They come
// from stamped, or from the module version that go install MODULE@VERSION records. A build of
// a checkout has the version release.
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
