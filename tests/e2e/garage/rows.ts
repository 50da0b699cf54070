import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import type { OwnAccount } from "../support/own-account";

/** Adds a car with a carburettor and water cooling; returns its id. */
export async function addCar(sql: Sql, { id: owner }: OwnAccount, nickname = "Opala"): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into public.vehicles (id, owner_id, nickname, cooling, fuel_system) values (${id}, ${owner}, ${nickname}, 'water', 'carburettor')`;
  return id;
}

export const checklistsOf = async (sql: Sql, vehicle: string) => [
  ...(await sql`
    select title, result, revision, (
      select count(*)::int from public.vehicle_checklist_items where checklist_id = vehicle_checklists.id and status <> 'pending'
    ) as answered
    from public.vehicle_checklists where vehicle_id = ${vehicle} order by started_at`),
];
