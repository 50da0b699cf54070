"use server";

import { permissionAction, userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as mutations from "./mutations";
import * as schema from "./schema";

export const saveReminderAction = userAction.inputSchema(schema.reminderSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleReminders", ctx.account.id);
  return mutations.saveReminder(await createSessionClient(), parsedInput);
});

export const completeReminderAction = userAction.inputSchema(schema.doneSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleReminders", ctx.account.id);
  return mutations.completeReminder(await createSessionClient(), parsedInput);
});

export const undoReminderAction = userAction
  .inputSchema(schema.reminderIdSchema)
  .action(async ({ parsedInput: { id } }) => mutations.undoReminder(await createSessionClient(), id));

export const snoozeReminderAction = userAction
  .inputSchema(schema.snoozeSchema)
  .action(async ({ parsedInput: { id, snooze } }) => mutations.snoozeReminder(await createSessionClient(), id, snooze));

export const pauseReminderAction = userAction
  .inputSchema(schema.pauseSchema)
  .action(async ({ parsedInput: { id, isPaused } }) => mutations.setPaused(await createSessionClient(), id, isPaused));

/** Moves a reminder into the trash, where it is kept for 30 days, or back. */
export const setReminderDeletedAction = userAction
  .inputSchema(schema.deleteSchema)
  .action(async ({ parsedInput: { id, isDeleted } }) =>
    mutations.setReminderDeleted(await createSessionClient(), id, isDeleted),
  );

/** Sends a failed mail or push message of reminders again. */
export const retryReminderAction = permissionAction
  .metadata({ permission: "maintenance_reminders" })
  .inputSchema(schema.reminderIdSchema)
  .action(async ({ parsedInput: { id } }) => mutations.retrySending(await createSessionClient(), id));
