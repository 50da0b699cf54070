import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { getOpenContract } from "@/lib/events/panel/queries";
import { signSchema } from "@/lib/events/panel/schema";
import { addressHash } from "@/lib/platform/address-hash";
import { readFormData } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { MAX_SIGNATURE_BYTES } from "@/lib/commerce/sales/rules";
import { reencodeSignature } from "@/lib/commerce/sales/service";

const STATUS = { "input.invalid": 400 };
const ANSWERS: Partial<Record<string, number>> = { signed: 201, signed_before: 200, missing: 404, closed: 409 };
/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;
const BUCKET = "event-contracts";

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

type Signature = { token: string; name: string; drawn: Buffer | null; signedWith: string; address: string };

/** Stores the drawing and signs; the file of a signature that came too late is deleted. */
async function sign(contract: string, { token, name, drawn, signedWith, address }: Signature): Promise<string> {
  const client = createServiceClient();
  const path = drawn && `${contract}/${randomUUID()}.png`;
  if (path) orThrow(await client.storage.from(BUCKET).upload(path, drawn, { contentType: "image/png" }));
  const payload = {
    signed_name: name,
    signature_path: path,
    file_sha256: drawn && createHash("sha256").update(drawn).digest("hex"),
    signed_with: signedWith,
    address_hash: address,
  };
  const { data, error } = await client.rpc("sign_registration_contract", { token, payload });
  if (data !== "signed" && path) await client.storage.from(BUCKET).remove([path]);
  return orThrow({ data, error } as { data: string; error: null });
}

/** Signs a contract for the holder of its signing link; idempotent. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const caller = await callerAddress();
    await takeAttempt("payment", caller);
    const form = await readFormData(request, MAX_SIGNATURE_BYTES + FORM_BYTES);
    const parsed = signSchema.safeParse(form && Object.fromEntries(form));
    if (!parsed.success)
      return answer({ code: "input.invalid", fieldErrors: z.flattenError(parsed.error).fieldErrors }, 400);
    const { token, name, drawing } = parsed.data;
    const contract = await getOpenContract(token);
    if (!contract) return answer({ code: "missing" }, 404);
    const drawn = drawing ? await reencodeSignature(await drawing.bytes(), await addressCaller(request)) : null;
    if (drawing && !drawn)
      return answer({ code: "input.invalid", fieldErrors: { drawing: ["signatureMissing"] } }, 400);
    const signedWith = request.headers.get("user-agent") ?? "";
    const outcome = await sign(contract.id, { token, name, drawn, signedWith, address: addressHash(caller) });
    return answer({ code: outcome }, ANSWERS[outcome] ?? 503);
  } catch (error) {
    return refusal("event-contract-signatures", error, STATUS);
  }
}
