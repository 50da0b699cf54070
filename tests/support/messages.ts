import path from "node:path";
import { filesBelow, readSource } from "./source-files";

type Tree = { [key: string]: string | Tree };

/** Namespaces of a language, which are the paths of its files: `events/panel`. */
export function messageFiles(locale: string): string[] {
  const root = `messages/${locale}`;
  return filesBelow(root)
    .map((file) => path.posix.relative(root, file).replace(/\.json$/, ""))
    .sort();
}

function flatten(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = `${prefix}.${key}`;
    return typeof value === "object" ? flatten(value, name) : [[name, value]];
  });
}

export function messageTree(locale: string): Tree {
  return Object.fromEntries(
    messageFiles(locale).map((name) => [name, JSON.parse(readSource(`messages/${locale}/${name}.json`)) as Tree]),
  );
}

/** All texts of a language by full key: `site/layout.nav.home` → `Início`. */
export function messagesOf(locale: string): Map<string, string> {
  return new Map(Object.entries(messageTree(locale)).flatMap(([name, tree]) => flatten(tree as Tree, name)));
}

/** Parameter names of a text; the text of a plural branch such as `one {rota}` is not a parameter. */
export function placeholdersOf(text: string): string[] {
  const simple = [...text.matchAll(/(?<!(?:=\d+|\b(?:zero|one|two|few|many|other))\s*)\{\s*(\w+)\s*\}/g)].map(
    ([, name]) => `{${name}}`,
  );
  const choices = [...text.matchAll(/\{\s*(\w+)\s*,\s*(\w+)/g)].map(([, name, kind]) => `{${name}, ${kind}}`);
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => `<${name}>`);
  return [...new Set([...simple, ...choices, ...tags])].sort();
}
