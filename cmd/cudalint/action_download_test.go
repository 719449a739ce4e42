package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// releaseArchive is an archive of a release that holds a program, by the name that the action
// asks for on Linux on amd64.
const releaseArchive = "cudalint_" + release + "_linux_amd64.tar.gz"

// packed returns a tar.gz of a program cudalint.
func packed(t *testing.T, program string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	err := w.WriteHeader(&tar.Header{Name: "cudalint", Mode: 0o755, Size: int64(len(program))})
	if err == nil {
		_, err = w.Write([]byte(program))
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A releaseServer serves the files of releases, by their paths, and counts requests.
type releaseServer struct {
	files    map[string][]byte
	status   int // for all requests, if set
	requests int
}

func (s *releaseServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests++
	if s.status != 0 {
		w.WriteHeader(s.status)
	} else if text, ok := s.files[r.URL.Path]; ok {
		_, _ = w.Write(text)
	} else {
		http.NotFound(w, r)
	}
}

// installer runs the steps of the action that bring the program, up to one that fails, and
// returns that one's exit status, the name of the last step and all logs.
func (j *job) install() (status int, last, log string) {
	for _, name := range []string{"Find the release", "Download the release", "Build cudalint"} {
		switch {
		case name == "Download the release" && j.outputs["find"]["archive"] == "":
			continue
		case name == "Build cudalint" && j.outputs["find"]["build"] != "true" && j.outputs["download"]["build"] != "true":
			continue
		}
		status, text := j.step(name)
		last, log = name, log+text
		if status != 0 {
			return status, last, log
		}
	}
	return 0, last, log
}

// TestActionInstalls: a release is downloaded and checked, and only where there is none, Go
// builds it. What is installed is then run.
func TestActionInstalls(t *testing.T) {
	for _, name := range []string{"bash", "curl", "tar"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	cudalint, err := exec.LookPath("cudalint")
	if err != nil {
		t.Fatal(err)
	}
	program := fmt.Sprintf("#!/bin/sh\necho ran-release >&2\nexec '%s' \"$@\"\n", cudalint)
	archive := packed(t, program)
	sums := fmt.Appendf(nil, "%x  other.tar.gz\n%x  %s\n", sha256.Sum256(nil), sha256.Sum256(archive), releaseArchive)
	const folder, folder9 = "/v" + release + "/", "/v9.8.7/"
	tag := "v" + release
	for name, c := range map[string]struct {
		ref     string
		version string
		env     []string
		files   map[string][]byte
		server  int // the status of all answers
		status  int
		last    string // the last step
		says    string // in the log
		runs    string // what is installed says
	}{
		"good":              {ref: tag, files: map[string][]byte{folder + "SHA256SUMS": sums, folder + releaseArchive: archive}, last: "Download the release", runs: "ran-release"},
		"good by commit":    {ref: strings.Repeat("0a", 20), files: map[string][]byte{folder + "SHA256SUMS": sums, folder + releaseArchive: archive}, last: "Download the release", runs: "ran-release"},
		"damaged":           {ref: tag, files: map[string][]byte{folder + "SHA256SUMS": sums, folder + releaseArchive: packed(t, "#!/bin/sh\ntouch pwned\n")}, status: 2, last: "Download the release", says: "::error title=cudalint::The SHA-256 checksum of " + releaseArchive},
		"cut off":           {ref: tag, files: map[string][]byte{folder + "SHA256SUMS": sums, folder + releaseArchive: archive[:40]}, status: 2, last: "Download the release", says: "::error title=cudalint::The SHA-256 checksum"},
		"no checksum of it": {ref: tag, files: map[string][]byte{folder + "SHA256SUMS": sums[:80], folder + releaseArchive: archive}, status: 2, last: "Download the release", says: "::error title=cudalint::The SHA-256 checksum"},
		"no release":        {ref: tag, last: "Build cudalint", says: "There is no SHA256SUMS of v" + release, runs: "ran-go install ./cmd/cudalint"},
		"no archive":        {ref: tag, files: map[string][]byte{folder + "SHA256SUMS": sums}, last: "Build cudalint", says: "There is no " + releaseArchive, runs: "ran-go install ./cmd/cudalint"},
		"no server":         {ref: tag, env: []string{"CUDALINT_RELEASES=http://127.0.0.1:1"}, status: 2, last: "Download the release", says: "::error title=cudalint::The release v" + release + " cannot be downloaded"},
		"forbidden":         {ref: tag, server: http.StatusForbidden, status: 2, last: "Download the release", says: "the server answers 403"},
		"other platform":    {ref: tag, env: []string{"RUNNER_ARCH=X86"}, last: "Build cudalint", runs: "ran-go install ./cmd/cudalint"},
		"branch":            {ref: "main", last: "Build cudalint", runs: "ran-go install ./cmd/cudalint"},
		"local":             {ref: "", last: "Build cudalint", runs: "ran-go install ./cmd/cudalint"},
		"version":           {ref: "main", version: "v9.8.7", files: map[string][]byte{folder9 + "SHA256SUMS": bytes.ReplaceAll(sums, []byte(release), []byte("9.8.7")), folder9 + "cudalint_9.8.7_linux_amd64.tar.gz": archive}, last: "Download the release", runs: "ran-release"},
		"version by Go":     {ref: "main", version: "9.8.7", last: "Build cudalint", runs: "ran-go install github.com/cudalint/cudalint/cmd/cudalint@v9.8.7"},
		"installed":         {ref: tag, version: "installed", last: "Find the release"},
		"hostile version":   {ref: tag, version: "1.2.3$(touch pwned)/../..", status: 2, last: "Find the release", says: "::error title=cudalint::The version is"},
	} {
		t.Run(name, func(t *testing.T) {
			server := &releaseServer{files: c.files, status: c.server}
			listener := httptest.NewServer(server)
			defer listener.Close()
			j := &job{t: t, action: readAction(t), inputs: map[string]string{"version": c.version}, dir: t.TempDir(), temp: t.TempDir(), ref: c.ref}
			stubs := t.TempDir()
			// Instead of Go: a program that says how Go was called.
			stub := fmt.Sprintf("#!/bin/sh\nmkdir -p \"$GOBIN\"\nprintf '#!/bin/sh\\necho \"ran-go %%s\" >&2\\nexec '\"'%s'\"' \"$@\"\\n' \"$*\" >\"$GOBIN/cudalint\"\nchmod +x \"$GOBIN/cudalint\"\n", cudalint)
			if err := os.WriteFile(filepath.Join(stubs, "go"), []byte(stub), 0o777); err != nil {
				t.Fatal(err)
			}
			path := "PATH=" + stubs + string(os.PathListSeparator) + os.Getenv("PATH")
			j.env = append([]string{path, "CUDALINT_RELEASES=" + listener.URL}, c.env...)
			status, last, log := j.install()
			if status != c.status || last != c.last || !strings.Contains(log, c.says) {
				t.Fatalf("%q ends with %d, want %q with %d and %q\n%s", last, status, c.last, c.status, c.says, log)
			}
			kept := filepath.Join(j.temp, "cudalint", releaseArchive)
			if _, err := os.Stat(kept); status != 0 && err == nil {
				t.Error("a damaged archive is kept for the cache")
			}
			if status == 0 && last == "Download the release" {
				asked := server.requests
				if status, log := j.step("Download the release"); status != 0 || server.requests != asked {
					t.Errorf("what the cache has is downloaded again: %d requests, status %d\n%s", server.requests, status, log)
				}
			}
			if c.runs == "" {
				if j.path != "" {
					t.Errorf("PATH gets %s", j.path)
				}
				return
			}
			w := &workshop{t: t, dir: j.dir}
			w.write("bad.cu", divergent)
			j.env = []string{"PATH=" + j.path + string(os.PathListSeparator) + os.Getenv("PATH")}
			status, log = j.step("Run cudalint")
			if status != 0 || !strings.Contains(log, "\n"+c.runs+"\n") || j.outputs["check"]["findings"] != "1" {
				t.Errorf("what was installed ends with %d and %v, want %q\n%s", status, j.outputs["check"], c.runs, log)
			}
		})
	}
}

// TestActionRepairsTheCache: what the cache restored is checked, too, and downloaded again.
func TestActionRepairsTheCache(t *testing.T) {
	for _, name := range []string{"bash", "curl", "tar"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	archive := packed(t, "#!/bin/sh\n")
	const folder = "/v" + release + "/"
	server := httptest.NewServer(&releaseServer{files: map[string][]byte{
		folder + "SHA256SUMS":   fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(archive), releaseArchive),
		folder + releaseArchive: archive,
	}})
	defer server.Close()
	j := &job{t: t, action: readAction(t), dir: t.TempDir(), temp: t.TempDir(), ref: "v" + release, env: []string{"CUDALINT_RELEASES=" + server.URL}}
	cached := &workshop{t: t, dir: j.temp}
	cached.write("cudalint/"+releaseArchive, "damaged")
	cached.write("cudalint/SHA256SUMS", "damaged")
	if status, _, log := j.install(); status != 0 {
		t.Fatalf("status %d\n%s", status, log)
	}
	if cached.read("cudalint/"+releaseArchive) != string(archive) {
		t.Error("the cache is as damaged as it was")
	}
}
