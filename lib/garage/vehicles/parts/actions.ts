"use server";

import { orDenied, userAction } from "../../../platform/action";
import { takeAttempt } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { setDeleted } from "../mutations";
import { trashSchema } from "../schema";
import { savePart } from "./mutations";
import { partSchema } from "./schema";

/** Stores a new part, or the changes of one that the form was opened with. */
export const savePartAction = userAction.inputSchema(partSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleEntries", ctx.account.id);
  return savePart(await createSessionClient(), parsedInput);
});

/** Moves a part into the trash, where it is kept for 30 days, or back. */
export const setPartDeletedAction = userAction
  .inputSchema(trashSchema)
  .action(async ({ parsedInput: { id, isDeleted } }) => {
    orDenied(await setDeleted(await createSessionClient(), "part", id, isDeleted));
  });
