// What a user does in VS Code, in a browser that a script drives.

import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(import.meta.url)(process.env.PLAYWRIGHT);

/** Fails unless a condition comes true; a condition that throws is not true yet. */
export async function until(what, condition, limit = 20_000) {
  const end = performance.now() + limit;
  for (let last = ""; ; ) {
    try {
      const value = await condition();
      if (value) {
        return value;
      }
      last = JSON.stringify(value) ?? "nothing";
    } catch (err) {
      last = String(err);
    }
    if (performance.now() > end) {
      throw new Error(`${what}: not within ${limit} ms (${last})`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A window of VS Code. */
export class Window {
  /** Opens a folder. */
  static async open(address, folder, screenshots) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1100, height: 640 } });
    page.setDefaultTimeout(3000);
    const window = new Window(browser, page, screenshots);
    await page.goto(`${address}/?folder=${encodeURIComponent(folder)}`, { timeout: 60_000 });
    await until("the workbench", () => page.locator(".monaco-workbench .explorer-viewlet").isVisible(), 60_000);
    return window;
  }

  constructor(browser, page, screenshots) {
    Object.assign(this, { browser, page, screenshots });
  }

  close() {
    return this.browser.close();
  }

  /** Writes a screenshot, or the part of it that clip says. */
  async screenshot(name, clip) {
    await this.page.screenshot({ path: join(this.screenshots, `${name}.png`), ...(clip && { clip }) });
  }

  async keys(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Opens a file of the folder. */
  async openFile(name) {
    await this.keys("Control+p");
    await this.inQuickInput(name, name);
    await until(`${name} in an editor`, () => this.page.locator(`.tab.active[data-resource-name="${name}"]`).isVisible());
    await until("its text", async () => (await this.text()).length > 20);
  }

  /** Runs a command of the palette. */
  async command(title) {
    await this.keys("F1");
    await this.inQuickInput(`>${title}`, title);
  }

  /** Types into the list that is open and takes the first line, which has to hold a text. */
  async inQuickInput(typed, expected) {
    const input = this.page.locator(".quick-input-widget input[type=text]:visible");
    await until("the quick input", () => input.isVisible());
    await input.fill(typed);
    const row = this.page.locator(".quick-input-list .monaco-list-row").first();
    await until(`the line ${expected}`, async () => (await row.innerText()).replaceAll("\u00a0", " ").includes(expected));
    await this.keys("Enter");
    await until("the end of the quick input", async () => !(await input.isVisible()));
  }

  async goTo(line, column) {
    await this.keys("Control+g");
    const input = this.page.locator(".quick-input-widget input[type=text]:visible");
    await until("the quick input", () => input.isVisible());
    await input.fill(`:${line}:${column}`);
    await this.keys("Enter");
    await until("the end of the quick input", async () => !(await input.isVisible()));
  }

  /** The text of the lines in view, inlay hints included. */
  async text() {
    const lines = await this.page.locator(".editor-instance .view-line").evaluateAll((all) =>
      all.map((line) => [parseFloat(line.style.top), line.textContent]).sort((a, b) => a[0] - b[0]).map(([, text]) => text),
    );
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  /** The squiggles in view of a severity. */
  squiggles(severity) {
    return this.page.locator(`.editor-instance .squiggly-${severity}`);
  }

  /** Rests the pointer on something and returns the hover that appears. */
  async hover(target, expected) {
    const hover = this.page.locator(".monaco-hover:visible").filter({ hasText: expected });
    await until(`a hover with ${expected}`, async () => {
      const box = await target.boundingBox();
      await this.page.mouse.move(5, 300);
      await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await until("the hover", () => hover.first().isVisible(), 2000);
      return true;
    });
    await this.settled(hover.first());
    return hover.first();
  }

  /** Waits until something has faded in. */
  async settled(target) {
    await until("the end of its movement", async () => (await target.evaluate((t) => t.getAnimations({ subtree: true }).length)) === 0);
  }

  /** The lines of the problems panel that hold a text. */
  problems(text) {
    return this.page.locator(".markers-panel-container .monaco-list-row").filter({ hasText: text });
  }

  /** The text of the item in the status bar. */
  async status() {
    return (await this.page.locator('.statusbar-item[id*="cudalint.status"]').innerText()).replaceAll("\u00a0", " ").trim();
  }

  /** Waits for a message, until it has come up all the way. */
  async notification(text) {
    const toast = this.page.locator(".notification-toast").filter({ hasText: text });
    await until("the message", async () => (await toast.count()) === 1);
    await this.settled(toast);
  }
}
