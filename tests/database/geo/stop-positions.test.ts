import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { earlierMigration } from "@/supabase/local/earlier-migrations";
import { asOwner } from "../as-role";

const STOP = "Ponte dos Macuxis";
const POSITION = { lat: 2.79646, lng: -60.67146, is_approximate: true };

const migrate = (tx: TransactionSql) => tx.unsafe(earlierMigration("20261123130700"));
const regionOf = async (tx: TransactionSql) => {
  const [region] = await tx`select id, updated_at from public.regions where slug = 'caminho-da-guiana'`;
  return region!;
};
/** The stop as installations had it before the migration, or with a position of an editor. */
const setPosition = (tx: TransactionSql, lat: number | null, lng: number | null) => tx`
  update public.region_waypoints set lat = ${lat}, lng = ${lng}, is_approximate = false where name = ${STOP}`;
const positionOf = async (tx: TransactionSql) => {
  const [stop] = await tx`select lat, lng, is_approximate from public.region_waypoints where name = ${STOP}`;
  return { ...stop };
};

it("gives a new installation the position of a stop that the content files only name", async () => {
  await asOwner(async (tx) => expect(await positionOf(tx)).toEqual(POSITION));
});

it("gives an existing installation the same position without marking the route as edited", async () => {
  await asOwner(async (tx) => {
    await setPosition(tx, null, null);
    const before = await regionOf(tx);
    await migrate(tx);
    expect(await positionOf(tx)).toEqual(POSITION);
    expect(await regionOf(tx)).toEqual(before);
  });
});

it("does not change a stop that an editor placed", async () => {
  await asOwner(async (tx) => {
    await setPosition(tx, 2.8, -60.7);
    await migrate(tx);
    expect(await positionOf(tx)).toEqual({ lat: 2.8, lng: -60.7, is_approximate: false });
  });
});
