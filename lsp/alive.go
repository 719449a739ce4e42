package lsp

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// alivePoll is how often the server looks whether the client's process is there still.
// Nearly always the end of its input tells it earlier.
var alivePoll = 5 * time.Second

// watchClient ends the server when the client's process is gone. One that is not to be seen
// from the start, as it is in another container, is not watched.
func (s *server) watchClient(pid int) {
	process, err := os.FindProcess(pid)
	if err != nil || !alive(process) {
		s.logf("the client's process %d is not to be seen from here and is not watched", pid)
		return
	}
	s.spawn("watching the client", func() {
		tick := time.NewTicker(alivePoll)
		defer tick.Stop()
		for {
			select {
			case <-s.ctx.Done():
				return
			case <-tick.C:
			}
			if !alive(process) {
				s.logf("the client's process %d is gone", pid)
				s.exit.Do(func() { close(s.exited) })
				return
			}
		}
	})
}

// alive reports whether a process runs. Signal 0 is sent to none; Windows knows no such
// signal, and its clients close the input.
func alive(p *os.Process) bool {
	err := p.Signal(syscall.Signal(0))
	return err == nil || !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
