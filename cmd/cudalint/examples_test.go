package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tool returns the path of a program that tests of the examples need. They run where
// CUDALINT_TOOLS is set.
func tool(t *testing.T, name string) string {
	t.Helper()
	if os.Getenv("CUDALINT_TOOLS") == "" {
		t.Skip("CUDALINT_TOOLS is not set")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}

// copyExample copies an example into a new folder, and returns it and the path of a
// cudalint that was built.
func copyExample(t *testing.T, name string) (dir, cudalint string) {
	t.Helper()
	outer, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir, cudalint = filepath.Join(outer, "example"), filepath.Join(outer, "cudalint")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", ".ci", "examples", name))); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", cudalint, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir, cudalint
}

// runIn runs a command in a folder and returns what it prints and whether it succeeds.
func runIn(t *testing.T, dir, name string, args ...string) (string, bool) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// TestCMakeExample configures the example with the generators that there are, and lints
// its targets: the one source has a finding in one of two targets. It needs cmake and
// nvcc, which is asked where its toolkit is and not run otherwise.
func TestCMakeExample(t *testing.T) {
	cmake, nvcc := tool(t, "cmake"), tool(t, "nvcc")
	for _, generator := range []string{"Unix Makefiles", "Ninja", "Ninja Multi-Config"} {
		dir, cudalint := copyExample(t, "cmake")
		out, ok := runIn(t, dir, cmake, "-S", ".", "-B", "build", "-G", generator, "-DCUDALINT_EXECUTABLE="+cudalint,
			"-DCMAKE_CUDA_COMPILER="+nvcc, "-DCMAKE_CUDA_COMPILER_FORCED=ON", "-DCMAKE_CUDA_COMPILER_ID=NVIDIA", "-DCMAKE_CUDA_COMPILER_VERSION=12.0",
			"-DCMAKE_CUDA_STANDARD_COMPUTED_DEFAULT=17", "-DCMAKE_CUDA_ARCHITECTURES=80;86")
		if !ok && strings.Contains(generator, "Ninja") && strings.Contains(out, "CMAKE_MAKE_PROGRAM is not set") {
			continue // there is no ninja
		}
		if !ok {
			t.Fatalf("%s: %s", generator, out)
		}
		if out, ok := runIn(t, dir, cmake, "--build", "build", "--target", "cudalint-fast"); !ok || !strings.Contains(out, "0 findings in 1 file") || strings.Contains(out, "Warning") {
			t.Errorf("%s: cudalint-fast succeeds: %v\n%s", generator, ok, out)
		}
		out, ok = runIn(t, dir, cmake, "--build", "build", "--target", "cudalint")
		if ok || strings.Count(out, "warning[") != 1 || !strings.Contains(out, "--> src/main.cu:9:") || !strings.Contains(out, "per warp on sm_86") {
			t.Errorf("%s: cudalint succeeds: %v\n%s", generator, ok, out)
		}
	}
}

// TestBazelExample lints the example by the aspect. It needs bazel, and where that
// cannot download its rules, CUDALINT_BAZEL_FLAGS that say where they are.
func TestBazelExample(t *testing.T) {
	bazel := tool(t, "bazel")
	dir, cudalint := copyExample(t, "bazel")
	if err := os.Rename(cudalint, filepath.Join(dir, "lint", "cudalint")); err != nil {
		t.Fatal(err)
	}
	root := "--output_user_root=" + filepath.Join(filepath.Dir(dir), "out")
	t.Cleanup(func() {
		runIn(t, dir, bazel, root, "clean", "--expunge") // what Bazel makes is not writable
		runIn(t, dir, bazel, root, "shutdown")
	})
	build := func(aspect string, more ...string) (string, bool) {
		args := append([]string{root, "build", "//...", "--aspects=//lint:linters.bzl%" + aspect}, more...)
		return runIn(t, dir, bazel, append(args, strings.Fields(os.Getenv("CUDALINT_BAZEL_FLAGS"))...)...)
	}
	if out, ok := build("cudalint", "--output_groups=cudalint"); !ok {
		t.Fatal(out)
	}
	for name, want := range map[string][]string{"small": {"kernels/include/half.cuh", "kernels/scale.cu"}, "fast": nil} {
		text, err := os.ReadFile(filepath.Join(dir, "bazel-bin", "kernels", name+".cudalint.sarif"))
		if err != nil {
			t.Fatal(err)
		}
		var log struct {
			Runs []struct {
				Results []struct {
					Locations []struct {
						PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
					}
				}
			}
		}
		if err := json.Unmarshal(text, &log); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range log.Runs[0].Results {
			got = append(got, r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
		}
		if !slices.Equal(got, want) || strings.Contains(string(text), filepath.Dir(dir)) {
			t.Errorf("%s: findings in %q, want %q\n%s", name, got, want, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "bazel-bin", "third_party", "blur.cudalint.sarif")); err == nil {
		t.Error("a target with the tag no-cudalint is linted")
	}
	if out, ok := build("cudalint", "--output_groups=cudalint"); !ok || strings.Contains(out, "Linting") {
		t.Errorf("an unchanged tree is linted again\n%s", out)
	}
	if out, ok := build("cudalint_strict", "--output_groups=_validation"); ok || !strings.Contains(out, "--> kernels/scale.cu:10:") {
		t.Errorf("a finding does not fail the strict aspect: %v\n%s", ok, out)
	}
}
