import { accountOfPayment, attachCheckout, checkoutUrlOf, openPayment } from "@/lib/commerce/payments/mutations";
import { getOwedSale, getPaymentPage, getPaymentSettings } from "@/lib/commerce/payments/queries";
import { matchesSale, isOwnUrl, UNPAYABLE_CODE } from "@/lib/commerce/payments/rules";
import {
  checkoutSchema,
  MAX_CHECKOUT_BYTES,
  type CheckoutBody,
  type PaymentSettings,
} from "@/lib/commerce/payments/schema";
import { createCheckout, isIdempotencyConflict, type CheckoutRequest } from "@/lib/commerce/payments/service";
import { currentAccount } from "@/lib/platform/auth/account";
import { jsonBody } from "@/lib/platform/body";
import { env } from "@/lib/platform/env";
import { publicHandler } from "@/lib/platform/handler";
import { canConnect } from "@/lib/platform/payments/service";
import { refused, type RefusalCode } from "@/lib/platform/refusal";
import type { Saved } from "@/lib/platform/outcome";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { readRegistration } from "@/lib/events/registrations/queries";
import { getPlanOrder } from "@/lib/partners/service-plans/queries";

type Started = { url: string } | RefusalCode;
type SaleBody = CheckoutBody & { metadata: { sale_id: string; type: string } };
type Subject = Pick<CheckoutRequest, "product" | "reference" | "metadata" | "email">;
type Owed = { sale_id: string; number: number; plan_name: string; plan_type: string; stripe_price_id: string | null };

/** The sale to pay: found by its token, or for a signed-in seller by its id (the database checks the ownership when paying). */
async function owedSale({ token, metadata }: SaleBody): Promise<Owed | "auth.required" | null> {
  if (token) return getPaymentPage(token);
  return (await currentAccount()) ? getOwedSale(metadata.sale_id) : "auth.required";
}

/** The checkout page of a payment: the existing one, or a new one. */
async function checkoutUrl(
  payment: Saved<CheckoutRequest["payment"] & { checkout_url: string | null }>,
  subject: () => Promise<Subject>,
  { successUrl, cancelUrl }: CheckoutBody,
  account: string | null = null,
): Promise<string> {
  if (payment.checkout_url) return payment.checkout_url;
  const service = createServiceClient();
  try {
    const session = await createCheckout({ payment, ...(await subject()), successUrl, cancelUrl, account });
    await attachCheckout(service, payment.id, session);
    return session.url;
  } catch (error) {
    // Two concurrent requests with different return addresses: the first one has created the page.
    const known = isIdempotencyConflict(error) ? await checkoutUrlOf(service, payment.id) : null;
    if (known) return known;
    throw error;
  }
}

const saleSubject = async (sale: Owed): Promise<Subject> => {
  const { data: client } = await createServiceClient()
    .from("sales")
    .select("client_email")
    .eq("id", sale.sale_id)
    .single();
  return {
    product: `${sale.plan_name} (venda ${sale.number})`,
    reference: sale.sale_id,
    metadata: { sale_id: sale.sale_id, type: sale.plan_type },
    email: client?.client_email,
  };
};

/** Why no card page is created, for every subject alike; null when one can be. */
function obstacleTo(body: CheckoutBody, isOn: boolean): RefusalCode | null {
  if (!isOwnUrl(body.successUrl, env.NEXT_PUBLIC_SITE_URL) || !isOwnUrl(body.cancelUrl, env.NEXT_PUBLIC_SITE_URL))
    return "url.foreign";
  return isOn ? null : "card.off";
}

async function startSale(body: SaleBody, settings: PaymentSettings): Promise<Started> {
  const sale = await owedSale(body);
  if (sale === "auth.required") return sale;
  if (!sale) return "sale.missing";
  if (!matchesSale(body, sale, settings.stripe.default_price_id)) return "sale.disagrees";
  const obstacle = obstacleTo(body, settings.isStripeEnabled);
  if (obstacle) return obstacle;
  const payment = await openPayment(
    await createSessionClient(),
    "card",
    body.token ? { token: body.token } : { sale: sale.sale_id },
  );
  if (payment.outcome === "refused") return UNPAYABLE_CODE[payment.reason];
  return { url: await checkoutUrl(payment, () => saleSubject(sale), body) };
}

/** A registration is paid only by the holder of its link. */
async function startRegistration(body: CheckoutBody, id: string, settings: PaymentSettings): Promise<Started> {
  const registration = body.token ? await readRegistration(body.token) : null;
  if (!body.token || !registration) return "sale.missing";
  if (registration.id !== id) return "sale.disagrees";
  const isOwn = registration.collecting.kind === "stripe";
  const obstacle = obstacleTo(body, isOwn ? canConnect : settings.isStripeEnabled);
  if (obstacle) return obstacle;
  const payment = await openPayment(await createSessionClient(), "card", { token: body.token });
  if (payment.outcome === "refused") return UNPAYABLE_CODE[payment.reason];
  // Decided in the database, which may have another recipient than a moment ago.
  const account = await accountOfPayment(createServiceClient(), payment.id);
  if (Boolean(account) !== isOwn || Boolean(payment.recipient_id) !== isOwn) return "card.off";
  const subject: Subject = {
    product: `${registration.event.title} (${registration.code})`,
    reference: registration.id,
    metadata: { registration_id: registration.id, type: "registration" },
  };
  return { url: await checkoutUrl(payment, async () => subject, body, account) };
}

/** A plan is paid by an owner of its place, who is signed in. */
async function startPlan(body: CheckoutBody, id: string, settings: PaymentSettings): Promise<Started> {
  if (!(await currentAccount())) return "auth.required";
  const order = await getPlanOrder(id);
  if (!order) return "sale.missing";
  const obstacle = obstacleTo(body, settings.isStripeEnabled);
  if (obstacle) return obstacle;
  const payment = await openPayment(await createSessionClient(), "card", { plan: id });
  if (payment.outcome === "refused") return UNPAYABLE_CODE[payment.reason];
  const subject: Subject = {
    product: `${order.plan} (${order.place})`,
    reference: order.id,
    metadata: { service_plan_id: order.id, type: "service_plan" },
  };
  return { url: await checkoutUrl(payment, async () => subject, body) };
}

async function start(body: CheckoutBody): Promise<Started> {
  const settings = await getPaymentSettings();
  if ("registration_id" in body.metadata) return startRegistration(body, body.metadata.registration_id, settings);
  if ("service_plan_id" in body.metadata) return startPlan(body, body.metadata.service_plan_id, settings);
  return startSale(body as SaleBody, settings);
}

/** Creates the hosted checkout page of a sale, registration or plan; price and plan come from the database, never from the request body. */
export const POST = publicHandler(
  {
    name: "create-checkout-session",
    limit: "payment",
    body: jsonBody(checkoutSchema, MAX_CHECKOUT_BYTES),
    refuse: ({ code }) => ({ data: null, error: { code } }),
  },
  async ({ body }) => {
    const started = await start(body);
    return typeof started === "string" ? refused(started) : { data: started, error: null };
  },
);
