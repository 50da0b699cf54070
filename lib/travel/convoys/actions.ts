"use server";

import { userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { readConvoy } from "./queries";
import * as schema from "./schema";
import { tellMembers } from "./service";

/** Creates a convoy led by the caller; refused when the caller leads ten running ones. */
export const createConvoyAction = userAction.inputSchema(schema.createSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  return write.createConvoy(await createSessionClient(), parsedInput);
});

/** Joins a convoy by its code; guesses are limited. */
export const joinConvoyAction = userAction.inputSchema(schema.joinSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("convoy", ctx.account.id);
  const client = await createSessionClient();
  const joined = await write.joinConvoy(client, parsedInput);
  if (joined.outcome === "saved") tellMembers((await readConvoy(client, parsedInput.code))?.channel ?? null);
  return { ...joined, code: parsedInput.code };
});

export const changeConvoyAction = userAction.inputSchema(schema.changeSchema).action(async ({ parsedInput }) => {
  const changed = await write.changeConvoy(await createSessionClient(), parsedInput);
  if (changed.outcome === "gone") throw new AppError("access.denied");
  tellMembers(changed.channel);
});

export const leaveConvoyAction = userAction.inputSchema(schema.leaveSchema).action(async ({ parsedInput }) => {
  const left = await write.leaveConvoy(await createSessionClient(), parsedInput);
  if (left.outcome === "gone") throw new AppError("access.denied");
  tellMembers(left.channel);
});
