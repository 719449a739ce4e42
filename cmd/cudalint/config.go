package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/selector"
	"github.com/cudalint/cudalint/rules"
)

// configFlags select the configuration files and the files that they apply to.
type configFlags struct {
	config       string
	isolated     bool
	forceExclude bool
	// resolver returns the configuration of each file.
	resolver *config.Resolver
}

func (f *configFlags) registerConfig(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.config, "config", "", "configuration `FILE` for all files (default: cudalint.toml or .cudalint.toml in the folder of each file and above)")
	s.BoolVar(&f.isolated, "isolated", false, "read no configuration file")
	if cmd.Name() != "config" {
		s.BoolVar(&f.forceExclude, "force-exclude", false, "leave out what the configuration excludes even if it is named, as by pre-commit")
	}
}

// ruleFlags select the rules that run and their options.
type ruleFlags struct {
	selected, ignored, extended []string
	ruleOptions, ptxasLogs      []string
}

func (f *ruleFlags) registerRules(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringSliceVar(&f.selected, "select", nil, "`LIST` of rules to run: names, prefixes such as constant, or all (default all)")
	s.StringSliceVar(&f.extended, "extend-select", nil, "`LIST` of rules to run as well")
	s.StringSliceVar(&f.ignored, "ignore", nil, "`LIST` of rules not to run")
	s.StringArrayVar(&f.ruleOptions, "rule-option", nil, "set an option of a rule, `RULE.OPTION=VALUE` (repeatable); the rule's page lists them")
	s.StringArrayVar(&f.ptxasLogs, "ptxas-log", nil, "`FILE` with the output of nvcc -Xptxas -v or cuobjdump -res-usage, for registers, spills and shared memory of kernels (repeatable)")
	for _, flag := range []string{"select", "extend-select", "ignore"} {
		completeValues(cmd, flag, selector.All(lint.Names(rules.All()))...)
	}
}

// flagsOfRules returns the flags in the form that the configuration takes.
func (f *ruleFlags) flagsOfRules() config.Flags {
	return config.Flags{Select: f.selected, ExtendSelect: f.extended, Ignore: f.ignored, RuleOptions: f.ruleOptions, PtxasLogs: f.ptxasLogs}
}

// resolve returns the resolver of the configuration. Flags take precedence. build returns the
// flags from a file's compile command; nil if unknown.
func (f *inputFlags) resolve(flags config.Flags, build func(string) engine.Flags) (*config.Resolver, error) {
	flags.GPU, flags.CUDA, flags.Block, flags.Include, flags.Defines = f.gpu, f.cuda, f.block, f.includes, f.defines
	return config.NewResolver(config.Options{Rules: rules.All(), File: f.config, Isolated: f.isolated, Flags: flags, Build: build})
}

// search returns the search that expands paths to files.
func (f *inputFlags) search() *discover.Search {
	s := &discover.Search{Excludes: f.resolver.Excludes}
	if f.forceExclude {
		s.ExcludesNamed = f.resolver.Excluded
	}
	return s
}

// priced reports whether a model file sets the prices for a GPU.
func (f *inputFlags) priced(gpu string, inputs []discover.Input) bool {
	return slices.ContainsFunc(inputs, func(in discover.Input) bool {
		o := f.resolver.FileOptions(in.Path)
		return o.Model != nil && o.Model.Name == gpu
	})
}

func (c *Command) config() *cobra.Command {
	f := &struct {
		inputFlags
		ruleFlags
	}{}
	format, schema := "text", false
	cmd := &cobra.Command{
		Use:   "config [flags] [path]",
		Short: "Print what is configured for a file, and where it is from",
		Long: `Print the settings of a file or folder (default: the working folder), and where each
value is from: a flag, a configuration file, compile_commands.json or the default. For a
file, also print where the files that it includes were found, as in a check of the
working folder. The output is itself a configuration file. The path need not exist.

Exit status: 0, or 2 if an argument or a configuration file is wrong.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema {
				text, err := config.Schema(rules.All())
				if err == nil {
					_, err = c.Stdout.Write(text)
				}
				return err
			}
			if err := report.CheckFormat(format, report.ConfigFormats()); err != nil {
				return err
			}
			path := "."
			if len(args) == 1 {
				path = args[0]
			}
			if path == "" {
				return fmt.Errorf("an empty path is not a file or folder")
			}
			var opts engine.Options
			if err := f.setBuild(&opts); err != nil {
				return err
			}
			resolver, err := f.resolve(f.flagsOfRules(), opts.Flags)
			if err != nil {
				return err
			}
			f.resolver = resolver
			settings := resolver.Settings(path)
			included, problems := f.included(cmd.Context(), opts, path)
			problems = slices.Concat(resolver.Problems(), c.databaseProblems(&f.inputFlags, nil), problems)
			if err := report.Config(c.Stdout, format, settings, included, problems); err != nil {
				return err
			}
			return c.finish(&f.inputFlags, problems)
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.StringVar(&format, "output-format", format, "text or json")
	s.BoolVar(&schema, "schema", false, "print the JSON schema of configuration files instead, for editors")
	completeValues(cmd, "output-format", report.ConfigFormats()...)
	f.registerTarget(cmd)
	f.registerRules(cmd)
	f.registerConfig(cmd)
	return cmd
}

// included returns the includes of a file; none for a folder or a missing file.
func (f *inputFlags) included(ctx context.Context, opts engine.Options, path string) ([]includes.Inclusion, []lint.Problem) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil, nil
	}
	paths := []string{path}
	if filepath.IsLocal(reported(path)) {
		paths = append(paths, ".") // as in a check of the working folder
	}
	f.setSearchPaths(&opts, paths)
	opts.File, opts.Target = f.resolver.FileOptions, f.resolver.Target()
	return engine.New(opts).Includes(ctx, discover.Input{Path: path})
}
