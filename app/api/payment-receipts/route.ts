import { z } from "zod";
import { linkToken } from "@/lib/platform/links/schema";
import { attachReceipt } from "@/lib/commerce/payments/mutations";
import { getPaymentPage } from "@/lib/commerce/payments/queries";
import { RECEIPT_TYPES } from "@/lib/commerce/payments/rules";
import { MAX_RECEIPT_BYTES, type PixPayer } from "@/lib/commerce/payments/schema";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { fileTypeOf } from "@/lib/platform/file-type";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readRegistration } from "@/lib/events/registrations/queries";
import { getPlanOrder } from "@/lib/partners/service-plans/queries";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "input.invalid": 400,
  "rate.limited": 429,
  "payment.missing": 404,
  "receipt.late": 409,
  "receipt.tooBig": 413,
  "receipt.type": 415,
  "pdf.active": 422,
};

const answer = (code: string) => Response.json({ code }, { status: STATUS[code] ?? 503 });

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const sent = { payment: z.uuid(), file: z.instanceof(File) };
const fields = z.union([z.object({ ...sent, token: linkToken }), z.object({ ...sent, plan: z.guid() })]);

/** The page of a payer with its payments; null when the payer may not see it. */
async function pageOf(payer: PixPayer): Promise<{ payments: readonly { id: string; method: string }[] } | null> {
  if ("plan" in payer) return getPlanOrder(payer.plan);
  return (await getPaymentPage(payer.token)) ?? (await readRegistration(payer.token));
}

async function readForm(request: Request) {
  const form = await readFormData(request, MAX_RECEIPT_BYTES + FORM_BYTES).catch(() => "receipt.tooBig" as const);
  if (form === "receipt.tooBig") return form;
  const parsed = fields.safeParse(form && Object.fromEntries(form));
  return parsed.success ? parsed.data : "input.invalid";
}

/** Stores the receipt of a Pix payment; only the holder of the link or an owner of the place may send one, and only staff can read it. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("paymentReceipt", await callerAddress());
    const form = await readForm(request);
    if (typeof form === "string") return answer(form);
    const bytes = Buffer.from(await form.file.arrayBuffer());
    if (bytes.length > MAX_RECEIPT_BYTES) return answer("receipt.tooBig");
    const kind = await fileTypeOf(bytes, RECEIPT_TYPES);
    if (!kind) return answer("receipt.type");
    if (kind.extension === "pdf") await requireInactivePdf(bytes);
    const payer = "plan" in form ? { plan: form.plan } : { token: form.token };
    const page = await pageOf(payer);
    if (!page?.payments.some(({ id, method }) => id === form.payment && method === "pix"))
      return answer("payment.missing");
    const isAttached = await attachReceipt(createServiceClient(), {
      payer,
      payment: form.payment,
      bytes,
      ...kind,
    });
    return isAttached ? Response.json({ status: "review" }, { status: 201 }) : answer("receipt.late");
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("payment-receipts", error);
    return answer(code);
  }
}
