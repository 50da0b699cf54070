import { z } from "zod";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import { recordRefund } from "@/lib/events/recipients/mutations";
import { PROOF_TYPES } from "@/lib/events/recipients/rules";
import { MAX_PROOF_BYTES, refundSchema } from "@/lib/events/recipients/schema";
import { parsed, readFormData } from "@/lib/platform/body";
import { fileTypeOf } from "@/lib/platform/file-type";
import { accountHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;
const CODE = {
  not_refundable: "refund.gone",
  amount: "refund.amount",
  law: "refund.law",
  invalid: "input.invalid",
} as const;

/** Records what a treasurer returned, with the file that proves it; the database decides about the payment. */
export const POST = accountHandler(
  {
    name: "event-refunds",
    permission: forPeopleOfEvents,
    limit: "eventRefund",
    body: { read: (request) => readFormData(request, MAX_PROOF_BYTES + FORM_BYTES).catch(() => "too big" as const) },
  },
  async ({ body, client }) => {
    if (body === "too big") return refused("receipt.tooBig");
    const form = parsed(refundSchema.extend({ file: z.instanceof(File) }), body && Object.fromEntries(body));
    const bytes = Buffer.from(await form.file.arrayBuffer());
    if (bytes.length > MAX_PROOF_BYTES) return refused("receipt.tooBig");
    const kind = await fileTypeOf(bytes, PROOF_TYPES);
    if (!kind) return refused("receipt.type");
    if (kind.extension === "pdf") await requireInactivePdf(bytes);
    const recorded = await recordRefund({ service: createServiceClient(), client }, form, { bytes, ...kind });
    return recorded.outcome === "saved"
      ? Response.json({ status: "recorded" }, { status: 201 })
      : refused(CODE[recorded.reason]);
  },
);
