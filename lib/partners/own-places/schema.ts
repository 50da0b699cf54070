import { z } from "zod";
import { email, errorsOf, formOf, instagram, needed, phone, text, web, type FieldError } from "../../platform/form";
import { coordinatesOf, isInBrazil } from "../../panel/requests/rules";
import { hoursOf, MAX_GALLERY, PLACE_ROLES, type Hours } from "./rules";
import { outcomeSchema } from "../../platform/outcome-schema";
import { ENDED_INVITATION_STATES, INVITATION_STATES } from "../../platform/links/rules";
import { SERVICE_ATTRIBUTES } from "../../platform/supabase/database-constants/guide";
import { CHECKED_PLACE_CHANGE_LENGTHS, CONTACT_KINDS } from "../../platform/supabase/database-constants/partners";

type Code = FieldError | "pinInvalid" | "hoursInvalid";
const refused = errorsOf<Code>();

const makes = text(600).transform((value) => [
  ...new Set(
    value
      .split(/[,;\n]/)
      .map((make) => make.trim().slice(0, 60))
      .filter(Boolean)
      .slice(0, 30),
  ),
]);

/** `before`: the values that the form was filled with, as JSON. */
const before = z
  .string()
  .max(20_000)
  .transform((json, context) => {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(json));
    } catch {
      context.addIssue({ code: "custom", message: "choiceInvalid" });
      return z.NEVER;
    }
  });

const directFields = z.object({
  service: z.guid(),
  expected_version: z.string().min(1).max(40),
  before,
  phone,
  whatsapp: phone,
  website: web,
  instagram: instagram(60),
  attributes: z.array(z.enum(SERVICE_ATTRIBUTES)).catch([]).prefault([]),
  makes,
  hours: z.union([z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))), z.null()], refused("hoursInvalid")),
});

/** The form of the fields that are public at once; opening hours arrive as fields of their spans. */
export const directSchema = z.preprocess((value) => {
  if (!(value instanceof FormData)) return value;
  const fields = Object.fromEntries(value);
  return {
    ...fields,
    attributes: value.getAll("attributes"),
    hours: hoursOf((name) => (typeof fields[name] === "string" ? fields[name] : "")),
  };
}, directFields);
export type DirectInput = z.output<typeof directFields> & { hours: Hours | null };

const pin = text(400)
  .refine((value) => !value || coordinatesOf(value) !== null, refused("pinInvalid"))
  .transform((value) => coordinatesOf(value))
  .refine((point) => !point || isInBrazil(point), refused("pinInvalid"));
const lines = (most: number) =>
  z
    .string()
    .max(8000)
    .prefault("")
    .transform((value) => value.split("\n").filter(Boolean).slice(0, most));

const moderatedFields = z.object({
  service: z.guid(),
  /** The open proposal that the form replaces; empty for none. */
  replaces: z.union([z.literal("").transform(() => null), z.guid()]).prefault(""),
  before,
  name: needed(CHECKED_PLACE_CHANGE_LENGTHS.name),
  category_key: needed(CHECKED_PLACE_CHANGE_LENGTHS.category_key),
  city: text(CHECKED_PLACE_CHANGE_LENGTHS.city),
  address: text(CHECKED_PLACE_CHANGE_LENGTHS.address),
  pin,
  description: text(CHECKED_PLACE_CHANGE_LENGTHS.description),
  /** All pictures in their order, one address per line; the first is the cover. */
  gallery: lines(MAX_GALLERY),
  /** Names of new files among them. */
  photos: lines(8),
});
export const moderatedSchema = formOf(moderatedFields);
export type ModeratedInput = z.output<typeof moderatedFields>;

export const withdrawSchema = z.object({ service: z.guid(), application: z.guid() });
export const inviteSchema = formOf(z.object({ service: z.guid(), email }));
export const invitationSchema = z.object({ service: z.guid(), invitation: z.guid() });
export const acceptSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export const memberSchema = z.object({ service: z.guid(), account: z.guid() });
export const placeSchema = z.object({ service: z.guid() });
export const addMemberSchema = z.object({ service: z.guid(), email, role: z.enum(PLACE_ROLES) });

const placeState = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  state_abbr: z.string(),
  status: z.string(),
  category_key: z.string(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  description: z.string(),
  cover_url: z.string().nullable(),
  photos: z.array(z.string()),
  phone: z.string().nullable(),
  whatsapp: z.string().nullable(),
  website: z.string().nullable(),
  instagram: z.string().nullable(),
  opening_hours: z.unknown(),
  attributes: z.unknown(),
  verified_at: z.string().nullable(),
  check_date: z.string().nullable(),
  updated_at: z.string(),
});
export type PlaceState = z.infer<typeof placeState>;

const proposal = z.object({
  id: z.string(),
  protocol: z.string(),
  status: z.enum(["received", "in_review", "adjust", "approved", "rejected"]),
  note: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
  by: z.string(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** What `read_own_place` returns. */
export const ownPlaceSchema = z.object({
  role: z.enum(PLACE_ROLES),
  place: placeState,
  proposal: proposal.nullable(),
  decided: proposal.nullable(),
});
export type OwnPlace = z.infer<typeof ownPlaceSchema>;

export const savedSchema = outcomeSchema({
  saved: { place: placeState },
  conflict: { place: placeState },
  gone: true,
});
/** `unchanged`: nothing differs from what is public. */
export const proposedSchema = outcomeSchema({ conflict: {}, refused: ["unchanged"], gone: true });
export const invitedSchema = outcomeSchema({ refused: ["member", "limit"] });
export const joinedSchema = outcomeSchema({
  saved: { service_id: z.string() },
  refused: ENDED_INVITATION_STATES,
  gone: true,
});

/** What `read_place_invitation` returns. */
export const invitationPageSchema = z.object({
  state: z.enum(INVITATION_STATES),
  place: z.string(),
  state_abbr: z.string(),
  service_id: z.string().nullable(),
  expires_at: z.string(),
});

export const peopleSchema = z.object({
  members: z.array(
    z.object({
      account_id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      role: z.enum(PLACE_ROLES),
      created_at: z.string(),
    }),
  ),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), expires_at: z.string() })),
});
export type People = z.infer<typeof peopleSchema>;

export const visitsSchema = z.object({
  days7: z.number(),
  days30: z.number(),
  days90: z.number(),
  locales: z.record(z.string(), z.number()),
  contacts: z.partialRecord(z.enum(CONTACT_KINDS), z.number()),
});
export type Visits = z.infer<typeof visitsSchema>;
