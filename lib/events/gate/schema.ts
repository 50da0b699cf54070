import { z } from "zod";
import { eventPublicKeysSchema } from "../codes/rules";
import { TIME_ZONE } from "../../platform/dates";
import { typedInLine } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { paymentRecipientSchema } from "../../platform/payments/schema";
import {
  CHECKIN_RESULTS,
  GATE_PAYMENT_METHODS,
  LIST_PURPOSES,
  READING_KINDS,
  RECIPIENT_STATES,
  REGISTRATION_KINDS,
} from "../../platform/supabase/database-constants/events";

export type ReadingKind = (typeof READING_KINDS)[number];
export type CheckinResult = (typeof CHECKIN_RESULTS)[number];

const moment = z.iso.datetime({ offset: true });

const MAX_PEOPLE = 21;
const people = z.int().min(1).max(MAX_PEOPLE);

/** Confirmed, payment open, address not confirmed, cancelled after an entry, not approved. */
export const PERSON_STATUSES = ["c", "p", "u", "x", "n"] as const;
/** Places with the names of companions, what the search needs, cents that are still to be paid, and half price. */
const personDetails = z.object({
  places: z.number().default(1),
  companions: z.array(z.string()).default([]),
  plates: z.string().default(""),
  code: z.string().default(""),
  mail: z.string().default(""),
  due: z.number().default(0),
  half: z.string().nullable().default(null),
  halfSeen: z.boolean().default(false),
});
/** Id, name, kind, cars, status, version of the badge and details. */
const person = z.tuple([
  z.uuid(),
  z.string(),
  z.string(),
  z.string(),
  z.enum(PERSON_STATUSES),
  z.number(),
  // A list that a device stored before an update has none.
  personDetails.partial().optional(),
]);
/** List, registration, time and reader of the first entry, people who entered and people inside. */
const entry = z.tuple([z.uuid(), z.uuid(), moment, z.string(), z.number().optional(), z.number().optional()]);

/** What a device at the gate keeps. */
export const gateDataSchema = z.object({
  now: moment,
  event: z.object({
    id: z.uuid(),
    title: z.string(),
    startsAt: moment,
    endsAt: moment,
    timeZone: z.string().default(TIME_ZONE),
    isDemo: z.boolean(),
  }),
  device: z.object({ name: z.string(), expiresAt: moment }).nullable(),
  keys: eventPublicKeysSchema,
  lists: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      purpose: z.enum(LIST_PURPOSES),
      kinds: z.array(z.string()),
      allowReentry: z.boolean(),
    }),
  ),
  types: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      name: z.string(),
      priceCents: z.number(),
      left: z.number().nullable(),
      maxPeople: z.number().default(1),
      needsVehicle: z.boolean().default(false),
      needsApproval: z.boolean().default(false),
    }),
  ),
  people: z.array(person),
  /** Registrations that were confirmed once and are no longer; their badges are still signed by the portal. */
  cancelled: z.array(z.uuid()),
  entries: z.array(entry),
  /** List and registration of people who left, on lists with re-entry. */
  left: z.array(z.tuple([z.uuid(), z.uuid()])),
});
export type GateData = z.output<typeof gateDataSchema>;
export type Entry = z.output<typeof entry>;

export const readingSchema = z.strictObject({
  nonce: z.uuid(),
  kind: z.enum(READING_KINDS),
  listId: z.uuid(),
  registrationId: z.uuid().nullable(),
  badgeVersion: z.int().min(0).max(2_147_483_647).nullable(),
  scannedAt: moment,
  isOffline: z.boolean(),
  isForced: z.boolean().optional(),
  /** How many people enter or leave; without it, all who are not inside yet, or all who are. */
  people: people.optional(),
});
export type Reading = z.output<typeof readingSchema>;

export const MAX_READINGS = 500;
export const MAX_READINGS_BYTES = 200_000;
export const readingsBodySchema = z.strictObject({
  readings: z.array(readingSchema).max(MAX_READINGS),
  pending: z.int().min(0).max(100_000),
});

export const MAX_GATE_BODY_BYTES = 8000;
export const undoBodySchema = z.strictObject({ nonce: z.uuid() });
const walkInVehicle = z.strictObject({
  make: z.string().trim().min(1).max(60),
  model: z.string().trim().min(1).max(80),
  year: z.int().min(1880).max(2100),
  plate: z.string().trim().max(10).optional(),
});
export const walkInBodySchema = z.strictObject({
  nonce: z.uuid(),
  listId: z.uuid(),
  typeId: z.uuid(),
  name: typedInLine().min(1).max(120),
  email: z.union([z.literal(""), z.email().max(254)]).default(""),
  people: people.default(1),
  companions: z.array(z.string().trim().min(1).max(120)).max(20).default([]),
  vehicles: z.array(walkInVehicle).max(1).default([]),
  /** Name of the person who approved a kind that is approved. */
  approvedBy: z.string().trim().max(120).default(""),
  /** How the price was paid; needed where there is one. */
  paidBy: z.enum(GATE_PAYMENT_METHODS).optional(),
  /** The price that the device showed. */
  cents: z.int().min(0).optional(),
});
export type WalkIn = Omit<z.input<typeof walkInBodySchema>, "nonce" | "listId">;

