" Description: cudalint, a linter for CUDA C++, by its language server

call ale#linter#Define('cuda', {
\   'name': 'cudalint',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'cuda_cudalint_executable')},
\   'command': {b -> '%e lsp' . ale#Pad(ale#Var(b, 'cuda_cudalint_options'))},
\   'project_root': function('cudalint#Root'),
\   'language': 'cuda',
\   'initialization_options': {b -> ale#Var(b, 'cuda_cudalint_settings')},
\   'lsp_config': {b -> {'cudalint': ale#Var(b, 'cuda_cudalint_settings')}},
\})
