"use server";

import { z } from "zod";
import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { setEntryDeleted } from "./mutations";

/** Moves an entry of a car that the account edits into the trash, or back. */
export const setEntryDeletedAction = userAction
  .inputSchema(z.object({ id: z.guid(), isDeleted: z.boolean() }))
  .action(async ({ parsedInput: { id, isDeleted }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return setEntryDeleted(await createSessionClient(), id, isDeleted);
  });
