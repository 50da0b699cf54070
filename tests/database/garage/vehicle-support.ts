import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";

export const VEHICLE = "00000000-0000-4000-8000-00000000a001";
export const ENTRY = "00000000-0000-4000-8000-00000000a002";
export const FILE = "00000000-0000-4000-8000-00000000a003";
export const DOCUMENT = "00000000-0000-4000-8000-00000000a004";
export const PART = "00000000-0000-4000-8000-00000000a005";

/** Adds a car of `owner`. */
export const addVehicle = (tx: TransactionSql, owner: Account = "user", id = VEHICLE) =>
  tx`insert into public.vehicles (id, owner_id, nickname) values (${id}, ${ID_OF[owner]}, 'Opala')`;

/** Adds a car of `user` that `editor` may edit and `vendedor` may read. */
export async function addSharedVehicle(tx: TransactionSql): Promise<void> {
  await addVehicle(tx);
  await tx`
    insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
    values (${VEHICLE}, ${ID_OF.user}, ${ID_OF.editor}, 'editor'), (${VEHICLE}, ${ID_OF.user}, ${ID_OF.vendedor}, 'viewer')`;
}

/** Adds a kilometre entry of the shared car. */
export async function addEntry(tx: TransactionSql): Promise<void> {
  await addSharedVehicle(tx);
  await tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
    values (${ENTRY}, ${VEHICLE}, ${ID_OF.user}, 'km', '2026-01-02', 54321)`;
}

/** Adds a photo or a document of the shared car. */
export const addFile = (kind: "photo" | "document") => async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes)
    values (${FILE}, ${VEHICLE}, ${ID_OF.user}, ${kind}, 'webp', 10)`;
};

/** Adds a document of the car that exists. */
export const addDocument = (tx: TransactionSql) => tx`
  insert into public.vehicle_documents (id, vehicle_id, owner_id, kind, number, expires_on)
  values (${DOCUMENT}, ${VEHICLE}, ${ID_OF.user}, 'crlv', '123', '2027-01-31')`;

/** Adds a part of the car that exists. */
export const addPart = (tx: TransactionSql) => tx`
  insert into public.vehicle_parts (id, vehicle_id, owner_id, name) values (${PART}, ${VEHICLE}, ${ID_OF.user}, 'Correia')`;

/** Adds a dossier with a photo of the car that exists. */
export async function addDossier(tx: TransactionSql): Promise<void> {
  await tx`insert into public.vehicle_dossiers (vehicle_id, owner_id, mechanics) values (${VEHICLE}, ${ID_OF.user}, 30)`;
  await tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes)
    values (${FILE}, ${VEHICLE}, ${ID_OF.user}, 'photo', 'webp', 10)`;
  await tx`
    insert into public.vehicle_dossier_photos (vehicle_id, owner_id, slot, file_id)
    values (${VEHICLE}, ${ID_OF.user}, 'front', ${FILE})`;
}
