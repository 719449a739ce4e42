-- The language server of cudalint in Neovim, from 0.7 on. README.md in the folder above
-- shows how to use it. Install the program first: `uv tool install cudalint` or
-- `pip install cudalint`.
local M = {}

--- What the server is told; the keys are those of editors/README.md without "cudalint.".
---@type table
M.settings = {}

--- The command that starts the server.
---@type string[]
M.cmd = { 'cudalint', 'lsp' }

--- Whether inlay hints are shown; Neovim has them from 0.10 on.
---@type boolean
M.inlay_hints = true

M.filetypes = { 'cuda', 'cpp', 'c' }

--- What marks the root of a project, the first that is found above the file.
M.root_markers = { 'cudalint.toml', '.cudalint.toml', 'compile_commands.json', '.git' }

local notices = {
  error = vim.log.levels.ERROR,
  info = vim.log.levels.INFO,
}

local function say(level, text)
  vim.notify('cudalint: ' .. text, notices[level])
end

local function buffer(bufnr)
  return (bufnr == nil or bufnr == 0) and vim.api.nvim_get_current_buf() or bufnr
end

--- Clients of cudalint that are attached to a buffer.
---@param bufnr integer
---@return table[]
function M.clients(bufnr)
  bufnr = buffer(bufnr)
  if vim.lsp.get_clients then -- 0.10
    return vim.lsp.get_clients({ bufnr = bufnr, name = 'cudalint' })
  end
  local all = {}
  for _, client in pairs(vim.lsp.buf_get_clients(bufnr)) do
    if client.name == 'cudalint' then
      table.insert(all, client)
    end
  end
  return all
end

-- A request; the client's functions became methods in 0.11.
local function request(client, method, params, handler, bufnr)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, handler, bufnr)
  end
  return client.request(method, params, handler, bufnr)
end

-- The client of a buffer, or nil, which is said.
local function client_of(bufnr)
  local client = M.clients(bufnr)[1]
  if not client then
    say('error', 'the language server is not running for this file (:help lsp, see :messages and vim.lsp.get_log_path())')
  end
  return client
end

-- The same for what concerns the whole workspace, with a buffer of the client: of a buffer
-- without one, such as the quickfix list, any.
local function client_near(bufnr)
  if not M.clients(bufnr)[1] then
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(other) and M.clients(other)[1] then
        return M.clients(other)[1], other
      end
    end
  end
  return client_of(bufnr), bufnr
end

local function execute(client, bufnr, command, arguments, done)
  request(client, 'workspace/executeCommand', { command = command, arguments = arguments }, function(err, result)
    if err then
      say('error', command .. ': ' .. (err.message or vim.inspect(err)))
      return
    end
    done(result)
  end, bufnr)
end

--- The folder of the project that a file is in.
---@param bufnr integer
---@return string
function M.root(bufnr)
  local name = vim.api.nvim_buf_get_name(buffer(bufnr))
  local folder = vim.fn.fnamemodify(name ~= '' and name or vim.fn.getcwd() .. '/x', ':p:h')
  for _, marker in ipairs(M.root_markers) do
    local at = folder
    while true do
      if vim.loop.fs_stat(at .. '/' .. marker) then
        return at
      end
      local above = vim.fn.fnamemodify(at, ':h')
      if above == at then
        break
      end
      at = above
    end
  end
  return folder
end

local cuda_words = vim.regex([[\C\<__\(global\|device\|constant\|shared\|host\)__\>\|<<<\|\<cuda\u\|\<cuda_\w*\.h\>]])

--- Whether a file is for cudalint: all CUDA files, and C++ files and headers that hold
--- CUDA code in their first 5,000 lines.
---@param bufnr integer
---@return boolean
function M.wants(bufnr)
  bufnr = buffer(bufnr)
  local filetype = vim.api.nvim_buf_get_option(bufnr, 'filetype')
  if filetype ~= 'cpp' and filetype ~= 'c' then
    return filetype == 'cuda'
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 5000, false)) do
    if cuda_words:match_str(line) then
      return true
    end
  end
  return false
end

local status = {}

local function on_status(_, params)
  status = type(params) == 'table' and params or {}
  vim.cmd('redrawstatus')
end

--- A text for the status line: the GPU in use and the number of findings, or "".
---@return string
function M.statusline()
  if not status.gpu or #M.clients(0) == 0 then
    return ''
  end
  return string.format('%s %d%s', status.gpu, status.findings or 0, status.busy and ' …' or '')
end

local function on_attach(client, bufnr)
  if M.inlay_hints and vim.lsp.inlay_hint and client.server_capabilities.inlayHintProvider then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
end

--- The configuration of the client, as vim.lsp.config and vim.lsp.start take it.
---@return table
function M.config()
  local options = vim.deepcopy(M.settings)
  options.status = true
  return {
    name = 'cudalint',
    cmd = M.cmd,
    -- An empty table of Lua would be an empty list in JSON.
    settings = { cudalint = next(M.settings) and M.settings or vim.empty_dict() },
    init_options = options,
    handlers = { ['cudalint/status'] = on_status },
    on_attach = on_attach,
  }
end

-- Calls a function for the files that are open and those that are opened.
local function each_file(call)
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('cudalint', { clear = true }),
    pattern = M.filetypes,
    callback = function(args)
      call(args.buf)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      call(bufnr)
    end
  end
end

