import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, connect } from "../as-role";
import { addDossier, addFile, addSharedVehicle, addVehicle, FILE, VEHICLE } from "./vehicle-support";

const sql = connect();

const OWNER: readonly Actor[] = ["user"];
const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const OTHER_VEHICLE = "00000000-0000-4000-8000-00000000a020";
const OTHER_FILE = "00000000-0000-4000-8000-00000000a021";
const DOCUMENT_FILE = "00000000-0000-4000-8000-00000000a022";

const withDossier = async (tx: TransactionSql) => {
  await addSharedVehicle(tx);
  await addDossier(tx);
};
const insertDossier = (tx: TransactionSql) => tx`
  insert into public.vehicle_dossiers (vehicle_id, owner_id) values (${VEHICLE}, ${ID_OF.user})`;
const withPhoto = addFile("photo");
/** The photo of another car of the owner, and a document of the car. */
const withWrongFiles = async (tx: TransactionSql) => {
  await withDossier(tx);
  await addVehicle(tx, "user", OTHER_VEHICLE);
  await tx`
    insert into public.vehicle_files (id, vehicle_id, owner_id, kind, extension, bytes) values
    (${OTHER_FILE}, ${OTHER_VEHICLE}, ${ID_OF.user}, 'photo', 'webp', 10),
    (${DOCUMENT_FILE}, ${VEHICLE}, ${ID_OF.user}, 'document', 'webp', 10)`;
};
const insertPhoto = (file: string) => (tx: TransactionSql) =>
  tx`
  insert into public.vehicle_dossier_photos (vehicle_id, owner_id, slot, file_id)
  values (${VEHICLE}, ${ID_OF.user}, 'rear', ${file})`;

describeAccess(sql, "vehicle_dossiers", [
  {
    verb: "select",
    can: READERS,
    arrange: withDossier,
    run: (tx) => tx`select mechanics from public.vehicle_dossiers`,
  },
  { verb: "insert", can: OWNER, arrange: addSharedVehicle, run: insertDossier },
  {
    verb: "insert",
    what: "in the own name",
    can: OWNER,
    arrange: addSharedVehicle,
    run: (tx) => tx`insert into public.vehicle_dossiers (vehicle_id, owner_id) values (${VEHICLE}, auth.uid())`,
  },
  {
    verb: "update",
    can: OWNER,
    arrange: withDossier,
    run: (tx) => tx`update public.vehicle_dossiers set mechanics = 20 where vehicle_id = ${VEHICLE}`,
  },
  {
    verb: "update",
    what: "the car",
    can: NOBODY,
    arrange: withDossier,
    run: (tx) => tx`update public.vehicle_dossiers set vehicle_id = vehicle_id where vehicle_id = ${VEHICLE}`,
  },
  { verb: "delete", can: NOBODY, arrange: withDossier, run: (tx) => tx`delete from public.vehicle_dossiers` },
]);

describeAccess(sql, "vehicle_dossier_photos", [
  {
    verb: "select",
    can: READERS,
    arrange: withDossier,
    run: (tx) => tx`select slot from public.vehicle_dossier_photos`,
  },
  { verb: "insert", can: OWNER, arrange: withPhoto, run: insertPhoto(FILE) },
  {
    verb: "insert",
    what: "of another car",
    can: NOBODY,
    arrange: withWrongFiles,
    run: insertPhoto(OTHER_FILE),
  },
  { verb: "insert", what: "of a document", can: NOBODY, arrange: withWrongFiles, run: insertPhoto(DOCUMENT_FILE) },
  {
    verb: "update",
    can: OWNER,
    arrange: withDossier,
    run: (tx) => tx`update public.vehicle_dossier_photos set file_id = ${FILE} where slot = 'front'`,
  },
  {
    verb: "update",
    what: "with the photo of another car",
    can: NOBODY,
    arrange: withWrongFiles,
    run: (tx) => tx`update public.vehicle_dossier_photos set file_id = ${OTHER_FILE} where slot = 'front'`,
  },
  {
    verb: "delete",
    can: OWNER,
    arrange: withDossier,
    run: (tx) => tx`delete from public.vehicle_dossier_photos where slot = 'front'`,
  },
]);

it("refuses more than 100 points in all groups together", async () => {
  const save = asRole(
    sql,
    "user",
    (tx) => tx`update public.vehicle_dossiers set bodywork = 71 where vehicle_id = ${VEHICLE}`,
    withDossier,
  );
  await expect(save).rejects.toMatchObject({ code: "23514" });
});

it("loses the photo of a deleted file, and goes to the buyer with the car", async () => {
  const found = await asOwner(sql, async (tx) => {
    await withDossier(tx);
    await tx`update public.vehicles set owner_id = ${ID_OF.admin} where id = ${VEHICLE}`;
    const owners = await tx`
      select owner_id from public.vehicle_dossiers union select owner_id from public.vehicle_dossier_photos`;
    await tx`delete from public.vehicle_files where id = ${FILE}`;
    return { owners: [...owners], left: (await tx`select slot from public.vehicle_dossier_photos`).length };
  });
  expect(found).toEqual({ owners: [{ owner_id: ID_OF.admin }], left: 0 });
});
