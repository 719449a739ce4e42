// What the item in the status bar says.

/** The parameters of the notification cudalint/status. */
export interface Status {
  /** Architecture or product that the findings are priced on. */
  gpu: string;
  /** CUDA toolkit that the code is built with. */
  cuda: string;
  /** Files that were checked. */
  files: number;
  /** Findings that are shown. */
  findings: number;
  busy: boolean;
}

/** Text and tooltip of a status item. */
export interface Item {
  text: string;
  tooltip: string;
}

/** Returns the item for what the server last said. */
export function statusItem(status: Status): Item {
  const icon = status.busy ? "$(loading~spin)" : "$(circuit-board)";
  const found = `${count(status.findings, "finding")} in ${count(status.files, "file")}`;
  const target = [status.gpu, status.cuda === "" ? "" : `CUDA ${status.cuda}`].filter((s) => s !== "").join(", ");
  return {
    text: `${icon} ${status.gpu === "" ? "cudalint" : status.gpu}: ${status.findings}`,
    tooltip: `cudalint: ${found}${target === "" ? "" : `, priced for ${target}`}${status.busy ? ", checking" : ""}. Click to choose the GPU.`,
  };
}

/** Returns a number with its noun: 1 finding, 2 findings. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
