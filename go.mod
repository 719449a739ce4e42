module github.com/cudalint/cudalint

go 1.23.0

require (
	github.com/alexaandru/go-sitter-forest/cuda v1.9.1 // indirect
	github.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82 // indirect
)
