// The commands of the palette. Their names differ from those of the server's commands,
// which the language client registers itself.

import * as vscode from "vscode";
import { choices, type Choice, type Gpus } from "./gpus";
import type { Server } from "./server";
import { count } from "./status";

/** Registers the commands. */
export function register(server: Server, version: string): vscode.Disposable[] {
  const add = (name: string, run: () => Promise<void> | void): vscode.Disposable =>
    vscode.commands.registerCommand(`cudalint.${name}`, async () => {
      try {
        await run();
      } catch (err) {
        void vscode.window.showErrorMessage(`cudalint: ${err instanceof Error ? err.message : String(err)}`);
      }
    });
  return [
    add("selectGpu", () => selectGpu(server)),
    add("checkWorkspace", () => checkWorkspace(server)),
    add("restartServer", () => server.start()),
    add("showOutput", () => {
      server.output.show();
    }),
    add("showVersion", () => showVersion(server, version)),
  ];
}

type Line = vscode.QuickPickItem & { choice: Choice };

const sessionOnly: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("watch"),
  tooltip: "Until the window is closed: do not write the workspace's settings",
};

/** Lets the user choose the GPU, and keeps it in the workspace's settings. */
async function selectGpu(server: Server): Promise<void> {
  const lines = choices((await server.execute("cudalint.gpus")) as Gpus).map(
    (choice): Line => ({
      label: choice.label,
      description: choice.description,
      choice,
      ...(choice.heading ? { kind: vscode.QuickPickItemKind.Separator } : { buttons: canKeep() ? [sessionOnly] : [] }),
    }),
  );
  const chosen = await pick(lines);
  if (chosen === undefined) {
    return;
  }
  const keep = chosen.keep && canKeep();
  // A choice for the session wins over the settings, so that it has to go.
  await server.execute("cudalint.chooseGpu", keep ? "" : chosen.gpu);
  if (keep) {
    const setting = chosen.gpu === "" ? undefined : chosen.gpu;
    await vscode.workspace.getConfiguration("cudalint").update("gpu", setting, vscode.ConfigurationTarget.Workspace);
  }
}

/** Tells whether there is a workspace whose settings can be written and count. */
function canKeep(): boolean {
  return vscode.workspace.workspaceFolders !== undefined;
}

/** Shows the list and returns what was chosen, or undefined. */
function pick(lines: Line[]): Promise<{ gpu: string; keep: boolean } | undefined> {
  return new Promise((resolve) => {
    const list = vscode.window.createQuickPick<Line>();
    list.title = "GPU that cudalint prices memory accesses for";
    list.placeholder = "Architecture or product, such as sm_90 or RTX 4090";
    list.matchOnDescription = true;
    list.items = lines;
    const used = lines.find((line) => line.description === "in use");
    if (used !== undefined) {
      list.activeItems = [used];
    }
    const end = (result: { gpu: string; keep: boolean } | undefined): void => {
      resolve(result);
      list.dispose();
    };
    list.onDidAccept(() => {
      const line = list.activeItems[0];
      end(line === undefined ? undefined : { gpu: line.choice.gpu, keep: true });
    });
    list.onDidTriggerItemButton(({ item }) => {
      end({ gpu: item.choice.gpu, keep: false });
    });
    list.onDidHide(() => {
      end(undefined);
    });
    list.show();
  });
}

/** Checks every file of the workspace and says what there is. */
async function checkWorkspace(server: Server): Promise<void> {
  const { files, findings } = (await server.execute("cudalint.lintWorkspace")) as { files: number; findings: number };
  const button = findings > 0 ? ["Show Problems"] : [];
  const said = await vscode.window.showInformationMessage(`cudalint: ${count(findings, "finding")} in ${count(files, "file")}`, ...button);
  if (said !== undefined) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
}

async function showVersion(server: Server, extension: string): Promise<void> {
  const program = await server.program();
  await vscode.window.showInformationMessage(`cudalint ${program.version} (${program.file}), extension ${extension}`);
}
