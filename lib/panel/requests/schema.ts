import { z } from "zod";
import {
  consent,
  email,
  errorsOf,
  formOf,
  instagram,
  needed,
  phone,
  text,
  ticked,
  trap,
  web,
  type FieldError,
} from "../../platform/form";
import { isDocument } from "../../platform/tax-document";
import { state } from "../../geo/states/schema";
import {
  coordinatesOf,
  INTERESTS,
  isInBrazil,
  NEEDED,
  photoNames,
  PLACE_REQUEST_KINDS,
  protocolOf,
  type NeededField,
  type PlaceRequestKind,
} from "./rules";
import { SERVICE_ATTRIBUTES } from "../../platform/supabase/database-constants/guide";
import {
  DELIVERY_KINDS,
  FILE_SERVICE_REQUEST_LENGTHS,
  FILE_TAKEDOWN_REQUEST_LENGTHS,
  FILE_TRIP_PANEL_REQUEST_LENGTHS,
} from "../../platform/supabase/database-constants/panel";

/** Error codes of invalid input; their messages are in `requests.validation`. */
export type ValidationCode =
  | FieldError
  | "phoneForWhatsapp"
  | "datesReversed"
  | "pinInvalid"
  | "placeMissing"
  | "protocolInvalid"
  | "documentInvalid";

const wrong = errorsOf<ValidationCode>();

const pin = text(400)
  .refine((value) => !value || coordinatesOf(value) !== null, wrong("pinInvalid"))
  .transform((value) => coordinatesOf(value))
  .refine((point) => !point || isInBrazil(point), wrong("pinInvalid"));

const place = z
  .object({
    kind: z.enum(PLACE_REQUEST_KINDS, wrong("choiceMissing")),
    state_abbr: state,
    service_id: z.union([z.literal(""), z.uuid(wrong("placeMissing"))], wrong("placeMissing")).prefault(""),
    name: text(FILE_SERVICE_REQUEST_LENGTHS.name),
    category_key: text(FILE_SERVICE_REQUEST_LENGTHS.category_key),
    city: text(120),
    address: text(200),
    pin,
    phone,
    website: web,
    instagram: instagram(60),
    opening_hours: text(300),
    description: text(2000),
    attributes: z.array(z.enum(SERVICE_ATTRIBUTES)).catch([]).prefault([]),
    makes: text(200),
    message: text(FILE_SERVICE_REQUEST_LENGTHS.message),
    photos: z.string().max(1000).catch("").prefault("").transform(photoNames),
    requester_name: needed(FILE_SERVICE_REQUEST_LENGTHS.requester_name),
    requester_email: email,
    requester_phone: phone,
    plan_id: z
      .union([z.literal(""), z.guid()])
      .catch("")
      .prefault(""),
    runs_place: ticked,
    document: text(20).refine((value) => !value || isDocument(value), wrong("documentInvalid")),
    consent,
    ...trap,
  })
  .refine(...answers("category_key", "choiceMissing"))
  .refine(...answers("name", "missing"))
  .refine(...answers("city", "missing"))
  .refine(...answers("service_id", "placeMissing"))
  .refine(...answers("message", "missing"));

/** Checks a required field of this kind of application; reported together with all other errors. */
function answers(field: NeededField, code: ValidationCode) {
  const given = (values: unknown) => {
    const { kind, [field]: answer } = values as Record<string, unknown>;
    return !NEEDED[kind as PlaceRequestKind]?.includes(field) || Boolean(answer);
  };
  return [
    given,
    { path: [field] as PropertyKey[], error: code, when: ({ value }: { value: unknown }) => value instanceof Object },
  ] as const;
}

export const placeRequestSchema = formOf(place);
export type PlaceRequest = z.output<typeof place>;

const whole = (lowest: number, highest: number) =>
  z.coerce
    .number(wrong("numberInvalid"))
    .int(wrong("numberInvalid"))
    .min(lowest, wrong("numberInvalid"))
    .max(highest, wrong("numberInvalid"));
const wholeOrNone = (lowest: number, highest: number) =>
  z.union([z.literal("").transform(() => null), whole(lowest, highest)], wrong("numberInvalid")).prefault("");
const date = z
  .union([z.literal("").transform(() => null), z.iso.date(wrong("dateInvalid"))], wrong("dateInvalid"))
  .prefault("");

const tripPanel = z
  .object({
    name: needed(FILE_TRIP_PANEL_REQUEST_LENGTHS.name),
    email,
    phone,
    by_whatsapp: ticked,
    delivery_kind: z.enum(DELIVERY_KINDS, wrong("choiceMissing")),
    start_on: date,
    end_on: date,
    origin: needed(FILE_TRIP_PANEL_REQUEST_LENGTHS.origin),
    destination: needed(FILE_TRIP_PANEL_REQUEST_LENGTHS.destination),
    states: z.array(state).max(27).catch([]).prefault([]),
    cars: whole(1, 500),
    people: whole(1, 2000),
    vehicles: text(2000).transform((value) =>
      value
        .split("\n")
        .map((line) => line.trim().slice(0, 120))
        .filter(Boolean)
        .slice(0, 50),
    ),
    km_per_day: wholeOrNone(20, 1500),
    budget: text(FILE_TRIP_PANEL_REQUEST_LENGTHS.budget),
    interests: z.array(z.enum(INTERESTS)).catch([]).prefault([]),
    needs_lodging: ticked,
    notes: text(FILE_TRIP_PANEL_REQUEST_LENGTHS.notes),
    consent,
    ...trap,
  })
  .refine(({ start_on, end_on }) => !start_on || !end_on || end_on >= start_on, {
    path: ["end_on"],
    ...wrong("datesReversed"),
  })
  .refine(({ by_whatsapp, phone: number }) => !by_whatsapp || number !== "", {
    path: ["phone"],
    ...wrong("phoneForWhatsapp"),
  });

export const tripPanelSchema = formOf(tripPanel);
export type TripPanelRequest = z.output<typeof tripPanel>;

const takedown = z.object({
  url: needed(FILE_TAKEDOWN_REQUEST_LENGTHS.url),
  claimant_name: needed(FILE_TAKEDOWN_REQUEST_LENGTHS.claimant_name),
  email,
  phone,
  reason: needed(FILE_TAKEDOWN_REQUEST_LENGTHS.reason),
  evidence: text(FILE_TAKEDOWN_REQUEST_LENGTHS.evidence),
  declares_truth: consent,
  ...trap,
});

export const takedownSchema = formOf(takedown);
export type TakedownRequest = z.output<typeof takedown>;

export const statusSchema = formOf(
  z.object({
    protocol: needed(60)
      .pipe(z.string().refine((value) => !value || protocolOf(value) !== null, wrong("protocolInvalid")))
      .transform((value) => protocolOf(value)!),
  }),
);

/** What `own_requests` returns. */
export const ownRequestsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    protocol: z.string(),
    title: z.string().nullable(),
    state_abbr: z.string().nullable(),
    status: z.string(),
    status_note: z.string().nullable(),
    created_at: z.string(),
    answer_link: z.string().nullable(),
    share_id: z.string().nullable(),
    share_expires_at: z.string().nullable(),
    trip_id: z.string().nullable(),
  }),
);

export const placeSearchSchema = z.object({ state, query: text(80).pipe(z.string().min(2)) });
export const townsSchema = z.object({ state });
