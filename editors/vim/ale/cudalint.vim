" Author: cudalint
" Description: cudalint, a linter for CUDA C++ with a language server

call ale#Set('cuda_cudalint_executable', 'cudalint')
call ale#Set('cuda_cudalint_options', '')
call ale#Set('cuda_cudalint_settings', {})

function! ale_linters#cuda#cudalint#GetProjectRoot(buffer) abort
    " .git is a file in a worktree.
    for l:marker in ['cudalint.toml', '.cudalint.toml', 'compile_commands.json', '.git']
        let l:path = ale#path#FindNearestFile(a:buffer, l:marker)

        if empty(l:path) && l:marker is# '.git'
            let l:path = ale#path#FindNearestDirectory(a:buffer, l:marker)
        endif

        if !empty(l:path)
            return fnamemodify(substitute(l:path, '/$', '', ''), ':h')
        endif
    endfor

    return expand('#' . a:buffer . ':p:h')
endfunction

" ALE takes positions for bytes, and does not say so when it starts a server.
call ale#linter#Define('cuda', {
\   'name': 'cudalint',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'cuda_cudalint_executable')},
\   'command': {b -> '%e lsp' . ale#Pad(ale#Var(b, 'cuda_cudalint_options'))},
\   'project_root': function('ale_linters#cuda#cudalint#GetProjectRoot'),
\   'language': 'cuda',
\   'initialization_options': {b -> extend({'positionEncoding': 'utf-8'}, ale#Var(b, 'cuda_cudalint_settings'))},
\   'lsp_config': {b -> {'cudalint': ale#Var(b, 'cuda_cudalint_settings')}},
\})
