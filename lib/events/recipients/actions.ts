"use server";

import { permissionAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { requireRecentProof } from "../../platform/auth/require";
import { refundCard } from "../../platform/payments/service";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const people = eventAction("events");
const provedPeople = people.use(async ({ next }) => {
  await requireRecentProof();
  return next();
});

/** Asks for a Pix key as the recipient; the team approves it. */
export const setRecipientAction = provedPeople
  .inputSchema(schema.recipientSchema)
  .action(async ({ parsedInput: { event, ...key } }) => write.setRecipient(await createSessionClient(), event, key));

/** Asks for the portal as the recipient. */
export const choosePortalAction = provedPeople
  .inputSchema(schema.portalSchema)
  .action(async ({ parsedInput: { event } }) => write.setRecipient(await createSessionClient(), event, "portal"));

/** Asks for the connected Stripe account as the recipient; the team approves it. */
export const chooseStripeAction = provedPeople
  .inputSchema(schema.portalSchema)
  .action(async ({ parsedInput: { event } }) => write.setRecipient(await createSessionClient(), event, "stripe"));

export const withdrawRecipientAction = provedPeople
  .inputSchema(schema.recipientIdSchema)
  .action(async ({ parsedInput: { item } }) => {
    await write.withdrawRecipient(await createSessionClient(), item);
  });

export const decideRecipientAction = permissionAction
  .metadata({ permission: "financials", isProved: true })
  .inputSchema(schema.decisionSchema)
  .action(async ({ parsedInput }) => {
    await write.decideRecipient(await createSessionClient(), parsedInput);
  });

/** The treasurer confirms that a Pix payment arrived. */
export const confirmEventPixAction = people
  .inputSchema(schema.confirmSchema)
  .action(async ({ parsedInput }) => write.confirmPayment(await createSessionClient(), parsedInput));

/** The treasurer refuses a receipt whose money did not arrive. */
export const refuseReceiptAction = people.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  await write.refuseReceipt(await createSessionClient(), parsedInput);
});

export const undoEventPixAction = people.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  await write.undoPayment(await createSessionClient(), parsedInput);
});

/** A treasurer refunds a card payment in the Stripe account that received it; the event of Stripe changes the payment. */
export const refundEventCardAction = people
  .inputSchema(schema.cardRefundSchema)
  .action(async ({ parsedInput, ctx: { account } }) => {
    const asked = await write.requestCardRefund(await createSessionClient(), parsedInput);
    if (asked.outcome === "refused") return asked;
    const { payment_intent: intent, cents, refunded_cents: before } = asked;
    // Idempotency key: a repeated click is the same refund; the next partial refund has another key.
    const key = `refund-${parsedInput.item}-${before}-${cents}`;
    await refundCard({ intent, cents, key, by: account.id, account: asked.account });
    return { outcome: "saved" as const };
  });

/** Ends what an organiser still owes of a card payment by its own rules. */
export const endCardRefundAction = people.inputSchema(schema.endRefundSchema).action(async ({ parsedInput }) => {
  const ended = await write.requestCardRefund(await createSessionClient(), { ...parsedInput, cents: 0 });
  if (ended.outcome === "refused") throw new AppError("registration.changed");
});
