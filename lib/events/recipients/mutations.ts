import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { savedOrGone } from "../../platform/outcome-schema";
import type { AccountState } from "../../platform/payments/service";
import { databaseError, orThrow, outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;
const REFUSALS: ErrorCodes = { "42501": "access.permission", "28000": "auth.proofRequired" };

type Key = Omit<z.output<typeof schema.recipientSchema>, "event">;

/** Asks for another recipient: a Pix key, the connected Stripe account of the event, or the portal. */
export async function setRecipient(
  client: Client,
  event: string,
  wanted: Key | "stripe" | "portal",
): Promise<schema.ChangedRecipient> {
  const asked = typeof wanted === "string" ? { kind: wanted } : { kind: "pix", ...wanted };
  const answer = await client.rpc("set_event_recipient", { event, ...asked });
  return schema.changedRecipientSchema.parse(outcomeOrThrow(answer, REFUSALS));
}

/** The Stripe account of an event that exists, or the idempotency key with which a new one is created. */
export async function connectAccount(
  client: Client,
  { event, is_new }: z.output<typeof schema.connectSchema>,
): Promise<z.output<typeof schema.connectedSchema>> {
  return schema.connectedSchema.parse(
    outcomeOrThrow(await client.rpc("connect_stripe_account", { event, is_new }), REFUSALS),
  );
}

/** Stores the Stripe account that was created for an event. */
export async function addAccount(
  service: ServiceClient,
  { event, account, by }: { event: string; account: string; by: string },
): Promise<void> {
  orThrow(await service.rpc("add_stripe_account", { event, account, by }));
}

/**
 * Stores the state of a Stripe account as it was read at a time, or that its owner disconnected it; null: the portal has
 * no access to it.
 */
export async function recordAccount(
  service: ServiceClient,
  { account, readAt, state }: { account: string; readAt: Date; state: AccountState | "disconnected" | null },
): Promise<string> {
  const facts =
    state === "disconnected"
      ? { is_disconnected: true }
      : state && {
          ...(state.name && { name: state.name }),
          details_submitted: state.hasDetails,
          charges_enabled: state.takesCharges,
        };
  return orThrow(await service.rpc("record_stripe_account", { account, read_at: readAt.toISOString(), ...facts }));
}

/** A treasurer asks for the refund of a card payment; answers what the request to Stripe needs. */
export async function requestCardRefund(client: Client, refund: { item: string; cents: number; left: number }) {
  const { item, cents, left } = refund;
  const answer = await client.rpc("request_event_refund", { item, cents, left_cents: left });
  return schema.cardRefundedSchema.parse(outcomeOrThrow(answer, REFUSALS));
}

export async function withdrawRecipient(client: Client, item: string): Promise<void> {
  const { outcome } = savedOrGone.parse(orThrow(await client.rpc("withdraw_event_recipient", { item }), REFUSALS));
  if (outcome === "gone") throw new AppError("registration.changed");
}

/** The team approves or rejects a recipient. */
export async function decideRecipient(
  client: Client,
  { item, decision, reason }: z.output<typeof schema.decisionSchema>,
): Promise<void> {
  const answer = await client.rpc("decide_event_recipient", { item, decision, reason });
  const decided = schema.decidedRecipientSchema.parse(outcomeOrThrow(answer, REFUSALS));
  if (decided.outcome === "refused" && decided.reason !== "incomplete")
    throw new AppError(decided.reason === "own" ? "access.permission" : "input.invalid");
  if (decided.outcome !== "saved") throw new AppError("registration.changed");
}

/** The treasurer says what arrived and when. */
export async function confirmPayment(
  client: Client,
  { item, received, on_day }: z.output<typeof schema.confirmSchema>,
) {
  const answer = await client.rpc("confirm_event_pix", { item, received_cents: received, on_day });
  return schema.confirmedSchema.parse(outcomeOrThrow(answer, REFUSALS));
}

/** The treasurer refuses a receipt whose money did not arrive. */
export async function refuseReceipt(
  client: Client,
  { item, reason }: z.output<typeof schema.reasonSchema>,
): Promise<void> {
  const answer = schema.refusedReceiptSchema.parse(
    outcomeOrThrow(await client.rpc("refuse_event_receipt", { item, reason }), REFUSALS),
  );
  if (answer.outcome === "refused") throw new AppError("input.invalid");
  if (answer.outcome !== "saved") throw new AppError("registration.changed");
}

export async function undoPayment(
  client: Client,
  { item, reason }: z.output<typeof schema.reasonSchema>,
): Promise<void> {
  const answer = schema.undoneSchema.parse(
    outcomeOrThrow(await client.rpc("undo_event_pix", { item, reason }), REFUSALS),
  );
  if (answer.outcome === "refused" && answer.reason === "invalid") throw new AppError("input.invalid");
  if (answer.outcome !== "saved") throw new AppError("registration.changed");
}

type Proof = { bytes: Buffer; extension: string; mime: string };

/** Stores the proof and what the treasurer says was returned; deletes the file when nothing was recorded. */
export async function recordRefund(
  { service, client }: { service: ServiceClient; client: Client },
  { item, cents, on_day, is_final, left }: z.output<typeof schema.refundSchema>,
  { bytes, extension, mime }: Proof,
) {
  const path = `${item}/${randomUUID()}.${extension}`;
  const files = service.storage.from("refund-proofs");
  const stored = await files.upload(path, bytes, { contentType: mime });
  if (stored.error) throw databaseError(stored.error);
  const answer = await client.rpc("record_event_refund", {
    item,
    cents,
    on_day,
    proof_path: path,
    is_final,
    left_cents: left,
  });
  const recorded = schema.refundedSchema.safeParse(answer.data).data;
  // Without an answer of the database the refund may be stored, so its file stays.
  const isUnknown = answer.error?.code === "";
  if (recorded?.outcome !== "saved" && !isUnknown) await files.remove([path]);
  return schema.refundedSchema.parse(outcomeOrThrow(answer, REFUSALS));
}
