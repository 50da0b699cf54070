import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";
import { addDocument, addPart, addSharedVehicle, addVehicle, DOCUMENT, ENTRY, FILE, VEHICLE } from "./vehicle-support";

export const TOKEN = "t".repeat(43);
export const LINK = "00000000-0000-4000-8000-00000000b001";
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
export const emailOf = (account: Account) => `${account}@actors.example.org`;

type Invited = { email?: string; role?: string; days?: number; revoked?: boolean };

/** Adds a car of `user` and an invitation to it. */
export async function addInvitation(tx: TransactionSql, invitation: Invited = {}): Promise<void> {
  const { email = emailOf("another_user"), role = "viewer", days = 14, revoked = false } = invitation;
  await addVehicle(tx);
  await tx`
    insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at, revoked_at)
    values (${LINK}, ${VEHICLE}, ${ID_OF.user}, ${email}, ${role}, ${hashOf(TOKEN)}, now() + make_interval(days => ${days}), ${revoked ? new Date() : null})`;
}

type Sale = { shows?: string[]; days?: number; revoked?: boolean };

/** Adds a sale link of the car that exists. */
export const addSaleLink = (tx: TransactionSql, { shows = [], days = 7, revoked = false }: Sale = {}) => tx`
  insert into public.vehicle_sale_links (id, vehicle_id, owner_id, shows, token_hash, expires_at, revoked_at)
  values (${LINK}, ${VEHICLE}, ${ID_OF.user}, ${shows}, ${hashOf(TOKEN)}, now() + make_interval(days => ${days}), ${revoked ? new Date() : null})`;

/** Adds an offer of the car that exists to `another_user`. */
export const addOffer = (tx: TransactionSql, { chosen = [] as string[], days = 14, status = "open" } = {}) => tx`
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, status, token_hash, expires_at, decided_at)
  values (
    ${LINK}, ${VEHICLE}, ${ID_OF.user}, ${emailOf("another_user")}, ${chosen}, ${status}, ${hashOf(TOKEN)},
    now() + make_interval(days => ${days}), ${status === "open" ? null : new Date()}
  )`;

export const FUEL = "00000000-0000-4000-8000-00000000b010";
const EXPENSE = "00000000-0000-4000-8000-00000000b011";
const NOTE = "00000000-0000-4000-8000-00000000b012";
export const RECEIPT = "00000000-0000-4000-8000-00000000b013";
export const DOCUMENT_FILE = "00000000-0000-4000-8000-00000000b014";
export const CHECKLIST = "00000000-0000-4000-8000-00000000b015";

/** A shared car of `user` with a row of every kind of history; the photo represents it, the receipt belongs to the service. */
export async function addHistory(tx: TransactionSql): Promise<void> {
  await addSharedVehicle(tx);
  const car = tx`${VEHICLE}, ${ID_OF.user}`;
  await tx`
    insert into public.vehicle_identities (vehicle_id, owner_id, plate, chassis, cvcol_number) values (${car}, 'ABC1D23', '9BG1', '77')`;
  await tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, category, on_date, reading_km, title, total_cents, lat, lng, created_by)
    values (${ENTRY}, ${car}, 'service', 'repair', '2026-01-02', 54321, 'Freios', 45000, -27, -49, ${ID_OF.editor}),
      (${EXPENSE}, ${car}, 'expense', 'tax', '2026-01-03', null, 'IPVA', 90000, null, null, ${ID_OF.user}),
      (${NOTE}, ${car}, 'note', null, '2026-01-04', null, 'Passeio', null, null, null, ${ID_OF.user})`;
  await tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, fuel, litres, is_full, total_cents)
    values (${FUEL}, ${car}, 'fuel', '2026-02-02', 55000, 'gasoline', 40, true, 25000)`;
  await addDocument(tx);
  await addPart(tx);
  await tx`update public.vehicle_parts set cost_cents = 1200`;
  await tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes, entry_id, document_id)
    values (${FILE}, ${car}, 'photo', 'webp', 10, null, null), (${RECEIPT}, ${car}, 'receipt', 'pdf', 10, ${ENTRY}, null),
      (${DOCUMENT_FILE}, ${car}, 'document', 'pdf', 10, null, ${DOCUMENT})`;
  await tx`update public.vehicles set photo_id = ${FILE}, make = 'Chevrolet' where id = ${VEHICLE}`;
  await addChecked(tx);
  await addJourney(tx);
}

/** A driven trip, a diary entry and a dossier with a photo. */
async function addJourney(tx: TransactionSql): Promise<void> {
  const car = tx`${VEHICLE}, ${ID_OF.user}`;
  await tx`insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, km_source) values (${NOTE}, ${car}, 'typed')`;
  await tx`
    insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title)
    values (gen_random_uuid(), ${car}, '2026-01-04', 'Serra')`;
  await tx`insert into public.vehicle_dossiers (vehicle_id, owner_id, mechanics) values (${car}, 20)`;
  await tx`insert into public.vehicle_dossier_photos (vehicle_id, owner_id, slot, file_id) values (${car}, 'front', ${FILE})`;
}

/** A checklist with a failed item, its task, and a reminder. */
async function addChecked(tx: TransactionSql): Promise<void> {
  const car = tx`${VEHICLE}, ${ID_OF.user}`;
  await tx`insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title, created_by) values (${CHECKLIST}, ${car}, 'daily', 'Diário', ${ID_OF.user})`;
  await tx`
    with item as (
      insert into public.vehicle_checklist_items (id, checklist_id, vehicle_id, owner_id, position, section, text, status)
      values (gen_random_uuid(), ${CHECKLIST}, ${car}, 1, 'Motor', 'Óleo', 'fail') returning id
    )
    insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id) select gen_random_uuid(), ${car}, 'Óleo', id from item`;
  await tx`
    insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months)
    values (gen_random_uuid(), ${car}, 'Óleo', 'date', 6)`;
}
