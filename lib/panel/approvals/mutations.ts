import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { addressHash } from "../../platform/address-hash";
import type { createSessionClient } from "../../platform/supabase/session";
import { approvalSubject, type ApprovalSubject, type approvalSchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { daysFromNow } from "../../platform/dates";
import { outcomeSchema } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const VALID_DAYS = 14;

/** Creates an approval link for an application, event or voucher; only the hash of its token is stored. */
export async function createLink(
  client: SessionClient,
  { kind, id }: { kind: ApprovalSubject; id: string },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = daysFromNow(VALID_DAYS);
  orThrow(
    await client.from("approval_tokens").insert({
      token_hash: createHash("sha256").update(token).digest("hex"),
      subject_kind: kind,
      subject_id: id,
      expires_at: expiresAt,
    }),
  );
  return { token, expiresAt };
}

/** Revokes every unused link of an application, event or voucher; returns how many there were. */
export async function revokeLinks(client: SessionClient, requestId: string): Promise<number> {
  const data = orThrow(
    await client
      .from("approval_tokens")
      .update({ revoked_at: new Date().toISOString() })
      .eq("subject_id", requestId)
      .is("used_at", null)
      .is("revoked_at", null)
      .select("id"),
  );
  return data.length;
}

const decidedSchema = outcomeSchema({
  saved: { kind: approvalSubject },
  refused: ["used", "revoked", "expired", "closed", "unpayable"],
  gone: true,
});

/** Applies the decision of a link; refused when the link is no longer valid. */
export async function decideApproval(
  client: SessionClient,
  { token, decision, reason, name }: z.output<typeof approvalSchema>,
  address: string,
) {
  const answer = await client.rpc("decide_approval", {
    token,
    decision,
    reason,
    decided_name: name,
    ip_hash: addressHash(address),
  });
  return decidedSchema.parse(orThrow(answer));
}
