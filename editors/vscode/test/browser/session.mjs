// The session that run.sh runs: what a user of the extension sees, as DOM text and as
// screenshots to look at.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until, Window } from "./driver.mjs";

const rule = "constant-divergent-index";
const message = "each warp reads 32 distinct addresses of __constant__ luminance";

const { ADDRESS, PROGRAM, PROJECT, SCREENSHOTS } = process.env;
const started = performance.now();
const say = (text) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);

/** The processes of the server, as Linux lists them. */
function serverProcesses() {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`${PROGRAM}\0lsp`);
    } catch {
      return false; // it has ended
    }
  }).map(Number);
}

/** Measures the time from the key that makes a finding to its squiggle. */
async function latency(w, file) {
  await w.openFile(file);
  await until("the squiggle", async () => (await w.squiggles("warning").count()) === 1);
  const times = [];
  for (let i = 0; i < 15; i++) {
    await w.goTo(11, 48);
    await w.keys("Backspace", "Backspace");
    await w.keys("0");
    await until("no squiggle", async () => (await w.squiggles("warning").count()) === 0);
    await w.keys("Backspace", "a"); // an index that nothing declares
    await w.page.evaluate(() => {
      const seen = () => document.querySelector(".editor-instance .squiggly-warning") !== null;
      window.latency = new Promise((resolve) => {
        document.addEventListener(
          "keydown",
          () => {
            const key = performance.now();
            const poll = setInterval(() => {
              if (seen() || performance.now() - key > 5000) {
                clearInterval(poll);
                resolve(performance.now() - key);
              }
            }, 4);
          },
          { capture: true, once: true },
        );
      });
    });
    await w.keys("t");
    times.push(await w.page.evaluate(() => window.latency));
  }
  times.sort((a, b) => a - b);
  say(`      from the key to the squiggle: median ${times[7].toFixed(0)} ms, slowest ${times[14].toFixed(0)} ms of ${times.length}`);
  assert.ok(times[7] < 2000, `median of ${times[7]} ms`);
}

/** Returns a source of 5,000 lines that begins with another. */
function large(first) {
  const lines = [first.trimEnd()];
  for (let i = 0; lines.join("\n").split("\n").length < 5000; i++) {
    const body = ["{", "    int at = blockIdx.x * blockDim.x + threadIdx.x;", "    if (at < n) {", `        out[at] = in[at] * ${i}.0f;`, "    }", "}"];
    lines.push("", `__global__ void scale_${i}(float *__restrict__ out, const float *__restrict__ in, int n)`, ...body);
  }
  return `${lines.join("\n")}\n`;
}

