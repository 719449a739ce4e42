// The VS Code extension: it runs `cudalint lsp` and shows what that says of itself.

import * as vscode from "vscode";
import { register } from "./commands";
import { Server } from "./server";
import { statusItem } from "./status";

let running: Server | undefined;

/** Called by VS Code when the first CUDA file is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("cudalint");
  const server = new Server(output, context.extensionPath);
  running = server;
  const item = vscode.window.createStatusBarItem("cudalint.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "cudalint";
  const { version } = context.extension.packageJSON as { version: string };

  context.subscriptions.push(
    output,
    server,
    item,
    ...register(server, version),
    server.onStatus((status) => {
      Object.assign(item, statusItem(status), { command: "cudalint.selectGpu", backgroundColor: undefined });
      item.show();
    }),
    server.onStopped((reason) => {
      item.text = "$(warning) cudalint";
      item.tooltip = `cudalint: ${reason}. Click to show its output.`;
      item.command = "cudalint.showOutput";
      item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
      item.show();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cudalint.path") || change.affectsConfiguration("cudalint.importStrategy")) {
        void server.start();
      }
    }),
  );
  await server.start();
}

/** Called by VS Code when the window closes, which waits for the server to end. */
export async function deactivate(): Promise<void> {
  await running?.stop();
}
