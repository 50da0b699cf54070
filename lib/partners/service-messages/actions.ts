"use server";

import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

/** Answers a visitor; the answer is mailed and cannot be changed. */
export const answerMessageAction = userAction
  .inputSchema(schema.answerSchema)
  .action(async ({ parsedInput: { message, answer }, ctx }) => {
    await takeAttempt("ownPlace", ctx.account.id);
    return write.answerMessage(await createSessionClient(), message, answer);
  });

export const setMessageDoneAction = userAction
  .inputSchema(schema.doneSchema)
  .action(async ({ parsedInput: { message, isDone } }) => {
    await write.setMessageDone(await createSessionClient(), message, isDone);
  });
