import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { estimatedMinutes } from "@/lib/geo/pace/legs/rules";
import { BUILT_IN_PACE } from "@/lib/geo/pace/rules";
import { asOwner, asRole, sql } from "../as-role";

const REGION = "00000000-0000-4000-8000-00000000a002";
const POLYLINE = "_ibE_ibE??";

const addRegion = (status: string) => async (tx: TransactionSql) => {
  // A local site has both sources on.
  await tx`delete from public.app_settings where key in ('road_source_sie_sc', 'road_source_der_sp')`;
  await tx`
  insert into public.regions (id, name, slug, state_abbr, status, distance_km, distance_basis, duration_classic_min)
  values (${REGION}, 'Rota de teste', 'rota-com-trechos', 'SC', ${status}, 100, 'estimated', 100)`;
};

const addStops = (tx: TransactionSql) => tx`
  insert into public.region_waypoints (region_id, position, name, kind, lat, lng) values
    (${REGION}, 1, 'A', 'view', -27, -49), (${REGION}, 2, 'Sem posição', 'view', null, null),
    (${REGION}, 3, 'B', 'view', -27.1, -49), (${REGION}, 4, 'C', 'view', -27.2, -49)`;

type LegChange = Record<string, unknown>;
const leg = (from: number, to: number, change: LegChange = {}) => ({
  region_id: REGION,
  from_position: from,
  to_position: to,
  from_lat: from === 1 ? -27 : -27.1,
  from_lng: -49,
  to_lat: to === 3 ? -27.1 : -27.2,
  to_lng: -49,
  needs: [] as string[],
  km: 20,
  line: POLYLINE,
  quality: "traced",
  classic_min: 30,
  ...change,
});
const SKIPPED = { km: null, line: null, quality: null, classic_min: null, skip: "no-path" };
const addLegs = (tx: TransactionSql, legs: readonly LegChange[]) =>
  tx`insert into public.region_legs ${tx(legs as never)}`;
const turnOn = (tx: TransactionSql, source: string, value = "true") => tx`
  insert into public.app_settings (key, value, "group", is_public) values (${`road_source_${source}`}, ${value}, 'portal', true)
  on conflict (key) do update set value = excluded.value`;

const withLeg =
  (status: string, needs: string[] = [], source?: string) =>
  async (tx: TransactionSql) => {
    await addRegion(status)(tx);
    await addLegs(tx, [leg(1, 3, { needs })]);
    if (source) await turnOn(tx, source);
  };
const select = (tx: TransactionSql) => tx`select 1 from public.region_legs where region_id = ${REGION}`;

describeAccess("region_legs", withLeg("published"), [
  ["select of a published route", ACTORS, select],
  ["select of a draft", EDITORS_UP, select, withLeg("draft")],
  ["select from a source that is off", EDITORS_UP, select, withLeg("published", ["sie-sc"])],
  ["select from a source that is on", ACTORS, select, withLeg("published", ["sie-sc"], "sie_sc")],
  [
    "select from two sources of which one is on",
    EDITORS_UP,
    select,
    withLeg("published", ["sie-sc", "der-sp"], "sie_sc"),
  ],
  ["insert", EDITORS_UP, (tx) => tx`insert into public.region_legs ${tx(leg(1, 3) as never)}`, addRegion("published")],
  ["update", EDITORS_UP, (tx) => tx`update public.region_legs set km = 21 where region_id = ${REGION}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.region_legs where region_id = ${REGION}`],
]);

it("gives a leg written through the API the origin editor", async () => {
  const origin = await asRole("editor", withLeg("published"), async (tx) => {
    await tx`update public.region_legs set origin = 'seed', km = 22 where region_id = ${REGION}`;
    const [row] = await tx`select origin from public.region_legs where region_id = ${REGION}`;
    return row?.origin as string;
  });
  expect(origin).toBe("editor");
});

