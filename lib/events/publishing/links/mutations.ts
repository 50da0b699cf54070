import "server-only";
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { daysFromNow } from "../../../platform/dates";
import { AppError } from "../../../platform/error";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { inviteSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS = { "42501": "access.permission", "23514": "input.invalid" } as const;

/** Creates a publish link; only the hash of its token is stored. */
export async function createPublishLink(client: Client, { days, ...invite }: z.output<typeof inviteSchema>) {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = daysFromNow(days);
  orThrow(
    await client.from("event_publish_links").insert({
      token_hash: tokenHash(token),
      ...invite,
      email: invite.email || null,
      phone: invite.phone || null,
      state_abbr: invite.state_abbr || null,
      expires_at: expiresAt,
    }),
    REFUSALS,
  );
  return { token, expiresAt };
}

export async function revokePublishLink(client: Client, id: string): Promise<void> {
  const rows = orThrow(
    await client
      .from("event_publish_links")
      .update({ revoked_at: new Date().toISOString() })
      .eq("id", id)
      .is("revoked_at", null)
      .select("id"),
    REFUSALS,
  );
  if (rows.length === 0) throw new AppError("input.invalid", { detail: "no such link" });
}
