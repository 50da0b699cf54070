import { attachCheckout, checkoutUrlOf, openPayment, type OpenPayment } from "@/lib/payments/mutations";
import { getOwedSale, getPaymentPage, getPaymentSettings } from "@/lib/payments/queries";
import { matchesSale, isOwnUrl, UNPAYABLE_CODE } from "@/lib/payments/rules";
import { checkoutSchema, MAX_CHECKOUT_BYTES, type CheckoutBody } from "@/lib/payments/schema";
import { createCheckout, isIdempotencyConflict } from "@/lib/payments/service";
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

type Refusal =
  | "auth.required"
  | "sale.missing"
  | "sale.disagrees"
  | "url.foreign"
  | "nothing.toPay"
  | "contract.unsigned"
  | "period.over"
  | "in.progress"
  | "card.off";

const STATUS: Partial<Record<string, number>> = {
  "auth.required": 401,
  "access.denied": 403,
  "sale.missing": 404,
  "nothing.toPay": 409,
  "contract.unsigned": 409,
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

type Owed = { sale_id: string; number: number; plan: string; plan_type: string; stripe_price_id: string | null };

/** The sale to pay: found by its token, or for a signed-in seller by its id (the database checks the ownership when paying). */
async function owedSale({ token, metadata }: CheckoutBody): Promise<Owed | "auth.required" | null> {
  if (token) return getPaymentPage(token);
  return (await currentAccount()) ? getOwedSale(metadata.sale_id) : "auth.required";
}

/** The checkout page of a payment: the existing one, or a new one. */
async function checkoutUrl(payment: OpenPayment, sale: Owed, { successUrl, cancelUrl }: CheckoutBody): Promise<string> {
  if (payment.checkout_url) return payment.checkout_url;
  const service = createServiceClient();
  try {
    const { data: client } = await service.from("sales").select("client_email").eq("id", sale.sale_id).single();
    const session = await createCheckout({
      payment,
      sale: { ...sale, email: client?.client_email },
      successUrl,
      cancelUrl,
    });
    await attachCheckout(service, payment.id, session);
    return session.url;
  } catch (error) {
    // Two concurrent requests with different return addresses: the first one has created the page.
    const known = isIdempotencyConflict(error) ? await checkoutUrlOf(service, payment.id) : null;
    if (known) return known;
    throw error;
  }
}

async function start(body: CheckoutBody): Promise<{ url: string } | Refusal> {
  const [sale, settings] = [await owedSale(body), await getPaymentSettings()];
  if (sale === "auth.required") return sale;
  if (!sale) return "sale.missing";
  if (!matchesSale(body, sale, settings.stripe.default_price_id)) return "sale.disagrees";
  if (!isOwnUrl(body.successUrl, env.NEXT_PUBLIC_SITE_URL) || !isOwnUrl(body.cancelUrl, env.NEXT_PUBLIC_SITE_URL))
    return "url.foreign";
  if (!settings.isStripeEnabled) return "card.off";
  const payment = await openPayment(
    await createSessionClient(),
    "card",
    body.token ? { token: body.token } : { sale: sale.sale_id },
  );
  if (typeof payment === "string") return UNPAYABLE_CODE[payment];
  return { url: await checkoutUrl(payment, sale, body) };
}

/** Creates the hosted checkout page of a sale; price and plan come from the sale, never from the request body. */
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
