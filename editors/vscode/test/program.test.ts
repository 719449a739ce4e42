import assert from "node:assert/strict";
import test from "node:test";
import { atLeast, expand, findProgram, parseVersion, type System } from "../src/program";

const linux = (files: string[], env: System["env"] = {}): System => ({
  platform: "linux",
  env,
  home: "/home/u",
  extension: "/ext",
  executable: (file) => files.includes(file),
});

test("the program is searched for in PATH, then where pip, uv and go install write", () => {
  const all = ["/usr/bin/cudalint", "/home/u/.local/bin/cudalint", "/b/cudalint", "/home/u/p/bin/cudalint", "/home/u/go/bin/cudalint"];
  const env = { PATH: "/bin:/usr/bin", GOBIN: "/b", GOPATH: "/home/u/p" };
  for (let i = 0; i < all.length; i++) {
    assert.equal(findProgram("", undefined, linux(all.slice(i), env)), all[i]);
  }
  assert.equal(findProgram("", undefined, linux([], env)), undefined);
  assert.equal(findProgram("cudalint-2", undefined, linux(["/usr/bin/cudalint-2", ...all], env)), "/usr/bin/cudalint-2");
});

test("the program of the extension comes first, unless a setting says otherwise", () => {
  const bundled = "/ext/server/cudalint";
  const both = linux([bundled, "/usr/bin/cudalint"], { PATH: "/usr/bin" });
  assert.equal(findProgram("", undefined, both), bundled);
  assert.equal(findProgram("", undefined, both, "useBundled"), bundled);
  assert.equal(findProgram("", undefined, both, "fromEnvironment"), "/usr/bin/cudalint");
  assert.equal(findProgram("cudalint", undefined, both), "/usr/bin/cudalint");
  assert.equal(findProgram("/usr/bin/cudalint", undefined, both), "/usr/bin/cudalint");
  const alone = linux([bundled]);
  assert.equal(findProgram("", undefined, alone, "fromEnvironment"), bundled);
  assert.equal(findProgram("cudalint", undefined, alone), undefined);
  assert.equal(findProgram("", undefined, { ...linux(["C:\\ext\\server\\cudalint.exe"]), platform: "win32", extension: "C:\\ext" }), "C:\\ext\\server\\cudalint.exe");
});

test("folders of PATH that are relative do not count", () => {
  assert.equal(findProgram("", "/w", linux(["cudalint", "./cudalint", "/w/cudalint", "/cudalint"], { PATH: ".::bin:" })), undefined);
  const windows: System = {
    platform: "win32",
    env: { Path: ".;C:\\Tools" },
    home: "C:\\Users\\u",
    extension: "C:\\ext",
    executable: (file) => ["cudalint.exe", "C:\\w\\cudalint.exe", "C:\\Tools\\cudalint.exe", "C:\\Users\\u\\go\\bin\\cudalint.exe"].includes(file),
  };
  assert.equal(findProgram("", "C:\\w", windows), "C:\\Tools\\cudalint.exe");
  assert.equal(findProgram("", "C:\\w", { ...windows, env: {} }), "C:\\Users\\u\\go\\bin\\cudalint.exe");
  assert.equal(findProgram("C:\\Tools\\cudalint.exe", undefined, windows), "C:\\Tools\\cudalint.exe");
});

test("a setting with a separator is a path, relative to the workspace", () => {
  const system = linux(["/w/bin/cudalint", "/opt/cudalint"], { PATH: "/w/bin" });
  assert.equal(findProgram("bin/cudalint", "/w", system), "/w/bin/cudalint");
  assert.equal(findProgram("bin/cudalint", undefined, system), undefined);
  assert.equal(findProgram("/opt/cudalint", undefined, system), "/opt/cudalint");
  assert.equal(findProgram("/opt/other", "/w", system), undefined);
});

test("variables of the setting", () => {
  const variables = { home: "/home/u", workspaceFolder: "/w", env: { DIR: "/d" } };
  assert.equal(expand(" ~/bin/cudalint ", variables), "/home/u/bin/cudalint");
  assert.equal(expand("~other/cudalint", variables), "~other/cudalint");
  assert.equal(expand("${workspaceFolder}/cudalint", variables), "/w/cudalint");
  assert.equal(expand("${env:DIR}/${env:NONE}cudalint", variables), "/d/cudalint");
});

test("versions", () => {
  assert.equal(parseVersion("cudalint 0.1.0 (go1.23.0, commit 1234567890ab+changes, linux/amd64)\n"), "0.1.0");
  assert.equal(parseVersion("cudalint 0.2.0-0.20260102150405-abcdef (go1.23.0, linux/amd64)\n"), "0.2.0-0.20260102150405-abcdef");
  assert.equal(parseVersion("clang version 19.1.0"), undefined);
  for (const [version, wanted, ok] of [
    ["0.1.0", "0.1.0", true],
    ["0.2.0-0.20260102150405-abcdef", "0.2.0", true],
    ["0.10.0", "0.9.1", true],
    ["1.0.0", "0.9.1", true],
    ["0.1.9", "0.2.0", false],
    ["0.0.9", "0.1.0", false],
  ] as const) {
    assert.equal(atLeast(version, wanted), ok, `${version} and ${wanted}`);
  }
});
