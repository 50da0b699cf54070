import { RESOURCES } from "@/lib/panel/admin/registry";
import { filesBelow } from "./source-files";

/** Route pattern of a page file: `app/[locale]/(guide)/[uf]/home/page.tsx` → `/:uf/home`; downloads are route handlers. */
export function patternOf(file: string): string {
  const path = file
    .slice("app/[locale]".length)
    .replace(/\/(?:page\.tsx|route\.ts)$/, "")
    .replaceAll(/\/\([^)]+\)/g, "");
  return path.replaceAll(/\[(\w+)\]/g, ":$1") || "/";
}

/** Files of pages and downloads of `app/[locale]`. */
export const listPageFiles = (): string[] =>
  filesBelow("app/[locale]").filter((file) => /\/(?:page\.tsx|route\.ts)$/.test(file));

/** Route patterns that have a page, with the lists of declared resources. */
export const pagePatterns = (): string[] => [
  ...listPageFiles().map(patternOf),
  ...RESOURCES.map(({ path }) => `/admin/${path}`),
];
