package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// release is the version of this source tree.
const release = "0.1.0"

// version returns the version reported everywhere.
func version() string { return release }

func (c *Command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(c.Stdout, "cudalint %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
