"""cudalint, a linter for CUDA C++. The package holds its program; see find_cudalint_bin."""

from cudalint._program import find_cudalint_bin

__all__ = ["find_cudalint_bin"]
