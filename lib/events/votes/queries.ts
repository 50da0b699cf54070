import "server-only";
import { cache } from "react";
import { z } from "zod";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import {
  candidateSchema,
  ownVoteResultSchema,
  voteResultSchema,
  type Candidate,
  type OwnVoteResult,
  type VoteResult,
} from "./schema";

/** A car that can be voted for, with its event, read at this moment; null for any other. */
export const readCandidate = cache(async (vehicle: string): Promise<Candidate | null> => {
  if (!z.uuid().safeParse(vehicle).success) return null;
  const data = orThrow(await createPublicClient(null).rpc("vote_candidate", { vehicle }));
  return candidateSchema.nullable().parse(data);
});

/** Result of the voting of an event, for its static page. */
export const readVoteResult = cache(async (event: string): Promise<VoteResult | null> =>
  voteResultSchema.nullable().parse(orThrow(await createPublicClient(["events"]).rpc("vote_result", { event }))),
);

/** Times of voting and, once it is closed, the result, for the people who edit the event; null for a deleted event. */
export async function getVoteResult(event: string): Promise<OwnVoteResult | null> {
  const answer = await (await createSessionClient()).rpc("event_vote_result", { event });
  return ownVoteResultSchema.nullable().parse(orThrow(answer, { "42501": "access.permission" }));
}
