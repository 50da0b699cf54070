import { createHash, randomUUID } from "node:crypto";
import { getOpenContract } from "@/lib/events/panel/queries";
import { signedOutcome, signSchema } from "@/lib/events/panel/schema";
import { addressHash } from "@/lib/platform/address-hash";
import { formBody } from "@/lib/platform/body";
import { tokenHandler } from "@/lib/platform/handler";
import { refused, withFieldErrors } from "@/lib/platform/refusal";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { MAX_SIGNATURE_BYTES } from "@/lib/commerce/sales/rules";
import { reencodeSignature } from "@/lib/commerce/sales/service";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;
const BUCKET = "event-contracts";

type Client = ReturnType<typeof createServiceClient>;
type Signature = { signed_name: string; drawn: Buffer | null; signed_with: string; address_hash: string };

/** Stores the drawing and signs; the file of a signature that came too late is deleted. */
async function sign(client: Client, contract: string, token: string, { drawn, ...facts }: Signature) {
  const path = drawn && `${contract}/${randomUUID()}.png`;
  if (path) orThrow(await client.storage.from(BUCKET).upload(path, drawn, { contentType: "image/png" }));
  const payload = {
    ...facts,
    signature_path: path,
    file_sha256: drawn && createHash("sha256").update(drawn).digest("hex"),
  };
  const answer = await client.rpc("sign_registration_contract", { token, payload });
  const signed = signedOutcome.safeParse(answer.data);
  if (signed.data?.outcome !== "saved" && path) await client.storage.from(BUCKET).remove([path]);
  return signedOutcome.parse(orThrow(answer));
}

/** Signs a contract for the holder of its signing link; idempotent. */
export const POST = tokenHandler(
  {
    name: "event-contract-signatures",
    limit: "payment",
    body: formBody(signSchema, MAX_SIGNATURE_BYTES + FORM_BYTES),
    client: createServiceClient,
    open: ({ body }) => getOpenContract(body.token),
    refuse: withFieldErrors,
  },
  async ({ request, body: { token, signed_name, signature }, opened: contract, client, address, by }) => {
    const drawn = signature ? await reencodeSignature(await signature.bytes(), by) : null;
    if (signature && !drawn) return refused("input.invalid", { fieldErrors: { signature: ["signatureMissing"] } });
    const signed_with = request.headers.get("user-agent") ?? "";
    const facts = { signed_name, drawn, signed_with, address_hash: addressHash(address) };
    const signed = await sign(client, contract.id, token, facts);
    if (signed.outcome === "saved") return Response.json({ code: "signed" }, { status: 201 });
    if (signed.outcome === "gone") return refused("missing");
    return signed.reason === "signed_before" ? { code: signed.reason } : refused(signed.reason);
  },
);
