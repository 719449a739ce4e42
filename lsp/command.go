package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/sourcegraph/go-lsp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lsp/wire"
)

// applyCommand applies a code action. It is for clients that support code actions only as
// commands.
const applyCommand = "cudalint.applyAction"

// commands are the commands of workspace/executeCommand.
var commands = map[string]func(*request, context.Context, commandArguments) (any, error){
	applyCommand:             (*request).applyAction,
	"cudalint.chooseGpu":     (*request).chooseGPUCommand,
	"cudalint.gpus":          (*request).gpusCommand,
	"cudalint.lintWorkspace": (*request).lintWorkspaceCommand,
}

// Commands returns the names of the commands that a server has, sorted.
func Commands() []string { return slices.Sorted(maps.Keys(commands)) }

type commandArguments struct {
	command string
	list    []json.RawMessage
}

// take reads the arguments of a command into values.
func (a commandArguments) take(usage string, values ...any) error {
	wrong := &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("%s takes %s", a.command, usage)}
	if len(a.list) != len(values) {
		return wrong
	}
	for i, raw := range a.list {
		if json.Unmarshal(raw, values[i]) != nil {
			return wrong
		}
	}
	return nil
}

type executeCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// executeCommand answers workspace/executeCommand.
func (r *request) executeCommand(ctx context.Context, p *executeCommandParams) (any, error) {
	run := commands[p.Command]
	if run == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("there is no command %.80q", p.Command)}
	}
	return run(r, ctx, commandArguments{p.Command, p.Arguments})
}

// commands converts the actions to commands.
func (m *actionBuilder) commands() []lsp.Command {
	out := []lsp.Command{}
	for _, a := range m.actions {
		if a.Disabled == nil {
			out = append(out, lsp.Command{Title: a.Title, Command: applyCommand, Arguments: []interface{}{a.Data}})
		}
	}
	return out
}

// applyAction has the client make the edit of an action.
func (r *request) applyAction(ctx context.Context, args commandArguments) (any, error) {
	var data json.RawMessage
	if err := args.take("the data of an action", &data); err != nil {
		return nil, err
	}
	if !r.client.Workspace.ApplyEdit {
		return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: "the client does not take edits"}
	}
	edit, err := r.editOf(ctx, data)
	if err != nil || edit == nil {
		return nil, err
	}
	var answer wire.ApplyEditResult
	// The client may ask its user, so there is no time limit but that of the request.
	if err := r.conn.Call(ctx, "workspace/applyEdit", wire.ApplyEditParams{Label: "cudalint", Edit: edit}, &answer); err != nil {
		return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: "the edit was not made: " + err.Error()}
	}
	if !answer.Applied {
		return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: "the client did not make the edit: " + answer.FailureReason}
	}
	return nil, nil
}

// chooseGPUCommand sets the GPU of all projects; "" goes back to the configured one.
func (r *request) chooseGPUCommand(_ context.Context, args commandArguments) (any, error) {
	var name string
	if err := args.take(`the name of a GPU such as "sm_90" or "H100", or "" for what is configured`, &name); err != nil {
		return nil, err
	}
	chosen, err := r.chooseGPU(name)
	if err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	r.showStatus() // busy, before the answer
	return chosen, nil
}

// gpuList is what cudalint.gpus returns.
type gpuList struct {
	GPUs []gpuItem `json:"gpus"`
	// GPU is the name of the one that is chosen or set, "" where the configuration of each
	// file says it.
	GPU string `json:"gpu"`
}

type gpuItem struct {
	Name     string   `json:"name"`     // "sm_90"
	Products []string `json:"products"` // "RTX 4090", the first is the one that Name stands for
	// Others are the products that have no figures of their own and use those of the first.
	Others []string `json:"others"`
}

func (r *request) gpusCommand(_ context.Context, args commandArguments) (any, error) {
	if err := args.take("no arguments"); err != nil {
		return nil, err
	}
	list := gpuList{GPUs: []gpuItem{}, GPU: r.gpuInUse()}
	for _, name := range gpu.Names() {
		item := gpuItem{Name: name, Products: []string{}, Others: []string{}}
		for _, p := range gpu.Lookup(name).Products {
			item.Products = append(item.Products, p.Name)
		}
		for _, family := range gpu.WithoutFigures(name) {
			item.Others = append(item.Others, family.Products...)
		}
		list.GPUs = append(list.GPUs, item)
	}
	return list, nil
}

// gpuInUse returns the GPU that was chosen by command, and else that of the settings.
func (s *server) gpuInUse() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gpu != "" {
		return s.gpu
	}
	set, _ := s.settings.Of("")
	return set.Gpu
}
