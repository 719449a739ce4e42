// Which cudalint program is run, and whether it is new enough.

import * as path from "node:path";

/** The part of the system that the search for the program looks at. */
export interface System {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Folder of the extension, which in packages for one platform holds the program. */
  extension: string;
  /** Tells whether a file can be executed. */
  executable(file: string): boolean;
}

/** Values of the variables in the setting cudalint.path. */
export interface Variables {
  home: string;
  workspaceFolder: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** Replaces ~, ${workspaceFolder} and ${env:NAME} (empty where it is not set). */
export function expand(setting: string, variables: Variables): string {
  return setting
    .trim()
    .replace(/^~(?=$|[\\/])/, variables.home)
    .replaceAll("${userHome}", variables.home)
    .replaceAll("${workspaceFolder}", variables.workspaceFolder ?? "")
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => variables.env[name] ?? "");
}

/** Values of the setting cudalint.importStrategy: which program is taken first if cudalint.path names none. */
export type Strategy = "useBundled" | "fromEnvironment";

/**
 * Returns the absolute path of the program, or undefined. A setting with a separator is a
 * path, relative to folder; another one is a name to look for. Folders of PATH that are
 * relative do not count: they would be folders of the workspace, and Windows would look
 * there first.
 */
export function findProgram(setting: string, folder: string | undefined, system: System, strategy: Strategy = "useBundled"): string | undefined {
  const paths = system.platform === "win32" ? path.win32 : path.posix;
  const names = (name: string): string[] =>
    system.platform === "win32" && paths.extname(name).toLowerCase() !== ".exe" ? [`${name}.exe`] : [name];
  const first = (files: string[]): string | undefined => files.find((file) => system.executable(file));

  if (setting.includes("/") || (system.platform === "win32" && setting.includes("\\"))) {
    if (!paths.isAbsolute(setting) && folder === undefined) {
      return undefined;
    }
    return first(names(paths.resolve(folder ?? "/", setting)));
  }
  const inFolders = (name: string): string | undefined => first(folders(system, paths).flatMap((dir) => names(paths.join(dir, name))));
  if (setting !== "") {
    return inFolders(setting);
  }
  const bundled = (): string | undefined => first(names(paths.join(system.extension, "server", "cudalint")));
  return strategy === "fromEnvironment" ? (inFolders("cudalint") ?? bundled()) : (bundled() ?? inFolders("cudalint"));
}

/** Folders to look in: PATH, then where pip, uv and go install write, which a desktop's PATH often lacks. */
function folders(system: System, paths: path.PlatformPath): string[] {
  const { env, home } = system;
  const key = system.platform === "win32" ? (Object.keys(env).find((k) => k.toUpperCase() === "PATH") ?? "PATH") : "PATH";
  const found = (env[key] ?? "").split(paths.delimiter);
  found.push(paths.join(home, ".local", "bin"), env.GOBIN ?? "");
  for (const dir of (env.GOPATH ?? "").split(paths.delimiter)) {
    found.push(dir === "" ? "" : paths.join(dir, "bin"));
  }
  found.push(paths.join(home, "go", "bin"));
  return found.filter((dir) => paths.isAbsolute(dir));
}

/** Returns the version in what `cudalint version` prints, or undefined if it is another program's. */
export function parseVersion(printed: string): string | undefined {
  return /^cudalint v?(\d+\.\d+\.\d+[^\s]*)/.exec(printed)?.[1];
}

/**
 * Tells whether version is wanted or later. Of a version before a release (0.2.0-rc.1, or
 * what go calls a commit: 0.2.0-0.20260102150405-abcdef) the release's numbers count.
 */
export function atLeast(version: string, wanted: string): boolean {
  const numbers = (v: string): number[] => v.split(/[-+]/)[0]?.split(".").map(Number) ?? [];
  const have = numbers(version);
  for (const [i, want] of numbers(wanted).entries()) {
    const got = have[i] ?? 0;
    if (got !== want) {
      return got > want;
    }
  }
  return true;
}
