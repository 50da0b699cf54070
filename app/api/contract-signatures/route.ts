import { z } from "zod";
import { getPaymentPage } from "@/lib/commerce/payments/queries";
import { addressHash } from "@/lib/platform/address-hash";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { signContract } from "@/lib/commerce/sales/mutations";
import { MAX_SIGNATURE_BYTES } from "@/lib/commerce/sales/rules";
import { signContractSchema } from "@/lib/commerce/sales/schema";
import { reencodeSignature } from "@/lib/commerce/sales/service";

const STATUS = { "input.invalid": 400 };
const ANSWERS = { signed: 201, signed_before: 200, sale_missing: 404, nothing_to_sign: 409, period_over: 409 } as const;
/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

/** Signs a contract for the holder of its payment link; idempotent. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("payment", await callerAddress());
    const form = await readFormData(request, MAX_SIGNATURE_BYTES + FORM_BYTES);
    const parsed = signContractSchema.safeParse(form && Object.fromEntries(form));
    if (!parsed.success)
      return answer({ code: "input.invalid", fieldErrors: z.flattenError(parsed.error).fieldErrors }, 400);
    const { token, name, document, drawing } = parsed.data;
    const page = await getPaymentPage(token);
    if (!page) return answer({ code: "sale_missing" }, 404);
    if (page.unsigned && !page.unsigned.document && !document)
      return answer({ code: "input.invalid", fieldErrors: { document: ["missing"] } }, 400);
    const drawn = drawing ? await reencodeSignature(await drawing.bytes(), await addressCaller(request)) : null;
    if (drawing && !drawn)
      return answer({ code: "input.invalid", fieldErrors: { drawing: ["signatureMissing"] } }, 400);
    const signedWith = request.headers.get("user-agent") ?? "";
    const outcome = await signContract(createServiceClient(), page.sale_id, {
      token,
      name,
      document,
      drawing: drawn,
      signedWith,
      addressHash: addressHash(await callerAddress()),
    });
    return answer({ code: outcome }, ANSWERS[outcome]);
  } catch (error) {
    return refusal("contract-signatures", error, STATUS);
  }
}
