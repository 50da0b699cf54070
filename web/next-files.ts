import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Handler } from "./route-label";

type Manifest = Record<"staticRoutes" | "dynamicRoutes", { page: string; regex: string }[]>;

async function filesBelow(folder: string, prefix: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Compressed copies of files have no address of their own (see compress-build.ts).
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return files.map((file) => `${prefix}/${file.split(path.sep).map(encodeURIComponent).join("/")}`);
}

/** Route handlers outside the language tree, with their patterns. */
export async function nextHandlers(): Promise<Handler[]> {
  const { staticRoutes, dynamicRoutes } = JSON.parse(await readFile(".next/routes-manifest.json", "utf8")) as Manifest;
  return [...staticRoutes, ...dynamicRoutes]
    .filter(({ page }) => !/^\/(?:\[locale\]|_)/.test(page))
    .map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
}

/**
 * Returns a check for the non-page addresses of a build: files of `public`, static files and route handlers outside the
 * language tree. For any other address, Next would render a 404 page and cache it.
 */
export async function nextFiles(): Promise<(path: string) => boolean> {
  const files = new Set([...(await filesBelow("public", "")), ...(await filesBelow(".next/static", "/_next/static"))]);
  const handlers = await nextHandlers();
  return (address) => files.has(address) || handlers.some(({ regex }) => regex.test(address));
}

/** Gives Next its settings from the build, as its standalone server does: loading next.config.ts would load a compiler that keeps 60 MB of memory. */
export async function takeSettingsOfBuild(): Promise<void> {
  const { config } = JSON.parse(await readFile(".next/required-server-files.json", "utf8")) as { config: unknown };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
