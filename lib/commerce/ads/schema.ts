import { z } from "zod";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import { PLACEMENTS } from "../../panel/record-choices/rules";
import { typed } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";

/** Limits for the body of `POST /api/ad-events`, a batch of the events of one page. */
export const MAX_EVENTS = 40;
export const MAX_EVENTS_BYTES = 8192;

const state = z.enum(STATES.map(({ abbr }) => abbr) as [StateAbbr, ...StateAbbr[]]);

export const adEventsSchema = z
  .array(
    z.strictObject({
      ad: z.uuid(),
      placement: z.enum(PLACEMENTS),
      state: state.nullable(),
      kind: z.enum(["view", "click"]),
    }),
  )
  .min(1)
  .max(MAX_EVENTS);
/** The days of a sale, whose free shares are asked for. */
export const availabilityQuerySchema = z.object({
  from: z.iso.date(),
  days: z.coerce.number().int().min(1).max(1100),
  /** The sale that is corrected; its shares are free for its correction. */
  replaced: z.uuid().optional(),
});

/** Result of `ad_availability`. */
export const availabilitySchema = z.array(
  z.object({
    placement: z.string(),
    state: z.string(),
    shares: z.number(),
    /** On the day with the fewest free ones. */
    free: z.number(),
    /** Days without a free share, `until` included. */
    taken: z.array(z.object({ from: z.string(), until: z.string() })),
  }),
);
export type Availability = z.output<typeof availabilitySchema>;

/** Shares of the rotation of a placement; `previous` is the number that the form was opened with. */
export const sharesSchema = z.strictObject({
  placement: z.enum(PLACEMENTS),
  previous: z.coerce.number().int(),
  shares: z.coerce.number().int().min(1).max(1000),
});

export type AdEvent = z.infer<typeof adEventsSchema>[number];

/** Limit for two images and the form fields. */
export const MAX_ART_BYTES = 8 * 1024 * 1024;

/** Form fields an advertiser sends with the images. */
export const artSchema = z.object({
  alt: typed().min(1).max(200),
  link: z
    .string()
    .trim()
    .max(500)
    .regex(/^https:\/\/[^\s"<>\\]+\.[^\s"<>\\]+$/),
  states: z.array(state).max(27),
});

/** Result of `submit_ad_art`. */
export const artAnswerSchema = outcomeSchema({
  saved: { status: z.string(), replaced: z.array(z.string()) },
  refused: ["closed"],
  gone: true,
});

const share = z.object({ name: z.string().nullable(), impressions: z.number(), clicks: z.number() });

/** Result of `read_ad_report`. */
export const adReportSchema = z.object({
  advertiser: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  placements: z.array(z.string()),
  states: z.array(z.string()),
  statesLimit: z.number().nullable(),
  imageDesktop: z.string().nullable(),
  imageMobile: z.string().nullable(),
  alt: z.string(),
  linkUrl: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  plan: z.string().nullable(),
  saleNumber: z.number().nullable(),
  days: z.array(z.object({ day: z.string(), impressions: z.number(), clicks: z.number() })),
  byPlacement: z.array(share),
  byState: z.array(share),
});
export type AdReport = z.output<typeof adReportSchema>;

const AD_DECISIONS = ["approve", "reject", "pause", "resume", "end"] as const;
export const decideAdSchema = z.strictObject({
  id: z.uuid(),
  decision: z.enum(AD_DECISIONS),
  reason: typed().max(1000).optional(),
  expected_status: z.string().max(30).optional(),
});
export type AdDecision = z.infer<typeof decideAdSchema>;
