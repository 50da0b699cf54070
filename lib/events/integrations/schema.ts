import { z } from "zod";
import { brazilianDay } from "../../platform/dates";
import { formOf, needed, typedInLine, wrong } from "../../platform/form";
import { LINK_STATES } from "../../platform/links/rules";
import { outcomeSchema } from "../../platform/outcome-schema";
import {
  API_CHECKIN_COLUMNS,
  API_REGISTRATION_COLUMNS,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_KINDS,
} from "../../platform/supabase/database-constants/events";
import { isWebhookAddress, lastTokenDay } from "./rules";

export const tokenSchema = formOf(
  z
    .object({
      event: z.guid(),
      name: needed(80),
      registration_columns: z.array(z.enum(API_REGISTRATION_COLUMNS)),
      checkin_columns: z.array(z.enum(API_CHECKIN_COLUMNS)),
      last_day: z.iso
        .date(wrong("dateInvalid"))
        .refine((day) => day >= brazilianDay(Date.now()) && day <= lastTokenDay(Date.now()), wrong("dateInvalid")),
    })
    .refine(
      ({ registration_columns: registrations, checkin_columns: checkins }) =>
        registrations.length + checkins.length > 0,
      {
        ...wrong("choiceMissing"),
        path: ["registration_columns"],
      },
    ),
);
export const tokenIdSchema = z.object({ token: z.guid() });

export const webhookSchema = formOf(
  z.object({
    event: z.guid(),
    url: typedInLine()
      .max(500, wrong("tooLong"))
      .refine(isWebhookAddress, wrong("addressInvalid"))
      .transform((text) => (URL.canParse(text) ? new URL(text).href : text)),
    kinds: z.array(z.enum(WEBHOOK_KINDS)).min(1, wrong("choiceMissing")),
  }),
);
export const webhookIdSchema = z.object({ webhook: z.guid() });
export const pauseSchema = webhookIdSchema.extend({
  paused: z.enum(["yes", "no"]).transform((value) => value === "yes"),
});
export const deliveryIdSchema = z.object({ delivery: z.guid() });

export const addedSchema = outcomeSchema({ refused: ["limit"], gone: true });

/** What `event_integrations` returns. */
export const integrationsSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      registration_columns: z.array(z.enum(API_REGISTRATION_COLUMNS)),
      checkin_columns: z.array(z.enum(API_CHECKIN_COLUMNS)),
      expires_at: z.string(),
      revoked_at: z.string().nullable(),
      last_used_at: z.string().nullable(),
      created_at: z.string(),
      by: z.string().nullable(),
      state: z.enum(LINK_STATES),
    }),
  ),
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      kinds: z.array(z.enum(WEBHOOK_KINDS)),
      state: z.enum(["unsigned", "stopped", "paused", "failing", "active"]),
      first_failed_at: z.string().nullable(),
      stopped_at: z.string().nullable(),
      created_at: z.string(),
      waiting: z.number(),
      deliveries: z.array(
        z.object({
          id: z.string(),
          kind: z.enum([...WEBHOOK_KINDS, "test"]),
          status: z.enum(WEBHOOK_DELIVERY_STATUSES),
          attempts: z.number(),
          response_status: z.number().nullable(),
          problem: z.string().nullable(),
          attempted_at: z.string().nullable(),
          next_attempt_at: z.string().nullable(),
          created_at: z.string(),
        }),
      ),
    }),
  ),
});
export type Integrations = z.infer<typeof integrationsSchema>;
export type ApiToken = Integrations["tokens"][number];
export type Webhook = Integrations["webhooks"][number];

/** What `open_event_api_token` returns. */
export const openedTokenSchema = z
  .object({
    id: z.string(),
    event_id: z.string(),
    registration_columns: z.array(z.string()),
    checkin_columns: z.array(z.string()),
  })
  .nullable();
export type OpenedToken = NonNullable<z.infer<typeof openedTokenSchema>>;

/** Time and id of the last row of a page, after which the next page begins. */
const place = z.object({ at: z.iso.datetime({ offset: true }), id: z.guid() });
type Place = z.infer<typeof place>;

/** A page of the API, as `read_api_registrations` and `read_api_checkins` return it; null for a token that reads none. */
export const apiPageSchema = z
  .object({
    rows: z.array(z.record(z.string(), z.unknown())),
    next: z.object({ at: z.string(), id: z.string() }).nullable(),
  })
  .nullable();
export type ApiRow = NonNullable<z.infer<typeof apiPageSchema>>["rows"][number];

/** The cursor of the page after a row. */
export const cursorOf = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString("base64url");

const cursor = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/)
  .transform((text) => {
    const [at = "", id = ""] = Buffer.from(text, "base64url").toString("utf8").split(" ");
    return { at, id };
  })
  .pipe(place);

/** Parameters of the addresses of the API. */
export const apiQuerySchema = z.object({
  format: z.enum(["json", "csv"]).optional(),
  limit: z.coerce.number().int().min(1).max(500).prefault(100),
  cursor: cursor.optional(),
});

/** The bearer token of an `Authorization` header. */
export const bearerSchema = z
  .string()
  .regex(/^bearer lcb_[\w-]{43}$/i)
  .transform((header) => header.slice("bearer ".length));
