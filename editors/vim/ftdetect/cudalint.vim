" Vim knows .cu and .cuh. CUDA files as Bazel names them are C++ to it.
autocmd BufNewFile,BufRead *.cu.cc setlocal filetype=cuda
