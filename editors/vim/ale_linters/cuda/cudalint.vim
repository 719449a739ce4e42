" Description: cudalint, a linter for CUDA C++, by its language server

" ALE takes positions for bytes, and does not say so when it starts a server.
call ale#linter#Define('cuda', {
\   'name': 'cudalint',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'cuda_cudalint_executable')},
\   'command': {b -> '%e lsp' . ale#Pad(ale#Var(b, 'cuda_cudalint_options'))},
\   'project_root': function('cudalint#Root'),
\   'language': 'cuda',
\   'initialization_options': {b -> extend({'positionEncoding': 'utf-8'}, ale#Var(b, 'cuda_cudalint_settings'))},
\   'lsp_config': {b -> {'cudalint': ale#Var(b, 'cuda_cudalint_settings')}},
\})
