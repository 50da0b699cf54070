import path from "node:path";
import { buildSync } from "esbuild";

const FRAMEWORK_SCRIPT = /<script (?=[^>]*\bsrc="\/_next\/static\/)(?=[^>]*\basync\b)([^>]*)>/g;
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** The script of web/browser/first-action.ts, which executes the framework at the first sign of intent. */
export const FIRST_ACTION_SCRIPT = buildSync({
  entryPoints: [path.join(import.meta.dirname, "browser/first-action.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
}).outputFiles[0]!.text.trim();

/** Makes the framework scripts of a page wait for the visitor; returns a page without any unchanged. */
export function paintFirst(html: string): string {
  const late = html.replace(FRAMEWORK_SCRIPT, '<script type="late" $1>');
  if (late === html) return html;
  return late.replace(SCRIPT_PRELOAD, "").replace("</body>", () => `<script>${FIRST_ACTION_SCRIPT}</script></body>`);
}
