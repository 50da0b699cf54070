import "server-only";
import type { z } from "zod";
import { AppError, type ErrorCode } from "../../platform/error";
import { outcomeOrThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS = { "42501": "access.permission" } as const;
const REASONS = {
  not_ended: "fee.notEnded",
  exists: "fee.changed",
  nothing: "fee.nothing",
  invalid: "input.invalid",
} as const satisfies Record<string, ErrorCode>;

export async function createInvoice(
  client: Client,
  invoice: z.output<typeof schema.createInvoiceSchema>,
): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("create_fee_invoice", invoice), REFUSALS);
  const created = schema.createdInvoiceSchema.parse(answer);
  if (created.outcome === "refused") throw new AppError(REASONS[created.reason]);
  if (created.outcome !== "saved") throw new AppError("fee.changed");
}

export async function setInvoiceStatus(
  client: Client,
  change: z.output<typeof schema.invoiceStatusSchema>,
): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("set_fee_invoice_status", change), REFUSALS);
  const changed = schema.changedInvoiceSchema.parse(answer);
  if (changed.outcome === "refused") throw new AppError("input.invalid");
  if (changed.outcome !== "saved") throw new AppError("fee.changed");
}
