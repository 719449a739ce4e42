package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands returns what a script of testscript drives a server with. A script is the
// story of an editor and its user. POS is a place in an open file: LINE:CHARACTER, both
// from 1 and in units of the encoding agreed on, or 'before|after', the one place where
// this text stands in the file, at the bar. A RANGE is POS-POS, or 'before«inside»after'
// likewise, or a POS. In these and in TEXT, \n is a new line. JSON may hold "uri(PATH)".
// A stdout or cmp stdout looks at what the command before it has printed.
//
//	capabilities JSON    what the client can do, merged over what editors of today can
//	options JSON         its initializationOptions
//	settings JSON        the user's settings, the section "cudalint"; a running server
//	                     is told
//	start [FOLDER...]    start the server on workspace folders (default: the working
//	                     folder; "-none" for a client without one) and shake hands; prints
//	                     the answer
//	client NAME          the commands from here on are another client's
//	quit                 shut the server down; it has to end by itself with status 0
//	open PATH...         close PATH...   save PATH...
//	edit PATH RANGE TEXT replace a part of an open file
//	write PATH FILE      another program writes what FILE holds, with the working folder for
//	                     $WORK, to PATH, which the client sees
//	delete PATH          another program removes PATH, which the client sees
//	diagnostics PATH...  print what is shown when all is done: RANGE SEVERITY RULE:
//	                     MESSAGE, with tags and related places; a file that is closed
//	                     or never was published has none
//	published PATH       print the same as it came, as JSON
//	pull PATH [ID]       ask for the diagnostics of a file; prints as diagnostics does
//	hover PATH POS       print the text of a hover and its range
//	hints PATH [RANGE]   print the inlay hints (of the whole file)
//	actions PATH RANGE [KIND...]
//	                     print the code actions there, with a * for a preferred one
//	apply TITLE          resolve and apply the one of them that has this title, or whose
//	                     title this regular expression matches
//	text PATH            print the text of an open file
//	command NAME [JSON...]
//	                     execute a command and print its result
//	request METHOD JSON  send a request and print the result; with ! print its error
//	notify METHOD JSON   send a notification
//	log                  print the messages that the server showed or logged
//	progress             print the progress reported since the last time
//	requests             print what the server asked of the client since the last time
//	watched              print the globs that the client watches for the server
func Commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	commands := map[string]func(ts *testscript.TestScript, neg bool, args []string){}
	for name, run := range steps {
		commands[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			ts.Stdout() // what an earlier command printed is not looked at any more
			err := run(scriptOf(ts), args)
			var refused *Error
			switch {
			case err == nil && neg:
				ts.Fatalf("no error")
			case err != nil && !(neg && errors.As(err, &refused)):
				ts.Fatalf("%s: %v", name, err)
			case err != nil:
				fmt.Fprintln(ts.Stdout(), err)
			}
		}
	}
	return commands
}

// Setup prepares a script; every script has to call it.
func Setup(env *testscript.Env) {
	s := &script{clients: map[string]*session{}}
	env.Values[scriptKey{}] = s
	env.Defer(s.kill)
}

type scriptKey struct{}

// A script is the state of one script: its clients with their servers.
type script struct {
	ts      *testscript.TestScript
	clients map[string]*session
	name    string // the client in use
}

// A session is one client with its server.
type session struct {
	config          Config
	*Client         // nil before start
	server          *Process
	actions         []action
	asked, reported int // of Requests and Progress, how many are printed
}

func scriptOf(ts *testscript.TestScript) *script {
	s := ts.Value(scriptKey{}).(*script)
	s.ts = ts
	return s
}

func (s *script) kill() {
	for _, c := range s.clients {
		if c.server != nil {
			c.server.Kill()
		}
	}
}

func (s *script) session() *session {
	if s.clients[s.name] == nil {
		s.clients[s.name] = &session{config: Config{Root: s.ts.Getenv("WORK")}}
	}
	return s.clients[s.name]
}

func (s *script) print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	// The working folder is another one each time.
	text = strings.ReplaceAll(text, (&Client{}).URI(s.ts.Getenv("WORK")), "file://$WORK")
	text = strings.ReplaceAll(text, s.ts.Getenv("WORK"), "$WORK")
	fmt.Fprint(s.ts.Stdout(), text)
}

var errUsage = errors.New("wrong arguments: see lsptest.Commands")

var steps map[string]func(s *script, args []string) error

