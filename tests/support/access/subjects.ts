import { filesBelow, isTest, PRODUCT, readSource } from "../source-files";

const sources = PRODUCT.flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file) && !isTest(file));

/** Names that a module exports as values, not as types. */
function exportsOf(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:default )?(?:async )?(?:const|let|function) (\w+)/gm)].map(
    ([, name]) => name ?? "",
  );
  const destructured = [...source.matchAll(/^export const \{([^}]*)\}/gm)].flatMap(([, names]) =>
    (names ?? "").split(",").map((name) => name.trim()),
  );
  return [...declared, ...destructured];
}

/** The entry name of a file's action: `lib/commerce/sales/actions.ts` → `commerce/sales/submitSaleAction`. */
export const actionName = (file: string, exported: string) =>
  `${file.replace(/^lib\/|\/actions\.ts$/g, "")}/${exported}`;

/** All server actions in the source; one inside a component is listed with its file. */
export function listActions(): string[] {
  return sources.flatMap((file) => {
    const source = readSource(file);
    if (/^["']use server["']/.test(source)) return exportsOf(source).map((name) => actionName(file, name));
    return /^\s+["']use server["']/m.test(source) ? [`${file} (inside a component)`] : [];
  });
}

/** The address of a route file, without language and route groups. */
const routeOf = (file: string) => file.replace(/^app|\/\[locale\]|\/\([^/]+\)|\/route\.tsx?$/g, "") || "/";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const routeFiles = sources.filter((file) => /^app\/.*route\.tsx?$/.test(file));

/** All methods of all route handlers in the source. */
export function listHandlers(): string[] {
  return routeFiles.flatMap((file) =>
    METHODS.filter((method) => exportsOf(readSource(file)).includes(method)).map(
      (method) => `${method} ${routeOf(file)}`,
    ),
  );
}

/** The source of the file with a handler. */
export const sourceOfHandler = (handler: string): string =>
  readSource(routeFiles.find((file) => handler.endsWith(` ${routeOf(file)}`)) ?? handler);

/** Whether a handler is in the language folder. */
export const hasLocale = (handler: string) =>
  routeFiles.some((file) => handler.endsWith(` ${routeOf(file)}`) && file.includes("[locale]"));