-- Says once how to install the program of a command.
local function say_missing(cmd)
  vim.notify_once(
    string.format(
      'cudalint: the program %s is not found: install it with `pip install cudalint` or `uv tool install cudalint`, '
        .. 'or name it: require("cudalint").setup({ cmd = { "/path/to/cudalint", "lsp" } })',
      cmd[1]
    ),
    notices.error
  )
end

local function installed(cmd)
  return type(cmd) ~= 'table' or vim.fn.executable(cmd[1]) == 1
end

--- Says that the program is not found when a file is opened that is for it. Neovim 0.11 itself says
--- so in its log only.
---@param cmd string[]|function
function M.check_installed(cmd)
  if not installed(cmd) then
    each_file(function(bufnr)
      if M.wants(bufnr) then
        say_missing(cmd)
      end
    end)
  end
end

local started = {} -- 0.7: the client of each root

local function start(bufnr)
  if vim.api.nvim_buf_get_option(bufnr, 'buftype') ~= '' or not M.wants(bufnr) then
    return
  end
  if not installed(M.cmd) then
    say_missing(M.cmd)
    return
  end
  local config = M.config()
  config.root_dir = M.root(bufnr)
  if vim.lsp.start then -- 0.8
    vim.lsp.start(config, { bufnr = bufnr })
    return
  end
  config.workspace_folders = { { uri = vim.uri_from_fname(config.root_dir), name = config.root_dir } }
  local root = config.root_dir
  config.on_exit = function()
    started[root] = nil
  end
  started[root] = started[root] or vim.lsp.start_client(config)
  if started[root] then
    vim.lsp.buf_attach_client(bufnr, started[root])
  end
end

--- Starts the server for the CUDA files that are open and those that are opened.
---@param options? table keys: cmd, settings, inlay_hints, filetypes, root_markers
function M.setup(options)
  for key, value in pairs(options or {}) do
    if M[key] == nil or type(M[key]) ~= type(value) then
      error('cudalint: setup has no option ' .. key .. ' of that type; it has cmd, settings, inlay_hints, filetypes and root_markers')
    end
    M[key] = value
  end
  if vim.lsp.config then -- 0.11
    vim.lsp.config('cudalint', vim.tbl_extend('force', M.config(), { filetypes = M.filetypes }))
    vim.lsp.enable('cudalint')
    return
  end
  each_file(start)
end

local function use_gpu(client, bufnr, name)
  execute(client, bufnr, 'cudalint.chooseGpu', { name }, function(used)
    say('info', 'prices are for ' .. tostring(used))
  end)
end

--- Chooses the GPU that prices are for, from a list unless it is named. "" goes back to
--- the configuration.
---@param name? string
function M.choose_gpu(name)
  local client, bufnr = client_near(buffer(0))
  if not client then
    return
  end
  if name then
    use_gpu(client, bufnr, name)
    return
  end
  execute(client, bufnr, 'cudalint.gpus', {}, function(answer)
    local gpus = { { name = '' } }
    vim.list_extend(gpus, answer.gpus)
    vim.ui.select(gpus, {
      prompt = 'GPU that prices are for',
      format_item = function(gpu)
        if gpu.name == '' then
          return 'as configured'
        end
        return gpu.name .. ': ' .. table.concat(gpu.products, ', ')
      end,
    }, function(chosen)
      if chosen then
        use_gpu(client, bufnr, chosen.name)
      end
    end)
  end)
end

-- The action with its edit, which the server may leave for later.
local function resolved(client, bufnr, action, done)
  if action.edit or action.command then
    done(action)
    return
  end
  request(client, 'codeAction/resolve', action, function(err, full)
    done(not err and full or action)
  end, bufnr)
end

--- Applies all safe fixes of a file, as `cudalint check --fix` does.
function M.fix_all()
  local bufnr = buffer(0)
  local client = client_of(bufnr)
  if not client then
    return
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
    context = { only = { 'source.fixAll.cudalint' }, diagnostics = {} },
  }
  request(client, 'textDocument/codeAction', params, function(err, actions)
    if err then
      say('error', err.message)
      return
    end
    if type(actions) ~= 'table' or #actions == 0 then
      say('info', 'nothing to fix')
      return
    end
    resolved(client, bufnr, actions[1], function(action)
      if action.edit then
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding or 'utf-16')
      end
    end)
  end, bufnr)
end

-- The quickfix items of what the server answers for all files.
local function quickfix_items(reports, encoding)
  local list = {}
  for _, report in ipairs(reports) do
    for _, finding in ipairs(report.items or {}) do
      local at = { uri = report.uri, range = finding.range }
      local item = vim.lsp.util.locations_to_items({ at }, encoding)[1]
      item.text = finding.message
      item.type = ({ 'E', 'W', 'I', 'N' })[finding.severity]
      table.insert(list, item)
    end
  end
  return list
end

--- Checks all files of the workspace and puts what is found into the quickfix list.
function M.check_workspace()
  local client, bufnr = client_near(buffer(0))
  if not client then
    return
  end
  execute(client, bufnr, 'cudalint.lintWorkspace', {}, function()
    if not client.server_capabilities.diagnosticProvider then
      vim.diagnostic.setqflist({ title = 'cudalint' })
      return
    end
    -- Neovim 0.11 asks for the findings of open files only.
    request(client, 'workspace/diagnostic', { previousResultIds = {} }, function(err, result)
      if err then
        say('error', err.message)
        return
      end
      vim.fn.setqflist({}, ' ', { title = 'cudalint', items = quickfix_items(result.items, client.offset_encoding) })
      vim.cmd('botright copen')
    end, bufnr)
  end)
end

return M
