"use server";

import { z } from "zod";
import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { duplicateTrip, renameTrip, setTripDeleted } from "./mutations";
import { MAX_TITLE } from "../trips/schema";
import { typed } from "../../platform/form";

const title = typed().min(1).max(MAX_TITLE);

export const renameTripAction = userAction
  .inputSchema(z.object({ id: z.guid(), title }))
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("saveTrip", ctx.account.id);
    return renameTrip(await createSessionClient(), parsedInput.id, parsedInput.title);
  });

export const duplicateTripAction = userAction
  .inputSchema(z.object({ id: z.guid(), title }))
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("saveTrip", ctx.account.id);
    return duplicateTrip(await createSessionClient(), parsedInput.id, parsedInput.title);
  });

/** Moves a trip into the trash, where it is kept for 30 days, or back. */
export const setTripDeletedAction = userAction
  .inputSchema(z.object({ id: z.guid(), isDeleted: z.boolean() }))
  .action(async ({ parsedInput: { id, isDeleted } }) => setTripDeleted(await createSessionClient(), id, isDeleted));
