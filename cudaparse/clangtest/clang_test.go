package clangtest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// perRun bounds a run of clang, so that one file cannot hold up the rest.
const perRun = 2 * time.Minute

// A compiler runs clang.
type compiler struct {
	query, cxx string
	flags      []string
}

// A compiled is what clang says of a file.
type compiled struct {
	places
	// lines are those of the file that clang compiled something of.
	lines map[int]bool
	// macros are the names that are a macro somewhere in the file or its headers.
	macros map[string]bool
}

var errDoesNotCompile = errors.New("does not compile")

// compile returns what clang says of a text, as code for the host and, if the text
// asks which of the two it is, as code for the device.
func (c compiler) compile(t text, includeDirs []string) (compiled, error) {
	out := compiled{newPlaces(), map[int]bool{}, map[string]bool{}}
	sides := []string{"--cuda-host-only"}
	if bytes.Contains(t.Text, []byte("__CUDA_ARCH__")) {
		sides = append(sides, "--cuda-device-only")
	}
	for _, side := range sides {
		flags := append([]string{"-x", "cuda", "-w", side}, c.flags...)
		for _, dir := range includeDirs {
			flags = append(flags, "-I", dir)
		}
		dump, err := output(c.query, append([]string{
			"-c", "set bind-root false", "-c", "set output dump",
			"-c", `match translationUnitDecl(forEach(decl(isExpansionInMainFile()).bind("d")))`, t.Path, "--"}, flags...)...)
		if err != nil {
			return out, err
		}
		found, err := readDump(bytes.NewReader(dump), t)
		if err != nil {
			return out, err
		}
		out.add(found)
		preprocessed, err := output(c.cxx, append(flags, "-E", "-dD", t.Path)...)
		if err != nil {
			return out, err
		}
		out.preprocessed(preprocessed, t.Path)
	}
	return out, nil
}

// output runs a command that must not report an error.
func output(name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), perRun)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if at := bytes.Index(stderr.Bytes(), []byte("error:")); err != nil || at >= 0 {
		line, _, _ := strings.Cut(stderr.String()[max(at, 0):], "\n")
		return nil, fmt.Errorf("%w: %v: %s", errDoesNotCompile, err, line)
	}
	return stdout.Bytes(), nil
}

var (
	lineMarker = regexp.MustCompile(`^# (\d+) "((?:[^"\\]|\\.)*)"`)
	definition = regexp.MustCompile(`^#define (\w+)`)
)

// preprocessed reads what the preprocessor made of the file at path.
func (c compiled) preprocessed(content []byte, path string) {
	in := bufio.NewScanner(bytes.NewReader(content))
	in.Buffer(nil, 64<<20)
	inside, line := false, 0
	for in.Scan() {
		s := in.Text()
		if m := lineMarker.FindStringSubmatch(s); m != nil {
			line, _ = strconv.Atoi(m[1])
			inside = m[2] == path
			continue
		}
		if m := definition.FindStringSubmatch(s); m != nil {
			c.macros[m[1]] = true
		} else if inside && strings.TrimSpace(s) != "" && s[0] != '#' {
			c.lines[line] = true
		}
		line++
	}
}
