package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of this source tree.
const release = "0.2.0"

// stamped is "VERSION COMMIT DATE", set by the linker in the builds of .ci/release.
var stamped string

// A build says what a program was built of.
type build struct {
	version string // without a leading v
	commit  string // its first 12 digits, and "+changes" if files were changed; "" if unknown
	date    string // of the commit, as 2026-11-24; "" if unknown
}

// version returns the version reported everywhere, without a leading v.
func version() string { return thisBuild().version }

// thisBuild returns the build of the running program.
func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(stamped, info)
}

// buildOf returns what is known of a build. It comes from stamped, or from the module version that
// go install MODULE@VERSION records. A build of a checkout has the version release.
func buildOf(stamped string, info *debug.BuildInfo) build {
	if stamped != "" {
		version, rest, _ := strings.Cut(stamped, " ")
		commit, date, _ := strings.Cut(rest, " ")
		return build{strings.TrimPrefix(version, "v"), commit, date}
	}
	if info == nil {
		return build{version: release}
	}
	b, dirty := build{version: release}, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.time":
			b.date, _, _ = strings.Cut(s.Value, "T")
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if b.commit != "" {
		b.commit += dirty
		return b
	}
	if v, ok := strings.CutPrefix(info.Main.Version, "v"); ok {
		b.version = v
	}
	return b
}

// String returns the line that the command version prints.
func (b build) String() string {
	parts := []string{runtime.Version()}
	if b.commit != "" {
		parts = append(parts, "commit "+b.commit)
	}
	if b.date != "" {
		parts = append(parts, b.date)
	}
	parts = append(parts, runtime.GOOS+"/"+runtime.GOARCH)
	return fmt.Sprintf("cudalint %s (%s)", b.version, strings.Join(parts, ", "))
}

func (c *Command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and its date",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(c.Stdout, thisBuild())
			return err
		},
	}
}
