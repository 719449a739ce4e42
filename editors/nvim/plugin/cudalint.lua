if vim.g.loaded_cudalint or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_cudalint = true

local command = vim.api.nvim_create_user_command

command('CudalintGpu', function(args)
  require('cudalint').choose_gpu(args.args ~= '' and args.args or nil)
end, { nargs = '?', desc = 'Choose the GPU that prices are for' })

command('CudalintFixAll', function()
  require('cudalint').fix_all()
end, { desc = 'Apply all safe fixes of the file' })

command('CudalintCheckWorkspace', function()
  require('cudalint').check_workspace()
end, { desc = 'Check all files of the workspace' })
