"use server";

import { z } from "zod";
import { userAction } from "../../../platform/action";
import { takeAttempt } from "../../../platform/rate-limit";
import { createSessionClient } from "../../../platform/supabase/session";
import { revokeShare, shareTrip } from "./mutations";
import { shareTripSchema } from "./schema";

/** Makes a link with which others open or edit an own trip. */
export const shareTripAction = userAction.inputSchema(shareTripSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("saveTrip", ctx.account.id);
  const { shared } = await shareTrip(await createSessionClient(), parsedInput);
  return shared;
});

export const revokeShareAction = userAction
  .inputSchema(z.object({ id: z.guid() }))
  .action(async ({ parsedInput }) => revokeShare(await createSessionClient(), parsedInput.id));
