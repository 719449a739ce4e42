package sema

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// A CompileCommand is what a compilation database says of one file, as far as
// it matters to reading the file. Paths are absolute or relative to where the
// database's folders are.
type CompileCommand struct {
	File        string
	IncludeDirs []string // -I, -isystem, -iquote, in order
	Defines     []string // -D, without those that -U takes back
	Arch        int      // compute capability times ten, 0 where it is not said
	Std         string   // "c++17", "" where it is not said
}

// Options returns the command's options.
func (c CompileCommand) Options() Options {
	return Options{Defines: c.Defines, IncludeDirs: c.IncludeDirs, Arch: c.Arch}
}

// ReadCompileCommands reads a compile_commands.json. The result is keyed by the
// file's path; of several entries for one file the first counts.
func ReadCompileCommands(text []byte) (map[string]CompileCommand, error) {
	var entries []struct {
		Directory, File, Command string
		Arguments                []string
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("compile_commands.json: %w", err)
	}
	out := make(map[string]CompileCommand, len(entries))
	for _, e := range entries {
		args := e.Arguments
		if len(args) == 0 {
			args = splitCommand(e.Command)
		}
		c := readArguments(args, e.Directory)
		c.File = inside(e.Directory, e.File)
		if _, ok := out[c.File]; !ok {
			out[c.File] = c
		}
	}
	return out, nil
}

func inside(dir, file string) string {
	file = strings.ReplaceAll(file, `\`, "/")
	if path.IsAbs(file) || len(file) > 1 && file[1] == ':' {
		return path.Clean(file)
	}
	return path.Join(strings.ReplaceAll(dir, `\`, "/"), file)
}

// splitCommand splits a command line as a POSIX shell does.
func splitCommand(command string) []string {
	var args []string
	var b strings.Builder
	quote, started := byte(0), false
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case quote == '\'':
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '\\' && i+1 < len(command) && (quote == 0 || strings.IndexByte("\"\\$`", command[i+1]) >= 0):
			i++
			b.WriteByte(command[i])
			started = true
		case quote == '"' && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, started = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if started || b.Len() > 0 {
				args = append(args, b.String())
				b.Reset()
			}
			started = false
		default:
			b.WriteByte(c)
		}
	}
	if started || b.Len() > 0 {
		args = append(args, b.String())
	}
	return args
}

// readArguments reads compiler options of nvcc, clang and gcc.
func readArguments(args []string, dir string) CompileCommand {
	var c CompileCommand
	defined := map[string]string{}
	var order []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		// value returns what follows an option, in the same argument or the next.
		value := func(names ...string) (string, bool) {
			for _, name := range names {
				rest, ok := strings.CutPrefix(a, name)
				if !ok {
					continue
				}
				switch {
				case rest == "" && i+1 < len(args):
					i++
					return args[i], true
				case strings.HasPrefix(rest, "="):
					return rest[1:], true
				case rest != "" && !strings.HasPrefix(name, "--") && len(name) == 2:
					return rest, true
				}
			}
			return "", false
		}
		if v, ok := value("-isystem", "--system-include", "-iquote", "--include-path", "-I"); ok {
			for _, d := range strings.Split(v, ",") {
				c.IncludeDirs = append(c.IncludeDirs, inside(dir, d))
			}
			continue
		}
		if v, ok := value("--define-macro", "-D"); ok {
			name, _, _ := strings.Cut(v, "=")
			if _, ok := defined[name]; !ok {
				order = append(order, name)
			}
			defined[name] = v
			continue
		}
		if v, ok := value("--undefine-macro", "-U"); ok {
			delete(defined, v)
			continue
		}
		if v, ok := value("-std", "--std"); ok {
			c.Std = v
			continue
		}
		if v, ok := value("-gencode", "--generate-code", "-arch", "--gpu-architecture", "--cuda-gpu-arch", "--offload-arch", "-code"); ok {
			c.Arch = max(c.Arch, highestArch(v))
		}
	}
	for _, name := range order {
		if v, ok := defined[name]; ok {
			c.Defines = append(c.Defines, v)
		}
	}
	return c
}

// highestArch returns the highest architecture in "arch=compute_90a,code=sm_90a",
// "sm_80" or a list of them.
func highestArch(text string) int {
	best := 0
	for _, prefix := range []string{"sm_", "compute_", "lto_"} {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, prefix)
			if !ok {
				break
			}
			end := 0
			for end < len(after) && after[end] >= '0' && after[end] <= '9' {
				end++
			}
			if n, err := strconv.Atoi(after[:end]); err == nil && n < 10000 {
				best = max(best, n*10)
			}
			rest = after[end:]
		}
	}
	return best
}
