import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Sql, TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import { listCities } from "@/lib/geo/municipalities/rules";
import { cityTextsStep } from "@/supabase/seed/city-texts";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import { readExtra } from "@/supabase/seed/extra-files";
import { clubsSchema, type StateExtra } from "@/supabase/seed/extra-schema";
import { runStep, type Step } from "@/supabase/seed/step";
import { tableStep } from "@/supabase/seed/table-step";
import { asOwner, sql } from "../as-role";
import { CONTENT } from "./seed-content";

const TOLERANCE_KM = 5;
const RIO_BRANCO = 1200401;

const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));
const shapes = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../../public/map/states.json"), "utf8"),
) as StateCollection;

/** Runs a step inside the caller's transaction, so that it is rolled back with it. */
const run = async (tx: TransactionSql, step: Step) => {
  const inside = { begin: (write: (inner: TransactionSql) => unknown) => tx.savepoint(write) } as unknown as Sql;
  await runStep(inside, step, () => {});
};

describe("seeded places", () => {
  it.each(["photo_points", "services"])("%s are inside their state", async (table) => {
    const rows = await sql<{ slug: string; state_abbr: string; lat: number; lng: number }[]>`
      select slug, state_abbr, lat, lng from public.${sql(table)} where lat is not null`;
    expect(rows.length).toBeGreaterThan(50);
    const outside = rows.filter(({ state_abbr, lat, lng }) => {
      const feature = shapes.features.filter(({ properties }) => properties.abbr === state_abbr);
      return nearestState(lat, lng, feature, TOLERANCE_KM) === null;
    });
    expect(outside.map((row) => `${row.state_abbr}/${row.slug}`)).toEqual([]);
  });

  it.each(["photo_points", "services", "clubs"])("%s belong to a town of their state", async (table) => {
    const rows = await sql`
      select item.slug from public.${sql(table)} as item join public.cities on cities.ibge_code = item.city_ibge
      where cities.state_abbr <> item.state_abbr`;
    expect([...rows]).toEqual([]);
  });

  it("contain no unverified phone numbers: each names its page, of 2022 or later", async () => {
    const rows = await sql<{ slug: string; source: string; check_date: string }[]>`
      select slug, source, check_date::text from public.services where phone is not null or whatsapp is not null`;
    const unverified = rows.filter(({ source, check_date }) => !/^https?:\/\//.test(source) || check_date < "2022");
    expect(rows.length).toBeGreaterThan(0);
    expect(unverified).toEqual([]);
  });

  it("contain no published business whose source is older than 2022 or missing", async () => {
    const rows = await sql`
      select services.slug from public.services
      join public.service_categories as category on category.key = services.category_key
      where category.kind not in ('attraction', 'museum') and services.status = 'published'
        and (coalesce(check_date, '1900-01-01') < '2022-01-01' or cardinality(sources) = 0
          or exists (select from unnest(sources) as address where address !~ '^https?://'))`;
    expect([...rows]).toEqual([]);
  });

  it("contain a workshop or tow service in every state that has a source for one", async () => {
    const rows = await sql<{ state_abbr: string }[]>`
      select distinct services.state_abbr from public.services
      join public.service_categories as category on category.key = services.category_key
      where category.kind in ('workshop', 'tow') and services.status = 'published' order by 1`;
    expect(rows.map(({ state_abbr }) => state_abbr).join(" ")).toBe(
      "AC BA CE DF ES GO MG MS MT PA PE PI PR RJ RO RS SC SP TO",
    );
  });

  it("contain nothing from OpenStreetMap, whose data stay in files of their own", async () => {
    const rows = await sql`
      select slug from public.services
      where exists (select from unnest(sources || source) as origin where origin ~* 'openstreetmap|\\mosm\\M')`;
    expect([...rows]).toEqual([]);
  });

  it("include the help lines of road operators with source and date", async () => {
    const rows = await sql<{ source: string; check_date: string | null }[]>`
      select source, check_date::text from public.emergency_contacts where kind = 'road_operator'`;
    expect(rows.length).toBeGreaterThan(10);
    for (const { source, check_date } of rows)
      expect([source.startsWith("http"), check_date]).toEqual([true, expect.stringMatching(/^20/)]);
  });

  it.each([
    ["photo_points", ["description"]],
    ["services", ["description"]],
    ["blog_posts", ["excerpt", "title"]],
    ["faqs", ["answer", "question"]],
  ])("%s have texts in three languages", async (table, fields) => {
    const rows = await sql<{ translations: Record<string, object> }[]>`select translations from public.${sql(table)}`;
    for (const { translations } of rows)
      for (const locale of ["en", "es"]) expect(Object.keys(translations[locale] ?? {}).toSorted()).toEqual(fields);
  });
});

describe("a table of the seed", () => {
  const clubs = (...names: string[]) =>
    tableStep(
      "clubs",
      "clubes",
      names.map((name) => ({
        slug: `teste-${name.toLowerCase().split(" ")[0]}`,
        name,
        state_abbr: "AC",
        sources: ["teste"],
        status: "published",
      })),
    );
  const names = async (tx: TransactionSql) => {
    const rows = await tx<{ name: string }[]>`select name from public.clubs order by name`;
    return rows.map((row) => row.name);
  };
  const clear = async (tx: TransactionSql) => {
    await tx`delete from public.clubs`;
    await tx`delete from private.seeded_rows where entity = 'clubs'`;
  };

  it("is updated with its file: new, changed and removed rows", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await run(tx, clubs("Um", "Dois"));
      await run(tx, clubs("Um novo", "Tres"));
      return names(tx);
    });
    expect(after).toEqual(["Tres", "Um novo"]);
  });

  it("keeps rows that editors changed, created or deleted", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await tx`insert into public.clubs (slug, name, state_abbr) values ('teste-quatro', 'Feito à mão', 'AC')`;
      await run(tx, clubs("Um", "Dois", "Tres", "Quatro"));
      await tx`delete from public.clubs where slug = 'teste-tres'`;
      await tx`alter table public.clubs disable trigger clubs_touch`;
      await tx`update public.clubs set name = 'Do editor', updated_at = now() + interval '1 minute' where slug = 'teste-dois'`;
      await tx`alter table public.clubs enable trigger clubs_touch`;
      await run(tx, clubs("Um novo", "Dois novo", "Tres novo", "Quatro novo"));
      return names(tx);
    });
    expect(after).toEqual(["Do editor", "Feito à mão", "Um novo"]);
  });
});

