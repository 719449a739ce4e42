-- Neovim 0.11 and later: vim.lsp.enable('cudalint')
local cudalint = require('cudalint')

vim.schedule(function()
  cudalint.check_installed(vim.lsp.config.cudalint.cmd)
end)

return vim.tbl_extend('force', cudalint.config(), {
  filetypes = cudalint.filetypes,
  -- C++ files are for the server only if they hold CUDA code.
  root_dir = function(bufnr, start)
    if cudalint.wants(bufnr) then
      start(cudalint.root(bufnr))
    end
  end,
})
