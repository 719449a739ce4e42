"""Lints the CUDA sources of each target, with the target's own flags.

Put this file and a program `cudalint` into a package, and make an aspect of it:

    load("//lint:cudalint.bzl", "cudalint_aspect")

    cudalint = cudalint_aspect(binary = Label("//lint:cudalint"), config = Label("//:cudalint.toml"))

    bazel build //... --aspects=//lint:linters.bzl%cudalint --output_groups=cudalint

Every target that has CUDA sources is one action, with the target's sources, headers,
macros, include folders and copts. It writes bazel-bin/PACKAGE/NAME.cudalint.sarif, and
runs again only where one of these changed; as its output depends on nothing else, it can
run remotely and come out of a shared cache. With `fail_on` the build fails, too (before
Bazel 5, with --output_groups=_validation). Targets with the tag no-cudalint are left out.

Tried with Bazel 4.2. From Bazel 9 on it needs
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo").
"""

_SOURCES = (".cu", ".cu.cc", ".cuh")

def _cuda_files(rule):
    files = []
    for name in ("srcs", "hdrs", "textual_hdrs"):
        for attribute in getattr(rule.attr, name, []):
            files.extend([f for f in attribute.files.to_list() if f.path.endswith(_SOURCES)])
    return files

def _join(package, name):
    return package if name == "." else package + "/" + name if package else name

def _arguments(rule, package, context, cpp):
    """The arguments of a compiler that sees what the target's own sees.

    What includes adds is -isystem to Bazel, and findings there are not reported. That is
    right for headers of other targets, but not for those of this one.
    """
    own = ["/" + folder for folder in [_join(package, name) for name in getattr(rule.attr, "includes", [])]]
    arguments = ["clang++", "-x", "cuda"]
    for macros in (context.defines, context.local_defines):
        arguments.extend(["-D" + macro for macro in macros.to_list()])
    for folder in context.quote_includes.to_list():
        arguments.extend(["-iquote", folder])
    for folder in context.includes.to_list():
        arguments.extend(["-I", folder])
    for folder in context.system_includes.to_list() + getattr(context, "external_includes", depset()).to_list():
        is_own = any([("/" + folder).endswith(name) for name in own])
        arguments.extend(["-I" if is_own else "-isystem", folder])
    return arguments + cpp.copts + cpp.cxxopts + getattr(rule.attr, "copts", [])

def _cudalint_impl(target, ctx):
    if CcInfo not in target or "no-cudalint" in ctx.rule.attr.tags:
        return []
    files = _cuda_files(ctx.rule)
    if not files:
        return []
    context = target[CcInfo].compilation_context

    # The database lies in the folder of the outputs, compilers run at the top.
    database = ctx.actions.declare_file(ctx.label.name + ".cudalint.json")
    top = "/".join([".."] * len(database.dirname.split("/")))
    arguments = _arguments(ctx.rule, ctx.label.package, context, ctx.fragments.cpp)
    ctx.actions.write(database, json.encode([
        {"directory": top, "file": f.path, "arguments": arguments + [f.path]}
        for f in files
    ]))

    args = ctx.actions.args()
    args.add("check")
    args.add("--no-cache")  # Bazel has its own
    args.add("--compile-commands", database)
    configs = [ctx.file._config] if ctx.file._config else []
    if configs:
        args.add("--config", ctx.file._config)
    else:
        args.add("--isolated")
    args.add_all(ctx.attr._args)
    inputs = depset(files + [database] + configs, transitive = [context.headers])

    report = ctx.actions.declare_file(ctx.label.name + ".cudalint.sarif")
    ctx.actions.run(
        mnemonic = "Cudalint",
        progress_message = "Linting %s" % ctx.label,
        executable = ctx.executable._cudalint,
        inputs = inputs,
        outputs = [report],
        arguments = [args, "--output-format=sarif", "--output-file=" + report.path, "--exit-zero"] + [f.path for f in files],
    )
    groups = {"cudalint": depset([report])}
    if ctx.attr._fail_on != "never":
        passed = ctx.actions.declare_file(ctx.label.name + ".cudalint.txt")
        ctx.actions.run_shell(
            mnemonic = "CudalintCheck",
            progress_message = "Checking the findings in %s" % ctx.label,
            command = '"$@" > "$0" || { status=$?; cat "$0"; exit $status; }'.replace("$0", passed.path),
            tools = [ctx.executable._cudalint],
            inputs = inputs,
            outputs = [passed],
            arguments = [ctx.executable._cudalint.path, args, "--output-format=text", "--fail-on=" + ctx.attr._fail_on] + [f.path for f in files],
        )
        groups["_validation"] = depset([passed])
    return [OutputGroupInfo(**groups)]

def cudalint_aspect(binary, config = None, args = [], fail_on = "never"):
    """Makes an aspect, which has to be assigned to a name at the top of a .bzl file.

    Args:
      binary: the label of the program.
      config: the label of a cudalint.toml, if there is one.
      args: more arguments of `cudalint check`, such as ["--gpu=H100"].
      fail_on: the least severity that fails the build: error, warning, info or never.

    Returns:
      The aspect; its output group cudalint holds the report of each target.
    """
    return aspect(
        implementation = _cudalint_impl,
        fragments = ["cpp"],
        attrs = {
            "_args": attr.string_list(default = args),
            "_cudalint": attr.label(default = binary, executable = True, cfg = "exec", allow_single_file = True),
            "_config": attr.label(default = config, allow_single_file = True),
            "_fail_on": attr.string(default = fail_on, values = ["never", "error", "warning", "info"]),
        },
    )
