-- What TestNeovim does in Neovim: it opens a file, looks at what the server says of it,
-- applies actions, and writes what it saw to $SEEN, a JSON object to a line.
local out = assert(io.open(vim.env.SEEN, 'w'))

local function seen(what, value)
  out:write(vim.json and vim.json.encode({ [what] = value }) or vim.fn.json_encode({ [what] = value }), '\n')
  out:flush()
end

local function stop(why)
  seen('failed', why)
  out:close()
  vim.cmd('cquit 3')
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    stop('waited in vain for ' .. what .. '\n' .. vim.api.nvim_exec('messages', true))
  end
end

vim.notify = function(text)
  seen('notice', text)
end

local function session()
  local cudalint = require('cudalint')
  cudalint.setup({ settings = vim.env.SETTINGS and vim.fn.json_decode(vim.env.SETTINGS) or {} })
  vim.cmd('edit src/scale.cu')
  local bufnr = vim.api.nvim_get_current_buf()
  seen('filetype', vim.bo.filetype)

  wait('a client', function()
    return #cudalint.clients(bufnr) == 1
  end)
  local client = cudalint.clients(bufnr)[1]
  seen('root', client.config.root_dir)

  local function diagnostics()
    local list = {}
    for _, d in ipairs(vim.diagnostic.get(bufnr)) do
      local lsp = d.user_data and d.user_data.lsp or {}
      table.insert(list, {
        line = d.lnum,
        text = vim.api.nvim_buf_get_text(bufnr, d.lnum, d.col, d.end_lnum, d.end_col, {})[1],
        code = d.code or lsp.code,
        page = (lsp.codeDescription or {}).href,
        severity = d.severity,
        source = d.source,
        message = d.message,
      })
    end
    table.sort(list, function(a, b)
      return a.line < b.line
    end)
    return list
  end

  local function found(n, first)
    wait(n .. ' findings', function()
      local list = diagnostics()
      return #list == n and (n == 0 or list[1].line == first)
    end)
    return diagnostics()
  end

  seen('opened', found(2, 7))
  seen('encoding', client.offset_encoding)

  -- Typing above the findings moves them.
  vim.api.nvim_buf_set_lines(bufnr, 1, 1, false, { '// ä 𝄞' })
  seen('typed', found(2, 8))

  -- What the cursor is on.
  vim.api.nvim_win_set_cursor(0, { 9, vim.fn.stridx(vim.fn.getline(9), 'hidden') })
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answers = vim.lsp.buf_request_sync(bufnr, 'textDocument/hover', params, 10000)
  local hover = answers and answers[client.id] and answers[client.id].result
  if hover then
    seen('hover', hover.contents.value)
  end

  if vim.lsp.inlay_hint then
    local hints = {}
    vim.wait(10000, function()
      hints = vim.lsp.inlay_hint.get({ bufnr = bufnr })
      return #hints > 0
    end, 20)
    local list = {}
    for _, hint in ipairs(hints) do
      local label = hint.inlay_hint.label
      if type(label) == 'table' then
        label = table.concat(vim.tbl_map(function(part)
          return part.value
        end, label))
      end
      table.insert(list, { line = hint.inlay_hint.position.line, label = label })
    end
    seen('hints', list)
  end

  -- A quick fix, chosen from Neovim's own list.
  local titles
  vim.ui.select = function(items, options, done)
    titles = {}
    for i, item in ipairs(items) do
      titles[i] = options.format_item and options.format_item(item) or tostring(item)
    end
    for i, title in ipairs(titles) do
      if title:find(vim.g.choose, 1, true) then
        done(items[i], i)
        return
      end
    end
    done(nil)
  end
  vim.g.choose = 'on this line with // cudalint'
  vim.api.nvim_win_set_cursor(0, { 10, vim.fn.stridx(vim.fn.getline(10), 'shown') })
  vim.lsp.buf.code_action()
  wait('the actions', function()
    return titles
  end)
  seen('actions', titles)
  seen('suppressed', found(1, 8))

  -- The prices of another GPU, by its name and from the list.
  vim.cmd('CudalintGpu A100')
  vim.wait(500)
  titles, vim.g.choose = nil, 'sm_75'
  vim.cmd('CudalintGpu')
  wait('the list of GPUs', function()
    return titles
  end)
  seen('gpus', titles)
  vim.wait(500)
  found(1, 8)
  seen('statusline', cudalint.statusline())

  -- All files of the workspace, open or not.
  vim.cmd('CudalintCheckWorkspace')
  wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  local list = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    list[#list + 1] = { file = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':t'), line = item.lnum, type = item.type, text = item.text }
  end
  table.sort(list, function(a, b)
    return a.file < b.file
  end)
  seen('quickfix', list)
  vim.cmd('cclose')

  vim.cmd('CudalintFixAll')
  seen('fixed', found(0))
  vim.cmd('silent write')

  -- The server ends with the editor.
  client.stop(client)
  wait('the end of the server', function()
    return client.is_stopped(client)
  end)
  seen('stopped', true)
end

local ok, why = xpcall(session, debug.traceback)
if not ok then
  stop(why)
end
out:close()
vim.cmd('qall!')
