"use server";

import { permissionAction, publicAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { AppError } from "../../platform/error";
import { refundCard } from "../../platform/payments/service";
import { pixKeyOf } from "../../platform/pix/rules";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import * as mutations from "./mutations";
import { getPaymentConfig, getPaymentPage, pixCode } from "./queries";
import { cardProblem, modeOfKey, pageState } from "./rules";
import * as schema from "./schema";
import { hasWebhookSecret, stripeMode, testStripe } from "./service";

const money = permissionAction.metadata({ permission: "financials" });
const settings = permissionAction.metadata({ permission: "payment_settings" });
const provedSettings = permissionAction.metadata({ permission: "payment_settings", isProved: true });

/** Open payments of the links stored on a device; invalid links are left out. */
export const readOpenPaymentsAction = publicAction
  .inputSchema(schema.openPaymentsSchema)
  .action(async ({ parsedInput: { tokens } }) => {
    await takeAttempt("paymentPage", await callerAddress());
    const pages = await Promise.all(tokens.map(async (token) => ({ token, page: await getPaymentPage(token) })));
    const now = new Date();
    return pages.flatMap(({ token, page }) =>
      page
        ? [
            {
              token,
              company: page.client_company_name,
              plan: page.plan_name,
              cents: page.price_cents,
              state: pageState(page, now),
            },
          ]
        : [],
    );
  });

/** Refunds a card payment through Stripe; the audit log records the requester before Stripe is called. */
export const refundCardAction = money
  .inputSchema(schema.refundSchema)
  .action(async ({ parsedInput: { id, reason, amount }, ctx }) => {
    const requested = await mutations.requestRefund(await createSessionClient(), id, reason, amount ?? null);
    // Idempotency key: a repeated click is the same refund; the next partial refund has another key.
    await refundCard({
      intent: requested.payment_intent,
      cents: requested.cents,
      key: `refund-${id}-${requested.refunded_cents}-${requested.cents}`,
      by: ctx.account.id,
    });
  });

/** Confirms a Pix payment that arrived without a receipt. */
export const confirmPixAction = money.inputSchema(schema.confirmPixSchema).action(async ({ parsedInput: { id } }) => {
  await mutations.confirmPix(await createSessionClient(), id);
  await revalidatePages(["ads"]);
});

export const markRefundedAction = money
  .inputSchema(schema.refundSchema)
  .action(async ({ parsedInput: { id, reason } }) => {
    await mutations.markRefunded(await createSessionClient(), id, reason);
    await revalidatePages(["ads"]);
  });

export const approveCommissionsAction = money
  .inputSchema(schema.commissionsSchema)
  .action(async ({ parsedInput: { items } }) => ({
    count: await mutations.approveCommissions(await createSessionClient(), items),
  }));

export const payCommissionsAction = money
  .inputSchema(schema.commissionsSchema)
  .action(async ({ parsedInput: { items, note } }) => ({
    count: await mutations.payCommissions(await createSessionClient(), items, note),
  }));

/** Stores the identifier of the transfer of a payout, once. */
export const recordPayoutReceiptAction = money
  .inputSchema(schema.payoutReceiptSchema)
  .action(async ({ parsedInput: { id, reference } }) => {
    await mutations.recordPayoutReceipt(await createSessionClient(), id, reference);
  });

export const saveStripeConfigAction = provedSettings
  .inputSchema(schema.stripeConfigForm)
  .action(async ({ parsedInput }) => {
    const { enabled, publishable_key: publishable } = parsedInput;
    const problem = cardProblem({
      secret: stripeMode,
      publishable: modeOfKey(publishable),
      hasWebhook: hasWebhookSecret,
    });
    if (enabled && problem) throw new AppError("input.invalid", { detail: problem });
    await mutations.savePaymentConfig(await createSessionClient(), "stripe_config", parsedInput);
    await revalidatePages(["payment_settings"]);
  });

/** An invalid Pix configuration can be saved only while Pix is disabled. */
export const savePixConfigAction = provedSettings
  .inputSchema(schema.pixConfigForm)
  .action(async ({ parsedInput: pix }) => {
    const key = pixKeyOf(pix.pix_key, pix.pix_key_type);
    if (pix.pix_key && !key) return { problem: "key" as const };
    const code = pixCode(
      {
        pix: {
          pix_key: pix.pix_key,
          pix_key_type: pix.pix_key_type,
          pix_beneficiary_name: pix.recipient_name,
          pix_beneficiary_city: pix.city,
        },
      },
      100,
      "TESTE",
    );
    if (pix.enabled && !code.ok) return { problem: code.problem };
    await mutations.savePaymentConfig(await createSessionClient(), "pix_config", { ...pix, pix_key: key ?? "" });
    await revalidatePages(["payment_settings"]);
    return { problem: null };
  });

/** Switches on or off that the portal collects for new organisers; the legal check is listed in `docs/owner.md`. */
export const saveCollectingAction = provedSettings
  .inputSchema(schema.collectingForm)
  .action(async ({ parsedInput }) => {
    await mutations.savePaymentConfig(await createSessionClient(), "event_collecting", parsedInput);
    await revalidatePages(["payment_settings"]);
  });

/** The fee of the portal for events; an invoice keeps the fee of its creation. */
export const saveEventFeeAction = provedSettings.inputSchema(schema.eventFeeForm).action(async ({ parsedInput }) => {
  await mutations.savePaymentConfig(await createSessionClient(), "event_fee", parsedInput);
  await revalidatePages(["payment_settings"]);
});

/** Sends a test call to Stripe; returns a status word, never a key. */
export const testStripeAction = settings.action(async ({ ctx }) => {
  await takeAttempt("payment", ctx.account.id);
  const { stripe } = await getPaymentConfig();
  if (!stripe.publishable_key && stripe.enabled) throw new AppError("input.invalid", { detail: "publishable_key" });
  return { answer: await testStripe(stripe.default_price_id) };
});
