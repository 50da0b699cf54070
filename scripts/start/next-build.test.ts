import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startNextBuild } from "./next-build";

const PAUSE = pathToFileURL(path.join(import.meta.dirname, "../../lib/platform/build-pause.ts")).href;
let root = "";

/** Writes a `next build` of these lines, which may call pauseAfterCompile. */
function writeNext(lines: string): void {
  const folder = path.join(root, "node_modules/next/dist/bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(folder, "next"), `import { pauseAfterCompile } from "${PAUSE}";\n${lines}`);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "portal-next-build-"));
  vi.stubEnv("NODE_OPTIONS", `--import=${pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

describe("startNextBuild", () => {
  it("waits between the code and the pages until it is told to go on", async () => {
    writeNext(`await pauseAfterCompile();`);
    const build = startNextBuild(root, { isQuiet: true });
    const ended = vi.fn();
    void build.done.then(ended);
    await build.compiled;
    expect(ended).not.toHaveBeenCalled();
    build.makePages();
    await build.done;
  });

  it("prints the output of a build that fails, and rejects both parts", async () => {
    const print = vi.spyOn(console, "error").mockReturnValue();
    writeNext(`console.log("Module not found"); process.exitCode = 1;`);
    const build = startNextBuild(root, { isQuiet: true });
    await expect(build.compiled).rejects.toThrow("a compilação do site falhou");
    await expect(build.done).rejects.toThrow("a compilação do site falhou");
    expect(print.mock.calls.flat().join("\n")).toContain("Module not found");
  });

  it("ends when the start script ends", async () => {
    writeNext(`setTimeout(() => process.disconnect(), 100); setTimeout(() => {}, 60_000); await pauseAfterCompile();`);
    vi.spyOn(console, "error").mockReturnValue();
    const build = startNextBuild(root, { isQuiet: true });
    await expect(build.done).rejects.toThrow("falhou");
  }, 20_000);
});
