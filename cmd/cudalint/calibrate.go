package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint/model/calibrate"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

func (c *Command) calibrate() *cobra.Command {
	var read, output string
	var force bool
	cmd := &cobra.Command{
		Use:   "calibrate DIR | calibrate --read FILE [-o MODEL.json]",
		Short: "Measure a GPU and make a model of it for --gpu",
		Long: `Write a CUDA program that measures the figures of a GPU, and make a model file of what
it prints. With a folder: write calibrate.cu and its headers to it, and print the
command that builds and runs them on the machine with the GPU. With --read: check what
the program printed, write the model file, and say which figures were measured and
which differ from the built-in model of the architecture by more than 10 %.

Figures that the program does not measure stay those of the built-in model.

Exit status: 0, or 2 if an argument or a file failed.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case read != "" && len(args) > 0:
				return errors.New("calibrate writes the program to a folder or reads with --read what it printed, not both")
			case read != "" && force:
				return errors.New("--force is for writing the program to a folder, not for --read")
			case read != "":
				return c.readCalibration(read, output)
			case output != "":
				return errors.New("--output-file needs --read FILE, what the program printed")
			case len(args) == 0 || args[0] == "":
				return errors.New("calibrate needs the folder that the program is written to, or --read FILE; see `cudalint calibrate --help`")
			}
			return c.writeCalibration(args[0], force)
		},
	}
	cmd.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&read, "read", "", "read what the program printed from `FILE`; - is standard input")
	cmd.Flags().StringVarP(&output, "output-file", "o", "", "write the model to `MODEL.json`")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that cudalint calibrate has not written")
	return cmd
}

func (c *Command) writeCalibration(dir string, force bool) error {
	if err := calibrate.WriteSources(dir, force); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "wrote %s and its headers; on the machine with the GPU, in that folder:\n\n  %s\n\nthen: cudalint calibrate --read %s -o my_gpu.json\n",
		filepath.ToSlash(filepath.Join(dir, "calibrate.cu")), calibrate.BuildCommand, filepath.ToSlash(filepath.Join(dir, "measured.csv")))
	return nil
}

func (c *Command) readCalibration(name, output string) error {
	if sameFile(name, output) {
		return fmt.Errorf("the model would overwrite %s, the measurements it is made of", output)
	}
	in := c.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	measured, result, err := modelOf(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if output != "" { // before the report: a closed pipe may end the process there
		if err := calibrate.WriteModel(output, result.Model); err != nil {
			return err
		}
	}
	if err := calibrate.WriteReport(c.Stdout, measured, result); err != nil || output == "" {
		return err
	}
	if !gpu.IsFile(output) {
		output = "./" + output // otherwise --gpu would read it as the name of a GPU
	}
	fmt.Fprintf(c.Stdout, "wrote the model: cudalint check --gpu %s\n", output)
	return nil
}

// sameFile reports whether two names refer to one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

func modelOf(r io.Reader) (*calibrate.Measurements, *calibrate.Result, error) {
	measured, err := calibrate.Read(r)
	if err != nil {
		return nil, nil, err
	}
	result, err := calibrate.Build(measured)
	return measured, result, err
}
