import { getPaymentPage } from "@/lib/commerce/payments/queries";
import { addressHash } from "@/lib/platform/address-hash";
import { formBody } from "@/lib/platform/body";
import { tokenHandler } from "@/lib/platform/handler";
import { refused, withFieldErrors } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { signContract } from "@/lib/commerce/sales/mutations";
import { MAX_SIGNATURE_BYTES } from "@/lib/commerce/sales/rules";
import { signContractSchema } from "@/lib/commerce/sales/schema";
import { reencodeSignature } from "@/lib/commerce/sales/service";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const wrongField = (name: string, code: string) => refused("input.invalid", { fieldErrors: { [name]: [code] } });

/** Signs a contract for the holder of its payment link; idempotent. */
export const POST = tokenHandler(
  {
    name: "contract-signatures",
    limit: "payment",
    body: formBody(signContractSchema, MAX_SIGNATURE_BYTES + FORM_BYTES),
    client: createServiceClient,
    open: ({ body }) => getPaymentPage(body.token),
    missing: "sale_missing",
    refuse: withFieldErrors,
  },
  async ({ request, body: { client_signature, ...body }, opened: page, client, address, by }) => {
    if (page.unsigned && !page.unsigned.client_document && !body.client_document)
      return wrongField("client_document", "missing");
    const drawing = client_signature ? await reencodeSignature(await client_signature.bytes(), by) : null;
    if (client_signature && !drawing) return wrongField("client_signature", "signatureMissing");
    const signed = await signContract(client, page.sale_id, {
      ...body,
      drawing,
      client_signed_with: request.headers.get("user-agent") ?? "",
      client_address_hash: addressHash(address),
    });
    if (signed.outcome === "saved") return Response.json({ code: "signed" }, { status: 201 });
    return signed.reason === "signed_before" ? { code: signed.reason } : refused(signed.reason);
  },
);
