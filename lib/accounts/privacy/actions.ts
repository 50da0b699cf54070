"use server";

import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { acknowledgeLegal, cancelErasure, requestErasure } from "./mutations";
import { documentSchema, erasureSchema } from "./schema";

export const requestErasureAction = userAction.inputSchema(erasureSchema).action(async ({ ctx }) => {
  // Rate limit, because each request and each cancellation sends a mail.
  await takeAttempt("mail", `erasure:${ctx.account.id}`);
  return { dueAt: await requestErasure() };
});

export const cancelErasureAction = userAction.action(async () => cancelErasure());

export const acknowledgeLegalAction = userAction
  .inputSchema(documentSchema)
  .action(async ({ parsedInput: { document } }) => {
    await acknowledgeLegal(document);
    return { acknowledged: true };
  });
