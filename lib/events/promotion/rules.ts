import type { Locale } from "../../platform/i18n/routing";
import { MAX_ART_LINE, type ArtSize } from "./kit/rules";
import { LEAD_KINDS, LEAD_STAGES } from "../../platform/supabase/database-constants/commerce";
import {
  PROMOTION_AUDIENCES,
  PROMOTION_CHANNELS,
  PROMOTION_TONES,
} from "../../platform/supabase/database-constants/events";

export type LeadStage = (typeof LEAD_STAGES)[number];
export type LeadKind = (typeof LEAD_KINDS)[number];
/** Kinds that publish events themselves. */
export const INVITED_KINDS: readonly string[] = ["organizer", "club"];
export const ACTIVITY_KINDS = ["call", "whatsapp", "email", "meeting", "note"] as const;

export type Audience = (typeof PROMOTION_AUDIENCES)[number];
export type Tone = (typeof PROMOTION_TONES)[number];
export type Channel = (typeof PROMOTION_CHANNELS)[number];
/** What a draft is made for; without a size it is a text. */
export type AdChoice = { audience: Audience; tone: Tone; channel: Channel; locale: Locale; size: ArtSize | "" };
/** Characters that a text may have: a message of the provider, a caption, a short mail, one SMS, 30 seconds of speech. */
export const LENGTH_OF: Record<Channel, number> = {
  whatsapp: 1000,
  instagram: 2200,
  email: 1500,
  sms: 160,
  radio: 450,
};

/** Characters that a draft may have: those of its channel, or of the line of an art. */
export const longestText = ({ channel, size }: { channel: string; size: string | null }): number =>
  size ? MAX_ART_LINE : LENGTH_OF[channel as Channel];

export type AdFacts = { title: string; dates: string; place: string; town: string; link: string; organizer: string };
export type AdParts = AdFacts & { opening: string; call: string };

const SHORTEST_TITLE = 20;

/** The end of a text replaced by an ellipsis so that it has at most `max` characters. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).trimEnd()}…`;

/**
 * A text within the length of its channel. A text that is too long is written without its opening, then with the
 * town instead of the address, then with a shorter title, and at last without the link.
 */
export function fittingText(channel: Channel, parts: AdParts, write: (parts: AdParts) => string): string {
  const max = LENGTH_OF[channel];
  const tidy = (given: AdParts) =>
    write(given)
      .replace(/\n{3,}/g, "\n\n")
      .replace(/ {2,}/g, " ")
      .trim();
  const bare = { ...parts, opening: "" };
  const short = { ...bare, place: parts.town };
  for (const given of [parts, bare, short]) if (tidy(given).length <= max) return tidy(given);
  for (const given of [short, { ...short, link: "" }]) {
    const room = parts.title.length - (tidy(given).length - max);
    if (room >= Math.min(SHORTEST_TITLE, parts.title.length))
      return tidy({ ...given, title: shortened(parts.title, room) });
  }
  return shortened(tidy({ ...short, link: "", title: shortened(parts.title, SHORTEST_TITLE) }), max);
}

type SynergyPair = { first_id: string; second_id: string; metres: number };
export type SynergyEvent = {
  slug: string;
  title: string;
  is_demo: boolean;
  state_abbr: string;
  town: string;
  first_day: string;
  last_day: string;
};
export type Synergy = {
  events: number;
  without_position: number;
  clashes: (SynergyPair & { saturday: string })[];
  trips: (SynergyPair & { starts_on: string; days: number })[];
  events_by_id: Record<string, SynergyEvent>;
  free: { abbr: string; busy: number; saturdays: string[] }[];
};
/** Most pairs of a list that are shown; the database returns one more. */
export const SHOWN_PAIRS = 100;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** A day of a contact compared with today (`2026-11-24`). */
export function dueState(day: string | null, today: string): "none" | "late" | "today" | "later" {
  if (!day) return "none";
  return day < today ? "late" : day === today ? "today" : "later";
}

export type Days = { from: string; to: string };
type Conversion = { source: string; stage: string; leads: number; invited: number; published: number };
export type ConversionSum = { key: string; leads: number; invited: number; published: number };

/** Sums of the lines with the same source or stage, the largest first; stages keep their order. */
export function sumConversion(rows: readonly Conversion[], by: "source" | "stage"): ConversionSum[] {
  const sums = new Map<string, ConversionSum>();
  for (const { leads, invited, published, ...row } of rows) {
    const sum = sums.get(row[by]) ?? { key: row[by], leads: 0, invited: 0, published: 0 };
    sums.set(row[by], {
      key: row[by],
      leads: sum.leads + leads,
      invited: sum.invited + invited,
      published: sum.published + published,
    });
  }
  const order: readonly string[] = LEAD_STAGES;
  return [...sums.values()].toSorted((a, b) =>
    by === "stage" ? order.indexOf(a.key) - order.indexOf(b.key) : b.leads - a.leads,
  );
}
