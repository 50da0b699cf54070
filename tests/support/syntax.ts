import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "vite";
import { readSource, ROOT } from "./source-files";

type Parsed = ReturnType<typeof parseSync>;

export type Import = {
  from: string;
  /** Path relative to the repository root, or a package name. */
  to: string;
  /** Removed at compile time. */
  typeOnly: boolean;
  names: string[];
};

export type Text = { value: string; line: number };

const parsed = new Map<string, Parsed>();

/** The syntax tree of a file, parsed once. */
export function syntaxOf(file: string): Parsed {
  const known = parsed.get(file) ?? parseSync(file, readSource(file));
  parsed.set(file, known);
  return known;
}

const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith(".") && !specifier.startsWith("@/")) return specifier;
  const target = specifier.startsWith("@/") ? specifier.slice(2) : path.posix.join(path.posix.dirname(from), specifier);
  const ending = ENDINGS.find((candidate) => {
    const file = path.join(ROOT, target + candidate);
    return existsSync(file) && statSync(file).isFile();
  });
  return target + (ending ?? "");
}

/** All modules that a file references: imports, re-exports, `import()` and `import("…").Type`. */
export function importsOf(file: string): Import[] {
  const { module, program } = syntaxOf(file);
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, names: string[] = []) =>
    found.push({ from: file, to: resolve(file, specifier), typeOnly, names });
  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.map((entry) => entry.importName.name ?? "*");
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), names);
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  new Visitor({
    ImportExpression: ({ source }) => void (source.type === "Literal" && add(String(source.value), false)),
    TSImportType: ({ source }) => void add(source.value, true),
  }).visit(program);
  return found;
}

/** All strings in a file, including template parts, without comments and regular expressions. */
export function textsOf(file: string): Text[] {
  const source = readSource(file);
  const found: Text[] = [];
  const add = (value: unknown, start: number) => {
    if (typeof value === "string") found.push({ value, line: source.slice(0, start).split("\n").length });
  };
  new Visitor({
    Literal: ({ value, start }) => add(value, start),
    TemplateElement: ({ value, start }) => add(value.cooked, start),
    JSXText: ({ value, start }) => add(value, start),
  }).visit(syntaxOf(file).program);
  return found;
}
