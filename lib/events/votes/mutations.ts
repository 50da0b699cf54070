import "server-only";
import { z } from "zod";
import { verifyEventCode } from "../codes/rules";
import { readPublicKey } from "../codes/service";
import { currentAccount } from "../../platform/auth/account";
import { AppError } from "../../platform/error";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import { createSessionClient } from "../../platform/supabase/session";
import { ticketOf } from "./rules";
import { publishedVotesSchema, VOTE_REFUSALS, type VoteAnswer } from "./schema";
import { outcomeSchema } from "../../platform/outcome-schema";

type ServiceClient = ReturnType<typeof createServiceClient>;

/** Version of the badge of the caller's own registration. The team reads the badges of others too, and must not vote with them. */
async function ownBadgeVersion(registration: string): Promise<number | null> {
  const account = await currentAccount();
  if (!account) return null;
  const rows = (await createSessionClient()).from("event_registrations").select("badge_version");
  const own = orThrow(await rows.eq("id", registration).eq("user_id", account.id).maybeSingle());
  return own?.badge_version ?? null;
}

/**
 * Stores the vote of a ticket: the link of a badge, the text of its QR code, whose signature is verified here, or the
 * address of the caller's own badge.
 */
export async function castVote(client: ServiceClient, vehicle: string, pasted: string): Promise<VoteAnswer> {
  const ticket = ticketOf(pasted);
  if ("link" in ticket) return answerOf(await client.rpc("cast_vote", { vehicle, link: ticket.link }));
  if ("registration" in ticket) {
    const version = await ownBadgeVersion(ticket.registration);
    return version === null ? "needs_account" : voteOf(client, vehicle, ticket.registration, version);
  }
  const code = await verifyEventCode(ticket.code, await readPublicKey());
  return code ? voteOf(client, vehicle, code.registrationId, code.badgeVersion) : "unknown_ticket";
}

const voteOf = async (client: ServiceClient, vehicle: string, registration: string, version: number) =>
  answerOf(await client.rpc("cast_vote", { vehicle, registration, badge_version: version }));

const votedSchema = outcomeSchema({ saved: { is_first: z.boolean() }, refused: VOTE_REFUSALS });

function answerOf(response: Parameters<typeof orThrow>[0]): VoteAnswer {
  const voted = votedSchema.parse(orThrow(response));
  if (voted.outcome === "refused") return voted.reason;
  return voted.is_first ? "counted" : "changed";
}

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Shows the result on the page of the event, or hides it again. */
export async function publishVotes(client: Client, event: string, is_published: boolean): Promise<void> {
  const answer = orThrow(await client.rpc("publish_vote_result", { event, is_published }), {
    "42501": "access.permission",
  });
  const { outcome } = publishedVotesSchema.parse(answer);
  if (outcome !== "saved") throw new AppError(outcome === "gone" ? "access.denied" : "votes.notClosed");
}
