import { attachCheckout, checkoutUrlOf, openPayment, type OpenPayment } from "@/lib/commerce/payments/mutations";
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
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { readRegistration } from "@/lib/events/registrations/queries";
import { getPlanOrder } from "@/lib/partners/service-plans/queries";

type Refusal =
  | "auth.required"
  | "sale.missing"
  | "sale.disagrees"
  | "url.foreign"
  | "nothing.toPay"
  | "contract.unsigned"
  | "document.missing"
  | "period.over"
  | "in.progress"
  | "card.off";

const STATUS: Partial<Record<string, number>> = {
  "auth.required": 401,
  "access.denied": 403,
  "sale.missing": 404,
  "nothing.toPay": 409,
  "contract.unsigned": 409,
  "document.missing": 409,
  "period.over": 409,
  "in.progress": 409,
  "card.off": 409,
  "sale.disagrees": 422,
  "url.foreign": 422,
  "input.invalid": 400,
  "rate.limited": 429,
};

const answer = (code: string) =>
  Response.json(
    { data: null, error: { code } },
    { status: STATUS[code] ?? 503, headers: { "cache-control": "no-store" } },
  );

type SaleBody = CheckoutBody & { metadata: { sale_id: string; type: string } };
type Subject = Pick<CheckoutRequest, "product" | "reference" | "metadata" | "email">;
type Owed = { sale_id: string; number: number; plan: string; plan_type: string; stripe_price_id: string | null };

/** The sale to pay: found by its token, or for a signed-in seller by its id (the database checks the ownership when paying). */
async function owedSale({ token, metadata }: SaleBody): Promise<Owed | "auth.required" | null> {
  if (token) return getPaymentPage(token);
  return (await currentAccount()) ? getOwedSale(metadata.sale_id) : "auth.required";
}

/** The checkout page of a payment: the existing one, or a new one. */
async function checkoutUrl(
  payment: OpenPayment,
  subject: () => Promise<Subject>,
  { successUrl, cancelUrl }: CheckoutBody,
): Promise<string> {
  if (payment.checkout_url) return payment.checkout_url;
  const service = createServiceClient();
  try {
    const session = await createCheckout({ payment, ...(await subject()), successUrl, cancelUrl });
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
    product: `${sale.plan} (venda ${sale.number})`,
    reference: sale.sale_id,
    metadata: { sale_id: sale.sale_id, type: sale.plan_type },
    email: client?.client_email,
  };
};

/** Why no card page is created, for every subject alike; null when one can be. */
function refusalOf(body: CheckoutBody, settings: PaymentSettings): Refusal | null {
  if (!isOwnUrl(body.successUrl, env.NEXT_PUBLIC_SITE_URL) || !isOwnUrl(body.cancelUrl, env.NEXT_PUBLIC_SITE_URL))
    return "url.foreign";
  return settings.isStripeEnabled ? null : "card.off";
}

async function startSale(body: SaleBody, settings: PaymentSettings): Promise<{ url: string } | Refusal> {
  const sale = await owedSale(body);
  if (sale === "auth.required") return sale;
  if (!sale) return "sale.missing";
  if (!matchesSale(body, sale, settings.stripe.default_price_id)) return "sale.disagrees";
  const refusal = refusalOf(body, settings);
  if (refusal) return refusal;
  const payment = await openPayment(
    await createSessionClient(),
    "card",
    body.token ? { token: body.token } : { sale: sale.sale_id },
  );
  if (typeof payment === "string") return UNPAYABLE_CODE[payment];
  return { url: await checkoutUrl(payment, () => saleSubject(sale), body) };
}

/** A registration is paid only by the holder of its link. */
async function startRegistration(
  body: CheckoutBody,
  id: string,
  settings: PaymentSettings,
): Promise<{ url: string } | Refusal> {
  const registration = body.token ? await readRegistration(body.token) : null;
  if (!body.token || !registration) return "sale.missing";
  if (registration.id !== id) return "sale.disagrees";
  const refusal = refusalOf(body, settings);
  if (refusal) return refusal;
  const payment = await openPayment(await createSessionClient(), "card", { token: body.token });
  if (typeof payment === "string") return UNPAYABLE_CODE[payment];
  const subject: Subject = {
    product: `${registration.event.title} (${registration.code})`,
    reference: registration.id,
    metadata: { registration_id: registration.id, type: "registration" },
  };
  return { url: await checkoutUrl(payment, async () => subject, body) };
}

/** A plan is paid by an owner of its place, who is signed in. */
async function startPlan(
  body: CheckoutBody,
  id: string,
  settings: PaymentSettings,
): Promise<{ url: string } | Refusal> {
  if (!(await currentAccount())) return "auth.required";
  const order = await getPlanOrder(id);
  if (!order) return "sale.missing";
  const refusal = refusalOf(body, settings);
  if (refusal) return refusal;
  const payment = await openPayment(await createSessionClient(), "card", { plan: id });
  if (typeof payment === "string") return UNPAYABLE_CODE[payment];
  const subject: Subject = {
    product: `${order.plan} (${order.place})`,
    reference: order.id,
    metadata: { service_plan_id: order.id, type: "service_plan" },
  };
  return { url: await checkoutUrl(payment, async () => subject, body) };
}

async function start(body: CheckoutBody): Promise<{ url: string } | Refusal> {
  const settings = await getPaymentSettings();
  if ("registration_id" in body.metadata) return startRegistration(body, body.metadata.registration_id, settings);
  if ("service_plan_id" in body.metadata) return startPlan(body, body.metadata.service_plan_id, settings);
  return startSale(body as SaleBody, settings);
}

/** Creates the hosted checkout page of a sale, registration or plan; price and plan come from the database, never from the request body. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("payment", await callerAddress());
    const body = checkoutSchema.safeParse(await readJson(request, MAX_CHECKOUT_BYTES));
    if (!body.success) return answer("input.invalid");
    const started = await start(body.data);
    if (typeof started === "string") return answer(started);
    return Response.json({ data: started, error: null }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("create-checkout-session", error);
    return answer(code);
  }
}
