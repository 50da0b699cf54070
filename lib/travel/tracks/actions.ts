"use server";

import { z } from "zod";
import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { deleteTrack, setTripDone } from "./mutations";

/** Deletes an own track for good. */
export const deleteTrackAction = userAction
  .inputSchema(z.object({ id: z.guid() }))
  .action(async ({ parsedInput }) => deleteTrack(await createSessionClient(), parsedInput.id));

/** Closes an own trip or opens it again. */
export const setTripDoneAction = userAction
  .inputSchema(z.object({ id: z.guid(), isDone: z.boolean() }))
  .action(async ({ parsedInput: { id, isDone }, ctx }) => {
    await takeAttempt("saveTrip", ctx.account.id);
    return setTripDone(await createSessionClient(), id, isDone);
  });
