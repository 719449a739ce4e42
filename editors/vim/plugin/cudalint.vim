" cudalint in Vim, by ALE 3.1 or later. README.md in the folder above shows how to use it.
" Install the program first: `uv tool install cudalint` or `pip install cudalint`.
if exists('g:loaded_cudalint')
    finish
endif

let g:loaded_cudalint = 1

" The program, or the path of it.
let g:ale_cuda_cudalint_executable = get(g:, 'ale_cuda_cudalint_executable', 'cudalint')
" More arguments of `cudalint lsp`, and of `cudalint check` when it fixes.
let g:ale_cuda_cudalint_options = get(g:, 'ale_cuda_cudalint_options', '')
let g:ale_cuda_cudalint_fix_options = get(g:, 'ale_cuda_cudalint_fix_options', '')
" What the server is told; the keys are those of editors/README.md without "cudalint.".
let g:ale_cuda_cudalint_settings = get(g:, 'ale_cuda_cudalint_settings', {})

" Does nothing where ALE is not there yet.
function! s:Register() abort
    silent! call ale#fix#registry#Add('cudalint', 'cudalint#Fix', ['cuda'], 'Apply the safe fixes of cudalint.')
endfunction

call s:Register()

augroup cudalint
    autocmd!
    autocmd VimEnter * call s:Register()
augroup END

command! -nargs=? CudalintGpu call call('cudalint#ChooseGpu', empty(<q-args>) ? [] : [<q-args>])
