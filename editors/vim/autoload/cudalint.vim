" Functions of the linter and the fixer of cudalint for ALE.

" What marks the root of a project, the first that is found above the file.
let s:markers = ['cudalint.toml', '.cudalint.toml', 'compile_commands.json', '.git']

" The folder of the project that a buffer is in.
function! cudalint#Root(buffer) abort
    let l:folder = fnamemodify(bufname(a:buffer), ':p:h')

    for l:marker in s:markers
        let l:path = findfile(l:marker, fnameescape(l:folder) . ';')

        if empty(l:path)
            let l:path = finddir(l:marker, fnameescape(l:folder) . ';')
        endif

        if !empty(l:path)
            return fnamemodify(substitute(l:path, '/$', '', ''), ':p:h' . (isdirectory(l:path) ? ':h' : ''))
        endif
    endfor

    return l:folder
endfunction

" ALE's fixer: all safe fixes of the file, as `cudalint check --fix` makes them.
function! cudalint#Fix(buffer) abort
    let l:gpu = get(ale#Var(a:buffer, 'cuda_cudalint_settings'), 'gpu', '')

    return {
    \   'cwd': cudalint#Root(a:buffer),
    \   'command': ale#Escape(ale#Var(a:buffer, 'cuda_cudalint_executable'))
    \       . ' check --fix --exit-zero --quiet'
    \       . (empty(l:gpu) ? '' : ' --gpu ' . ale#Escape(l:gpu))
    \       . ale#Pad(ale#Var(a:buffer, 'cuda_cudalint_fix_options'))
    \       . ' --stdin-filename %s -',
    \}
endfunction

function! s:Say(response) abort
    if has_key(a:response, 'error')
        echohl ErrorMsg
        echomsg 'cudalint: ' . get(a:response.error, 'message', string(a:response.error))
        echohl None
    else
        echomsg 'cudalint: prices are for ' . a:response.result
    endif
endfunction

function! s:Request(command, arguments, Done) abort
    call ale#lsp_linter#SendRequest(bufnr(''), 'cudalint', ale#lsp#message#ExecuteCommand(a:command, a:arguments), a:Done)
endfunction

" What the server said is answered outside of the callback, where a question can be asked.
function! s:Pick(response) abort
    if has_key(a:response, 'error')
        call s:Say(a:response)
    else
        call timer_start(0, {-> s:Ask(a:response.result)})
    endif
endfunction

function! s:Ask(answer) abort
    let l:names = [''] + map(copy(a:answer.gpus), {_, gpu -> gpu.name})
    let l:lines = ['GPU that prices are for:', ' 1. as configured']

    for l:gpu in a:answer.gpus
        call add(l:lines, printf('%2d. %s: %s', len(l:lines), l:gpu.name, join(l:gpu.products, ', ')))
    endfor

    let l:chosen = inputlist(l:lines)

    if l:chosen >= 1 && l:chosen <= len(l:names)
        call cudalint#ChooseGpu(l:names[l:chosen - 1])
    endif
endfunction

" Chooses the GPU that prices are for, from a list unless it is named. An empty name goes
" back to the configuration.
function! cudalint#ChooseGpu(...) abort
    if a:0
        call s:Request('cudalint.chooseGpu', [a:1], function('s:Say'))
    else
        call s:Request('cudalint.gpus', [], function('s:Pick'))
    endif
endfunction
