"use server";

import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const editors = eventAction("events");

/** Adds a sponsor, or changes one. */
export const setSponsorAction = editors.inputSchema(schema.sponsorSchema).action(async ({ parsedInput }) => {
  await write.setSponsor(await createSessionClient(), parsedInput);
});

export const removeSponsorAction = editors.inputSchema(schema.sponsorIdSchema).action(async ({ parsedInput }) => {
  await write.removeSponsor(await createSessionClient(), parsedInput.sponsor);
});
