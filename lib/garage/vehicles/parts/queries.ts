import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Parts of a car by name, those in the car first; with `isDeleted` those in the trash. */
export async function listParts(client: SessionClient, vehicle: string, { isDeleted = false } = {}) {
  const all = client
    .from("vehicle_parts")
    .select(
      "id, name, oem_number, brand, quantity, location, installed_km, cost_cents, supplier, is_carried, deleted_at",
    )
    .eq("vehicle_id", vehicle);
  const rows = isDeleted ? all.not("deleted_at", "is", null) : all.is("deleted_at", null);
  return orThrow(await rows.order("is_carried", { ascending: false }).order("name").order("id"));
}
export type VehiclePart = Awaited<ReturnType<typeof listParts>>[number];
