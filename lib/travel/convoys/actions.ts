"use server";

import { userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { readConvoy } from "./queries";
import * as schema from "./schema";
import { tellMembers } from "./service";

/** Creates a convoy led by the caller and returns its code; null when the caller leads ten running ones. */
export const createConvoyAction = userAction.inputSchema(schema.createSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  return { code: await write.createConvoy(await createSessionClient(), parsedInput) };
});

/** Joins a convoy by its code; guesses are limited. */
export const joinConvoyAction = userAction.inputSchema(schema.joinSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  const client = await createSessionClient();
  const outcome = await write.joinConvoy(client, parsedInput);
  if (outcome === "joined") tellMembers((await readConvoy(client, parsedInput.code))?.channel ?? null);
  return { code: parsedInput.code, outcome };
});

export const changeConvoyAction = userAction.inputSchema(schema.changeSchema).action(async ({ parsedInput }) => {
  const channel = await write.changeConvoy(await createSessionClient(), parsedInput);
  if (!channel) throw new AppError("access.denied");
  tellMembers(channel);
});

export const leaveConvoyAction = userAction.inputSchema(schema.leaveSchema).action(async ({ parsedInput }) => {
  const channel = await write.leaveConvoy(await createSessionClient(), parsedInput);
  if (!channel) throw new AppError("access.denied");
  tellMembers(channel);
});
