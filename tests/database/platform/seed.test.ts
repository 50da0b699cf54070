import type { Sql, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { listCities } from "@/lib/geo/municipalities/rules";
import { contentStep } from "@/supabase/seed/content";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import type { StateContent } from "@/supabase/seed/content-schema";
import { seed } from "@/supabase/seed/seed";
import { runStep } from "@/supabase/seed/step";
import { asOwner, sql } from "../as-role";
import { CONTENT, texts } from "../guide/seed-content";

const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));
const withSummary = (summary: string): StateContent => ({
  ...CONTENT,
  routes: CONTENT.routes.map((route) => ({ ...route, summary: texts(summary) })),
});

const clear = async (tx: TransactionSql) => {
  await tx`delete from public.regions where state_abbr = 'AC'`;
  await tx`delete from public.state_contents where state_abbr = 'AC'`;
  await tx`delete from private.seeded_rows where entity_id like 'AC%'`;
  await tx`delete from private.seed_state where key = 'content/ac'`;
};

/** Sets `updated_at` explicitly, because `now()` is constant in a transaction. */
const editLater = async (tx: TransactionSql, slug: string) => {
  await tx`alter table public.regions disable trigger regions_touch`;
  await tx`update public.regions set summary = 'Do editor', updated_at = now() + interval '1 minute' where slug = ${slug}`;
  await tx`alter table public.regions enable trigger regions_touch`;
};

/** Runs the step inside the caller's transaction, so that it is rolled back with it. */
const write = async (tx: TransactionSql, content: StateContent): Promise<string[]> => {
  const lines: string[] = [];
  const inside = { begin: (run: (inner: TransactionSql) => unknown) => tx.savepoint(run) } as unknown as Sql;
  await runStep(inside, contentStep(rowsOfContent(content, cityByCode)), (line) => lines.push(line));
  return lines;
};
const summaries = async (tx: TransactionSql) => {
  const rows = await tx<
    { slug: string; summary: string }[]
  >`select slug, summary from public.regions where state_abbr = 'AC'`;
  return Object.fromEntries(rows.map(({ slug, summary }) => [slug, summary]));
};

describe("the seed", () => {
  it("changes nothing and logs nothing when it runs again", async () => {
    const fingerprint = () => sql`
      select (select md5(string_agg(regions::text, '|' order by id)) from public.regions) as regions,
        (select md5(string_agg(region_waypoints::text, '|' order by id)) from public.region_waypoints) as waypoints,
        (select md5(string_agg(cities::text, '|' order by ibge_code)) from public.cities) as cities,
        (select md5(string_agg(app_settings::text, '|' order by key)) from public.app_settings) as settings`;
    const before = [...(await fingerprint())];
    const lines: string[] = [];
    await seed(sql, (line) => lines.push(line));
    expect(lines).toEqual([]);
    expect([...(await fingerprint())]).toEqual(before);
  });

  it("writes a state with its routes and stops, and publishes the towns", async () => {
    const result = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, CONTENT);
      const [region] = await tx`
        select id, status, distance_km::float, distance_is_estimated, duration_is_estimated, warnings, translations
        from public.regions where state_abbr = 'AC' and slug = 'rota-um'`;
      const stops = await tx`
        select position, name, is_approximate, translations from public.region_waypoints where region_id = ${region?.id} order by position`;
      const [city] = await tx`select is_published from public.cities where ibge_code = 1200500`;
      return { region, stops: [...stops], city };
    });
    expect(result.region).toMatchObject({
      status: "published",
      distance_km: 170,
      distance_is_estimated: true,
      duration_is_estimated: true,
      warnings: ["Chuva"],
      translations: { en: { name: "rota-um (en)", warnings: ["Chuva (en)"] }, es: { summary: "Resumo (es)" } },
    });
    expect(result.stops[1]).toEqual({
      position: 2,
      name: "Mirante",
      is_approximate: true,
      translations: { en: { note: "Vista (en)" }, es: { note: "Vista (es)" } },
    });
    expect(result.city).toEqual({ is_published: true });
  });

  it("updates routes that were not edited, and keeps the edited one", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, CONTENT);
      await editLater(tx, "rota-dois");
      await write(tx, withSummary("Novo resumo"));
      return summaries(tx);
    });
    expect(after).toEqual({ "rota-um": "Novo resumo", "rota-dois": "Do editor" });
  });

  it("does not restore a deleted route", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, CONTENT);
      await tx`delete from public.regions where slug = 'rota-um'`;
      await write(tx, withSummary("Novo resumo"));
      return summaries(tx);
    });
    expect(after).toEqual({ "rota-dois": "Novo resumo" });
  });

  it("removes a route that is no longer in its file, unless an editor has changed it", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, CONTENT);
      await editLater(tx, "rota-dois");
      await write(tx, { ...CONTENT, routes: [] });
      return summaries(tx);
    });
    expect(after).toEqual({ "rota-dois": "Do editor" });
  });

  it("does not overwrite a route that an editor created with the same slug", async () => {
    const after = await asOwner(async (tx) => {
      await clear(tx);
      await tx`insert into public.regions (name, slug, state_abbr, summary) values ('Minha', 'rota-um', 'AC', 'Minha')`;
      await write(tx, CONTENT);
      return summaries(tx);
    });
    expect(after).toEqual({ "rota-um": "Minha", "rota-dois": "Resumo" });
  });

  it("does not publish a city that an editor has changed", async () => {
    const rows = await asOwner(async (tx) => {
      await clear(tx);
      await tx`alter table public.cities disable trigger cities_touch`;
      await tx`update public.cities set is_published = false, updated_at = now() + interval '1 minute' where ibge_code = 1200500`;
      await tx`alter table public.cities enable trigger cities_touch`;
      await write(tx, CONTENT);
      return tx`select is_published from public.cities where ibge_code = 1200500`;
    });
    expect(rows[0]).toEqual({ is_published: false });
  });
});
