import { castVote } from "@/lib/events/votes/mutations";
import { isRefusedTicket } from "@/lib/events/votes/rules";
import { voteBodySchema } from "@/lib/events/votes/schema";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 2_000;
const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "input.invalid": 400, "rate.limited": 429 };

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

/** Stores or changes the vote of a ticket. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("vote", "vote", address);
    const body = voteBodySchema.safeParse(await readJson(request, MAX_BYTES));
    if (!body.success) return answer({ code: "input.invalid" }, 400);
    const client = createServiceClient();
    const result = await castVote(client, body.data.vehicle, body.data.ticket);
    if (isRefusedTicket(result)) {
      await countFailedAttempt(client, "vote", address);
      // Guessing tickets is limited more strictly than voting.
      await takeGuess("voteRefused", "vote", address);
    }
    return answer({ answer: result });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError("event vote", error);
    return answer({ code }, STATUS[code] ?? 503);
  }
}
