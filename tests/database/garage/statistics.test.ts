import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { ID_OF, type Actor } from "../actors";
import { asRole } from "../as-role";
import { addEntry, VEHICLE } from "./vehicle-support";

const readAs = (actor: Actor, arrange: (tx: TransactionSql) => Promise<unknown> = addEntry) =>
  asRole(
    actor,
    arrange,
    async (tx) =>
      (await tx<{ log: Record<string, unknown>[] }[]>`select public.read_vehicle_log(${VEHICLE}) as log`)[0]!.log,
  );

it("gives the whole log to the owner and the members of a car, and nothing to others", async () => {
  for (const actor of ["user", "editor", "vendedor"] as const)
    expect(await readAs(actor)).toEqual([expect.objectContaining({ kind: "km", reading_km: 54_321, km: 54_321 })]);
  for (const actor of ["another_user", "admin", "superadministrador"] as const) expect(await readAs(actor)).toEqual([]);
});

it("leaves out who wrote an entry and what is in the trash", async () => {
  const log = await readAs("user", async (tx) => {
    await addEntry(tx);
    await tx`
      insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, deleted_at)
      values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'note', '2026-01-01', now())`;
  });
  expect(log).toHaveLength(1);
  expect(Object.keys(log[0]!)).not.toContain("created_by");
});
