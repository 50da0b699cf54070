"use server";

import { userAction } from "../platform/action";
import { AppError } from "../platform/error";
import { takeAttempt } from "../platform/rate-limit";
import { createSessionClient } from "../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

/** Creates a convoy led by the caller and returns its code; null when the caller leads ten running ones. */
export const createConvoyAction = userAction.inputSchema(schema.createSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  return { code: await write.createConvoy(await createSessionClient(), parsedInput) };
});

/** Joins a convoy by its code; guesses are limited. */
export const joinConvoyAction = userAction.inputSchema(schema.joinSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  return { code: parsedInput.code, outcome: await write.joinConvoy(await createSessionClient(), parsedInput) };
});

export const changeConvoyAction = userAction.inputSchema(schema.changeSchema).action(async ({ parsedInput }) => {
  if (!(await write.changeConvoy(await createSessionClient(), parsedInput))) throw new AppError("access.denied");
});

export const leaveConvoyAction = userAction.inputSchema(schema.leaveSchema).action(async ({ parsedInput }) => {
  if (!(await write.leaveConvoy(await createSessionClient(), parsedInput))) throw new AppError("access.denied");
});
