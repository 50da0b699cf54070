import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { PhotoSlot } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const COLUMNS = "mechanics, bodywork, suspension, appearance, safety, emissions, noise, other, club, notes" as const;

/** Points, entity and notes of the dossier of a car; null before its owner saved some. */
export async function getDossier(client: SessionClient, vehicle: string) {
  return orThrow(await client.from("vehicle_dossiers").select(COLUMNS).eq("vehicle_id", vehicle).maybeSingle());
}

/** The photos of the dossier of a car. */
export async function listDossierPhotos(client: SessionClient, vehicle: string) {
  const rows = client.from("vehicle_dossier_photos").select("slot, file_id").eq("vehicle_id", vehicle);
  return orThrow(await rows.order("slot")).map(({ slot, file_id }) => ({ slot: slot as PhotoSlot, file: file_id }));
}