describe("texts of towns and routes", () => {
  const extra = (intro: string): StateExtra => ({
    routes: { "rota-um": { body: "Longa história", paved_pct: 80, steepest: null, days: 2 } },
    cities: { [RIO_BRANCO]: intro },
  });
  const introAfter = (...runs: ((tx: TransactionSql) => Promise<unknown>)[]) =>
    asOwner(async (tx) => {
      await tx`delete from private.seeded_rows where entity = 'cities'`;
      await tx`update public.cities set intro = null where ibge_code = ${RIO_BRANCO}`;
      for (const step of runs) await step(tx);
      const [row] = await tx`select intro from public.cities where ibge_code = ${RIO_BRANCO}`;
      return row?.intro as string | null;
    });
  const write = (intro: string) => (tx: TransactionSql) =>
    run(tx, cityTextsStep(new Map([["AC", extra(intro)]]), cityByCode));

  it("are written, and updated when the file changes", async () => {
    expect(await introAfter(write("Primeiro"))).toBe("Primeiro");
    expect(await introAfter(write("Primeiro"), write("Segundo"))).toBe("Segundo");
  });

  it("do not overwrite an editor's text", async () => {
    const edit = (tx: TransactionSql) =>
      tx`update public.cities set intro = 'Do editor' where ibge_code = ${RIO_BRANCO}`;
    expect(await introAfter(edit, write("Da guia"))).toBe("Do editor");
  });

  it("are assigned to their routes", () => {
    const { regions } = rowsOfContent(CONTENT, cityByCode, extra("x"));
    expect(regions.map(({ body, paved_pct, days }) => ({ body, paved_pct, days }))).toEqual([
      { body: "Longa história", paved_pct: 80, days: 2 },
      { body: "", paved_pct: null, days: null },
    ]);
  });
});

describe("a file of more content", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-extra-"));
  afterAll(() => rmSync(dir, { recursive: true }));

  it("may be missing", () => {
    expect(readExtra("clubs", clubsSchema, dir)).toBeNull();
  });

  it("that is invalid is reported with the position", () => {
    writeFileSync(path.join(dir, "clubs.json"), '[{"uf": "SC"}]');
    expect(() => readExtra("clubs", clubsSchema, dir)).toThrow(/content-extra\/clubs\.json.*\n.*0\.slug/);
  });
});
