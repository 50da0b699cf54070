"use server";

import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const editors = eventAction("events");

export const linkEditionAction = editors.inputSchema(schema.linkEditionSchema).action(async ({ parsedInput }) => {
  await write.linkEdition(await createSessionClient(), parsedInput);
});

export const unlinkEditionAction = editors.inputSchema(schema.unlinkEditionSchema).action(async ({ parsedInput }) => {
  await write.unlinkEdition(await createSessionClient(), parsedInput.event);
});
