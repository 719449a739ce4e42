package config

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// maxForced bounds the files of -include: each is searched in every include folder.
const maxForced = 100

// A command is one run of a compiler.
type command struct {
	dir     string // the absolute folder it runs in
	args    []string
	windows bool // it is written for Windows
}

// join returns a path of the command.
func (c *command) join(name string) string {
	if c.windows {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if filepath.IsAbs(name) || hasDrive(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.dir, name)
}

// hasDrive reports whether a path begins like an absolute Windows path, C:/ or //host.
func hasDrive(name string) bool {
	if strings.HasPrefix(name, `\\`) || strings.HasPrefix(name, "//") {
		return true
	}
	return len(name) > 2 && name[1] == ':' && strings.IndexByte(`/\`, name[2]) >= 0 && 'a' <= name[0]|0x20 && name[0]|0x20 <= 'z'
}

// byNVCC reports whether the command runs nvcc, directly or by a launcher such as ccache.
func (c *command) byNVCC() bool {
	for _, arg := range c.args {
		if strings.HasPrefix(arg, "-") {
			return false
		}
		name := arg[strings.LastIndexAny(arg, `/\`)+1:]
		if strings.Contains(strings.ToLower(name), "nvcc") {
			return true
		}
	}
	return false
}

// responses returns the dialect of the command's response files.
func (c *command) responses() dialect {
	switch {
	case c.windows:
		return windows
	case c.byNVCC():
		return nvcc
	}
	return gnu
}

// An argumentReader extracts from the arguments of a compiler what matters to the analysis.
type argumentReader struct {
	*command
	lists bool // values are lists, as nvcc has them
	// The folders of -iquote, -I, -isystem and -idirafter, which are searched in this
	// order however the arguments mix them.
	folders  [4][]string
	forced   []string // -include, as written
	macros   []macro  // in order
	standard string   // -std
	archs    []int    // compute capabilities times ten
	host     []string // the arguments that nvcc passes to the host compiler
	cuda     bool     // an argument sets the language to CUDA
	build    lint.Build
}

type macro struct {
	text    string // NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE
	defined bool   // by -D, else -U
}

func (m macro) name() string {
	if end := strings.IndexAny(m.text, "=("); end >= 0 {
		return m.text[:end]
	}
	return m.text
}

// An option is an option with a value: in the next argument, after "=", or, if joined is set,
// directly after its name.
type option struct {
	joined bool
	list   bool // nvcc takes a list
	take   func(r *argumentReader, value string)
}

func folder(rank int) option {
	return option{joined: true, list: true, take: func(r *argumentReader, v string) { r.folders[rank] = append(r.folders[rank], v) }}
}

func defining(defined bool) option {
	return option{joined: true, list: true, take: func(r *argumentReader, v string) { r.macros = append(r.macros, macro{v, defined}) }}
}

// options are the options that matter, as nvcc, clang and gcc spell them. Options that nvcc
// passes to the host compiler also affect device code: nvcc preprocesses both with the host
// compiler and all its arguments (nvcc 13.0 --dryrun).
var options = func() map[string]option {
	quoted, project, system, after := folder(0), folder(1), folder(2), folder(3)
	system.joined, after.joined, quoted.joined = true, true, true
	long := func(o option) option { o.joined = false; return o }
	include := option{list: true, take: func(r *argumentReader, v string) { r.forced = append(r.forced, v) }}
	arch := option{take: (*argumentReader).takeArch}
	rdc := option{take: func(r *argumentReader, v string) { r.build.RDC = v == "true" }}
	output := option{take: func(r *argumentReader, v string) { r.build.LinkUnit = linkUnit(r.join(v)) }}
	standard := option{take: func(r *argumentReader, v string) { r.standard = v }}
	language := option{joined: true, take: func(r *argumentReader, v string) { r.cuda = v == "cu" || v == "cuda" }}
	host := option{take: (*argumentReader).takeHost}
	// The values of these are for another program, or for host code only.
	skipped := option{take: func(*argumentReader, string) {}}
	return map[string]option{
		"-iquote": quoted,
		"-I":      project, "--include-path": long(project), "--include-directory": long(project),
		"-isystem": system, "--system-include": long(system), "-cxx-isystem": system, "-isystem-after": after,
		"-idirafter": after, "--include-directory-after": long(after),
		"-include": include, "--pre-include": include, "--include": include,
		"-D": defining(true), "--define-macro": long(defining(true)),
		"-U": defining(false), "--undefine-macro": long(defining(false)),
		"-std": standard, "--std": standard, "-x": language, "--x": language,
		"-arch": arch, "--gpu-architecture": arch, "-code": arch, "--gpu-code": arch, "-gencode": arch, "--generate-code": arch,
		"--cuda-gpu-arch": arch, "--offload-arch": arch, "-gpu": arch,
		"--no-cuda-gpu-arch": {take: (*argumentReader).dropArch}, "--no-offload-arch": {take: (*argumentReader).dropArch},
		"-rdc": rdc, "--relocatable-device-code": rdc, "-o": output, "--output-file": output,
		"-Xcompiler": host, "--compiler-options": host,
		"-Xptxas": skipped, "--ptxas-options": skipped, "-Xnvlink": skipped, "--nvlink-options": skipped,
		"-Xlinker": skipped, "--linker-options": skipped, "-Xarchive": skipped, "--archive-options": skipped,
		"-Xcuda-ptxas": skipped, "-Xcuda-fatbinary": skipped, "-Xassembler": skipped, "-Xarch_host": skipped,
		"-include-pch": skipped, "-imacros": skipped,
	}
}()

// joinedOptions are the names of the joined options, the longest first.
var joinedOptions = func() (names []string) {
	for name, o := range options {
		if o.joined {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return names
}()

// rdcFlags are the flags without a value that turn relocatable device code on or
// off, of nvcc and clang.
var rdcFlags = map[string]bool{
	"-dc": true, "--device-c": true, "-dw": false, "--device-w": false, "-fgpu-rdc": true, "-fcuda-rdc": true, "-fno-gpu-rdc": false, "-fno-cuda-rdc": false,
}

// read reads the arguments of a compiler.
func (r *argumentReader) read(args []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if rdc, ok := rdcFlags[arg]; ok {
			r.build.RDC = rdc
			continue
		}
		if len(arg) < 2 || arg[0] != '-' {
			continue
		}
		if o, ok := options[arg]; ok {
			if i++; i < len(args) {
				r.take(o, args[i])
			}
			continue
		}
		if name, value, ok := strings.Cut(arg, "="); ok {
			if o, ok := options[name]; ok {
				r.take(o, value)
				continue
			}
		}
		for _, name := range joinedOptions {
			if value, ok := strings.CutPrefix(arg, name); ok {
				r.take(options[name], value)
				break
			}
		}
	}
}

func (r *argumentReader) take(o option, value string) {
	values := []string{value}
	if o.list && r.lists {
		values = splitList(value)
	}
	for _, v := range values {
		if v != "" {
			o.take(r, v)
		}
	}
}

// takeHost reads a list of arguments for the host compiler. The shell that runs that compiler
// splits each of them again.
func (r *argumentReader) takeHost(value string) {
	if len(r.host) > maxArguments {
		return
	}
	for _, arg := range splitList(value) {
		r.host = append(r.host, split(arg, posix)...)
	}
}

// archsOf returns the compute capabilities times ten that a value names, as in
// arch=compute_80,code=[sm_80,compute_80]. Values such as native and all name none.
func archsOf(value string) (archs []int) {
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("=,[]\"' ", r) }) {
		for _, prefix := range []string{"sm_", "compute_", "lto_", "cc"} {
			if digits, ok := strings.CutPrefix(part, prefix); ok {
				if n, err := strconv.ParseUint(strings.TrimRight(digits, "af"), 10, 10); err == nil {
					archs = append(archs, int(n))
				}
			}
		}
	}
	return archs
}

func (r *argumentReader) takeArch(value string) { r.archs = append(r.archs, archsOf(value)...) }

// dropArch removes an architecture that an earlier clang option added.
func (r *argumentReader) dropArch(value string) {
	if value == "all" {
		r.archs = nil
		return
	}
	gone := archsOf(value)
	r.archs = slices.DeleteFunc(r.archs, func(n int) bool { return slices.Contains(gone, n) })
}

// linkUnit returns the link unit of an object, by its path: the folder that CMake uses for the
// objects of one target, CMakeFiles/NAME.dir. It returns "" for other builds.
func linkUnit(object string) string {
	parts := strings.Split(filepath.ToSlash(object), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == "CMakeFiles" && strings.HasSuffix(parts[i+1], ".dir") {
			return strings.Join(parts[:i+2], "/")
		}
	}
	return ""
}

// cplusplus maps the year in the name of a standard, also of a gnu dialect or a draft name, to
// the value of __cplusplus.
var cplusplus = map[string]string{
	"98": "199711L", "03": "199711L", "0x": "201103L", "11": "201103L", "1y": "201402L", "14": "201402L", "1z": "201703L", "17": "201703L",
	"2a": "202002L", "20": "202002L", "2b": "202302L", "23": "202302L",
}

// flagsOf returns the flags of a compiler run with the given arguments. cuda is set if these
// show that it compiles CUDA code.
func flagsOf(c *command, args []string, f *files) (flags engine.Flags, cuda bool) {
	r := argumentReader{command: c, lists: c.byNVCC()}
	r.read(args)
	if len(r.host) > 0 {
		host := argumentReader{command: c}
		host.read(r.host)
		// nvcc places them before its own.
		r.macros = append(host.macros, r.macros...)
		for i := range r.folders {
			r.folders[i] = append(host.folders[i], r.folders[i]...)
		}
		r.forced = append(r.forced, host.forced...)
		r.standard = cmp.Or(r.standard, host.standard)
	}
	flags.Build = r.build
	r.setFolders(&flags, f)
	r.setMacros(&flags)
	for _, name := range r.forced[:min(len(r.forced), maxForced)] {
		flags.Includes = append(flags.Includes, r.forcedInclude(name, flags.IncludeDirs, f))
	}
	if len(r.archs) > 0 {
		flags.GPU = "sm_" + strconv.Itoa(slices.Max(r.archs))
	}
	return flags, r.lists || r.cuda
}

// setFolders sets the include folders in search order. A folder that one option makes a system
// folder is one even if -I names it, too (as for gcc); so is that of the CUDA toolkit.
func (r *argumentReader) setFolders(flags *engine.Flags, f *files) {
	system := map[string]bool{}
	for rank, names := range r.folders {
		for i, name := range names {
			name = r.join(name)
			names[i] = name
			system[name] = system[name] || rank >= 2 || f.exist(filepath.Join(name, "cuda_runtime_api.h"))
		}
	}
	seen := map[string]bool{}
	for rank, names := range r.folders {
		for _, name := range names {
			if seen[name] || rank < 2 && system[name] && slices.Contains(r.folders[2], name) {
				continue
			}
			seen[name] = true
			flags.IncludeDirs = append(flags.IncludeDirs, name)
			if system[name] {
				flags.SystemDirs = append(flags.SystemDirs, name)
			}
		}
	}
}

// setMacros sets which macros are defined after all arguments.
func (r *argumentReader) setMacros(flags *engine.Flags) {
	last := map[string]int{}
	for i, m := range r.macros {
		last[m.name()] = i
	}
	if _, ok := last["__cplusplus"]; !ok {
		if _, year, ok := strings.Cut(r.standard, "++"); ok && cplusplus[year] != "" {
			flags.Defines = append(flags.Defines, "__cplusplus="+cplusplus[year])
		}
	}
	for i, m := range r.macros {
		switch {
		case last[m.name()] != i:
		case m.defined:
			flags.Defines = append(flags.Defines, m.text)
		default:
			flags.Undefines = append(flags.Undefines, m.text)
		}
	}
}

// forcedInclude returns the path of a file of -include. It is searched in the folder of the
// compiler run, then like #include "...".
func (r *argumentReader) forcedInclude(name string, dirs []string, f *files) string {
	here := r.join(name)
	if f.exist(here) {
		return here
	}
	for _, dir := range dirs {
		if there := filepath.Join(dir, name); f.exist(there) {
			return there
		}
	}
	return here
}
