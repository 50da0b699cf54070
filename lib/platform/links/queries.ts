import "server-only";
import { createHash, createHmac } from "node:crypto";
import { env } from "../env";
import type { createServiceClient } from "../supabase/service";
import type { LinkKind } from "./rules";
import { orThrow } from "../supabase/or-throw";
import { REGISTRATION_LINK_KINDS } from "../supabase/database-constants/events";

/** Session client and service client, which have the same type. */
export type LinkClient = Pick<ReturnType<typeof createServiceClient>, "from" | "rpc">;
type NewestLink = { version: number; token_hash: string | null; expires_at: string; revoked_at: string | null };

/** Without LINK_TOKEN_SECRET the key is derived from the service key, so that the service key itself never signs tokens. */
const secret =
  env.LINK_TOKEN_SECRET ?? createHmac("sha256", env.SUPABASE_SECRET_KEY).update("link tokens").digest("base64url");

/** Derives the token of one version of a link: 256 bits that only the server can compute. */
export function deriveToken(
  kind:
    | LinkKind
    | "follow"
    | "draft"
    | "trip"
    | "place"
    | "event_member"
    | "event_webhook"
    | "voucher_report"
    | "vehicle_invitation"
    | "vehicle_sale"
    | "vehicle_handover",
  subject: string,
  version: number,
  key = secret,
): string {
  return createHmac("sha256", key).update(`${kind}\n${subject}\n${version}`).digest("base64url");
}

/** Hash of a token, as stored in the database. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The newest version of each subject's link, revoked ones included. */
export async function newestLinks(
  client: LinkClient,
  kind: LinkKind,
  subjects: readonly string[],
): Promise<Map<string, NewestLink>> {
  if (subjects.length === 0) return new Map();
  const data = orThrow(
    REGISTRATION_LINK_KINDS.some((one) => one === kind)
      ? await client
          .from("registration_links")
          .select("subject_id:registration_id, version, token_hash, expires_at, revoked_at")
          .eq("kind", kind)
          .in("registration_id", [...subjects])
          .order("version")
      : await client
          .from("link_tokens")
          .select("subject_id, version, token_hash, expires_at, revoked_at")
          .eq("kind", kind)
          .in("subject_id", [...subjects])
          .order("version"),
  );
  return new Map(data.flatMap(({ subject_id: subject, ...link }) => (subject ? [[subject, link] as const] : [])));
}

/**
 * The token of a stored link; null when it has expired or was revoked, or when this server did not derive it (an
 * older link, another key).
 */
export function usableToken(kind: LinkKind, subject: string, link: NewestLink | undefined, now: number): string | null {
  if (!link || link.revoked_at || Date.parse(link.expires_at) <= now) return null;
  const token = deriveToken(kind, subject, link.version);
  return tokenHash(token) === link.token_hash ? token : null;
}

/**
 * When the payment link of each sale was first opened, by sale id. Visits by the seller do not count; sales with an
 * unopened link are not in the map.
 */
export async function openedAt(client: LinkClient, sales: readonly string[]): Promise<Map<string, string>> {
  if (sales.length === 0) return new Map();
  const data = orThrow(
    await client
      .from("link_tokens")
      .select("subject_id, opened_at")
      .eq("kind", "payment")
      .in("subject_id", [...sales])
      .not("opened_at", "is", null)
      .order("opened_at", { ascending: false }),
  );
  return new Map(data.flatMap(({ subject_id: sale, opened_at: at }) => (sale && at ? [[sale, at] as const] : [])));
}

/** Tokens that can be sent again; null for a subject that needs a new link. */
export async function usableTokens(
  client: LinkClient,
  kind: LinkKind,
  subjects: readonly string[],
): Promise<Map<string, string | null>> {
  const links = await newestLinks(client, kind, subjects);
  const now = Date.now();
  return new Map(subjects.map((subject) => [subject, usableToken(kind, subject, links.get(subject), now)]));
}
