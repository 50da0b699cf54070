import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Folders with product code; test files in them are excluded. */
export const PRODUCT = ["app", "components", "lib"] as const;

const ignored = new Set([
  ".git",
  ...readFileSync(path.join(ROOT, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, "")),
]);

/** Whether .gitignore excludes a path; patterns with a star are file endings. */
function isIgnored(file: string): boolean {
  const name = path.basename(file);
  return (
    ignored.has(name) ||
    ignored.has(file) ||
    [...ignored].some((pattern) => pattern.startsWith("*.") && name.endsWith(pattern.slice(1)))
  );
}

/** Top-level names that are not ignored. */
export function topLevelEntries(): string[] {
  return readdirSync(ROOT)
    .filter((name) => !isIgnored(name))
    .sort();
}

/** Files below a folder, or the file itself, as paths relative to the repository root, without ignored ones. */
export function filesBelow(entry: string): string[] {
  const full = path.join(ROOT, entry);
  if (isIgnored(entry) || !existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  return readdirSync(full).flatMap((name) => filesBelow(path.posix.join(entry, name)));
}

export const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
export const isCode = (file: string) => /\.tsx?$/.test(file);

/** Source files of the product, without tests. */
export function productCode(): string[] {
  return ["middleware.ts", "next.config.ts", ...PRODUCT.flatMap(filesBelow)].filter(
    (file) => isCode(file) && !isTest(file),
  );
}

export function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}
