import { z } from "zod";
import { DECISIONS, INBOX_KEYS } from "./rules";

const kind = z.enum(INBOX_KEYS);

export const decideSchema = z.strictObject({
  kind,
  id: z.uuid(),
  decision: z.enum(DECISIONS),
  reason: z.string().trim().max(1000).optional(),
  /** Status that was shown to the moderator, for conflict detection. */
  seen: z.string().max(30).optional(),
});

export const assignSchema = z.strictObject({ kind, id: z.uuid(), mine: z.boolean() });
export const answerSchema = z.strictObject({ id: z.uuid(), answer: z.string().trim().min(1).max(1000), link: z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)]), seen: z.string().max(30).optional() });
export const replySchema = z.strictObject({ id: z.uuid(), reply: z.string().trim().max(1000) });

export type DecideInput = z.infer<typeof decideSchema>;
export type AnswerInput = z.infer<typeof answerSchema>;
