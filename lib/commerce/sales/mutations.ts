import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "../../platform/error";
import type { createSessionClientOn } from "../../platform/supabase/session";
import { signaturePath, type SignatureSide, type SigningPlace } from "./rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";

type Client = Pick<ReturnType<typeof createSessionClientOn>, "storage" | "rpc" | "from">;

export type SaleFacts = {
  requestId: string;
  planId: string;
  seenPriceCents: number;
  startDate: string;
  company: string;
  document: string;
  contact: string;
  email: string;
  phone: string;
  termsVersion: string;
  signedWith: string;
  signing: SigningPlace;
  /** The sale that this one replaces. */
  replaces: string | null;
};
/** Files of both signatures; the client's is null when the client signs later. */
export type Signatures = { seller: Uint8Array; client: Uint8Array | null };
const savedSale = z.object({
  id: z.string(),
  number: z.number(),
  client_phone: z.string(),
  client_contact_name: z.string(),
});
type SavedSale = z.output<typeof savedSale>;
/** A saved sale and its values that differ from a repeated request; the price is in cents. */
type SaleDifference = { sale: { id: string; number: number; isCancelled: boolean }; saved: Record<string, string> };
/** `refused` is the invalid field; `upload` is the error of storing a signature. */
export type SaleOutcome = { sale: SavedSale } | { refused: string } | { upload: string } | { differs: SaleDifference };

const BUCKET = "sales-assets";
/** Form fields by payload key. */
const FACT_OF_KEY: Readonly<Record<string, string>> = {
  plan_id: "plan",
  seen_price_cents: "price",
  start_date: "startDate",
  client_company_name: "company",
  client_document: "document",
  client_contact_name: "contact",
  client_email: "email",
  client_phone: "phone",
  terms_version: "terms",
  is_remote_signing: "signing",
};
const TRIES = 3;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The sale that an earlier attempt of the same request created, if any (idempotency key). */
async function findByRequest(client: Client, sellerId: string, requestId: string) {
  const data = orThrow(
    await client
      .from("sales")
      .select(
        "id, number, cancelled_at, plan_name, price_cents, start_date, client_company_name, client_document, client_contact_name, client_email, client_phone, terms_version, is_remote_signing",
      )
      .eq("seller_id", sellerId)
      .eq("client_request_id", requestId)
      .maybeSingle(),
  );
  return data;
}

/** Values of the saved sale that differ from a repeated request. */
async function differenceOf(
  client: Client,
  sellerId: string,
  requestId: string,
  keys: readonly string[],
): Promise<SaleDifference> {
  const saved = await findByRequest(client, sellerId, requestId);
  if (!saved) throw new AppError("service.unavailable", { detail: "the saved sale is not readable" });
  const { number: _, cancelled_at: __, price_cents, plan_name, is_remote_signing: isRemote, ...texts } = saved;
  const shown: Record<string, string | null> = {
    ...texts,
    plan_id: plan_name,
    seen_price_cents: String(price_cents),
    is_remote_signing: isRemote ? "remote" : "here",
  };
  return {
    sale: { id: saved.id, number: saved.number, isCancelled: saved.cancelled_at !== null },
    saved: Object.fromEntries(keys.flatMap((key) => (FACT_OF_KEY[key] ? [[FACT_OF_KEY[key], shown[key] ?? ""]] : []))),
  };
}

/** Stores signature files in the seller's folder under one timestamp; when a path exists, the next millisecond is tried. */
async function storeSignatures(
  client: Pick<Client, "storage">,
  sellerId: string,
  files: Partial<Record<SignatureSide, Uint8Array | null>>,
): Promise<Record<SignatureSide, string | null> | { upload: string }> {
  let reason = "";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const at = Date.now() + attempt;
    const paths: Record<SignatureSide, string | null> = { seller: null, client: null };
    reason = "";
    for (const side of ["seller", "client"] as const) {
      const file = files[side];
      if (!file) continue;
      paths[side] = signaturePath(sellerId, at, side);
      const { error } = await client.storage
        .from(BUCKET)
        .upload(paths[side], file, { contentType: "image/png", upsert: false });
      reason ||= error?.message ?? "";
    }
    if (!reason) return paths;
    if (!/exist|duplicate/i.test(reason)) break;
  }
  return { upload: reason };
}

/**
 * Saves a sale once per request id: uploads both signatures, then calls one database function that reads price and
 * commission itself.
 */
