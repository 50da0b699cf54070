"use server";

import { z } from "zod";
import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import {
  deleteOwnTemplate,
  deleteTask,
  finishTask,
  reopenChecklist,
  reopenTask,
  saveOwnTemplate,
  saveTask,
  setChecklistDeleted,
} from "./mutations";
import { ownTemplateSchema, taskDoneSchema } from "./schema";
import { typedInLine } from "../../platform/form";

/** Makes the next revision of a finished checklist; `id` is null when the account may not. */
export const reopenChecklistAction = userAction
  .inputSchema(z.object({ id: z.uuid(), newId: z.uuid() }))
  .action(async ({ parsedInput: { id, newId }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return reopenChecklist(await createSessionClient(), id, newId);
  });

/** Moves a checklist into the trash, where it is kept for 30 days, or back. */
export const setChecklistDeletedAction = userAction
  .inputSchema(z.object({ id: z.uuid(), isDeleted: z.boolean() }))
  .action(async ({ parsedInput: { id, isDeleted }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return setChecklistDeleted(await createSessionClient(), id, isDeleted);
  });

export const saveTemplateAction = userAction.inputSchema(ownTemplateSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicleEntries", ctx.account.id);
  return saveOwnTemplate(await createSessionClient(), ctx.account.id, parsedInput);
});

export const deleteTemplateAction = userAction
  .inputSchema(z.object({ id: z.uuid() }))
  .action(async ({ parsedInput: { id }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    await deleteOwnTemplate(await createSessionClient(), id);
    return { outcome: "saved" as const };
  });

export const saveTaskAction = userAction
  .inputSchema(z.object({ id: z.uuid(), vehicle: z.uuid(), title: typedInLine().min(1).max(120) }))
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return saveTask(await createSessionClient(), parsedInput);
  });

export const finishTaskAction = userAction
  .inputSchema(taskDoneSchema.extend({ offset_km: z.number() }))
  .action(async ({ parsedInput: { offset_km, ...done }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return finishTask(await createSessionClient(), offset_km, done);
  });

export const reopenTaskAction = userAction
  .inputSchema(z.object({ id: z.uuid() }))
  .action(async ({ parsedInput: { id }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return reopenTask(await createSessionClient(), id);
  });

export const deleteTaskAction = userAction
  .inputSchema(z.object({ id: z.uuid() }))
  .action(async ({ parsedInput: { id }, ctx }) => {
    await takeAttempt("vehicleEntries", ctx.account.id);
    return deleteTask(await createSessionClient(), id);
  });
