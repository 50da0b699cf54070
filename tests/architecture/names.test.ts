import { describe, expect, it } from "vitest";
import { Visitor } from "vite";
import { schemaFiles, schemaStatements, withoutLead } from "../../scripts/db/schema-files";
import { productCode } from "../support/source-files";
import { syntaxOf } from "../support/syntax";

/** Participles that do not describe a value; a noun is used instead. */
const PARTICIPLES = ["seen", "known", "given", "found", "kept", "shown"];

/** Names whose last word is a participle; `isKnown` and `notFound` say whether something is so. */
function isParticiple(name: string): boolean {
  const words = name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
  const isStatement = ["is", "has", "was"].includes(words[0]!) || words.at(-2) === "not";
  return PARTICIPLES.includes(words.at(-1)!) && !isStatement;
}

type Node = { type: string; [key: string]: unknown };

/** Identifiers that a parameter declares: `a`, `{ b, c: d }`, `[e]`, `f = 1`, `...g`. */
function namesIn(pattern: Node | null): string[] {
  const of = (nodes: unknown) => (nodes as (Node | null)[]).flatMap(namesIn);
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name as string];
    case "AssignmentPattern":
      return namesIn(pattern.left as Node);
    case "RestElement":
      return namesIn(pattern.argument as Node);
    case "ArrayPattern":
      return of(pattern.elements);
    case "ObjectPattern":
      return of(pattern.properties);
    case "Property":
      return namesIn(pattern.value as Node);
    default:
      return [];
  }
}

/** Names that a file exports, and the parameters of its exported functions. */
function signaturesOf(file: string): string[] {
  const names: string[] = [];
  const addFunction = (node: Node | null): void => {
    if (node?.type === "CallExpression") return (node.arguments as Node[]).forEach(addFunction);
    if (node?.type !== "FunctionDeclaration" && node?.type !== "ArrowFunctionExpression") return;
    names.push(...(node.params as Node[]).flatMap(namesIn));
  };
  new Visitor({
    ExportNamedDeclaration: ({ declaration }) => {
      const node = declaration as unknown as Node | null;
      if (node === null) return;
      if (node.type === "VariableDeclaration")
        for (const { id, init } of node.declarations as { id: Node; init: Node | null }[]) {
          names.push(...namesIn(id));
          addFunction(init);
        }
      else names.push(...namesIn(node.id as Node));
      addFunction(node);
    },
  }).visit(syntaxOf(file).program);
  return names;
}

/** Parameters of the functions of a statement of SQL. */
function parametersOf(text: string): string[] {
  const [, parameters] = /^create function [\w.]+\(([^$]*?)\)\s+returns/.exec(withoutLead(text)) ?? [];
  return (parameters ?? "").split(",").map((parameter) => parameter.trim().split(" ")[0]!);
}

describe("names", () => {
  it("are read from the head of a function of SQL", () => {
    expect(parametersOf("create function private.a(seen uuid, given_text text default '') returns void as $$")).toEqual(
      ["seen", "given_text"],
    );
    expect(["seen", "row_found", "isKnown", "orNotFound", "givenText"].filter(isParticiple)).toEqual([
      "seen",
      "row_found",
    ]);
  });

  it("of exports and of parameters of exported functions are no participles", () => {
    const names = productCode().flatMap((file) => signaturesOf(file).map((name) => ({ file, name })));
    expect(names.length).toBeGreaterThan(5000);
    expect(names.filter(({ name }) => isParticiple(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it("of parameters of SQL functions are no participles and no `request`, which is a request of HTTP", () => {
    const names = schemaStatements(schemaFiles()).flatMap(({ file, text }) =>
      parametersOf(text).map((name) => ({ file, name })),
    );
    expect(names.length).toBeGreaterThan(1000);
    expect(
      names.filter(({ name }) => isParticiple(name) || name === "request").map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([]);
  });
});
