package lsptest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Process is a running server.
type Process struct {
	In  io.WriteCloser
	Out io.ReadCloser
	Cmd *exec.Cmd
	// Ended is closed when the process has ended.
	Ended  chan struct{}
	err    error
	stderr strings.Builder
}

// Start starts a server in a folder.
func Start(dir, name string, args ...string) (*Process, error) {
	p := &Process{Cmd: exec.Command(name, args...), Ended: make(chan struct{})}
	p.Cmd.Dir = dir
	p.Cmd.Stderr = &p.stderr
	var err error
	if p.In, err = p.Cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// Not StdoutPipe: what is still in the pipe when the process ends has to be read.
	out, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.Out, p.Cmd.Stdout = out, write
	if err := p.Cmd.Start(); err != nil {
		return nil, err
	}
	write.Close()
	go func() {
		p.err = p.Cmd.Wait()
		close(p.Ended)
	}()
	return p, nil
}

// Wait waits for the end of the process. It returns an error if the exit status is not 0.
func (p *Process) Wait() error {
	select {
	case <-p.Ended:
		if p.err != nil {
			return fmt.Errorf("the server: %w\n%s", p.err, p.stderr.String())
		}
		return nil
	case <-time.After(Timeout):
		return fmt.Errorf("the server has not ended within %v", Timeout)
	}
}

// Stderr returns the standard error of a process that has ended.
func (p *Process) Stderr() string { return p.stderr.String() }

// Kill ends the process, unless it has ended.
func (p *Process) Kill() {
	_ = p.Cmd.Process.Kill()
	<-p.Ended
}
