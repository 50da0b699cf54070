import { addPayerDocument } from "@/lib/commerce/payments/mutations";
import { payerDocumentSchema } from "@/lib/commerce/payments/schema";
import { formBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { refused, withFieldErrors } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 2048;

/** Stores the CPF or CNPJ of a client whose signed sale has none, before the payment. */
export const POST = publicHandler(
  {
    name: "payer-documents",
    limit: "payment",
    body: formBody(payerDocumentSchema, MAX_BYTES),
    client: createServiceClient,
    refuse: withFieldErrors,
  },
  async ({ body, client }) => {
    const { outcome } = await addPayerDocument(client, body);
    return outcome === "saved" ? Response.json({ code: "stored" }, { status: 201 }) : refused("closed");
  },
);
