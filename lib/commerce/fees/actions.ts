"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

const money = permissionAction.metadata({ permission: "financials" });

/** Creates the invoice of the fee of an event that ended; the database computes its amount. */
export const createInvoiceAction = money.inputSchema(schema.createInvoiceSchema).action(async ({ parsedInput }) => {
  await write.createInvoice(await createSessionClient(), parsedInput);
});

/** Marks an invoice as paid, cancelled or open again. */
export const setInvoiceStatusAction = money.inputSchema(schema.invoiceStatusSchema).action(async ({ parsedInput }) => {
  await write.setInvoiceStatus(await createSessionClient(), parsedInput);
});
