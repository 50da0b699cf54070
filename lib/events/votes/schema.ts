import { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";

export const MAX_TICKET = 500;

export const voteBodySchema = z.strictObject({ vehicle: z.uuid(), ticket: z.string().max(MAX_TICKET) });

/** Why `cast_vote` refuses a vote. */
export const VOTE_REFUSALS = [
  "unknown_ticket",
  "other_event",
  "replaced_badge",
  "own_car",
  "not_entered",
  "unknown_car",
  "not_open",
  "closed",
] as const;
const VOTE_ANSWERS = ["counted", "changed", "needs_account", ...VOTE_REFUSALS] as const;
export type VoteAnswer = (typeof VOTE_ANSWERS)[number];

/** Answer of the handler. */
export const voteAnswerSchema = z.object({ answer: z.enum(VOTE_ANSWERS) });

const STATES = ["none", "not_yet", "open", "closed"] as const;

/** Result of `vote_candidate`. */
export const candidateSchema = z.object({
  vehicle: z.string(),
  name: z.string(),
  year: z.number(),
  color: z.string().nullable(),
  story: z.string().nullable(),
  event: z.string(),
  translations: z.unknown(),
  slug: z.string(),
  time_zone: z.string(),
  is_demo: z.boolean(),
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  state: z.enum(STATES),
  /** Whether the organiser published the result. */
  has_result: z.boolean(),
});
export type Candidate = z.infer<typeof candidateSchema>;

const cars = z.array(z.object({ name: z.string(), year: z.number(), votes: z.number(), place: z.number() }));
export type RankedCars = z.infer<typeof cars>;

/** Result of `vote_result`; the cars are listed after the organiser published the result. */
export const voteResultSchema = z.object({
  state: z.enum(STATES),
  is_published: z.boolean(),
  votes: z.number().nullable(),
  cars: cars.nullable(),
  /** The first three of each class that the event offers. */
  classes: z.array(z.object({ name: z.string(), cars })).nullable(),
});
export type VoteResult = z.infer<typeof voteResultSchema>;

/** Result of `event_vote_result`; the cars are listed after voting closed. */
export const ownVoteResultSchema = voteResultSchema.extend({
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
});
export type OwnVoteResult = z.infer<typeof ownVoteResultSchema>;

export const publishVotesSchema = z.object({ event: z.guid(), is_published: z.enum(["yes", "no"]) });
/** Result of `publish_vote_result`. */
export const publishedVotesSchema = outcomeSchema({ refused: ["not_closed"], gone: true });
