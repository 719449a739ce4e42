---@type conform.FileFormatterConfig
return {
  meta = {
    url = "https://github.com/cudalint/cudalint",
    description = "Applies the safe fixes of cudalint, a linter for CUDA C++.",
  },
  command = "cudalint",
  args = { "check", "--fix", "--exit-zero", "--quiet", "--stdin-filename", "$FILENAME", "-" },
}
