import type { Sql, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { listCities } from "@/lib/geo/municipalities/rules";
import { contentStep } from "@/supabase/seed/content";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import { readRouteLegs, type RouteLegs } from "@/supabase/seed/route-legs";
import { runStep } from "@/supabase/seed/step";
import { asOwner, sql } from "../as-role";
import { CONTENT } from "../guide/seed-content";

const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));

const clear = async (tx: TransactionSql) => {
  await tx`delete from public.regions where state_abbr = 'AC'`;
  await tx`delete from public.state_contents where state_abbr = 'AC'`;
  await tx`delete from private.seeded_rows where entity_id like 'AC%'`;
  await tx`delete from private.seed_state where key = 'content/ac'`;
};

/** Runs the step inside the caller's transaction, so that it is rolled back with it. */
const write = async (tx: TransactionSql, legs: RouteLegs) => {
  const inside = { begin: (run: (inner: TransactionSql) => unknown) => tx.savepoint(run) } as unknown as Sql;
  await runStep(inside, contentStep(rowsOfContent(CONTENT, cityByCode), legs), () => {});
};

/** Encoded straight lines between the stops of the content: Rio Branco, a viewpoint, Sena Madureira. */
const [FIRST, SECOND] = ["tf{{@z|}|KusMbxM", "~ql{@~ul}Kw{aDzzrC"];

const leg = (from: number, to: number, km: number, line: string) => ({
  from,
  to,
  needs: [],
  km,
  line,
  sources: { osm: km },
  quality: "traced" as const,
  joins: [] as [number, number][],
  roads: ["BR-364"],
  classes: { trunk: km },
});
const legsOf = (km: number): RouteLegs => new Map([["AC/rota-um", [leg(1, 2, km, FIRST), leg(2, 3, km, SECOND)]]]);

const stored = async (tx: TransactionSql) => {
  const [region] = await tx`
    select id, distance_km::float as km, distance_basis as basis, duration_classic_min as minutes
    from public.regions where state_abbr = 'AC' and slug = 'rota-um'`;
  const legs = await tx`
    select from_position as from, km::float, has_fuel_data as fuel, origin from public.region_legs
    where region_id = ${region?.id} order by from_position`;
  return { km: region?.km, basis: region?.basis, minutes: region?.minutes, legs: [...legs] };
};

describe("the seed of legs", () => {
  it("writes them with a driving time and measures the route", async () => {
    const found = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, legsOf(75));
      return stored(tx);
    });
    expect(found).toEqual({
      km: 150,
      basis: "traced",
      // The straight lines of the test at the speed of a trunk road, with the capital and the town at the ends.
      minutes: 155,
      legs: [
        { from: 1, km: 75, fuel: true, origin: "seed" },
        { from: 2, km: 75, fuel: true, origin: "seed" },
      ],
    });
  });

  it("replaces its own legs, also of a route that an editor changed, and keeps the text of the editor", async () => {
    const found = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, legsOf(75));
      await tx`alter table public.regions disable trigger regions_touch`;
      await tx`update public.regions set summary = 'Do editor', updated_at = now() + interval '1 minute' where slug = 'rota-um'`;
      await tx`alter table public.regions enable trigger regions_touch`;
      await write(tx, legsOf(80));
      const [region] = await tx`select summary from public.regions where state_abbr = 'AC' and slug = 'rota-um'`;
      return [(await stored(tx)).legs.map(({ km }) => km as number), region?.summary];
    });
    expect(found).toEqual([[80, 80], "Do editor"]);
  });

  it("does not use a line that was traced between other stops", async () => {
    const found = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, new Map([["AC/rota-um", [leg(1, 2, 75, SECOND), leg(2, 3, 75, SECOND)]]]));
      return stored(tx);
    });
    expect(found).toMatchObject({
      basis: "estimated",
      legs: [
        { from: 1, km: null },
        { from: 2, km: 75 },
      ],
    });
  });

  it("keeps a leg of an editor", async () => {
    const found = await asOwner(async (tx) => {
      await clear(tx);
      await write(tx, legsOf(75));
      await tx`
        update public.region_legs set km = 99, origin = 'editor' from public.regions
        where regions.id = region_id and regions.slug = 'rota-um' and from_position = 1`;
      await write(tx, legsOf(80));
      return (await stored(tx)).legs;
    });
    expect(found).toMatchObject([
      { km: 99, origin: "editor" },
      { km: 80, origin: "seed" },
    ]);
  });
});

it("stores the legs of the shipped file for nearly every route of it", async () => {
  const rows = await sql<{ key: string }[]>`
    select distinct state_abbr || '/' || slug as key from public.regions join public.region_legs on region_id = regions.id`;
  const withLegs = new Set(rows.map(({ key }) => key));
  // A route is without legs when its stops were changed after its lines were traced.
  expect([...readRouteLegs().keys()].filter((key) => !withLegs.has(key)).length).toBeLessThanOrEqual(2);
});
