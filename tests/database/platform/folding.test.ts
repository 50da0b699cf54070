import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isShown } from "@/components/geo/search/list-filter";
import { fold } from "@/lib/platform/slug";
import { patterns } from "@/lib/platform/supabase/pattern";
import { NAMES, typedForms } from "../../support/names";
import { sql } from "../as-role";

/** Two rows a name: as written, and as somebody without the letters on the keyboard writes it. */
const stored = NAMES.flatMap((name) => [name, fold(name)]);
const KEY = "nomes-de-teste-";

beforeAll(async () => {
  await sql`
    insert into public.glossary_terms (key, term, definition)
    select ${KEY} || place, term, 'x' from unnest(${stored}::text[]) with ordinality as name (term, place)`;
  await sql`
    insert into public.search_documents (kind, entity_id, title, path)
    select 'page', ${KEY} || place, title, '/' || ${KEY} || place
    from unnest(${stored}::text[]) with ordinality as name (title, place)`;
});
afterAll(async () => {
  await sql`delete from public.glossary_terms where key like ${`${KEY}%`}`;
  await sql`delete from public.search_documents where entity_id like ${`${KEY}%`}`;
});

const forms = (at: number) => NAMES.flatMap((name) => Object.values(typedForms(name)).slice(at, at + 1));
const FORMS = Object.keys(typedForms("x"));

describe("folding", () => {
  it("has 200 names of five alphabets", () => expect(new Set(NAMES).size).toBe(200));

  it("is the same in the database and in the browser, for letters, signs and names", async () => {
    const letters = Array.from({ length: 0x2ff }, (_, code) => String.fromCodePoint(code + 1));
    const ranges = [0x0370, 0x0590, 0x0600, 0x1e00, 0x1f00, 0x2000].flatMap((from) =>
      Array.from({ length: 0x100 }, (_, offset) => String.fromCodePoint(from + offset)),
    );
    const texts = [...letters, ...ranges, ...NAMES, ...FORMS.flatMap((_, at) => forms(at))];
    const rows = await sql<{ folded: string }[]>`
      select private.fold(value) as folded from unnest(${texts}::text[]) with ordinality as one (value, place)
      order by place`;
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold));
  });

  it.each(FORMS)("finds every name typed %s in a list of the panel", async (form) => {
    const searched = NAMES.map((name) => JSON.stringify(patterns(typedForms(name)[form] as string)));
    const missing = await sql`
      select name from unnest(${[...NAMES]}::text[], ${searched}::text[]) as one (name, searched)
      where (
        select count(*) from public.glossary_terms
        where key like ${`${KEY}%`} and private.fold(term) = private.fold(name)
          and search_name like all (array(select jsonb_array_elements_text(searched::jsonb)))
      ) < 2`;
    expect(missing.map(({ name }) => name as string)).toEqual([]);
  });

  it.each(FORMS)("finds every name typed %s in the search of the guide", async (form) => {
    const typed = NAMES.map((name) => typedForms(name)[form] as string);
    const missing = await sql<{ name: string }[]>`
      select name from unnest(${[...NAMES]}::text[], ${typed}::text[]) as one (name, typed)
      where (
        select count(distinct found.title) from public.search_portal(typed, null, null, 50) as found
        where private.fold(found.title) = private.fold(name)
      ) < case when name = private.fold(name) then 1 else 2 end`;
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it("finds every name in the filter of a list", () => {
    const view = { chosen: {}, near: false };
    for (const name of NAMES)
      for (const text of Object.values(typedForms(name)))
        expect(isShown({ text: fold(name), marks: new Set() }, { ...view, text })).toBe(true);
  });
});
