"use server";

import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { sharePassport, unsharePassport } from "./mutations";
import { shareSchema } from "./schema";

export const sharePassportAction = userAction
  .inputSchema(shareSchema)
  .action(async ({ ctx, parsedInput: { name } }) => {
    await takeAttempt("passportShare", ctx.account.id);
    return sharePassport(await createSessionClient(), name);
  });

export const unsharePassportAction = userAction.action(async () => {
  await unsharePassport(await createSessionClient());
});
