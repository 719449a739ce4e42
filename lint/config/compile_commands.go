// Package config reads what configures a run.
package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// CompileCommands are the flags of each file of a compilation database
// (compile_commands.json, https://clang.llvm.org/docs/JSONCompilationDatabase.html).
type CompileCommands struct {
	byFile map[string]lint.Flags
	differ bool // a file is built several times, with different flags
}

// ReadCompileCommands reads compile_commands.json in a folder.
func ReadCompileCommands(folder string) (*CompileCommands, error) {
	name := filepath.Join(folder, "compile_commands.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the compilation database: %w", err)
	}
	var entries []struct {
		Directory, File, Command, Output string
		Arguments                        []string
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("%s is not a compilation database: %w", filepath.ToSlash(name), err)
	}
	c := &CompileCommands{byFile: map[string]lint.Flags{}}
	for _, e := range entries {
		args := e.Arguments
		if args == nil {
			args = splitCommand(e.Command)
		}
		// Relative folders of an entry are those of its compiler run; the database
		// of a build folder that was moved with its sources still resolves.
		dir := e.Directory
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(folder, dir)
		}
		if file, err := filepath.Abs(join(dir, e.File)); err == nil {
			flags := flagsOf(dir, args)
			if flags.LinkUnit == "" && e.Output != "" {
				flags.LinkUnit = linkUnit(join(dir, e.Output))
			}
			first, again := c.byFile[file]
			if !again {
				c.byFile[file] = flags
				continue
			}
			flags.LinkUnit = first.LinkUnit
			c.differ = c.differ || !reflect.DeepEqual(first, flags)
		}
	}
	return c, nil
}

// Flags returns the flags of a file, by its path relative to the working folder.
// A file built several times has those of its first entry.
func (c *CompileCommands) Flags(path string) lint.Flags {
	file, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return lint.Flags{}
	}
	return c.byFile[file]
}

// Files returns the translation units that the database names, sorted; nil where it
// has several for one file, with different flags, of which only the first is read.
func (c *CompileCommands) Files() []string {
	if c.differ {
		return nil
	}
	return slices.Sorted(maps.Keys(c.byFile))
}

// flagsOf picks what matters to analysis out of a compiler's arguments, as nvcc
// and clang spell them.
func flagsOf(dir string, args []string) lint.Flags {
	var flags lint.Flags
	newest := 0
	for i := 0; i < len(args); i++ {
		value := func(prefix string) (string, bool) {
			rest, ok := strings.CutPrefix(args[i], prefix)
			if !ok {
				return "", false
			}
			if rest == "" && i+1 < len(args) {
				i++
				return args[i], true
			}
			return strings.TrimPrefix(rest, "="), rest != ""
		}
		if v, ok := value("-isystem"); ok {
			flags.IncludeDirs = append(flags.IncludeDirs, join(dir, v))
		} else if v, ok := value("--include-path"); ok {
			flags.IncludeDirs = append(flags.IncludeDirs, join(dir, v))
		} else if v, ok := value("-I"); ok {
			flags.IncludeDirs = append(flags.IncludeDirs, join(dir, v))
		} else if v, ok := value("--define-macro"); ok {
			flags.Defines = append(flags.Defines, v)
		} else if v, ok := value("-D"); ok {
			flags.Defines = append(flags.Defines, v)
		} else if v, ok := value("-rdc"); ok {
			flags.RDC = v == "true"
		} else if v, ok := value("--relocatable-device-code"); ok {
			flags.RDC = v == "true"
		} else if v, ok := value("--output-file"); ok {
			flags.LinkUnit = linkUnit(join(dir, v))
		} else if args[i] == "-o" && i+1 < len(args) {
			i++
			flags.LinkUnit = linkUnit(join(dir, args[i]))
		} else if rdc, ok := rdcFlags[args[i]]; ok {
			flags.RDC = rdc
		} else if strings.Contains(args[i], "_") {
			newest = max(newest, newestArch(args[i]))
		}
	}
	if newest > 0 {
		flags.GPU = fmt.Sprintf("sm_%d", newest)
	}
	return flags
}

// rdcFlags are the flags without a value that turn relocatable device code on or
// off, of nvcc and clang.
var rdcFlags = map[string]bool{
	"-dc": true, "--device-c": true, "-dw": false, "--device-w": false, "-fgpu-rdc": true, "-fcuda-rdc": true, "-fno-gpu-rdc": false, "-fno-cuda-rdc": false,
}

// linkUnit names what an object is linked into by its path: the folder that CMake
// makes for the objects of one target, CMakeFiles/NAME.dir. Other builds do not
// say; the answer is "" then.
func linkUnit(object string) string {
	parts := strings.Split(filepath.ToSlash(object), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == "CMakeFiles" && strings.HasSuffix(parts[i+1], ".dir") {
			return strings.Join(parts[:i+2], "/")
		}
	}
	return ""
}

// newestArch returns the newest compute capability times ten that an argument
// names (sm_90 or compute_90, as in -arch=sm_90, -gencode and
// --cuda-gpu-arch), 0 for none. Other arguments that hold such a name, a file
// say, are told apart by the flag it has to follow.
func newestArch(arg string) int {
	if !strings.Contains(arg, "arch") && !strings.Contains(arg, "code=") && !strings.HasPrefix(arg, "sm_") && !strings.HasPrefix(arg, "compute_") {
		return 0
	}
	newest := 0
	for _, part := range strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune("=,[]\"' ", r) }) {
		digits, ok := strings.CutPrefix(part, "sm_")
		if !ok {
			if digits, ok = strings.CutPrefix(part, "compute_"); !ok {
				continue
			}
		}
		if n, err := strconv.Atoi(strings.TrimRight(digits, "af")); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

func join(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// splitCommand splits a command line as a POSIX shell does, without expansion.
func splitCommand(command string) []string {
	var args []string
	var arg strings.Builder
	started := false
	quote := byte(0)
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(command):
			i++
			arg.WriteByte(command[i])
			started = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			arg.WriteByte(c)
		case c == '"' || c == '\'':
			quote, started = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if started {
				args = append(args, arg.String())
				arg.Reset()
			}
			started = false
		default:
			arg.WriteByte(c)
			started = true
		}
	}
	if started {
		args = append(args, arg.String())
	}
	return args
}
