import "server-only";
import { z } from "zod";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { takenUploadSchema } from "../../platform/media/schema";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { mergeChanges } from "./rules";
import type { NewFile, NewVehicle, OdometerReplacement, RowAnswer } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;
type Stored = Omit<NewFile, "file"> & { account: string; name: string; bytes: Buffer; extension: "webp" | "pdf" };

type Values = Record<string, unknown>;

const BUCKET = "vehicle-files";
const PERMISSION_DENIED = "42501";
const EXISTS = "23505";

/** Stores a file of a car: the row as the account, so that RLS decides, then the bytes. A file that is sent again is stored once. */
export async function addVehicleFile(
  session: SessionClient,
  service: ServiceClient,
  { id, vehicle, entry, document, item, diary, kind, account, name, bytes, extension }: Stored,
): Promise<"stored" | "gone" | "full"> {
  const { data: car } = await session
    .from("vehicles")
    .select("owner_id")
    .eq("id", vehicle)
    .is("deleted_at", null)
    .maybeSingle();
  if (!car) return "gone";
  const row = {
    id,
    vehicle_id: vehicle,
    owner_id: car.owner_id,
    entry_id: entry ?? null,
    document_id: document ?? null,
    checklist_item_id: item ?? null,
    diary_entry_id: diary ?? null,
    kind,
    name,
    extension,
    bytes: bytes.length,
  };
  const { error } = await session.from("vehicle_files").insert({ ...row, created_by: account });
  if (error?.code === PERMISSION_DENIED) return "gone";
  if (error && error.code !== EXISTS) throw databaseError(error);
  const stored = orThrow(
    await session.from("vehicle_files").select("path").eq("id", id).eq("vehicle_id", vehicle).maybeSingle(),
  );
  if (!stored?.path) return "gone";
  const taken = { bucket: BUCKET, name: stored.path, bytes: bytes.length, account };
  if (takenUploadSchema.parse(orThrow(await service.rpc("take_upload", taken))).outcome !== "saved") {
    if (!error) await session.from("vehicle_files").delete().eq("id", id);
    return "full";
  }
  const contentType = extension === "pdf" ? "application/pdf" : "image/webp";
  const upload = await service.storage.from(BUCKET).upload(stored.path, bytes, { contentType, upsert: false });
  // The bytes of an earlier try whose answer was lost.
  const isKept = upload.error && error && (await service.storage.from(BUCKET).exists(stored.path)).data;
  if (upload.error && !isKept) {
    if (!error) await session.from("vehicle_files").delete().eq("id", id);
    throw databaseError(upload.error);
  }
  return "stored";
}

/** The bytes of a file that the account may read; null otherwise. */
export async function readVehicleFile(session: SessionClient, service: ServiceClient, id: string) {
  const row = orThrow(
    await session.from("vehicle_files").select("path, extension, kind, name").eq("id", id).maybeSingle(),
  );
  const stored = row?.path ? await service.storage.from(BUCKET).download(row.path) : null;
  return row && stored?.data ? { ...row, bytes: await stored.data.arrayBuffer() } : null;
}

/** Deletes a file for good; false when the account may not. */
export async function deleteVehicleFile(session: SessionClient, id: string): Promise<boolean> {
  return orThrow(await session.from("vehicle_files").delete().eq("id", id).select("id")).length > 0;
}

const replacedSchema = outcomeSchema({ refused: ["in_future", "goes_back", "invalid"], gone: true });
const deletedSchema = outcomeSchema({ refused: ["name"], gone: true });

const TRIES = 5;
type RowTable =
  | "vehicles"
  | "vehicle_identities"
  | "vehicle_documents"
  | "vehicle_parts"
  | "vehicle_diary_entries"
  | "vehicle_dossiers";
type RowKey = { table: RowTable; column: string };

const storedRow = z.looseObject({ updated_at: z.string() });

/**
 * Writes the fields that a person changed in a form. The condition on `updated_at` makes another save between the read
 * and the write visible, which is then merged or answered as a conflict.
 */
