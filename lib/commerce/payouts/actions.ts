"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

const money = permissionAction.metadata({ permission: "financials", isProved: true });

/** Records what the portal transferred to the organiser of an event. */
export const recordPayoutAction = money.inputSchema(schema.payoutSchema).action(async ({ parsedInput }) => {
  await write.recordPayout(await createSessionClient(), parsedInput);
});

export const cancelPayoutAction = money.inputSchema(schema.cancelPayoutSchema).action(async ({ parsedInput }) => {
  await write.cancelPayout(await createSessionClient(), parsedInput);
});
