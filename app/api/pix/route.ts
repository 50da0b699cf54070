import { attachPix, openPayment } from "@/lib/commerce/payments/mutations";
import { getPaymentSettings, pixCode } from "@/lib/commerce/payments/queries";
import { UNPAYABLE_CODE } from "@/lib/commerce/payments/rules";
import { MAX_CHECKOUT_BYTES, pixSchema } from "@/lib/commerce/payments/schema";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "sale.missing": 404,
  "nothing.toPay": 409,
  "contract.unsigned": 409,
  "document.missing": 409,
  "period.over": 409,
  "in.progress": 409,
  "pix.off": 409,
  "input.invalid": 400,
  "rate.limited": 429,
};

const answer = (code: string) =>
  Response.json({ code }, { status: STATUS[code] ?? 503, headers: { "cache-control": "no-store" } });

/** Creates the Pix payment for the holder of a link or the owner who ordered a plan; the page then shows its code. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("payment", await callerAddress());
    const body = pixSchema.safeParse(await readJson(request, MAX_CHECKOUT_BYTES));
    if (!body.success) return answer("input.invalid");
    const settings = await getPaymentSettings();
    if (!settings.isPixEnabled) return answer("pix.off");
    const payment = await openPayment(await createSessionClient(), "pix", body.data);
    if (typeof payment === "string") return answer(UNPAYABLE_CODE[payment]);
    const code = pixCode(settings, payment.amount_cents, payment.pix_txid ?? "");
    if (!code.ok) return answer("pix.off");
    await attachPix(createServiceClient(), payment.id, code.payload);
    return Response.json({ payment: payment.id }, { status: 201, headers: { "cache-control": "no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("pix", error);
    return answer(code);
  }
}