const steps = {
  async "a squiggle with the message and a link to the rule"(w) {
    await w.openFile("quantise.cu");
    await until("one squiggle", async () => (await w.squiggles("warning").count()) === 1, 30_000);
    const hover = await w.hover(w.squiggles("warning"), message);
    const text = await hover.innerText();
    assert.equal(text.split(message).length, 2, `the message is there once:\n${text}`);
    const link = hover.locator("a").filter({ hasText: rule });
    assert.equal(await link.count(), 1, `the code is a link:\n${text}`);
    const address = (await link.getAttribute("data-href")) ?? (await link.getAttribute("href"));
    assert.match(address ?? "", new RegExp(`^https://.*${rule}`));
    await w.screenshot("1-squiggle-and-hover");
    await w.screenshot("readme", { x: 332, y: 92, width: 754, height: 452 });
    await w.keys("Escape");
  },

  async "one problem in the list"(w) {
    await w.command("View: Toggle Problems");
    await until("the problem", async () => (await w.problems(message).count()) === 1);
    assert.equal(await w.problems(rule).locator("a").filter({ hasText: rule }).count(), 1, "the code is a link");
    await w.screenshot("2-problems");
    await w.command("View: Toggle Problems");
  },

  async "inlay hints"(w) {
    await w.openFile("quantise.cu");
    await until("the hint of addresses", async () => /luminance\[at\]\s*32 addr/.test(await w.text()));
    await w.screenshot("3-inlay-hint");
    await w.openFile("transpose.cu");
    await until("the hint of bank conflicts", async () => /x32 bank conflict/.test(await w.text()));
    await w.screenshot("4-inlay-hint-bank-conflict");
  },

  async "figures of an access where the pointer rests"(w) {
    await w.openFile("quantise.cu");
    const word = (name) => w.page.locator(".view-line").filter({ hasText: "rintf" }).locator("span span").filter({ hasText: name }).first();
    const uniform = await (await w.hover(word("scale"), "1 address")).innerText();
    assert.match(uniform, /per warp in constant memory: 2\.0 cycles/);
    assert.match(uniform, /scale.*64 of 65,536 bytes/);
    await w.screenshot("5-hover-access");
    await w.keys("Escape");
    const divergent = await (await w.hover(word("luminance"), "32 distinct addresses")).innerText();
    assert.match(divergent, /per warp in constant memory: 64\.0 cycles/);
    assert.match(divergent, /luminance.*256 of 65,536 bytes/);
    await w.keys("Escape");
  },

  async "the quick fix, and undoing it"(w) {
    await w.goTo(11, 37);
    await w.keys("Control+.");
    const menu = w.page.locator(".action-widget");
    await until("the menu", async () => /__device__/.test(await menu.innerText()));
    await w.screenshot("6-quick-fix-menu");
    assert.match(await menu.locator(".monaco-list-row.focused").innerText(), /Declare luminance __device__ instead of __constant__ \(unsafe\)/);
    await w.keys("Enter");
    await until("the fix", async () => (await w.text()).includes("__device__ float luminance[64];"));
    await until("no squiggle", async () => (await w.squiggles("warning").count()) === 0);
    await until("no hint", async () => !(await w.text()).includes("32 addr"));
    await w.screenshot("7-quick-fix-applied");
    await w.keys("Control+z");
    await until("the squiggle again", async () => (await w.squiggles("warning").count()) === 1);
  },

  async "the status item, and the list of GPUs"(w) {
    assert.match(await until("the status item", () => w.status()), /^sm_90: [1-9]/);
    await w.page.locator('.statusbar-item[id*="cudalint.status"] a').click();
    const list = w.page.locator(".quick-input-list");
    await until("the list", async () => /RTX 5090/.test(await list.innerText()));
    await w.screenshot("8-gpus");
    await w.inQuickInput("RTX 3090", "RTX 3090");
    await until("the GPU in the status bar", async () => (await w.status()).startsWith("RTX 3090: "));
    const settings = join(PROJECT, ".vscode", "settings.json");
    await until("the setting", () => JSON.parse(readFileSync(settings, "utf8"))["cudalint.gpu"] === "RTX 3090");
    const hover = await w.hover(w.squiggles("warning"), "RTX 3090");
    await w.screenshot("9-gpu-chosen");
    assert.match(await hover.innerText(), /extrapolated|published/);
    await w.keys("Escape");
    await w.command("cudalint: Choose GPU");
    await w.inQuickInput("As configured", "As configured");
    await until("the GPU in the status bar", async () => (await w.status()).startsWith("sm_90: "));
  },

  async "the workspace and the version"(w) {
    await w.command("cudalint: Lint Workspace");
    await w.notification(/cudalint: \d+ findings? in 3 files/);
    await w.screenshot("10-lint-workspace");
    await w.command("Notifications: Clear All Notifications");
    await w.command("cudalint: Show Version");
    await w.notification(/cudalint \d+\.\d+\.\d+ .*extension \d/);
    await w.command("Notifications: Clear All Notifications");
  },

  async "a restart of the server"(w) {
    await w.command("cudalint: Restart Server");
    await until("the squiggle", async () => (await w.squiggles("warning").count()) === 1);
    const hover = await w.hover(w.squiggles("warning"), message);
    assert.equal((await hover.innerText()).split(message).length, 2, "the message is there once");
    await w.keys("Escape");
  },

  async "a server that is killed starts again"(w) {
    const [pid, ...others] = serverProcesses();
    assert.ok(pid > 0 && others.length === 0, `one server runs: ${pid}, ${others}`);
    process.kill(pid, "SIGKILL");
    await until("another server", () => serverProcesses().length === 1 && serverProcesses()[0] !== pid);
    await until("the squiggle", async () => (await w.squiggles("warning").count()) === 1);
  },

  async "latency in a small file"(w) {
    await latency(w, "quantise.cu");
  },

  async "latency in a file of 5,000 lines"(w) {
    await latency(w, "large.cu");
  },
};

writeFileSync(join(PROJECT, "large.cu"), large(readFileSync(join(PROJECT, "quantise.cu"), "utf8")));
const editor = await Window.open(ADDRESS, PROJECT, SCREENSHOTS);
let failed = 0;
try {
  for (const [name, run] of Object.entries(steps)) {
    if (failed === 0 && !new RegExp(process.env.STEPS ?? "").test(name) && name !== Object.keys(steps)[0]) {
      continue;
    }
    try {
      await run(editor);
      say(`ok    ${name}`);
    } catch (err) {
      failed++;
      say(`FAIL  ${name}: ${err.stack}`);
      await editor.screenshot(`failed-${failed}`);
      await editor.keys("Escape", "Escape");
      if (name === Object.keys(steps)[0]) {
        break; // without a finding all others fail, too
      }
    }
  }
} finally {
  await editor.close();
}
process.exitCode = failed === 0 ? 0 : 1;
