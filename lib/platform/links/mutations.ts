import "server-only";
import { headers } from "next/headers";
import { after } from "next/server";
import { z } from "zod";
import { AppError } from "../error";
import { outcomeSchema } from "../outcome-schema";
import { reportError } from "../report";
import { createSessionClient } from "../supabase/session";
import { deriveToken, newestLinks, tokenHash, usableToken, type LinkClient } from "./queries";
import { LINK_KINDS, type LinkKind, type SharedKind } from "./rules";
import { orThrow, type ErrorCodes } from "../supabase/or-throw";

/** Stores the hash of a version; `conflict` when another request has stored that version already. */
type Issue = (
  version: number,
  hash: string,
) => PromiseLike<{ data: unknown; error: { message: string; code?: string } | null }>;
const issuedSchema = outcomeSchema({ conflict: {} });

const TRIES = 3;
/** 23503: what the link would lead to was deleted. */
const KNOWN: ErrorCodes = { "42501": "access.permission", "23503": "link.expired" };

/** A valid link; the token is derived from version and key, so a queue only stores the version. */
export type Link = { version: number; token: string };

/** Returns the current version of a link, or creates the next one when the current one cannot be used. */
async function linkOf(
  client: LinkClient,
  kind: LinkKind,
  subject: string,
  issue: Issue,
  isReplacing: boolean,
): Promise<Link> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const newest = (await newestLinks(client, kind, [subject])).get(subject);
    const usable = isReplacing ? null : usableToken(kind, subject, newest, Date.now());
    if (newest && usable) return { version: newest.version, token: usable };
    const version = (newest?.version ?? 0) + 1;
    const token = deriveToken(kind, subject, version);
    const { outcome } = issuedSchema.parse(orThrow(await issue(version, tokenHash(token)), KNOWN));
    if (outcome === "saved") return { version, token };
  }
  throw new AppError("service.unavailable", { detail: "the link changed at every try" });
}

/** The token of a link that the caller may share; replacing it revokes the earlier links. */
export async function sharedToken(
  client: LinkClient,
  kind: SharedKind,
  subject: string,
  isReplacing = false,
): Promise<string> {
  const issue: Issue = (version, hash) =>
    client.rpc("issue_link", { kind, subject, version, token_hash: hash, is_replacing: isReplacing });
  return (await linkOf(client, kind, subject, issue, isReplacing)).token;
}

/** Creates or reuses a link of any kind, for server routes. */
export function serverLink(client: LinkClient, kind: LinkKind, subject: string): Promise<Link> {
  const issue: Issue = (version, hash) => client.rpc("issue_server_link", { kind, subject, version, token_hash: hash });
  return linkOf(client, kind, subject, issue, false);
}

/** Result of `find_link`. */
const linkRow = z.object({
  kind: z.enum(LINK_KINDS),
  subject_id: z.string(),
  sale_id: z.string().nullable(),
  number: z.number().nullable(),
  client_company_name: z.string().nullable(),
  client_contact_name: z.string().nullable(),
  client_email: z.string().nullable(),
});

/** The owner of a valid or expired token; null for any other text. */
export async function findLink(client: LinkClient, token: string): Promise<z.output<typeof linkRow> | null> {
  return linkRow.nullable().parse(orThrow(await client.rpc("find_link", { token })));
}

/** Records that a payment link was opened in a browser; link previews of messengers and prefetches do not count. */
export async function recordOpenedLink(token: string): Promise<void> {
  const requestHeaders = await headers();
  if (requestHeaders.get("sec-fetch-dest") !== "document" || requestHeaders.has("sec-purpose")) return;
  const client = await createSessionClient();
  after(async () => {
    const { error } = await client.rpc("note_opened_link", { token });
    if (error) reportError("opened link", new Error(error.message));
  });
}
