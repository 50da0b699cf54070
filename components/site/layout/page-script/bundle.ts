import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

/** Bundles the page script into public/scripts; its name changes with its content (lib/platform/page-script.ts). */
export function bundlePageScript(): void {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(import.meta.dirname, "entry.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    alias: { "@": ROOT },
  });
  const [{ contents }] = outputFiles as [(typeof outputFiles)[number]];
  const name = `page-${createHash("sha256").update(contents).digest("hex").slice(0, 12)}.js`;
  const folder = path.join(ROOT, "public/scripts");
  mkdirSync(folder, { recursive: true });
  // Next reads its settings in several processes at once, which write the same file.
  writeFileSync(path.join(folder, name), contents);
  for (const other of readdirSync(folder)) if (other !== name) rmSync(path.join(folder, other), { force: true });
}
