-- What TestNeovimWithoutTheProgram does in Neovim: it opens two CUDA files, where there is no
-- program to start, and prints what the user was told.
local notices = {}
vim.notify = function(text)
  table.insert(notices, text)
end

local function session()
  local cmd = { 'no-such-cudalint', 'lsp' }
  if vim.env.ENABLE and vim.lsp.enable then -- without setup, from 0.11 on
    vim.lsp.config('cudalint', { cmd = cmd })
    vim.lsp.enable('cudalint')
  else
    require('cudalint').setup({ cmd = cmd })
  end
  vim.cmd('edit a.cu')
  vim.cmd('edit b.cu')
  vim.wait(500, function()
    return #notices > 1
  end)
  io.stdout:write(#notices, ' notice: ', table.concat(notices, '\n'), '\n')
end

local ok, why = pcall(session)
if not ok then
  io.stdout:write(why, '\n')
end
vim.cmd(ok and 'qall!' or 'cquit 3')
