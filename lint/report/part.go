package report

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cudalint/cudalint/lint/engine"
)

// A Part is a shard with its encoded engine.Part.
type Part struct {
	engine.Shard
	Data []byte
}

// ReadPart reads the part of a run from the JSON that Write writes for it. version is that of this
// program: another one may know parts of another form. The error says what the text is instead.
func ReadPart(text []byte, version string) (*engine.Part, error) {
	var in struct {
		Tool  jsonTool   `json:"tool"`
		Shard *jsonShard `json:"shard"`
	}
	err := json.Unmarshal(text, &in)
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is not JSON: %w", err)
	case in.Tool.Name != "cudalint":
		return nil, errors.New("it is not a result of cudalint check --output-format json")
	case in.Shard == nil:
		return nil, errors.New("it is not the result of a shard: check had no --shard")
	case in.Tool.Version != version:
		return nil, fmt.Errorf("it is of cudalint %s, and this is %s", in.Tool.Version, version)
	}
	part, err := engine.DecodePart(in.Shard.Data)
	if err != nil {
		return nil, fmt.Errorf("its data cannot be read: %w", err)
	}
	return part, nil
}