it.each([
  ["a line without a length", { km: null }],
  ["a reason beside a line", { skip: "ratio" }],
  ["neither line nor reason", { ...SKIPPED, skip: null }],
  ["a leg back to an earlier stop", { to_position: 1 }],
  ["an unknown source", { needs: ["google"] }],
])("refuses %s", async (_name, change) => {
  const attempt = asOwner(async (tx) => {
    await addRegion("draft")(tx);
    await addLegs(tx, [leg(1, 3, change)]);
  });
  await expect(attempt).rejects.toMatchObject({ code: "23514" });
});

describe("the stored length of a route", () => {
  const measured = (arrange: (tx: TransactionSql) => Promise<unknown>) =>
    asOwner(async (tx) => {
      await addRegion("published")(tx);
      await addStops(tx);
      await arrange(tx);
      await tx`select private.measure_regions(array[${REGION}::uuid])`;
      const [row] = await tx`
        select distance_km::float as km, distance_basis as basis, distance_is_estimated as estimated, duration_classic_min as minutes
        from public.regions where id = ${REGION}`;
      return row;
    });

  // One tenth of a degree is 11.1 km in a straight line, 13.7 km by the usual road factor.
  it.each([
    ["every leg has a line", [leg(1, 3), leg(3, 4)], { km: 40, basis: "traced", estimated: false, minutes: 60 }],
    ["one leg has none", [leg(1, 3), leg(3, 4, SKIPPED)], { km: 35, basis: "estimated", estimated: true, minutes: 45 }],
    ["one leg is missing", [leg(1, 3)], { km: 35, basis: "estimated", estimated: true, minutes: 45 }],
    [
      "a line has a straight connection of unknown length",
      [leg(1, 3, { joins: [[0, 1]] }), leg(3, 4)],
      { km: 40, basis: "estimated", estimated: true, minutes: 60 },
    ],
    ["no leg has a line", [leg(1, 3, SKIPPED)], { km: 100, basis: "estimated", estimated: true, minutes: 100 }],
    [
      "the line needs a source that is off",
      [leg(1, 3, { needs: ["sie-sc"] }), leg(3, 4)],
      { km: 35, basis: "estimated", estimated: true, minutes: 45 },
    ],
    [
      "the stops of a leg are elsewhere",
      [leg(1, 3, { from_lat: -26 }), leg(3, 4)],
      { km: 35, basis: "estimated", estimated: true, minutes: 45 },
    ],
  ])("%s", async (_name, legs, expected) => {
    expect(
      await measured(async (tx) => {
        for (const row of legs) await addLegs(tx, [row]);
      }),
    ).toEqual(expected);
  });

  it.each([
    [0.8, "traced"],
    [0.81, "joined"],
    [2, "joined"],
    [2.01, "estimated"],
  ])("with straight connections of %d of 40 km is %s", async (join_km, basis) => {
    const row = await measured(async (tx) => {
      await addLegs(tx, [leg(1, 3, { joins: [[0, 1]], join_km })]);
      await addLegs(tx, [leg(3, 4)]);
    });
    expect(row).toEqual({ km: 40, basis, estimated: basis === "estimated", minutes: 60 });
  });

  it("is not changed when it was recorded", async () => {
    const row = await measured(async (tx) => {
      await addLegs(tx, [leg(1, 3), leg(3, 4)]);
      await tx`update public.regions set distance_basis = 'gpx' where id = ${REGION}`;
    });
    expect(row).toMatchObject({ km: 100, basis: "gpx", estimated: false });
  });

  it.each([
    ["6 % longer than a complete line", 42.4, [leg(1, 3), leg(3, 4)], { km: 40, basis: "traced", minutes: 60 }],
    ["5 % longer than a complete line", 42, [leg(1, 3), leg(3, 4)], { km: 42, basis: "editor", minutes: 65 }],
    ["of a route without a complete line", 100, [leg(1, 3)], { km: 100, basis: "editor" }],
    ["of a route without lines", 100, [leg(1, 3, SKIPPED)], { km: 100, basis: "editor", minutes: 105 }],
  ])("of an editor %s", async (_name, km, legs, expected) => {
    const row = await measured(async (tx) => {
      for (const one of legs) await addLegs(tx, [one]);
      await tx`update public.regions set distance_km = ${km}, distance_basis = 'editor' where id = ${REGION}`;
    });
    expect(row).toMatchObject({ ...expected, estimated: false });
  });

  it("of an editor is shown again when the line is not complete any more", async () => {
    const row = await measured(async (tx) => {
      await addLegs(tx, [leg(1, 3), leg(3, 4)]);
      await tx`update public.regions set distance_km = 60, distance_basis = 'editor' where id = ${REGION}`;
      const [line] =
        await tx`select distance_km::float as km, editor_km::float as entered from public.regions where id = ${REGION}`;
      expect(line).toEqual({ km: 40, entered: 60 });
      await tx`delete from public.region_legs where region_id = ${REGION} and from_position = 3`;
    });
    expect(row).toMatchObject({ km: 60, basis: "editor" });
  });

  it("follows the switch of a source in both directions", async () => {
    const found = await asOwner(async (tx) => {
      await addRegion("published")(tx);
      await addStops(tx);
      await addLegs(tx, [leg(1, 3, { needs: ["sie-sc"] }), leg(3, 4, { needs: ["sie-sc"] })]);
      const basis = async () => {
        const [row] =
          await tx`select distance_km::float as km, distance_basis as basis from public.regions where id = ${REGION}`;
        return [row?.km, row?.basis];
      };
      const before = await basis();
      await turnOn(tx, "sie_sc");
      const on = await basis();
      await turnOn(tx, "sie_sc", "false");
      return [before, on, await basis()];
    });
    expect(found).toEqual([
      [100, "estimated"],
      [40, "traced"],
      [25, "estimated"],
    ]);
  });

  it("uses the weights of the panel for a missing leg", async () => {
    const minutes = await asOwner(async (tx) => {
      await tx`insert into public.algorithm_settings (algorithm, version, weights, is_active)
        values ('driving_pace', 999, '{"unknown_kmh": 30}', true)`;
      const [row] = await tx`select private.classic_minutes(60, 'paved', null) as minutes`;
      const jobs = await tx`select 1 from private.outbox where job = 'time-legs'`;
      return [row?.minutes as number, jobs.length];
    });
    expect(minutes).toEqual([120, 1]);
  });

  it("belongs to the editor who changes it", async () => {
    const basis = await asRole("editor", addRegion("published"), async (tx) => {
      await tx`update public.regions set distance_km = 77 where id = ${REGION}`;
      const [row] = await tx`select distance_basis from public.regions where id = ${REGION}`;
      return row?.distance_basis as string;
    });
    expect(basis).toBe("editor");
  });

  it.each([
    { surface: null, pavedPct: null },
    { surface: "paved", pavedPct: null },
    { surface: "mixed", pavedPct: null },
    { surface: "unpaved", pavedPct: null },
    { surface: "mixed", pavedPct: 80 },
    { surface: "unpaved", pavedPct: 25 },
    { surface: "paved", pavedPct: 100 },
  ])("gives a missing leg of surface $surface, $pavedPct % paved, the time of estimatedMinutes", async (ground) => {
    const [row] = await sql`
      select private.classic_minutes(137, ${ground.surface}, ${ground.pavedPct}) as minutes`;
    expect(row?.minutes).toBeCloseTo(estimatedMinutes(137, ground, BUILT_IN_PACE), 6);
  });

  it("does not mark a seeded route as changed by an editor", async () => {
    const isSame = await asOwner(async (tx) => {
      await addRegion("published")(tx);
      await addStops(tx);
      await tx`update public.regions set updated_at = now() where id = ${REGION}`;
      await tx`insert into private.seeded_rows (entity, entity_id, written_at) select 'regions', 'SC/rota-com-trechos', updated_at from public.regions where id = ${REGION}`;
      await addLegs(tx, [leg(1, 3)]);
      await tx`select private.measure_regions(array[${REGION}::uuid])`;
      const [row] = await tx`
        select updated_at = written_at as same from public.regions, private.seeded_rows
        where regions.id = ${REGION} and entity_id = 'SC/rota-com-trechos'`;
      return row?.same as boolean;
    });
    expect(isSame).toBe(true);
  });
});
