import { z } from "zod";
import { linkToken } from "@/lib/platform/links/schema";
import { attachReceipt } from "@/lib/commerce/payments/mutations";
import { getPaymentPage } from "@/lib/commerce/payments/queries";
import { RECEIPT_TYPES } from "@/lib/commerce/payments/rules";
import { MAX_RECEIPT_BYTES, type PixPayer } from "@/lib/commerce/payments/schema";
import { parsed, readFormData } from "@/lib/platform/body";
import { fileTypeOf } from "@/lib/platform/file-type";
import { publicHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { readRegistration } from "@/lib/events/registrations/queries";
import { getPlanOrder } from "@/lib/partners/service-plans/queries";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const sent = { payment: z.uuid(), file: z.instanceof(File) };
const fields = z.union([z.object({ ...sent, token: linkToken }), z.object({ ...sent, plan: z.guid() })]);

/** The page of a payer with its payments; null when the payer may not see it. */
async function pageOf(payer: PixPayer): Promise<{ payments: readonly { id: string; method: string }[] } | null> {
  if ("plan" in payer) return getPlanOrder(payer.plan);
  return (await getPaymentPage(payer.token)) ?? (await readRegistration(payer.token));
}

/** Stores the receipt of a Pix payment; only the holder of the link or an owner of the place may send one, and only staff can read it. */
export const POST = publicHandler(
  {
    name: "payment-receipts",
    limit: "paymentReceipt",
    client: createServiceClient,
    body: { read: (request) => readFormData(request, MAX_RECEIPT_BYTES + FORM_BYTES).catch(() => "too big" as const) },
  },
  async ({ body, client }) => {
    if (body === "too big") return refused("receipt.tooBig");
    const form = parsed(fields, body && Object.fromEntries(body));
    const bytes = Buffer.from(await form.file.arrayBuffer());
    if (bytes.length > MAX_RECEIPT_BYTES) return refused("receipt.tooBig");
    const kind = await fileTypeOf(bytes, RECEIPT_TYPES);
    if (!kind) return refused("receipt.type");
    if (kind.extension === "pdf") await requireInactivePdf(bytes);
    const payer = "plan" in form ? { plan: form.plan } : { token: form.token };
    const page = await pageOf(payer);
    if (!page?.payments.some(({ id, method }) => id === form.payment && method === "pix"))
      return refused("payment.missing");
    const { outcome } = await attachReceipt(client, { payer, payment: form.payment, bytes, ...kind });
    return outcome === "saved" ? Response.json({ status: "review" }, { status: 201 }) : refused("receipt.late");
  },
);
