import { z } from "zod";
import { DECISIONS, INBOX_KEYS, type InboxKey } from "./rules";
import { typed } from "../../platform/form";

/** Where a delivered trip panel arrived; `full`: the account keeps no more trips, so it has the link only. */
export const DELIVERY_PLACES = ["account", "full", "link"] as const;

const kind = z.enum(INBOX_KEYS);

export const decideSchema = z.strictObject({
  kind,
  id: z.uuid(),
  decision: z.enum(DECISIONS),
  reason: typed().max(1000).optional(),
  /** Status that was shown to the moderator, for conflict detection. */
  expected_status: z.string().max(30).optional(),
});

export const assignSchema = z.strictObject({ kind, id: z.uuid(), mine: z.boolean() });
export const answerSchema = z.strictObject({
  id: z.uuid(),
  answer: typed().min(1).max(1000),
  link: z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)]),
  expected_status: z.string().max(30).optional(),
});
export const deliverSchema = z.strictObject({
  id: z.uuid(),
  /** Version of the trip that was shown. */
  version: z.int().min(1),
  answer: typed().min(1).max(1000),
});
export const replySchema = z.strictObject({ id: z.uuid(), reply: typed().max(1000) });

export type DecideInput = z.infer<typeof decideSchema>;
export type DeliverInput = z.infer<typeof deliverSchema>;
export type AnswerInput = z.infer<typeof answerSchema>;

/** Decisions that the functions `decide_*` accept; the lists of banners use the last three. */
export const STEPS = ["approve", "publish", "reject", "adjust", "reopen", "start", "pause", "resume", "end"] as const;
export type Step = (typeof STEPS)[number];

/** Next status of each decision in each status, the first status first; other decisions are refused. */
type Transitions = Readonly<Record<string, Readonly<Partial<Record<Step, string>>>>>;

const UNDECIDED_REQUEST = {
  approve: "approved",
  publish: "approved",
  reject: "rejected",
  adjust: "in_review",
  start: "in_review",
} as const;

/**
 * The statuses and transitions of every kind of item. A database test compares the statuses with the check
 * constraints and tries every decision in every status.
 */
const TRANSITIONS = {
  service_request: {
    received: UNDECIDED_REQUEST,
    in_review: UNDECIDED_REQUEST,
    approved: { reopen: "in_review" },
    rejected: { reopen: "in_review" },
  },
  trip_panel: {
    received: { approve: "in_progress", reject: "cancelled" },
    in_progress: { approve: "ready", reject: "cancelled", reopen: "received" },
    ready: { approve: "delivered", reject: "cancelled", reopen: "received" },
    delivered: { reopen: "received" },
    cancelled: { reopen: "received" },
  },
  takedown: {
    received: { approve: "accepted", reject: "rejected", start: "in_review" },
    in_review: { approve: "accepted", reject: "rejected", reopen: "in_review" },
    accepted: { reopen: "in_review" },
    rejected: { reopen: "in_review" },
  },
  report: {
    open: { approve: "resolved", reject: "dismissed" },
    resolved: { reopen: "open" },
    dismissed: { reopen: "open" },
  },
  app_review: {
    pending: { approve: "published", reject: "hidden" },
    published: { reopen: "pending" },
    hidden: { reopen: "pending" },
  },
  ad_lead: {
    received: { approve: "contacted", reject: "lost" },
    contacted: { approve: "won", reject: "lost", reopen: "received" },
    won: { reopen: "received" },
    lost: { reopen: "received" },
  },
  pix: {
    pending: { approve: "paid", reject: "pending" },
    review: { approve: "paid", reject: "pending" },
    processing: {},
    expired: {},
    failed: {},
    paid: {},
    refunded: {},
  },
  seller: {
    pending: { approve: "active", reject: "rejected" },
    active: { reject: "suspended", reopen: "pending" },
    suspended: { approve: "active" },
    rejected: { reopen: "pending" },
  },
  ad: {
    awaiting_art: {},
    awaiting_payment: {},
    in_review: { approve: "approved", reject: "rejected" },
    approved: { pause: "paused", end: "ended", reopen: "in_review" },
    paused: { resume: "approved", end: "ended", reopen: "in_review" },
    rejected: { reopen: "in_review" },
    ended: {},
    stopped: {},
  },
  event: {
    draft: {},
    pending: { approve: "published", adjust: "draft", reject: "rejected" },
    published: { reopen: "pending" },
    rejected: { reopen: "pending" },
    postponed: {},
    cancelled: {},
  },
  event_change: {
    pending: { approve: "approved", reject: "rejected" },
    approved: {},
    rejected: {},
  },
  voucher: {
    draft: {},
    pending: { approve: "active", adjust: "draft", reject: "rejected" },
    active: { reopen: "pending" },
    paused: {},
    ended: {},
    rejected: { reopen: "pending" },
  },
} as const satisfies Record<InboxKey, Transitions>;

/** The statuses of a kind, the first one first. */
export const statusesOf = (key: InboxKey): string[] => Object.keys(TRANSITIONS[key]);

/** The status after a decision; null when the decision is refused in this status. */
export function nextStatus(key: InboxKey, status: string, step: Step): string | null {
  const transitions: Transitions = TRANSITIONS[key];
  return transitions[status]?.[step] ?? null;
}
