"""Fetches the program cudalint @VERSION@, checked by its SHA-256.

In WORKSPACE:

    load("//lint:cudalint_release.bzl", "cudalint_release")

    cudalint_release()

The aspect of cudalint.bzl then takes the program of the platform that builds, such as
binary = Label("@cudalint_linux_amd64//:cudalint").
"""

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")

_SHA256 = {
    "darwin_amd64": "@SHA256 cudalint_@VERSION@_darwin_amd64.tar.gz@",
    "darwin_arm64": "@SHA256 cudalint_@VERSION@_darwin_arm64.tar.gz@",
    "linux_amd64": "@SHA256 cudalint_@VERSION@_linux_amd64.tar.gz@",
    "linux_arm64": "@SHA256 cudalint_@VERSION@_linux_arm64.tar.gz@",
}

def cudalint_release(releases = "https://github.com/cudalint/cudalint/releases/download"):
    """Declares a repository @cudalint_PLATFORM for each platform; only one that is used is fetched.

    Args:
      releases: the address of the releases, or of a mirror.
    """
    for platform, sha256 in _SHA256.items():
        http_archive(
            name = "cudalint_" + platform,
            build_file_content = 'exports_files(["cudalint"])',
            sha256 = sha256,
            url = "%s/v@VERSION@/cudalint_@VERSION@_%s.tar.gz" % (releases, platform),
        )
