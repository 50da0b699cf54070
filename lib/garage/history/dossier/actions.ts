"use server";

import { userAction } from "../../../platform/action";
import { AppError } from "../../../platform/error";
import { takeAttempt } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { changeRow } from "../../vehicles/mutations";
import { ensureDossier, setDossierPhoto } from "./mutations";
import { dossierPhotoSchema, dossierSchema } from "./schema";

/** Saves the estimated points, the entity and the notes of an own car. */
export const saveDossierAction = userAction
  .inputSchema(dossierSchema)
  .action(async ({ parsedInput: { id, original, ...sent }, ctx }) => {
    await takeAttempt("vehicle", ctx.account.id);
    const client = await createSessionClient();
    if (!(await ensureDossier(client, ctx.account.id, id))) return { outcome: "gone" as const };
    return changeRow(client, { table: "vehicle_dossiers", column: "vehicle_id" }, id, { original, sent });
  });

export const setDossierPhotoAction = userAction.inputSchema(dossierPhotoSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicle", ctx.account.id);
  const isSet = await setDossierPhoto(await createSessionClient(), ctx.account.id, parsedInput);
  if (!isSet) throw new AppError("access.denied");
});
