" What TestVim does in Vim: it opens a file, looks at what ALE says of it, applies actions,
" and writes what it saw to $SEEN, a JSON object to a line.

function! s:Seen(what, value) abort
    call writefile([json_encode({a:what : a:value})], $SEEN, 'a')
endfunction

function! s:Wait(what, condition) abort
    let l:tries = 0

    while !a:condition()
        sleep 20m
        let l:tries += 1

        if l:tries > 1000
            call s:Seen('failed', 'waited in vain for ' . a:what . "\n" . execute('messages'))
            cquit 3
        endif
    endwhile
endfunction

function! s:Findings() abort
    return map(filter(copy(ale#engine#GetLoclist(bufnr(''))), {_, item -> item.linter_name is# 'cudalint'}),
    \   {_, item -> {
    \       'line': item.lnum - 1,
    \       'column': item.col,
    \       'code': get(item, 'code', ''),
    \       'type': item.type,
    \       'message': item.text,
    \   }})
endfunction

function! s:Found(n, first) abort
    call s:Wait(a:n . ' findings', {-> len(s:Findings()) == a:n && (a:n == 0 || s:Findings()[0].line == a:first)})

    return s:Findings()
endfunction

function! s:Main() abort
    edit src/scale.cu
    call s:Seen('filetype', &filetype)
    call s:Seen('root', cudalint#Root(bufnr('')))
    call s:Seen('opened', s:Found(2, 7))
    call s:Wait('the location list', {-> len(getloclist(0)) == 2})
    call s:Seen('loclist', map(getloclist(0), {_, item -> {'line': item.lnum - 1, 'text': item.text}}))
    call s:Seen('signs', len(sign_getplaced(bufnr(''), {'group': '*'})[0].signs))

    " Typing above the findings moves them. Without a terminal no event tells ALE of it.
    call append(1, '// ä 𝄞')
    call ale#Queue(0)
    call s:Seen('typed', s:Found(2, 8))

    " An action, chosen from ALE's list.
    call cursor(10, stridx(getline(10), 'shown') + 1)
    let s:actions = []
    call ale#codefix#Execute(0, function('s:Actions'))
    call s:Wait('the actions', {-> !empty(s:actions)})
    call s:Seen('actions', map(copy(s:actions), {_, action -> action.title}))

    for l:action in s:actions
        if l:action.title =~# 'on this line with // cudalint'
            call ale#codefix#ApplyLSPCodeAction(s:data, l:action)
        endif
    endfor

    call s:Seen('line', getline(10))
    call ale#Queue(0)
    call s:Seen('suppressed', s:Found(1, 8))

    " The prices of another GPU.
    call cudalint#ChooseGpu('A100')
    call s:Wait('the GPU', {-> execute('messages') =~# 'prices are for'})
    call s:Seen('message', matchstr(execute('messages'), 'cudalint: prices are for [^\n]*'))

    ALEFix
    call s:Wait('the fix', {-> getline(4) =~# '__device__'})
    call ale#Queue(0)
    call s:Found(0, 0)
    silent write
    call s:Seen('done', v:true)
    qall!
endfunction

function! s:Actions(data, items) abort
    let s:data = a:data
    let s:actions = map(copy(a:items), {_, item -> item[1]})
endfunction

call s:Main()
