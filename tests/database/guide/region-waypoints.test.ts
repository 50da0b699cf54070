import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole, sql } from "../as-role";

const REGION = "00000000-0000-4000-8000-00000000a001";
const BLUMENAU = 4202404;

const addRegion = (status: string) => (tx: TransactionSql) =>
  tx`
  insert into public.regions (id, name, slug, state_abbr, status)
  values (${REGION}, 'Rota de teste', 'rota-de-teste', 'SC', ${status})`;
const addStop = (tx: TransactionSql) => tx`
  insert into public.region_waypoints (region_id, position, name, kind) values (${REGION}, 1, 'Parada', 'stop')`;
const withStop = (status: string) => async (tx: TransactionSql) => {
  await addRegion(status)(tx);
  await addStop(tx);
};
const select = (tx: TransactionSql) => tx`select 1 from public.region_waypoints where region_id = ${REGION}`;

describeAccess("region_waypoints", withStop("published"), [
  ["select of a published route", ACTORS, select],
  ["select of a draft", EDITORS_UP, select, withStop("draft")],
  ["insert", EDITORS_UP, addStop, addRegion("published")],
  ["update", EDITORS_UP, (tx) => tx`update public.region_waypoints set name = 'Outra' where region_id = ${REGION}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.region_waypoints where region_id = ${REGION}`],
]);

describe("a waypoint", () => {
  const insert = (waypoint: Record<string, unknown>) =>
    asOwner(async (tx) => {
      await addRegion("draft")(tx);
      const [row] = await tx`
        insert into public.region_waypoints ${tx({ region_id: REGION, position: 1, name: "Parada", ...waypoint })}
        returning lat, lng, is_approximate`;
      return row;
    });

  it("that is a town gets the coordinates of its municipality", async () => {
    const [city] = await sql`select lat, lng from public.cities where ibge_code = ${BLUMENAU}`;
    const town = await insert({ kind: "town", city_ibge: BLUMENAU, lat: 0, lng: -50, is_approximate: true });
    expect(town).toEqual({ ...city, is_approximate: false });
  });

  it("that is a viewpoint keeps its own coordinates", async () => {
    const view = await insert({ kind: "view", city_ibge: BLUMENAU, lat: -26.9, lng: -49, is_approximate: true });
    expect(view).toEqual({ lat: -26.9, lng: -49, is_approximate: true });
  });

  it("may have no coordinates", async () => {
    expect(await insert({ kind: "food" })).toMatchObject({ lat: null, lng: null });
  });

  it.each([
    ["a town without a municipality", { kind: "town" }, "23514"],
    ["only one coordinate", { kind: "view", lat: -26.9 }, "23514"],
    ["a place outside Brazil", { kind: "view", lat: 48.8, lng: 2.3 }, "23514"],
    ["an unknown municipality", { kind: "town", city_ibge: 9999998 }, "23503"],
  ])("cannot be %s", async (_, waypoint, code) => {
    await expect(insert(waypoint)).rejects.toMatchObject({ code });
  });

  it("marks its route as changed when an editor changes it", async () => {
    const touched = await asRole(
      "editor",
      async (tx) => {
        await withStop("published")(tx);
        await tx`alter table public.regions disable trigger regions_touch`;
        await tx`update public.regions set updated_at = '2026-01-01' where id = ${REGION}`;
        await tx`alter table public.regions enable trigger regions_touch`;
      },
      async (tx) => {
        await tx`update public.region_waypoints set name = 'Outra' where region_id = ${REGION}`;
        return tx`select 1 from public.regions where id = ${REGION} and updated_at > '2026-01-01'`;
      },
    );
    expect(touched.count).toBe(1);
  });

  it("marks its route as changed before the route is measured, so that the seed leaves it to its editor", async () => {
    const seeded = await asRole(
      "editor",
      async (tx) => {
        await withStop("published")(tx);
        await tx`alter table public.regions disable trigger regions_touch`;
        await tx`
          update public.regions set distance_km = 100, distance_basis = 'editor', updated_at = '2026-01-01'
          where id = ${REGION}`;
        await tx`alter table public.regions enable trigger regions_touch`;
        await tx`
          insert into private.seeded_rows (entity, entity_id, written_at)
          select 'regions', state_abbr || '/' || slug, updated_at from public.regions where id = ${REGION}`;
      },
      async (tx) => {
        await tx`
          insert into public.region_waypoints (region_id, position, name, kind, lat, lng)
          values (${REGION}, 8, 'Mirante', 'view', -26.9, -49.1), (${REGION}, 9, 'Serra', 'view', -27.4, -49.6)`;
        await tx`reset role`;
        return tx`
          select duration_classic_min > 0 as is_measured, written_at = updated_at as is_seeds
          from public.regions join private.seeded_rows on entity_id = state_abbr || '/' || slug where id = ${REGION}`;
      },
    );
    expect([...seeded]).toEqual([{ is_measured: true, is_seeds: false }]);
  });

  it("is deleted with its route", async () => {
    const left = await asRole("editor", withStop("published"), async (tx) => {
      await tx`delete from public.regions where id = ${REGION}`;
      return select(tx);
    });
    expect(left.count).toBe(0);
  });
});
