import { z } from "zod";
import { email, formOf, needed } from "../../../platform/form";
import { sharingToken } from "../schema";
import { outcomeSchema } from "../../../platform/outcome-schema";
import { HISTORY_KINDS } from "../../../platform/supabase/database-constants/garage";

const kinds = z.array(z.enum(HISTORY_KINDS)).max(HISTORY_KINDS.length);

/** `name` is the nickname of the car that the seller typed. */
export const offerSchema = formOf(z.object({ vehicle: z.uuid(), email, chosen: kinds, name: needed(60) }));
export const decideSchema = z.object({ token: sharingToken, isAccepted: z.boolean() });

/** What `handover_counts` returns. */
export const countsSchema = z.partialRecord(z.enum(HISTORY_KINDS), z.number());

/** What `read_vehicle_offer` returns; `is_mine` is null without an account. */
export const offerViewSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    seller: z.string(),
    chosen: kinds,
    expires_at: z.string(),
    email: z.string(),
    is_mine: z.boolean().nullable(),
    vehicle: z.object({
      nickname: z.string(),
      make: z.string(),
      model: z.string(),
      version: z.string(),
      year_made: z.number().nullable(),
      year_model: z.number().nullable(),
      odometer_km: z.number().nullable(),
    }),
  }),
  z.object({ state: z.literal("accepted"), vehicle_id: z.guid().nullish() }),
  z.object({ state: z.enum(["refused", "withdrawn", "expired"]) }),
]);
export type OfferView = z.output<typeof offerViewSchema>;

/** What `decide_vehicle_offer` returns. */
export const decisionSchema = outcomeSchema({
  saved: { status: z.enum(["accepted", "refused"]), vehicle: z.guid().nullable() },
  refused: ["withdrawn", "expired", "wrong_account", "limit"],
  gone: true,
});

/** What `offer_vehicle` returns. */
export const offeredSchema = outcomeSchema({ refused: ["name", "own", "exists", "too_many", "invalid"], gone: true });
