"use server";

import { orDenied, userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { setDeleted } from "../vehicles/mutations";
import { trashSchema } from "../vehicles/schema";
import { logTrip, saveDiaryEntry } from "./mutations";
import { findTowns } from "./queries";
import { diaryEntrySchema, findTownsSchema, logTripSchema } from "./schema";

/** Closes an own trip into the log of a car that the account edits. */
export const logTripAction = userAction.inputSchema(logTripSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleEntries", ctx.account.id);
  return logTrip(await createSessionClient(), parsedInput);
});

/** Stores a new entry of the diary, or the changes of one that the form was opened with. */
export const saveDiaryEntryAction = userAction.inputSchema(diaryEntrySchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleEntries", ctx.account.id);
  return saveDiaryEntry(await createSessionClient(), ctx.account.id, parsedInput);
});

/** Moves an entry of the diary into the trash, where it is kept for 30 days, or back. */
export const setDiaryEntryDeletedAction = userAction
  .inputSchema(trashSchema)
  .action(async ({ parsedInput: { id, isDeleted } }) => {
    orDenied(await setDeleted(await createSessionClient(), "diary_entry", id, isDeleted));
  });

/** Towns by the beginning of their name, for the place of an entry. */
export const findTownsAction = userAction
  .inputSchema(findTownsSchema)
  .action(async ({ parsedInput: { typed }, ctx }) => {
    await takeAttempt("vehicleLog", ctx.account.id);
    return { towns: findTowns(typed) };
  });
