import "server-only";
import { databaseError, orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { DossierPhoto } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const [PERMISSION_DENIED, EXISTS] = ["42501", "23505"];

/** Adds the row of a dossier before its first change; false when the account does not own the car. */
export async function ensureDossier(client: SessionClient, owner: string, vehicle: string): Promise<boolean> {
  const { error } = await client.from("vehicle_dossiers").insert({ vehicle_id: vehicle, owner_id: owner });
  if (error?.code === PERMISSION_DENIED) return false;
  if (error && error.code !== EXISTS) throw databaseError(error);
  return true;
}

/** Puts a photo of the car into the dossier, in the place of another one, or takes it out; false when the account may not. */
export async function setDossierPhoto(
  client: SessionClient,
  owner: string,
  { vehicle, slot, file }: DossierPhoto,
): Promise<boolean> {
  const table = () => client.from("vehicle_dossier_photos");
  if (!file) {
    orThrow(await table().delete().eq("vehicle_id", vehicle).eq("slot", slot).select("slot"));
    return true;
  }
  const change = async () => {
    const { data, error } = await table()
      .update({ file_id: file })
      .eq("vehicle_id", vehicle)
      .eq("slot", slot)
      .select("slot");
    if (error?.code === PERMISSION_DENIED) return null;
    if (error) throw databaseError(error);
    return data.length > 0;
  };
  const isChanged = await change();
  if (isChanged !== false) return isChanged ?? false;
  const { error } = await table().insert({ vehicle_id: vehicle, owner_id: owner, slot, file_id: file });
  if (error?.code === PERMISSION_DENIED) return false;
  // Another window filled the slot in between.
  if (error?.code === EXISTS) return (await change()) ?? false;
  if (error) throw databaseError(error);
  return true;
}
