"use server";

import { orDenied, userAction } from "../../../platform/action";
import { takeAttempt } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { setDeleted } from "../mutations";
import { trashSchema } from "../schema";
import { saveDocument } from "./mutations";
import { documentSchema } from "./schema";

/** Stores a new document, or the changes of one that the form was opened with. */
export const saveDocumentAction = userAction.inputSchema(documentSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleEntries", ctx.account.id);
  return saveDocument(await createSessionClient(), parsedInput);
});

/** Moves a document into the trash, where it is kept for 30 days, or back. */
export const setDocumentDeletedAction = userAction
  .inputSchema(trashSchema)
  .action(async ({ parsedInput: { id, isDeleted } }) => {
    orDenied(await setDeleted(await createSessionClient(), "document", id, isDeleted));
  });
