---@brief
---
--- https://github.com/cudalint/cudalint
---
--- cudalint is a linter for CUDA C++. It prices the memory accesses of kernels and fixes what is slow,
--- leaked or removed. It needs no GPU and no CUDA toolkit, and runs beside clangd.
---
--- Install it with `pip install cudalint` or `uv tool install cudalint`.
---
--- C++ files are checked if they hold CUDA code and `filetypes` has `cpp`. The
--- [settings](https://github.com/cudalint/cudalint/blob/HEAD/editors/README.md#settings) go to
--- `settings.cudalint`, such as `{ gpu = 'A100' }`.

---@type vim.lsp.Config
return {
  cmd = { 'cudalint', 'lsp' },
  filetypes = { 'cuda' },
  root_markers = { 'cudalint.toml', '.cudalint.toml', 'compile_commands.json', '.git' },
}
