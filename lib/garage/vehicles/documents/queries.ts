import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { nextDue, type DocumentKind, type DueDocument } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Documents of an own car with their files, the next to expire first; with `isDeleted` those in the trash. */
export async function listDocuments(client: SessionClient, vehicle: string, { isDeleted = false } = {}) {
  const all = client
    .from("vehicle_documents")
    .select("id, kind, number, expires_on, deleted_at, files:vehicle_files(id, name, extension)")
    .eq("vehicle_id", vehicle);
  const rows = isDeleted ? all.not("deleted_at", "is", null) : all.is("deleted_at", null);
  const found = await rows
    .order("expires_on", { nullsFirst: false })
    .order("id")
    .order("created_at", { referencedTable: "vehicle_files" });
  return orThrow(found).map((row) => ({ ...row, kind: row.kind as DocumentKind }));
}
export type VehicleDocument = Awaited<ReturnType<typeof listDocuments>>[number];

/** The next document to expire of each own car, with the certificates of originality; or of one car. */
export async function listDue(client: SessionClient, account: string, vehicle?: string) {
  let documents = client
    .from("vehicle_documents")
    .select("vehicle_id, kind, expires_on")
    .eq("owner_id", account)
    .is("deleted_at", null)
    .not("expires_on", "is", null);
  let identities = client
    .from("vehicle_identities")
    .select("vehicle_id, cvcol_expires_on")
    .eq("owner_id", account)
    .not("cvcol_expires_on", "is", null);
  if (vehicle) [documents, identities] = [documents.eq("vehicle_id", vehicle), identities.eq("vehicle_id", vehicle)];
  const [papers, certificates] = await Promise.all([documents, identities]);
  return nextDue([
    ...(orThrow(papers) as DueDocument[]),
    ...orThrow(certificates).map((row): DueDocument => ({
      vehicle_id: row.vehicle_id,
      kind: "cvcol",
      expires_on: row.cvcol_expires_on!,
    })),
  ]);
}
