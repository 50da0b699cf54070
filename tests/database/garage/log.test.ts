import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ID_OF, type Actor } from "../actors";
import { asRole } from "../as-role";
import { addEntry, addSharedVehicle, VEHICLE } from "./vehicle-support";

const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const CALLERS = ACTORS.filter((actor) => actor !== "anon");

describe("lists of the log", () => {
  it.each(CALLERS)(
    "%s reads the newest entries and years of the cars that the account reads, no others",
    async (actor) => {
      const found = await asRole(actor, addEntry, async (tx) => {
        const [recent] = await tx<{ entries: { vehicle_id: string }[] }[]>`
          select public.recent_vehicle_entries(6) as entries`;
        const years = await tx`select year, entries from public.vehicle_entry_years(${VEHICLE}, 'all')`;
        return {
          entries: recent!.entries.filter(({ vehicle_id }) => vehicle_id === VEHICLE).length,
          years: [...years],
        };
      });
      expect(found).toEqual(
        READERS.includes(actor) ? { entries: 1, years: [{ year: 2026, entries: "1" }] } : { entries: 0, years: [] },
      );
    },
  );

  it("count refuelling, and parts together with services", async () => {
    const counts = await asRole(
      "user",
      async (tx) => {
        await addSharedVehicle(tx);
        await tx`
          insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, fuel, litres, is_full, category, total_cents, deleted_at)
          select gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, kind, '2026-02-03', fuel, litres, is_full, category, 100, deleted_at
          from (values
            ('fuel', 'gasoline', 30.0, true, null, null::timestamptz), ('service', null, null, null, 'repair', null),
            ('expense', null, null, null, 'part', null), ('expense', null, null, null, 'toll', null),
            ('fuel', 'gasoline', 30.0, true, null, now())
          ) as entry (kind, fuel, litres, is_full, category, deleted_at)`;
      },
      async (tx) => {
        const count = async (list: string) => [
          ...(await tx`select entries::integer, total_cents::integer as cents from public.vehicle_entry_years(${VEHICLE}, ${list})`),
        ];
        return { fuel: await count("fuel"), service: await count("service"), all: await count("all") };
      },
    );
    expect(counts).toEqual({
      fuel: [{ entries: 1, cents: 100 }],
      service: [{ entries: 2, cents: 200 }],
      all: [{ entries: 4, cents: 400 }],
    });
  });
});

describe("a replaced odometer", () => {
  const carOf = async (tx: TransactionSql) =>
    (
      await tx`select odometer_offset_km::float8 as km, odometer_state as state from public.vehicles where id = ${VEHICLE}`
    )[0]!;
  const NEW_ODOMETER = "00000000-0000-4000-8000-00000000a009";
  const replace = (tx: TransactionSql, offset: number, version: number | null) => tx`
    select public.save_vehicle_entry(${NEW_ODOMETER}, ${VEHICLE}, ${version}, ${tx.json({
      kind: "km",
      on_date: "2026-02-01",
      reading_km: 12,
      offset_km: offset,
      replaces_odometer: true,
    })})`;

  it("decides the offset of the car, also after a correction, and no longer when it is deleted", async () => {
    const found = await asRole("editor", addEntry, async (tx) => {
      await replace(tx, 54_309, null);
      const replaced = await carOf(tx);
      await replace(tx, 54_400, 1);
      const corrected = await carOf(tx);
      await tx`select public.set_vehicle_entry_deleted(${NEW_ODOMETER}, true)`;
      const deleted = await carOf(tx);
      await tx`select public.set_vehicle_entry_deleted(${NEW_ODOMETER}, false)`;
      return { replaced, corrected, deleted, restored: await carOf(tx) };
    });
    expect(found).toEqual({
      replaced: { km: 54_309, state: "replaced" },
      corrected: { km: 54_400, state: "replaced" },
      deleted: { km: 0, state: "ok" },
      restored: { km: 54_400, state: "replaced" },
    });
  });
});