export async function changeRow(
  client: SessionClient,
  { table, column }: RowKey,
  id: string,
  { original, sent }: { original: Values; sent: Values },
): Promise<RowAnswer> {
  const columns = [...Object.keys(sent), "updated_at"].join(", ");
  for (let tries = 0; tries < TRIES; tries++) {
    const found = orThrow(await client.from(table).select(columns).eq(column, id).maybeSingle());
    const row = storedRow.nullable().parse(found);
    if (!row) return { outcome: "gone" };
    const { updated_at: version, ...stored } = row;
    const { changes, conflicts } = mergeChanges(original, sent, stored);
    if (conflicts.length > 0) return { outcome: "conflict", stored, fields: conflicts };
    if (Object.keys(changes).length === 0) return { outcome: "saved" };
    const write = client.from(table).update(changes as never);
    const written = orThrow(await write.eq(column, id).eq("updated_at", version).select(column));
    if (written.length > 0) return { outcome: "saved" };
  }
  return { outcome: "gone" };
}

/** Stores a car with the id that the browser made, and the first reading of its odometer; one that is sent again is stored once. */
export async function addVehicle(
  client: SessionClient,
  owner: string,
  { entry, reading_km: reading, ...vehicle }: NewVehicle,
  today: string,
): Promise<RowAnswer> {
  const { error } = await client.from("vehicles").insert({ ...vehicle, owner_id: owner });
  if (error?.code === PERMISSION_DENIED) return { outcome: "refused", field: null, reason: "limit" };
  if (error && error.code !== EXISTS) throw databaseError(error);
  if (error) {
    const own = await client.from("vehicles").select("id").eq("id", vehicle.id).eq("owner_id", owner).maybeSingle();
    if (!orThrow(own)) return { outcome: "gone" };
  }
  if (reading !== null) {
    const content = { kind: "km", on_date: today, reading_km: reading };
    // `expected_version` is null for a new entry; the generated types do not know that.
    const sent = { entry, vehicle: vehicle.id, expected_version: null as never, content };
    orThrow(await client.rpc("save_vehicle_entry", sent));
  }
  return { outcome: "saved" };
}

/** Adds the row of plate and certificate before its first change; it has no value in any field. */
export async function ensureIdentity(client: SessionClient, owner: string, vehicle: string): Promise<boolean> {
  const { error } = await client.from("vehicle_identities").insert({ vehicle_id: vehicle, owner_id: owner });
  if (error?.code === PERMISSION_DENIED) return false;
  if (error && error.code !== EXISTS) throw databaseError(error);
  return true;
}

/** The photo that represents a car, or none; false when the account may not. */
export async function setPhoto(client: SessionClient, vehicle: string, file: string | null): Promise<boolean> {
  const { data, error } = await client.from("vehicles").update({ photo_id: file }).eq("id", vehicle).select("id");
  if (error?.code === PERMISSION_DENIED) return false;
  if (error) throw databaseError(error);
  return data.length > 0;
}

/** Moves an own car, a document, a part or an entry of the diary into the trash or back; `gone` when the account may not. */
export async function setDeleted(
  client: SessionClient,
  kind: "vehicle" | "document" | "part" | "diary_entry",
  item: string,
  isDeleted: boolean,
) {
  return savedOrGone.parse(orThrow(await client.rpc("set_vehicle_row_deleted", { kind, item, is_deleted: isDeleted })));
}

export async function setOdometerBroken(client: SessionClient, vehicle: string, isBroken: boolean): Promise<boolean> {
  const change = { odometer_state: isBroken ? "broken" : "ok" };
  return orThrow(await client.from("vehicles").update(change).eq("id", vehicle).select("id")).length > 0;
}

/** Notes the first reading of a new or repaired odometer, from which on the kilometres of the car are counted. */
export async function replaceOdometer(
  client: SessionClient,
  { id, entry, on_date, total_km, reading_km, remark }: OdometerReplacement,
) {
  const sent = { entry, vehicle: id, on_date: on_date!, total_km: total_km!, reading: reading_km!, remark };
  return replacedSchema.parse(orThrow(await client.rpc("replace_odometer", sent)));
}

/** Deletes a car in the trash for good; `name` is the nickname that the owner typed. */
export async function deleteVehicle(client: SessionClient, vehicle: string, name: string) {
  return deletedSchema.parse(orThrow(await client.rpc("delete_vehicle", { vehicle, name })));
}
