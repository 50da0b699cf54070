"use server";

import { userAction } from "../../platform/action";
import { env } from "../../platform/env";
import { createSessionClient } from "../../platform/supabase/session";
import { enrolVoucherDevice, revokeVoucherDevice } from "./mutations";
import { devicePath } from "./rules";
import { revokeVoucherDeviceSchema, voucherDeviceSchema } from "./schema";

/** Enrols a device of a place; the link is shown once. The database lets only owners do it. */
export const enrolVoucherDeviceAction = userAction.inputSchema(voucherDeviceSchema).action(async ({ parsedInput }) => {
  const token = await enrolVoucherDevice(await createSessionClient(), parsedInput);
  return { url: new URL(devicePath(token), env.NEXT_PUBLIC_SITE_URL).href };
});

export const revokeVoucherDeviceAction = userAction
  .inputSchema(revokeVoucherDeviceSchema)
  .action(async ({ parsedInput: { id } }) => revokeVoucherDevice(await createSessionClient(), id));
