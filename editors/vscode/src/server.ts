// Starts, stops and asks the language server.

import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { CloseAction, ErrorAction, ExecuteCommandRequest, LanguageClient, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { Crashes } from "./crashes";
import { atLeast, expand, findProgram, parseVersion, type Strategy } from "./program";
import type { Status } from "./status";

/** The oldest program that has the language server. */
const oldest = "0.1.0";

/** Why the server cannot run, as it is said to the user; next is the button that helps. */
class Trouble extends Error {
  constructor(
    message: string,
    readonly next: "install" | "settings" | "output",
  ) {
    super(message);
  }
}

/** A program that was found, and its version. */
export interface Program {
  file: string;
  version: string;
}

/** The language server of this window. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private readonly crashes = new Crashes();
  private readonly stopped = new vscode.EventEmitter<string>();
  private readonly told = new vscode.EventEmitter<Status>();
  /** Fires with the reason when the server does not run. */
  readonly onStopped = this.stopped.event;
  /** Fires with what the server says about itself. */
  readonly onStatus = this.told.event;

  /** extension is the folder of the extension. */
  constructor(
    readonly output: vscode.OutputChannel,
    private readonly extension: string,
  ) {}

  /** Starts the server, or starts it again. Says so itself if it cannot. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      await this.stopClient();
      try {
        const program = await this.program();
        this.output.appendLine(`cudalint ${program.version}: ${program.file}`);
        await this.startClient(program);
      } catch (err) {
        this.failed(err);
      }
    });
  }

  /** Stops the server. */
  stop(): Promise<void> {
    return this.inTurn(() => this.stopClient());
  }

  /** Runs a command of the server and returns its result; throws if the server does not run. */
  async execute(command: string, ...args: unknown[]): Promise<unknown> {
    await this.queue;
    if (this.client?.state !== State.Running) {
      throw new Error("the language server does not run: see the output of cudalint");
    }
    return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
  }

  /** Returns the program that the settings name; throws Trouble. */
  async program(): Promise<Program> {
    const folder = vscode.workspace.workspaceFolders?.find((f) => f.uri.scheme === "file")?.uri.fsPath;
    const env = process.env;
    const settings = vscode.workspace.getConfiguration("cudalint");
    const setting = expand(settings.get("path", ""), { home: homedir(), workspaceFolder: folder, env });
    const system = { platform: process.platform, env, home: homedir(), extension: this.extension, executable };
    const file = findProgram(setting, folder, system, settings.get<Strategy>("importStrategy"));
    if (file === undefined) {
      throw setting === ""
        ? new Trouble("cudalint is not in PATH, and this package of the extension does not hold it. Install it, or set cudalint.path to where it is.", "install")
        : new Trouble(`cudalint.path is ${setting}: there is no such program.`, "settings");
    }
    const version = parseVersion(await printed(file));
    if (version === undefined) {
      throw new Trouble(`${file} is not cudalint: it does not print its version as cudalint does.`, "settings");
    }
    if (!atLeast(version, oldest)) {
      throw new Trouble(`${file} is cudalint ${version}; the extension needs ${oldest} or later.`, "install");
    }
    return { file, version };
  }

  dispose(): void {
    void this.stop();
    this.stopped.dispose();
    this.told.dispose();
  }

  private async startClient(program: Program): Promise<void> {
    const client: LanguageClient = new LanguageClient(
      "cudalint",
      "cudalint",
      { command: program.file, args: ["lsp"] },
      {
        // Headers and sources of host compilers can hold CUDA code; the server tells which do.
        documentSelector: ["cuda-cpp", "cuda", "cpp", "c"].flatMap((language) => [
          { scheme: "file", language },
          { scheme: "untitled", language },
        ]),
        initializationOptions: { ...vscode.workspace.getConfiguration("cudalint"), status: true },
        outputChannel: this.output,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationFailedHandler: () => false, // not again; the message is below
        errorHandler: {
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: () => {
            this.ended(client);
            return { action: CloseAction.DoNotRestart, handled: true };
          },
        },
      },
    );
    client.onNotification("cudalint/status", (status: Status) => {
      this.told.fire(status);
    });
    this.client = client;
    try {
      await client.start();
    } catch (err) {
      this.client = undefined;
      this.output.appendLine(String(err));
      throw new Trouble(`${program.file} (${program.version}) does not start as a language server: its output says why.`, "output");
    }
  }

  /**
   * Starts the server again after it ended by itself. A new client does it: the old one
   * would, once started again, no longer ask for the diagnostics of files that are opened
   * (vscode-languageclient 9.0.1).
   */
  private ended(client: LanguageClient): void {
    if (this.client !== client || client.state === State.Starting) {
      return; // who stops or starts it says what there is to say
    }
    this.output.appendLine("the language server has ended by itself");
    if (this.crashes.tooMany(Date.now())) {
      this.failed(new Trouble(`cudalint ended by itself ${Crashes.most} times in three minutes and is not started again.`, "output"));
    } else {
      setTimeout(() => {
        if (this.client === client) {
          void this.start();
        }
      }, 500);
    }
  }

  private async stopClient(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      // Terminated by the client after two seconds if it does not answer.
      await client?.dispose(2000);
    } catch (err) {
      this.output.appendLine(String(err));
    }
  }

  private failed(err: unknown): void {
    const trouble =
      err instanceof Trouble ? err : new Trouble(`cudalint does not start: ${err instanceof Error ? err.message : String(err)}`, "output");
    this.output.appendLine(trouble.message);
    this.stopped.fire(trouble.message);
    void offer(trouble, this.output);
  }

  /** Runs work after what was asked for before, so that two restarts do not run two servers. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work, work);
    return this.queue;
  }
}

/** Shows what is wrong with the button for the next step. */
async function offer(trouble: Trouble, output: vscode.OutputChannel): Promise<void> {
  const buttons = { install: ["How to Install", "Open Settings"], settings: ["Open Settings"], output: ["Show Output"] }[trouble.next];
  switch (await vscode.window.showErrorMessage(trouble.message, ...buttons)) {
    case "How to Install":
      await vscode.env.openExternal(vscode.Uri.parse("https://github.com/cudalint/cudalint#install"));
      break;
    case "Open Settings":
      await vscode.commands.executeCommand("workbench.action.openSettings", "cudalint.path");
      break;
    case "Show Output":
      output.show();
  }
}

/** Tells whether a file can be executed. */
function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns what the program prints for its version; throws Trouble if it cannot be run. */
async function printed(file: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(file, ["version"], { timeout: 10_000, windowsHide: true });
    return stdout;
  } catch (err) {
    throw new Trouble(`${file} version fails: ${err instanceof Error ? err.message : String(err)}`, "settings");
  }
}
