"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

const provedMoney = permissionAction.metadata({ permission: "financials", isProved: true });

/** Records what the portal transferred to the organiser of an event. */
export const recordPayoutAction = provedMoney.inputSchema(schema.payoutSchema).action(async ({ parsedInput }) => {
  await write.recordPayout(await createSessionClient(), parsedInput);
});

export const cancelPayoutAction = provedMoney.inputSchema(schema.cancelPayoutSchema).action(async ({ parsedInput }) => {
  await write.cancelPayout(await createSessionClient(), parsedInput);
});
