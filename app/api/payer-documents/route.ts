import { z } from "zod";
import { addPayerDocument } from "@/lib/commerce/payments/mutations";
import { payerDocumentSchema } from "@/lib/commerce/payments/schema";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "input.invalid": 400, "rate.limited": 429 };
const MAX_BYTES = 2048;

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

/** Stores the CPF or CNPJ of a client whose signed sale has none, before the payment. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await takeAttempt("payment", await callerAddress());
    const form = await readFormData(request, MAX_BYTES);
    const parsed = payerDocumentSchema.safeParse(form && Object.fromEntries(form));
    if (!parsed.success)
      return answer({ code: "input.invalid", fieldErrors: z.flattenError(parsed.error).fieldErrors }, 400);
    const isStored = await addPayerDocument(createServiceClient(), parsed.data);
    return answer({ code: isStored ? "stored" : "closed" }, isStored ? 201 : 409);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("payer-documents", error);
    return answer({ code }, STATUS[code] ?? 503);
  }
}
