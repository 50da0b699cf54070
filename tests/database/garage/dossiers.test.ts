import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole } from "../as-role";
import { addDossier, addFile, addSharedVehicle, addVehicle, FILE, VEHICLE } from "./vehicle-support";

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

describeAccess("vehicle_dossiers", withDossier, [
  ["select", READERS, "select mechanics from public.vehicle_dossiers"],
  ["insert", OWNER, insertDossier, addSharedVehicle],
  [
    "insert in the own name",
    OWNER,
    (tx) => tx`insert into public.vehicle_dossiers (vehicle_id, owner_id) values (${VEHICLE}, auth.uid())`,
    addSharedVehicle,
  ],
  ["update", OWNER, (tx) => tx`update public.vehicle_dossiers set mechanics = 20 where vehicle_id = ${VEHICLE}`],
  [
    "update the car",
    NOBODY,
    (tx) => tx`update public.vehicle_dossiers set vehicle_id = vehicle_id where vehicle_id = ${VEHICLE}`,
  ],
  ["delete", NOBODY, "delete from public.vehicle_dossiers"],
]);

describeAccess("vehicle_dossier_photos", withDossier, [
  ["select", READERS, "select slot from public.vehicle_dossier_photos"],
  ["insert", OWNER, insertPhoto(FILE), withPhoto],
  ["insert of another car", NOBODY, insertPhoto(OTHER_FILE), withWrongFiles],
  ["insert of a document", NOBODY, insertPhoto(DOCUMENT_FILE), withWrongFiles],
  ["update", OWNER, (tx) => tx`update public.vehicle_dossier_photos set file_id = ${FILE} where slot = 'front'`],
  [
    "update with the photo of another car",
    NOBODY,
    (tx) => tx`update public.vehicle_dossier_photos set file_id = ${OTHER_FILE} where slot = 'front'`,
    withWrongFiles,
  ],
  ["delete", OWNER, "delete from public.vehicle_dossier_photos where slot = 'front'"],
]);

it("refuses more than 100 points in all groups together", async () => {
  const save = asRole(
    "user",
    withDossier,
    (tx) => tx`update public.vehicle_dossiers set bodywork = 71 where vehicle_id = ${VEHICLE}`,
  );
  await expect(save).rejects.toMatchObject({ code: "23514" });
});

it("a dossier loses the photo of a deleted file, and the buyer of the car gets the dossier", async () => {
  const found = await asOwner(async (tx) => {
    await withDossier(tx);
    await tx`update public.vehicles set owner_id = ${ID_OF.admin} where id = ${VEHICLE}`;
    const owners = await tx`
      select owner_id from public.vehicle_dossiers union select owner_id from public.vehicle_dossier_photos`;
    await tx`delete from public.vehicle_files where id = ${FILE}`;
    return { owners: [...owners], left: (await tx`select slot from public.vehicle_dossier_photos`).length };
  });
  expect(found).toEqual({ owners: [{ owner_id: ID_OF.admin }], left: 0 });
});
