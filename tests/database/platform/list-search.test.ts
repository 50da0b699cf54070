import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patterns, searchConditions } from "@/lib/platform/supabase/pattern";
import { sql } from "../as-role";

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
    ["mar rastro", []],
    ["rio serra", [TERMS[0]]],
    ["painel rastro", []],
    ["100% serra", [TERMS[1]]],
    ["rastro_serra rastro", [TERMS[2]]],
    ["", TERMS],
  ])("for %j finds %j", async (typed, terms) => {
    expect(await found(typed)).toEqual(terms);
  });
});

describe("telephones in a list", () => {
  const NUMBERS = ["(34) 3422-1007", "+55 34 3422 1007", "3434221008", "0800 600 1920", null];
  beforeAll(async () => {
    for (const [index, phone] of NUMBERS.entries())
      await sql`
        insert into public.services (name, slug, category_key, state_abbr, phone, source, check_date, status)
        values (${`Busca de telefone ${index + 1}`}, ${`busca-telefone-${index + 1}`},
          (select key from public.service_categories order by key limit 1), 'MG', ${phone},
          ${phone && "site"}, ${phone && "2026-01-01"}, 'published')`;
  });
  afterAll(() => sql`delete from public.services where slug like 'busca-telefone-%'`);

  async function numbers(typed: string): Promise<number[]> {
    const search = new URLSearchParams([
      ["select", "slug"],
      ["slug", "like.busca-telefone-%"],
      ["order", "slug"],
    ]);
    for (const { words, or } of searchConditions(typed, ["phone", "whatsapp"])) {
      for (const word of words) search.append("search_name", `like.${word}`);
      if (or) search.append("or", `(${or})`);
    }
    const response = await fetch(`${url}/rest/v1/services?${search}`, {
      headers: { apikey, authorization: `Bearer ${apikey}` },
    });
    return ((await response.json()) as { slug: string }[]).map(({ slug }) => Number(slug.at(-1)));
  }

  it.each([
    ["3422-1007", [1, 2]],
    ["34221007", [1, 2]],
    ["(34) 3422-1007", [1, 2]],
    ["+55 34 3422-1007", [1, 2]],
    ["+55 3422-1007", [1, 2]],
    ["034 3422 1007", [1, 2]],
    ["34 3422", [1, 2, 3]],
    ["08006001920", [4]],
    ["telefone 3422-1007", [1, 2]],
    ["oficina 3422-1007", []],
    ["telefone 5", [5]],
    ["99999", []],
  ])("for %j finds %j", async (typed, found) => expect(await numbers(typed)).toEqual(found));
});