export async function saveSale(
  client: Client,
  sellerId: string,
  facts: SaleFacts,
  files: Signatures,
): Promise<SaleOutcome> {
  // The function ignores the signatures of a repeated request, so a retry uploads nothing.
  const isRepeated = (await findByRequest(client, sellerId, facts.requestId)) !== null;
  const paths = isRepeated ? { seller: null, client: null } : await storeSignatures(client, sellerId, files);
  if ("upload" in paths) return paths;
  const { data, error } = await client.rpc("create_sale", {
    payload: {
      client_request_id: facts.requestId,
      plan_id: facts.planId,
      seen_price_cents: facts.seenPriceCents,
      start_date: facts.startDate,
      client_company_name: facts.company,
      client_document: facts.document,
      client_contact_name: facts.contact,
      client_email: facts.email,
      client_phone: facts.phone,
      terms_version: facts.termsVersion,
      is_remote_signing: facts.signing === "remote",
      accepts_terms: facts.signing === "here",
      seller_signature_url: paths.seller,
      client_signature_url: paths.client,
      seller_file_sha256: sha256(files.seller),
      client_file_sha256: files.client && sha256(files.client),
      signed_with: facts.signedWith,
      replaces_sale_id: facts.replaces,
    },
  });
  if (error?.message === "invalid_request") return { refused: error.details };
  if (error?.message === "sale_differs")
    return { differs: await differenceOf(client, sellerId, facts.requestId, error.details.split(",")) };
  if (error?.code === "42501") throw new AppError("access.denied");
  if (error) throw databaseError(error);
  return { sale: savedSale.parse(data) };
}

/** Why a sale cannot be cancelled. */
const NOT_CANCELLABLE = ["sale_paid", "sale_in_progress", "sale_missing"] as const;

/** Cancels an unpaid sale. */
export async function cancelSale(
  client: Client,
  id: string,
  reason: string,
): Promise<"cancelled" | (typeof NOT_CANCELLABLE)[number]> {
  const { error } = await client.rpc("cancel_sale", { id, reason });
  const refused = NOT_CANCELLABLE.find((one) => one === error?.message);
  if (refused) return refused;
  if (error) throw databaseError(error, { "42501": "access.permission" });
  return "cancelled";
}

export type RemoteSignature = {
  token: string;
  name: string;
  /** Empty when the sale has one. */
  document: string;
  drawing: Uint8Array | null;
  signedWith: string;
  addressHash: string;
};
/** Why a contract cannot be signed. */
const NOT_SIGNABLE = ["sale_missing", "nothing_to_sign", "period_over"] as const;
const signedSchema = outcomeSchema({ refused: ["signed_before", ...NOT_SIGNABLE] });

/** Signs the contract of a payment link as its client; deletes the uploaded drawing when the contract was not signed with it. */
export async function signContract(
  client: Client,
  sale: string,
  { token, name, document, drawing, signedWith, addressHash }: RemoteSignature,
): Promise<z.output<typeof signedSchema>> {
  const found = await client.from("sales").select("seller_id").eq("id", sale).single();
  if (found.error) throw databaseError(found.error);
  const paths = await storeSignatures(client, found.data.seller_id, { client: drawing });
  if ("upload" in paths) throw new AppError("service.unavailable", { detail: paths.upload });
  const { data, error } = await client.rpc("sign_contract", {
    token,
    payload: {
      accepts_terms: true,
      client_signed_name: name,
      client_document: document,
      client_signature_url: paths.client,
      client_file_sha256: drawing && sha256(drawing),
      signed_with: signedWith,
      address_hash: addressHash,
    },
  });
  const signed = signedSchema.safeParse(data).data;
  if (signed?.outcome !== "saved" && paths.client) await client.storage.from(BUCKET).remove([paths.client]);
  const reason = NOT_SIGNABLE.find((one) => one === error?.message);
  if (reason) return { outcome: "refused", field: null, reason };
  if (error?.message === "invalid_request") throw new AppError("input.invalid", { detail: error.details });
  if (error) throw databaseError(error);
  return signedSchema.parse(data);
}

/** Deletes orphaned signature files; the database refuses to delete files of a sale. Returns how many were deleted. */
export async function deleteSignatures(client: Client, paths: readonly string[]): Promise<number> {
  const data = orThrow(await client.storage.from(BUCKET).remove([...paths]));
  return data.length;
}
