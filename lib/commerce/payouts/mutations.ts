import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission", "28000": "auth.proofRequired" };

export async function recordPayout(client: Client, payout: z.output<typeof schema.payoutSchema>): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("record_event_payout", payout), REFUSALS);
  const recorded = schema.recordedPayoutSchema.parse(answer);
  if (recorded.outcome === "refused")
    throw new AppError(recorded.reason === "too_much" ? "payout.tooMuch" : "input.invalid");
  if (recorded.outcome !== "saved") throw new AppError("payout.changed");
}

export async function cancelPayout(
  client: Client,
  { item, reason }: z.output<typeof schema.cancelPayoutSchema>,
): Promise<void> {
  const answer = outcomeOrThrow(await client.rpc("cancel_event_payout", { item, reason }), REFUSALS);
  const cancelled = schema.cancelledPayoutSchema.parse(answer);
  if (cancelled.outcome === "refused") throw new AppError("input.invalid");
  if (cancelled.outcome !== "saved") throw new AppError("payout.changed");
}
