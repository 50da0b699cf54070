import { castVote } from "@/lib/events/votes/mutations";
import { isRefusedTicket } from "@/lib/events/votes/rules";
import { voteBodySchema } from "@/lib/events/votes/schema";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 2_000;

/** Stores or changes the vote of a ticket. */
export const POST = publicHandler(
  {
    name: "event vote",
    limit: (address) => takeGuess("vote", "vote", address),
    body: jsonBody(voteBodySchema, MAX_BYTES),
    client: createServiceClient,
    headers: { "x-robots-tag": "noindex" },
  },
  async ({ body, client, address }) => {
    const answer = await castVote(client, body.vehicle, body.ticket);
    if (isRefusedTicket(answer)) {
      await countFailedAttempt(client, "vote", address);
      // Guessing tickets is limited more strictly than voting.
      await takeGuess("voteRefused", "vote", address);
    }
    return { answer };
  },
);
