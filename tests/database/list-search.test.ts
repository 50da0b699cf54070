import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patterns } from "@/lib/platform/supabase/pattern";
import { connect } from "./as-role";

const sql = connect();
const url = process.env.TEST_SUPABASE_URL ?? "";
const apikey = process.env.TEST_SUPABASE_PUBLISHABLE_KEY ?? "";
const TERMS = ["Serra do Rio do Rastro", "Rastro de 100% da serra", "Rastro_serra", "Rastro e serra 1000"];

beforeAll(async () => {
  await sql`insert into public.glossary_terms ${sql(TERMS.map((term, index) => ({ term, key: `busca-de-teste-${index}`, definition: "x" })))}`;
});
afterAll(() => sql`delete from public.glossary_terms where key like 'busca-de-teste-%'`);

/** The terms that a list shows for a search text, requested from the API like the site does. */
async function found(typed: string): Promise<string[]> {
  const search = new URLSearchParams([
    ["select", "term"],
    ["key", "like.busca-de-teste-%"],
    ["order", "key"],
    ...patterns(typed).map((word): [string, string] => ["search_name", `like.${word}`]),
  ]);
  const response = await fetch(`${url}/rest/v1/glossary_terms?${search}`, {
    headers: { apikey, authorization: `Bearer ${apikey}` },
  });
  return ((await response.json()) as { term: string }[]).map(({ term }) => term);
}

describe("list search", () => {
  it.each([
    ["rastro serra", TERMS],
    ["SERRA rastro rio", [TERMS[0]]],
    ["100%", [TERMS[1]]],
    ["%", [TERMS[1]]],
    ["_", [TERMS[2]]],
    ["rastro (serra)", [TERMS[3]]],
    ["rastro mar", []],
    ["", TERMS],
  ])("for %j finds %j", async (typed, terms) => {
    expect(await found(typed)).toEqual(terms);
  });
});
