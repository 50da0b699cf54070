import { z } from "zod";
import { email, errorsOf, needed, phone, text, ticked, type FieldError } from "../../../platform/form";
import { state, stateOrNone } from "../../../geo/states/schema";
import { MAX_FIELDS, MAX_NAME, savedEventSchema } from "../schema";
import { MAX_LINK_USES, MAX_VALID_DAYS, LINK_STATES } from "./rules";

const wrong = errorsOf<FieldError>();

export const publishToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What `read_publish_link` returns. */
export const publishLinkSchema = z.object({
  state: z.enum(LINK_STATES),
  label: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state_abbr: state.nullable(),
  publishes_directly: z.boolean(),
  expires_at: z.string(),
  uses_left: z.number(),
  events: z.array(savedEventSchema.omit({ publishes_directly: true })),
});
export type PublishLink = z.output<typeof publishLinkSchema>;

// The database stores neither NUL nor half a surrogate pair.
const value = z.string().refine((given) => !given.includes("\0") && given.isWellFormed());
const values = z.record(z.string().max(MAX_NAME), value).refine((given) => Object.keys(given).length <= MAX_FIELDS);

/** What the page of a link sends: a state whose municipalities it needs, a form, or an event to submit. */
export const linkBodySchema = z.union([
  z.strictObject({ token: publishToken, state }),
  z.strictObject({ token: publishToken, payload: values }),
  z.strictObject({ token: publishToken, id: z.guid(), expected_version: z.iso.datetime({ offset: true }) }),
]);
export type LinkBody = z.output<typeof linkBodySchema>;

const whole = (highest: number) => z.coerce.number(wrong("numberInvalid")).int().min(1).max(highest);
const optionalEmail = text(254).refine((given) => !given || email.safeParse(given).success, wrong("emailInvalid"));

export const inviteSchema = z.object({
  label: needed(160),
  email: optionalEmail,
  phone,
  state_abbr: stateOrNone,
  days: whole(MAX_VALID_DAYS),
  max_uses: whole(MAX_LINK_USES),
  publishes_directly: ticked,
});
export const revokeSchema = z.object({ id: z.guid() });
