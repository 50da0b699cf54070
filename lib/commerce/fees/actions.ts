"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

const money = permissionAction.metadata({ permission: "financials" });

/** Creates the invoice of the fee of an event that ended. */
export const createInvoiceAction = money.inputSchema(schema.createInvoiceSchema).action(async ({ parsedInput }) => {
  await write.createInvoice(await createSessionClient(), parsedInput);
});

export const payInvoiceAction = money.inputSchema(schema.payInvoiceSchema).action(async ({ parsedInput }) => {
  await write.setInvoiceStatus(await createSessionClient(), { ...parsedInput, status: "paid" });
});

export const cancelInvoiceAction = money.inputSchema(schema.reasonedInvoiceSchema).action(async ({ parsedInput }) => {
  await write.setInvoiceStatus(await createSessionClient(), { ...parsedInput, status: "cancelled" });
});

/** Opens an invoice again that was marked as paid by mistake. */
export const reopenInvoiceAction = money.inputSchema(schema.reasonedInvoiceSchema).action(async ({ parsedInput }) => {
  await write.setInvoiceStatus(await createSessionClient(), { ...parsedInput, status: "open" });
});
