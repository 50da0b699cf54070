import { z } from "zod";
import { ROLES } from "../../platform/auth/permissions";
import { NOTIFICATION_AUDIENCES } from "../../platform/supabase/database-constants/accounts";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { formOf, needed, text, ticked, wrong } from "../../platform/form";
import { stateOrNone } from "../../geo/states/schema";
import { isPushEndpoint } from "./rules";

const path = text(300).refine((value) => !value || /^\/[^/\\\s]\S*$/.test(value), wrong("addressInvalid"));
/** The time of the form is Brazilian time (UTC−3). */
const moment = z
  .union(
    [
      z.literal("").transform(() => null),
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, wrong("dateInvalid"))
        .transform((value) => new Date(`${value}:00-03:00`)),
    ],
    wrong("dateInvalid"),
  )
  .prefault("")
  .refine((value) => value === null || !Number.isNaN(value.getTime()), wrong("dateInvalid"));

const eventOrNone = z.union([z.literal(""), z.guid()], wrong("choiceInvalid")).prefault("");

const campaign = z
  .object({
    title: needed(120),
    body: needed(1000),
    titleEn: text(120),
    bodyEn: text(1000),
    titleEs: text(120),
    bodyEs: text(1000),
    link: path,
    audience: z.enum(NOTIFICATION_AUDIENCES, wrong("choiceInvalid")),
    role: z.union([z.literal(""), z.enum(ROLES)], wrong("choiceInvalid")).prefault(""),
    state: stateOrNone,
    event: eventOrNone,
    at: moment,
    push: ticked,
  })
  .refine(({ audience, role }) => audience !== "role" || role !== "", { path: ["role"], ...wrong("choiceMissing") })
  .refine(({ audience, state }) => audience !== "state" || state !== "", {
    path: ["state"],
    ...wrong("choiceMissing"),
  })
  .refine(({ audience, event }) => audience !== "event" || event !== "", {
    path: ["event"],
    ...wrong("choiceMissing"),
  });

export const campaignSchema = formOf(campaign);
export type CampaignInput = z.output<typeof campaign>;
export const campaignIdSchema = z.strictObject({ id: z.uuid() });
export const audienceSchema = z.strictObject({
  audience: z.enum(NOTIFICATION_AUDIENCES),
  role: z.union([z.literal(""), z.enum(ROLES)]),
  state: stateOrNone,
  event: eventOrNone,
});
export const readSchema = z.strictObject({ id: z.uuid().nullable() });
export const optOutSchema = formOf(z.object({ notices: ticked }));

const endpoint = z.string().max(1000);
/** Base64url with or without padding. */
const key = (length: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}=*$`))
    .transform((value) => value.replace(/=+$/, ""));

/** Push subscription of a browser; its endpoint must belong to a push service, or to the mock server of the tests. */
export const deviceSchema = (testOrigin?: string) =>
  z.strictObject({
    endpoint: endpoint.refine((value) => isPushEndpoint(value, testOrigin)),
    p256dh: key(87),
    auth: key(22),
    locale: z.enum(LOCALES),
  });
export type Device = z.output<ReturnType<typeof deviceSchema>>;
export const endpointSchema = z.strictObject({ endpoint });
