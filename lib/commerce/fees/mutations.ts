import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

export async function createInvoice(client: Client, input: z.output<typeof schema.createInvoiceSchema>): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("create_fee_invoice", input), REFUSALS);
  const created = schema.createdInvoiceSchema.parse(answer);
  if (created.outcome === "refused" && created.reason === "invalid") throw new AppError("input.invalid");
  // The page offers an invoice only when there is something to invoice, so this changed since it was shown.
  if (created.outcome !== "saved") throw new AppError("payout.changed");
}

type Change = { item: string; status: schema.FeeInvoice["status"]; on_day?: string; reason?: string };

/** Changes the status of an invoice: open to paid or cancelled, or paid back to open. */
export async function setInvoiceStatus(client: Client, change: Change): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("set_fee_invoice_status", change), REFUSALS);
  const changed = schema.changedInvoiceSchema.parse(answer);
  if (changed.outcome === "refused") throw new AppError("input.invalid");
  if (changed.outcome !== "saved") throw new AppError("payout.changed");
}
