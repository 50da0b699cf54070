import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { tokenHash } from "../../platform/links/queries";
import { takenUploadSchema } from "../../platform/media/schema";
import { databaseError, orThrow, outcomeOrThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { getOwnPlace, tokenOfReport } from "./queries";
import { imagePath, OFFER_REFUSALS } from "./rules";
import type { limitsSchema, Offer } from "./schema";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

const BUCKET = "voucher-images";

/** `invalid`: a wrong value in `field`. */
const savedSchema = outcomeSchema({
  saved: { id: z.string(), status: z.string(), updated_at: z.string() },
  conflict: { updated_at: z.string() },
  refused: [...OFFER_REFUSALS, "invalid"],
});
const limitsSaved = outcomeSchema({ refused: ["invalid"], gone: true });
const sharedSchema = outcomeSchema({ refused: ["limit"], gone: true });

/** Stores an offer as a draft or sends it for approval; the database checks the values again and names a wrong field. */
export async function saveVoucher(client: SessionClient, offer: Offer): Promise<z.output<typeof savedSchema>> {
  const answer = await client.rpc("save_voucher", {
    ...offer,
    // The generated types do not know that these arguments may be null.
    image_url: offer.image_url as string,
    expected_version: offer.expected_version as string,
  });
  return savedSchema.parse(outcomeOrThrow(answer, { "42501": "access.permission" }));
}

/** Pauses, resumes or ends a voucher; `gone` when its status changed meanwhile or it belongs to somebody else. */
export async function setStatus(client: SessionClient, voucher: string, status: string) {
  return savedOrGone.parse(orThrow(await client.rpc("set_voucher_status", { voucher, next_status: status })));
}

/** Changes the limits of a voucher for the team. */
export async function setLimits(
  client: SessionClient,
  limits: z.output<typeof limitsSchema>,
): Promise<z.output<typeof limitsSaved>> {
  const answer = await client.rpc("set_voucher_limits", {
    ...limits,
    total_limit: limits.total_limit as number,
  });
  return limitsSaved.parse(outcomeOrThrow(answer, { "42501": "access.permission" }));
}

/** Stores the image of an offer of a place that the account runs; null for any other place, "full" when its files have too many bytes. */
export async function addVoucherImage(
  { session, service }: { session: SessionClient; service: ServiceClient },
  { account, place, bytes }: { account: string; place: string; bytes: Buffer },
): Promise<{ path: string } | "full" | null> {
  if (!(await getOwnPlace(session, account, place))) return null;
  const name = `${place.toLowerCase()}/${randomUUID()}.webp`;
  const upload = { bucket: BUCKET, name, bytes: bytes.length, account };
  if (takenUploadSchema.parse(orThrow(await service.rpc("take_upload", upload))).outcome !== "saved") return "full";
  const { error } = await service.storage.from(BUCKET).upload(name, bytes, { contentType: "image/webp" });
  if (error) throw databaseError(error);
  return { path: imagePath(name) };
}

/** Makes a link to the figures of a place; only the hash of its token is stored. */
export async function shareReport(client: SessionClient, place: string) {
  const report = randomUUID();
  const hash = tokenHash(tokenOfReport(report));
  return sharedSchema.parse(orThrow(await client.rpc("share_voucher_report", { report, place, token_hash: hash })));
}

/** Ends a link for good; `gone` when it is not one of a place of the account. */
export async function revokeReport(client: SessionClient, report: string) {
  return savedOrGone.parse(orThrow(await client.rpc("revoke_voucher_report", { report })));
}
