import assert from "node:assert/strict";
import test from "node:test";
import { choices } from "../src/gpus";
import { statusItem } from "../src/status";

test("the status item names the GPU and counts findings", () => {
  assert.deepEqual(statusItem({ gpu: "sm_90", cuda: "13.0", files: 2, findings: 1, busy: false }), {
    text: "$(circuit-board) sm_90: 1",
    tooltip: "cudalint: 1 finding in 2 files, priced for sm_90, CUDA 13.0. Click to choose the GPU.",
  });
  assert.deepEqual(statusItem({ gpu: "", cuda: "", files: 0, findings: 0, busy: true }), {
    text: "$(loading~spin) cudalint: 0",
    tooltip: "cudalint: 0 findings in 0 files, checking. Click to choose the GPU.",
  });
});

test("GPUs to choose from: newest first, products below their architecture, those without figures last", () => {
  const lines = choices({
    gpus: [
      { name: "sm_80", products: ["A100", "A30"], others: ["A800"] },
      { name: "sm_90", products: ["H200"] },
    ],
    gpu: "A30",
  });
  assert.deepEqual(
    lines.map(({ label, gpu, heading }) => (heading ? `# ${label}` : `${label} = ${gpu}`)),
    ["As configured = ", "# sm_90", "sm_90 = sm_90", "H200 = H200", "# sm_80", "sm_80 = sm_80", "A100 = A100", "A30 = A30", "# sm_80, with the figures of A100", "A800 = A800"],
  );
  assert.deepEqual(
    lines.filter((line) => line.description === "in use").map((line) => line.label),
    ["A30"],
  );
});
