import "server-only";
import { cache } from "react";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { collectingSchema, type Collecting } from "../../platform/payments/schema";
import * as schema from "./schema";

const DENIED = { "42501": "access.permission" } as const;

/** Who receives the money of an event, for the pages before the payment; nobody for an unknown event. */
export const getCollecting = cache(async (event: string): Promise<Collecting> => {
  const data = orThrow(await (await createSessionClient()).rpc("event_collecting", { event }));
  return data === null ? { state: "none", name: null, kind: null } : collectingSchema.parse(data);
});

/** Recipients of an event with their history. */
export async function getRecipients(event: string): Promise<schema.Recipients> {
  const data = orThrow(await (await createSessionClient()).rpc("event_recipients_of", { event }), DENIED);
  return schema.recipientsSchema.parse(data);
}

/** Id of the Stripe account that the people of an event connected last; null for callers without its payments. */
export async function stripeAccountOf(event: string): Promise<string | null> {
  const { stripe } = await getRecipients(event);
  return stripe?.account ?? null;
}

/** Recipients of all events for the team, those to check first. */
export async function listRecipients(isOnlyPending: boolean): Promise<schema.ListedRecipient[]> {
  const answer = await (await createSessionClient()).rpc("list_event_recipients", { only_pending: isOnlyPending });
  return schema.listedRecipientsSchema.parse(orThrow(answer, DENIED));
}

/** Payments to the organiser: to confirm, to return, and the last ones. */
export async function getMoney(event: string) {
  return schema.moneySchema.parse(orThrow(await (await createSessionClient()).rpc("event_money", { event }), DENIED));
}

/** Money of an event by day, with the sums that the database made. */
export async function getStatement(event: string): Promise<schema.Statement> {
  const data = orThrow(await (await createSessionClient()).rpc("event_statement", { event }), DENIED);
  return schema.statementSchema.parse(data);
}

/** Path of the receipt of a payment to the organiser; null when the caller may not read it. */
export async function receiptPath(item: string): Promise<string | null> {
  return orThrow(await (await createSessionClient()).rpc("event_receipt_path", { item }));
}

/** Path of the proof of a refund; null when the caller may not read it. */
export async function proofPath(refund: string): Promise<string | null> {
  const client = await createSessionClient();
  return (
    orThrow(await client.from("event_refunds").select("proof_path").eq("id", refund).maybeSingle())?.proof_path ?? null
  );
}

/** The file of a receipt or of a proof that the caller may read; null for another one. */
export async function moneyFile(bucket: "payment-receipts" | "refund-proofs", path: string): Promise<Blob | null> {
  const file = await (await createSessionClient()).storage.from(bucket).download(path);
  return file.error ? null : file.data;
}
