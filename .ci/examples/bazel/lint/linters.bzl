"""The linters of this repository."""

load("//lint:cudalint.bzl", "cudalint_aspect")

cudalint = cudalint_aspect(binary = Label("//lint:cudalint"), config = Label("//:cudalint.toml"))
cudalint_strict = cudalint_aspect(binary = Label("//lint:cudalint"), config = Label("//:cudalint.toml"), fail_on = "warning")
