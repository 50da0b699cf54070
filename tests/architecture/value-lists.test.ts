import { describe, expect, it } from "vitest";
import { parseSync, Visitor } from "vite";
import { existingSchemaFiles } from "../../scripts/db/schema-files";
import { filesBelow, isCode, isTest, readSource } from "../support/source-files";

/** Lists of at least this many words are declared once. */
const LEAST_WORDS = 3;

/** Generated from the lists of supabase/schemas. */
const GENERATED = /^lib\/platform\/supabase\/database(?:\.types|-constants\/\w+)\.ts$/;

const CODE = ["middleware.ts", "app", "components", "lib", "web", "scripts", "supabase"]
  .flatMap(filesBelow)
  .filter((file) => isCode(file) && !isTest(file) && !GENERATED.test(file));

/** Roles of Supabase; triggers that run as one of them cannot call functions of schema private. */
const API_ROLES = "anon authenticated service_role";

type List = { place: string; words: readonly string[] };

const keyOf = (words: readonly string[]) => [...new Set(words)].sort().join(" ");
const lineOf = (source: string, at: number) => source.slice(0, at).split("\n").length;

/** Lists of words in SQL: `in ('a', 'b', 'c')`, `array['a', 'b', 'c']` and `'{a,b,c}'`. */
function listsOfSql(file: string, source: string): List[] {
  const text = source.replace(/--[^\n]*/g, (comment) => " ".repeat(comment.length));
  // Rows of reference tables hold values; the statements of functions are indented.
  const rows = [...text.matchAll(/^insert into [\s\S]*?;$/gm)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  const isInRow = (at: number) => rows.some(([from, to]) => at > from! && at < to!);
  const WORDS = /(?:\bin\s*\(|\barray\s*\[)\s*((?:'[^']*'\s*,\s*)+'[^']*')\s*[)\]]|'\{([\w.,-]+)\}'/g;
  const matches = [...text.matchAll(WORDS)].filter(({ index }) => !isInRow(index));
  return matches.map(({ 1: quoted, 2: joined, index }) => ({
    place: `${file}:${lineOf(source, index)}`,
    words: quoted ? [...quoted.matchAll(/'([^']*)'/g)].map((word) => word[1]!) : joined!.split(","),
  }));
}

type Node = { type: string; value?: unknown; literal?: Node };

/** The word of a string or of the type of a string. */
function wordOf(node: Node | null): string | null {
  if (node?.type === "TSLiteralType") return wordOf(node.literal ?? null);
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** Lists of words in TypeScript: `["a", "b", "c"]` and `"a" | "b" | "c"`. */
function listsOfCode(file: string, source: string): List[] {
  const lists: List[] = [];
  /** Where lists begin that name properties of a type, columns that a list of the panel filters, or streams of a process. */
  const others = new Set<number>();
  const add = (nodes: readonly (Node | null)[], at: number) => {
    const words = nodes.map(wordOf);
    if (words.includes(null) || others.has(at)) return;
    lists.push({ place: `${file}:${lineOf(source, at)}`, words: words as string[] });
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === "Identifier" && ["filters", "stdio"].includes(key.name)) others.add(value.start);
    },
    TSTypeReference: ({ typeName, typeArguments }) => {
      const isPick = typeName.type === "Identifier" && ["Omit", "Pick"].includes(typeName.name);
      if (isPick) for (const { start } of typeArguments?.params ?? []) others.add(start);
    },
    ArrayExpression: ({ elements, start }) => add(elements as Node[], start),
    TSUnionType: ({ types, start }) => add(types as Node[], start),
  }).visit(parseSync(file, source).program);
  return lists;
}

/** The lists that are written in more than one place, with their places. */
function repeatedLists(lists: readonly List[]): string[] {
  const long = lists.filter(({ words }) => new Set(words).size >= LEAST_WORDS);
  const byWords = new Map<string, string[]>();
  for (const { place, words } of long) byWords.set(keyOf(words), [...(byWords.get(keyOf(words)) ?? []), place]);
  return [...byWords]
    .filter(([words, places]) => places.length > 1 && words !== API_ROLES)
    .map(([words, places]) => `${words}: ${places.join(", ")}`)
    .sort();
}

describe("a list of three or more words", () => {
  it("is found in SQL and in TypeScript, in any order", () => {
    const sql = "check (kind in ('meeting', 'fair', 'rally'))";
    const code = 'const KINDS = ["rally", "fair", "meeting"] as const; type Kind = "fair" | "meeting" | "rally";';
    const lists = [...listsOfSql("a.sql", sql), ...listsOfCode("b.ts", code)];
    expect(repeatedLists(lists)).toEqual(["fair meeting rally: a.sql:1, b.ts:1, b.ts:1"]);
    expect(
      repeatedLists(listsOfCode("b.ts", "const FORM = { filters: ['a', 'b', 'c'] }; type F = 'a' | 'b' | 'c';")),
    ).toEqual([]);
    expect(listsOfSql("c.sql", "array['a', 'b', 'c'] '{d,e,f}'::text[]").map(({ words }) => keyOf(words))).toEqual([
      "a b c",
      "d e f",
    ]);
  });

  it("is written in one place", () => {
    const sql = existingSchemaFiles().map((file) => `supabase/schemas/${file}`);
    expect(
      repeatedLists([
        ...sql.flatMap((file) => listsOfSql(file, readSource(file))),
        ...CODE.flatMap((file) => listsOfCode(file, readSource(file))),
      ]),
    ).toEqual([]);
  });
});
