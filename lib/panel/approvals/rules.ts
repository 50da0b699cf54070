import { z } from "zod";
import { formatMoney, formatTimestamp } from "../../platform/format";
import { RECIPIENT_STATES } from "../../platform/supabase/database-constants/events";

const kind = z.object({
  name: z.string(),
  priceCents: z.number(),
  capacity: z.number().nullish(),
  opensAt: z.string().nullish(),
  closesAt: z.string().nullish(),
  requiresApproval: z.boolean(),
  hasWaitingList: z.boolean(),
  priceSteps: z.array(z.object({ starts_at: z.string(), price_cents: z.number() })).prefault([]),
  questions: z.array(z.string()).prefault([]),
});
/** Result of `private.event_offer`. */
export const eventOfferSchema = z.object({
  kinds: z.array(kind),
  capacity: z.number().nullish(),
  isPaid: z.boolean(),
  payee: z.string().nullish(),
  recipient: z.enum(RECIPIENT_STATES).optional(),
  isPayable: z.boolean(),
});
export type EventOffer = z.output<typeof eventOfferSchema>;

export type OfferWords = Record<
  | "free"
  | "later"
  | "questions"
  | "places"
  | "unlimited"
  | "opens"
  | "closes"
  | "closesAtStart"
  | "approval"
  | "waiting"
  | "none"
  | "payee"
  | "own"
  | "checking"
  | "card"
  | "unpayable",
  string
>;

/** A kind of registration in one line: name, prices, places, dates, approval, waiting list and its own questions. */
function offeredKind(offered: EventOffer["kinds"][number], words: OfferWords, locale: string, zone: string): string {
  const moment = (at: string) =>
    formatTimestamp(at, locale, { dateStyle: "short", timeStyle: "short", timeZone: zone });
  const { name, priceCents, capacity, opensAt, closesAt, requiresApproval, hasWaitingList } = offered;
  const { priceSteps, questions } = offered;
  return [
    name,
    priceCents > 0 ? formatMoney(priceCents, locale) : words.free,
    ...priceSteps.map(({ starts_at: at, price_cents: cents }) =>
      words.later.replace("{at}", moment(at)).replace("{price}", formatMoney(cents, locale)),
    ),
    typeof capacity === "number" ? words.places.replace("{count}", String(capacity)) : words.unlimited,
    opensAt ? words.opens.replace("{at}", moment(opensAt)) : "",
    closesAt ? words.closes.replace("{at}", moment(closesAt)) : words.closesAtStart,
    requiresApproval ? words.approval : "",
    hasWaitingList ? words.waiting : "",
    questions.length > 0 ? words.questions.replace("{labels}", questions.join("; ")) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Who receives the money of registrations. */
function payeeText({ payee, isPayable, recipient }: EventOffer, words: OfferWords): string {
  if (!isPayable) return words.unpayable;
  if (recipient === "own" || recipient === "checking") return words[recipient].replace("{name}", payee ?? "");
  return payee ? words.payee.replace("{name}", payee) : words.card;
}

/** Kinds of registration, a line each, the limit of the event and who receives the money, for the people who decide. */
export const offerTexts = (offer: EventOffer, words: OfferWords, locale: string, zone: string) => ({
  kinds: offer.kinds.map((one) => offeredKind(one, words, locale, zone)).join("\n") || words.none,
  capacity: offer.capacity ? String(offer.capacity) : undefined,
  payee: offer.isPaid ? payeeText(offer, words) : undefined,
});