func init() {
	steps = map[string]func(s *script, args []string) error{
		"capabilities": func(s *script, args []string) error { return s.merge(&s.session().config.Capabilities, args) },
		"options":      func(s *script, args []string) error { return s.merge(&s.session().config.Options, args) },
		"settings":     (*script).settings,
		"start":        (*script).start,
		"client":       (*script).client,
		"quit":         (*script).quit,
		"open":         each((*Client).Open),
		"close":        each((*Client).Close),
		"save":         each((*Client).Save),
		"edit":         (*script).edit,
		"write":        (*script).write,
		"delete":       (*script).remove,
		"diagnostics":  (*script).diagnostics,
		"published":    (*script).published,
		"pull":         (*script).pull,
		"hover":        (*script).hover,
		"hints":        (*script).hints,
		"actions":      (*script).listActions,
		"apply":        (*script).apply,
		"text":         (*script).text,
		"command":      (*script).command,
		"request":      (*script).request,
		"notify":       (*script).notify,
		"log":          (*script).log,
		"progress":     (*script).progress,
		"requests":     (*script).requests,
		"watched":      (*script).watched,
	}
}

func each(f func(c *Client, path string) error) func(s *script, args []string) error {
	return func(s *script, args []string) error {
		if len(args) == 0 {
			return errUsage
		}
		for _, path := range args {
			if err := f(s.session().Client, path); err != nil {
				return err
			}
		}
		return nil
	}
}

// value decodes an argument that is JSON.
func (s *script) value(text string, into any) error {
	text = regexp.MustCompile(`uri\(([^)]*)\)`).ReplaceAllStringFunc(text, func(m string) string {
		return (&Client{Config: s.session().config}).URI(m[len("uri(") : len(m)-1])
	})
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	return nil
}

func (s *script) merge(into *map[string]any, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	var values map[string]any
	if err := s.value(args[0], &values); err != nil {
		return err
	}
	if *into == nil {
		*into = values // with what it takes away
		return nil
	}
	*into = Merge(*into, values)
	return nil
}

func (s *script) settings(args []string) error {
	c := s.session()
	if c.Client == nil {
		return s.merge(&c.config.Settings, args)
	}
	var err error
	c.Locked(func() { err = s.merge(&c.Client.Settings, args) })
	if err != nil {
		return err
	}
	if err := c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cudalint": c.Client.Settings}}); err != nil {
		return err
	}
	return c.WaitIdle() // the server asks for what they are now
}

func (s *script) client(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	s.name = args[0]
	return nil
}

func (s *script) start(args []string) error {
	c := s.session()
	switch {
	case len(args) == 0:
		c.config.Folders = []string{"."}
	case args[0] != "-none":
		c.config.Folders = args
	}
	server, err := Start(filepath.Join(s.ts.Getenv("WORK")), "cudalint", "lsp")
	if err != nil {
		return err
	}
	c.server = server
	c.Client = NewClient(server.Out, server.In, c.config)
	if err := c.Initialize(); err != nil {
		return err
	}
	s.printJSON(c.Server)
	return nil
}

func (s *script) quit(args []string) error {
	c := s.session()
	if err := c.Shutdown(); err != nil {
		return err
	}
	if err := c.server.Wait(); err != nil {
		return err
	}
	if len(c.Unknown) > 0 {
		return fmt.Errorf("the server sent what clients do not know: %q", c.Unknown)
	}
	return nil
}

func (s *script) edit(args []string) error {
	if len(args) != 3 {
		return errUsage
	}
	start, end, err := s.span(args[0], args[1])
	if err != nil {
		return err
	}
	return s.session().Edit(args[0], start, end, strings.ReplaceAll(args[2], `\n`, "\n"))
}

func (s *script) write(args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	kind := Changed
	if _, err := os.Stat(s.ts.MkAbs(args[0])); errors.Is(err, os.ErrNotExist) {
		kind = Created
	}
	if err := os.MkdirAll(filepath.Dir(s.ts.MkAbs(args[0])), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(s.ts.MkAbs(args[0]), []byte(strings.ReplaceAll(s.ts.ReadFile(args[1]), "$WORK", s.ts.Getenv("WORK"))), 0o666); err != nil {
		return err
	}
	return s.session().Watch(args[0], kind)
}

func (s *script) remove(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	if err := os.Remove(s.ts.MkAbs(args[0])); err != nil {
		return err
	}
	return s.session().Watch(args[0], Deleted)
}

func (s *script) text(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	d, err := s.session().Doc(args[0])
	if err == nil {
		fmt.Fprint(s.ts.Stdout(), d.Text)
	}
	return err
}