/** What decides the price of people without a registration. */
export const gatePixBodySchema = walkInBodySchema.pick({
  nonce: true,
  listId: true,
  typeId: true,
  people: true,
  companions: true,
});
export const walkInPriceSchema = z.object({
  cents: z.number(),
  txid: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** The Pix key of the organiser; null when another state is in force. */
  recipient: paymentRecipientSchema.nullable(),
});
/** The Pix payment of a sale at the gate: code to copy, and QR code as the address of an image; null when Pix is off. */
export const gatePixSchema = z.object({
  pix: z.object({ cents: z.number(), payload: z.string(), qr: z.string(), beneficiary: z.string() }).nullable(),
});
type GatePixAnswer = z.output<typeof gatePixSchema>;
export type GatePix = NonNullable<GatePixAnswer["pix"]>;

/** Answer of the server to a reading. */
export const answerSchema = z.object({
  nonce: z.uuid(),
  readingKind: z.enum(READING_KINDS),
  result: z.enum(CHECKIN_RESULTS),
  scannedAt: moment,
  undoneAt: moment.nullable(),
  registrationId: z.uuid().nullable(),
  name: z.string().nullable(),
  kind: z.string().nullable(),
  people: z.number().default(1),
  places: z.number().default(1),
  inside: z.number().default(0),
  companions: z.array(z.string()).default([]),
  dueCents: z.number().default(0),
  halfPrice: z.string().nullable().default(null),
  isHalfPriceSeen: z.boolean().default(false),
  listId: z.uuid(),
  list: z.string(),
  by: z.string().nullable(),
  isOffline: z.boolean(),
  isWalkIn: z.boolean(),
  isForced: z.boolean(),
  first: z.object({ at: moment, list: z.string(), by: z.string().nullable() }).nullable(),
});
export type Answer = z.output<typeof answerSchema>;
export const walkInAnswerSchema = outcomeSchema({
  saved: { answer: answerSchema },
  refused: [
    "full",
    "wrong_list",
    "approval_missing",
    "price_changed",
    "payment_missing",
    "vehicle_missing",
    "vehicle_too_new",
  ],
});

export const overviewSchema = z.object({
  counts: z.array(
    z.object({
      listId: z.uuid(),
      kind: z.string(),
      entered: z.number(),
      expected: z.number(),
      enteredPeople: z.number(),
      expectedPeople: z.number(),
    }),
  ),
  inside: z.array(
    z.object({
      listId: z.uuid(),
      total: z.number(),
      totalPeople: z.number(),
      people: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          kind: z.string(),
          since: moment,
          inside: z.number(),
          places: z.number(),
        }),
      ),
    }),
  ),
  /** Readings of gates without a connection that admitted more people than places, or a badge twice. */
  conflicts: z.array(answerSchema),
  readings: z.array(answerSchema),
  /** Money taken at the gate, by who took it and method. */
  sales: z.array(
    z.object({
      reader: z.string(),
      method: z.enum(GATE_PAYMENT_METHODS),
      count: z.number(),
      cents: z.number(),
    }),
  ),
});
export type Overview = z.output<typeof overviewSchema>;

export const usageSchema = z.object({
  total: z.number(),
  exits: z.number(),
  prints: z.number(),
  offline: z.number(),
  undone: z.number(),
  averageDelaySeconds: z.number(),
  longestDelaySeconds: z.number(),
  confirmed: z.number(),
  came: z.number(),
  confirmedPeople: z.number(),
  camePeople: z.number(),
  results: z.partialRecord(z.enum(CHECKIN_RESULTS), z.number()),
  hours: z.array(z.object({ hour: moment, readings: z.number(), arrivals: z.number(), people: z.number() })),
  readers: z.array(
    z.object({
      name: z.string(),
      isDevice: z.boolean(),
      readings: z.number(),
      entries: z.number(),
      people: z.number(),
      duplicates: z.number(),
      refusals: z.number(),
      offline: z.number(),
    }),
  ),
});
export type Usage = z.output<typeof usageSchema>;

export const checkinListSchema = z.object({
  eventId: z.uuid(),
  name: typedInLine().min(1).max(60),
  purpose: z.enum(LIST_PURPOSES),
  kinds: z.array(z.enum(REGISTRATION_KINDS)).max(REGISTRATION_KINDS.length),
  reentry: z.enum(["yes", "no"]),
});
export const deviceSchema = z.object({
  eventId: z.uuid(),
  name: typedInLine().min(1).max(60),
  days: z.coerce.number().int().min(1).max(30),
});
export const revokeDeviceSchema = z.object({ id: z.uuid() });
