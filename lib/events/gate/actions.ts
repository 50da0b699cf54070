"use server";

import { env } from "../../platform/env";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import { addList, enrolDevice, revokeDevice } from "./mutations";
import * as schema from "./schema";

const administrators = eventAction("event_checkin_usage");

export const addListAction = administrators
  .inputSchema(schema.checkinListSchema)
  .action(async ({ parsedInput }) => addList(await createSessionClient(), parsedInput));

/** Enrols the device of a volunteer; the link is shown once. */
export const enrolDeviceAction = administrators.inputSchema(schema.deviceSchema).action(async ({ parsedInput }) => {
  const token = await enrolDevice(await createSessionClient(), parsedInput);
  return { url: new URL(`/eventos/portaria/${token}`, env.NEXT_PUBLIC_SITE_URL).href };
});

export const revokeDeviceAction = administrators
  .inputSchema(schema.revokeDeviceSchema)
  .action(async ({ parsedInput: { id } }) => revokeDevice(await createSessionClient(), id));
