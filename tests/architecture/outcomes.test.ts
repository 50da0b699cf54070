import { describe, expect, it } from "vitest";
import { Visitor } from "vite";
import { schemaFiles, schemaStatements, withoutLead } from "../../scripts/db/schema-files";
import { productCode, readSource } from "../support/source-files";
import { syntaxOf } from "../support/syntax";

const WORDS = ["saved", "conflict", "refused", "gone"];

/** Casts of answers of functions that return rows or a text, or that a schema parses with what is added to them. */
const CASTS = [
  "lib/accounts/accounts/factors/queries.ts: data as ProofMethod",
  "lib/geo/municipalities/mutations.ts: data as CityChange[]",
  "lib/panel/admin/queries.ts: data as object",
];

/** Casts of an answer of `.rpc(`, or of its `data`; the arguments of a call may be cast. */
function castsOf(file: string): string[] {
  const source = readSource(file);
  if (!source.includes(".rpc(")) return [];
  const found: string[] = [];
  new Visitor({
    TSAsExpression: ({ start, end, expression }) => {
      const text = source.slice(expression.start, expression.end);
      const isAnswer = text === "data" || /(?:^|\()await [^(]*\.rpc\(/.test(text);
      if (isAnswer && !source.slice(end - 5, end).endsWith(" Json")) found.push(`${file}: ${source.slice(start, end)}`);
    },
  }).visit(syntaxOf(file).program);
  return found;
}

describe("answers of SQL functions", () => {
  it("are parsed by a schema, not cast", () => {
    expect(productCode().flatMap(castsOf).sort()).toEqual(CASTS);
  });

  it("have no other outcomes than the four", () => {
    const others = schemaStatements(schemaFiles()).flatMap(({ file, text }) => {
      const words = [...text.matchAll(/["']outcome["'](?:,|:| =| <>) *["'](\w+)["']/g)].map(([, word]) => word!);
      return words.filter((word) => !WORDS.includes(word)).map((word) => `${file}: ${word}`);
    });
    expect(others).toEqual([]);
  });

  it("are made by private.saved, conflict, refused and gone, except where the caller has no usage of the schema", () => {
    const made = schemaStatements(schemaFiles())
      .filter(({ text }) => /'outcome', '|"outcome": "/.test(text))
      .map(({ text }) => /^create function ([\w.]+)/.exec(withoutLead(text))?.[1]);
    expect(made).toEqual([
      "private.saved",
      "private.conflict",
      "private.refused",
      "private.gone",
      "public.save_record",
      "public.save_records",
    ]);
  });

  it("are raised only by private.refuse; every other error has a SQLSTATE of its own", () => {
    const raised = schemaStatements(schemaFiles()).flatMap(({ file, text }) =>
      [...text.matchAll(/raise exception [^;]*/g)]
        .filter(([statement]) => !statement.includes("errcode") || statement.includes("P0001"))
        .map(([statement]) => `${file}: ${statement}`),
    );
    expect(raised).toEqual([
      expect.stringContaining("raise exception '%', reason using errcode = 'P0001', detail = coalesce(field, '')"),
    ]);
  });
});
