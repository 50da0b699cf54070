import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "../../platform/error";
import type { createSessionClientOn } from "../../platform/supabase/session";
import { signaturePath, type SignatureSide } from "./rules";
import type { ContractSignature, SaleFields } from "./schema";
import { databaseError, orThrow, outcomeOrThrow } from "../../platform/supabase/or-throw";
import { z } from "zod";
import type { Refused } from "../../platform/outcome";
import { outcomeSchema } from "../../platform/outcome-schema";

type Client = Pick<ReturnType<typeof createSessionClientOn>, "storage" | "rpc" | "from">;

/** What `create_sale` stores of the form; `signed_with` is the seller's browser. */
export type SaleFacts = Omit<SaleFields, "seller_signature" | "client_signature"> & { signed_with: string };
/** Files of both signatures; the client's is null when the client signs later. */
export type Signatures = { seller: Uint8Array; client: Uint8Array | null };
const createdSchema = outcomeSchema({
  saved: { id: z.string(), number: z.number(), client_phone: z.string(), client_contact_name: z.string() },
  refused: ["invalid", "sale_differs"],
});
type Created = z.output<typeof createdSchema>;
/** A saved sale and its values that differ from a repeated request; the price is in cents. */
type SaleDifference = { sale: { id: string; number: number; isCancelled: boolean }; saved: Record<string, string> };
/** `sale_differs`: an earlier attempt saved the sale with other values; `upload`: a signature was not stored, and why. */
type SaleOutcome =
  | Extract<Created, { outcome: "saved" }>
  | Refused<"invalid">
  | (Refused<"sale_differs"> & SaleDifference)
  | (Refused<"upload"> & { error: string });

const BUCKET = "sales-assets";
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
  const shown: Readonly<Record<string, string | number | boolean | null>> = {
    ...saved,
    plan_id: saved.plan_name,
    seen_price_cents: saved.price_cents,
  };
  return {
    sale: { id: saved.id, number: saved.number, isCancelled: saved.cancelled_at !== null },
    saved: Object.fromEntries(
      keys.filter((key) => key !== "cancelled_at").map((key) => [key, String(shown[key] ?? "")]),
    ),
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
  const isRepeated = (await findByRequest(client, sellerId, facts.client_request_id)) !== null;
  const paths = isRepeated ? { seller: null, client: null } : await storeSignatures(client, sellerId, files);
  if ("upload" in paths) return { outcome: "refused", reason: "upload", field: null, error: paths.upload };
  const answer = await client.rpc("create_sale", {
    payload: {
      ...facts,
      seller_signature_url: paths.seller,
      client_signature_url: paths.client,
      seller_file_sha256: sha256(files.seller),
      client_file_sha256: files.client && sha256(files.client),
    },
  });
  const created = createdSchema.parse(outcomeOrThrow(answer, { "42501": "access.denied" }));
  if (created.outcome === "saved") return created;
  const { reason, field } = created;
  if (reason === "invalid") return { outcome: "refused", reason, field };
  const keys = field?.split(",") ?? [];
  return { ...created, reason, ...(await differenceOf(client, sellerId, facts.client_request_id, keys)) };
}

const cancelledSchema = outcomeSchema({ refused: ["sale_paid", "sale_in_progress"], gone: true });

/** Cancels an unpaid sale. */
export async function cancelSale(client: Client, id: string, reason: string) {
  const answer = await client.rpc("cancel_sale", { id, reason });
  return cancelledSchema.parse(orThrow(answer, { "42501": "access.permission" }));
}

/** Ends the reminders of the sale of a payment link. */
export async function stopSaleReminders(client: Pick<Client, "rpc">, token: string): Promise<void> {
  orThrow(await client.rpc("stop_sale_reminders", { token }));
}

const invoiceSchema = outcomeSchema({ refused: ["invalid"], gone: true });

/** Stores the number of the service invoice (NFS-e) of a paid sale; an empty one removes it. */
export async function setSaleInvoice(client: Pick<Client, "rpc">, id: string, number: string) {
  return invoiceSchema.parse(outcomeOrThrow(await client.rpc("set_sale_invoice", { id, number })));
}

/** The form of a client who signs; `drawing` is the re-encoded `client_signature`. */
type RemoteSignature = Omit<ContractSignature, "client_signature"> & {
  drawing: Uint8Array | null;
  client_signed_with: string;
  client_address_hash: string;
};
const signedSchema = outcomeSchema({ refused: ["signed_before", "sale_missing", "nothing_to_sign", "period_over"] });

/** Signs the contract of a payment link as its client; deletes the uploaded drawing when the contract was not signed with it. */
export async function signContract(
  client: Client,
  sale: string,
  { token, drawing, ...facts }: RemoteSignature,
): Promise<z.output<typeof signedSchema>> {
  const found = await client.from("sales").select("seller_id").eq("id", sale).single();
  if (found.error) throw databaseError(found.error);
  const paths = await storeSignatures(client, found.data.seller_id, { client: drawing });
  if ("upload" in paths) throw new AppError("service.unavailable", { detail: paths.upload });
  const answer = await client.rpc("sign_contract", {
    token,
    payload: {
      ...facts,
      client_signature_url: paths.client,
      client_file_sha256: drawing && sha256(drawing),
    },
  });
  const signed = signedSchema.safeParse(answer.data).data;
  if (signed?.outcome !== "saved" && paths.client) await client.storage.from(BUCKET).remove([paths.client]);
  return signedSchema.parse(orThrow(answer));
}

/** Deletes orphaned signature files; the database refuses to delete files of a sale. Returns how many were deleted. */
export async function deleteSignatures(client: Client, paths: readonly string[]): Promise<number> {
  const data = orThrow(await client.storage.from(BUCKET).remove([...paths]));
  return data.length;
}
