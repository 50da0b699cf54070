"use server";

import { createSessionClient } from "../../../platform/supabase/session";
import { eventAction } from "../../members/service";
import * as write from "./mutations";
import { listRegistrationIds } from "./queries";
import { readRegistrationQuery } from "./rules";
import * as schema from "./schema";

const managers = eventAction("events");

/** The ids of all registrations that a filter finds, for "select all". */
export const selectAllAction = managers
  .inputSchema(schema.selectionSchema)
  .action(async ({ parsedInput: { event, search } }) => ({
    ids: await listRegistrationIds(event, readRegistrationQuery(Object.fromEntries(new URLSearchParams(search)))),
  }));

export const addNoteAction = managers.inputSchema(schema.noteSchema).action(async ({ parsedInput }) => {
  await write.addNote(await createSessionClient(), parsedInput);
});

export const removeNoteAction = managers.inputSchema(schema.noteIdSchema).action(async ({ parsedInput: { note } }) => {
  await write.removeNote(await createSessionClient(), note);
});
