import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { run, runLocal } from "./command";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const HOW =
  "instale o Chromium (no Debian: sudo apt-get install chromium) ou indique um com CHROMIUM_PATH=/caminho/do/chromium.";

type Machine = { chromiumPath: string | undefined; path: string; works: (file: string) => boolean; ownCopy: string };

const machine = (): Machine => ({
  chromiumPath: process.env.CHROMIUM_PATH,
  path: process.env.PATH ?? "",
  works: (file) => existsSync(file) && spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0,
  ownCopy: chromium.executablePath(),
});

/** The Chromium for the browser tests, in this order: `CHROMIUM_PATH`, an installed one, Playwright's own; null when there is none. */
export function findChromium({ chromiumPath, path: folders, works, ownCopy }: Machine = machine()): string | null {
  if (chromiumPath) {
    if (works(chromiumPath)) return chromiumPath;
    throw new Error(`CHROMIUM_PATH=${chromiumPath} não abre um navegador; ${HOW}`);
  }
  const installed = ["/usr/bin", ...folders.split(path.delimiter)].flatMap((folder) =>
    NAMES.map((name) => path.join(folder, name)),
  );
  return [...installed, ownCopy].find(works) ?? null;
}

async function install(): Promise<void> {
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!isDebianRoot) return void (await runLocal("playwright", ["install", "chromium"]));
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const updated = await run("apt-get", ["update", "-qq"], { env: quiet });
  if (updated !== 0) return;
  await run("apt-get", ["install", "-y", "-qq", "chromium"], { env: quiet });
  // Optional: not every distribution has this package.
  await run("apt-get", ["install", "-y", "-qq", "chromium-headless-shell"], { env: quiet });
}

/** Finds or installs a Chromium; throws a one-line error with instructions when neither works. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("no Chromium here: installing one");
  await install();
  const installed = findChromium();
  if (!installed) throw new Error(`os testes de navegador precisam de um Chromium; ${HOW}`);
  return installed;
}
