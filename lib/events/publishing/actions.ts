"use server";

import { userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { listMunicipalities, listNearbyEvents, readSavedEvent } from "./queries";
import { tagsOfEvent } from "./rules";
import * as schema from "./schema";

/** Saves an event of the form; a refused field or an outcome other than `saved` changes nothing. */
export const saveEventAction = userAction.inputSchema(schema.eventFormSchema).action(async ({ parsedInput: form }) => {
  const read = schema.readEventForm(form);
  if ("errors" in read) return { errors: read.errors };
  const client = await createSessionClient();
  const before = read.event.id ? await readSavedEvent(client, read.event.id) : null;
  if (read.event.id && !before) throw new AppError("access.permission");
  const saved = await write.saveEvent(client, read.event, before);
  if ("errors" in saved) return saved;
  await revalidatePages(tagsOfEvent(saved));
  return saved;
});

/** Sends an event to the team; event managers and trusted clubs publish it. */
export const submitEventAction = userAction.inputSchema(schema.submitSchema).action(async ({ parsedInput }) => {
  const changed = await write.submitEvent(await createSessionClient(), parsedInput);
  await revalidatePages(tagsOfEvent(changed));
  return changed;
});

export const postponeEventAction = userAction.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  const changed = await write.postponeEvent(await createSessionClient(), parsedInput);
  await revalidatePages(tagsOfEvent(changed));
  return changed;
});

export const cancelEventAction = userAction.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  const changed = await write.cancelEvent(await createSessionClient(), parsedInput);
  await revalidatePages(tagsOfEvent(changed));
  return changed;
});

export const listMunicipalitiesAction = userAction
  .inputSchema(schema.townsSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("lookUp", ctx.account.id);
    return listMunicipalities(parsedInput.state);
  });

/** Events of the same town and week, so that an organiser sees a clash of dates or the event that exists already. */
export const nearbyEventsAction = userAction
  .inputSchema(schema.nearbySchema)
  .action(async ({ parsedInput: { municipality, day, id }, ctx }) => {
    await takeAttempt("lookUp", ctx.account.id);
    return listNearbyEvents(await createSessionClient(), municipality, day, id);
  });
