import { z } from "zod";
import { eventPublicKeysSchema } from "../event-codes/rules";
import { TIME_ZONE } from "../platform/dates";
import { REGISTRATION_KINDS } from "../events/schema";

export const LIST_PURPOSES = ["entry", "kit", "vehicle", "meal"] as const;
export const CHECKIN_RESULTS = [
  "ok",
  "duplicate",
  "unknown",
  "wrong_event",
  "wrong_list",
  "unpaid",
  "not_approved",
  "revoked_badge",
] as const;
/** entry, exit of a list with re-entry, and badge printed by an operator, which admits nobody. */
const READING_KINDS = ["entry", "exit", "print"] as const;
export type ReadingKind = (typeof READING_KINDS)[number];
export type CheckinResult = (typeof CHECKIN_RESULTS)[number];

const moment = z.iso.datetime({ offset: true });

/** Id, name, kind, cars, status (confirmed, payment open, not approved) and version of the badge. */
const person = z.tuple([z.uuid(), z.string(), z.string(), z.string(), z.enum(["c", "p", "n"]), z.number()]);
/** List, registration, time and reader of the entry. */
const entry = z.tuple([z.uuid(), z.uuid(), moment, z.string()]);

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
    z.object({ id: z.uuid(), kind: z.string(), name: z.string(), priceCents: z.number(), left: z.number().nullable() }),
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
});
export type Reading = z.output<typeof readingSchema>;

export const MAX_READINGS = 500;
export const MAX_READINGS_BYTES = 200_000;
export const readingsBodySchema = z.strictObject({
  readings: z.array(readingSchema).max(MAX_READINGS),
  pending: z.int().min(0).max(100_000),
});

export const MAX_GATE_BODY_BYTES = 2000;
export const undoBodySchema = z.strictObject({ nonce: z.uuid() });
export const walkInBodySchema = z.strictObject({
  nonce: z.uuid(),
  listId: z.uuid(),
  typeId: z.uuid(),
  name: z.string().trim().min(1).max(120),
  email: z.union([z.literal(""), z.email().max(254)]).default(""),
});

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
  listId: z.uuid(),
  list: z.string(),
  by: z.string().nullable(),
  isOffline: z.boolean(),
  isWalkIn: z.boolean(),
  isForced: z.boolean(),
  first: z.object({ at: moment, list: z.string(), by: z.string().nullable() }).nullable(),
});
export type Answer = z.output<typeof answerSchema>;
export const walkInAnswerSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ok"), answer: answerSchema }),
  z.object({ outcome: z.enum(["full", "wrong_list"]) }),
]);

export const overviewSchema = z.object({
  counts: z.array(z.object({ listId: z.uuid(), kind: z.string(), entered: z.number(), expected: z.number() })),
  inside: z.array(
    z.object({
      listId: z.uuid(),
      total: z.number(),
      people: z.array(z.object({ id: z.uuid(), name: z.string(), kind: z.string(), since: moment })),
    }),
  ),
  readings: z.array(answerSchema),
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
  results: z.partialRecord(z.enum(CHECKIN_RESULTS), z.number()),
  hours: z.array(z.object({ hour: moment, readings: z.number(), arrivals: z.number() })),
  readers: z.array(
    z.object({
      name: z.string(),
      isDevice: z.boolean(),
      readings: z.number(),
      entries: z.number(),
      duplicates: z.number(),
      refusals: z.number(),
      offline: z.number(),
    }),
  ),
});
export type Usage = z.output<typeof usageSchema>;

export const checkinListSchema = z.object({
  eventId: z.uuid(),
  name: z.string().trim().min(1).max(60),
  purpose: z.enum(LIST_PURPOSES),
  kinds: z.array(z.enum(REGISTRATION_KINDS)).max(REGISTRATION_KINDS.length),
  reentry: z.enum(["yes", "no"]),
});
export const deviceSchema = z.object({
  eventId: z.uuid(),
  name: z.string().trim().min(1).max(60),
  days: z.coerce.number().int().min(1).max(30),
});
export const revokeDeviceSchema = z.object({ id: z.uuid() });
