# Spack: var/spack/repos/.../packages/cudalint/package.py
from spack_repo.builtin.build_systems.go import GoPackage

from spack.package import *


class Cudalint(GoPackage):
    """Linter for CUDA C++ that prices memory accesses."""

    homepage = "https://github.com/cudalint/cudalint"
    url = "https://github.com/cudalint/cudalint/releases/download/v@VERSION@/cudalint_@VERSION@_source.tar.gz"

    license("Apache-2.0", checked_by="cudalint")

    version("@VERSION@", sha256="@SHA256 cudalint_@VERSION@_source.tar.gz@")

    depends_on("c", type="build")
    depends_on("go@1.24:", type="build")

    @property
    def build_directory(self):
        return join_path(self.stage.source_path, "cmd", "cudalint")
