import { z } from "zod";
import { email, needed, phone, text, wrong } from "../../platform/form";
import { ATTENDANCE_ANSWERS, CONTRACT_STATUSES } from "../../platform/supabase/database-constants/events";
import { LOCALES, STAFF_ROLES } from "../../platform/supabase/database-constants/platform";
import { answersBody } from "../registrations/schema";
import { DECISIONS, EVENT_CHANGES, MAX_SELECTED, type EventDates } from "./rules";
import { outcomeSchema } from "../../platform/outcome-schema";

const registration = z.guid();
/** The `updated_at` that the page was loaded with. */
const expected_version = z.iso.datetime({ offset: true });
const reason = text(500);
const lines = (max: number) =>
  text(3000).transform((value) =>
    value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, max),
  );

export const decideSchema = z.object({ registration, decision: z.enum(DECISIONS), reason, expected_version });
export const bulkSchema = z.object({
  registrations: z.array(registration).min(1).max(MAX_SELECTED),
  decision: z.enum(DECISIONS),
  reason,
});
/** What the team decided about a change of the price; empty before it was asked. */
const price = z.enum(["", "charge", "keep"]).prefault("");
export const priceChangeSchema = z.object({ from: z.number(), to: z.number(), is_settled: z.boolean() });
export type PriceChange = z.output<typeof priceChangeSchema>;

const person = {
  fullName: needed(120),
  email,
  phone,
  town: text(120),
  club: text(160),
  company: text(160),
  companions: lines(20),
};
export const editSchema = z.object({
  registration,
  expected_version,
  price,
  ...person,
});
export const answersSchema = z.object({ registration, expected_version, reason: needed(300), answers: answersBody });
export const standSchema = z.object({
  registration,
  expected_version,
  price,
  stand: z.union([z.guid(), z.literal("")]),
});
export const documentSchema = z.object({ document: z.guid(), decision: z.enum(["ok", "refused"]), reason });
/** Body of `POST /api/badge-links` and input of the actions that need a registration only. */
export const registrationSchema = z.object({ registration });

const vehicleYear = z.coerce.number().int().min(1880).max(2100);
export const addSchema = z.object({
  event: z.guid(),
  requestId: z.guid(),
  /** Language of the mails to the person. */
  locale: z.enum(LOCALES),
  type: z.guid(),
  ...person,
  isFree: z.enum(["on", ""]).prefault(""),
  make: text(60),
  model: text(80),
  year: z.union([z.literal(""), vehicleYear]).prefault(""),
  plate: text(10),
});

export const askSchema = z.object({
  event: z.guid(),
  type: z.union([z.guid(), z.literal("")]),
  count: z.coerce.number().int().min(1).max(500),
});
export const freeSchema = z.object({ event: z.guid(), reason });
/** `copy` is the id that the copy gets, so that the same form makes one copy. */
export const duplicateSchema = z.object({ event: z.guid(), copy: z.guid(), firstDay: z.iso.date() });
export const promoteSchema = z.object({ type: z.guid() });

/** 32 random bytes in base64url. */
export const panelToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export const attendanceSchema = z.object({ token: panelToken, answer: z.enum(["yes", "no"]) });

const clauses = needed(60_000).transform((value) =>
  value
    .split(/\n\s*\n/)
    .map((clause) => clause.trim())
    .filter(Boolean),
);
export const contractSchema = z.object({
  registration,
  template: z.guid(),
  title: needed(160),
  clauses: clauses.pipe(z.array(z.string()).min(1).max(100)),
});
export const contractIdSchema = z.object({ contract: z.guid() });
export const cancelContractSchema = z.object({ contract: z.guid(), reason: needed(500) });

/** Form of `POST /api/event-contract-signatures`; without a drawing the typed name is the signature. */
export const signSchema = z.object({
  token: panelToken,
  signed_name: needed(120).pipe(z.string().min(3, wrong("missing"))),
  accepts_terms: z.literal("on", wrong("consentMissing")),
  signature: z.instanceof(Blob).optional(),
});

/** Result of `sign_registration_contract`. */
export const signedOutcome = outcomeSchema({ refused: ["signed_before", "closed"], gone: true });

/** Result of `read_registration_contract`. */
export const openContractSchema = z.object({
  id: z.guid(),
  status: z.enum(CONTRACT_STATUSES),
  title: z.string(),
  clauses: z.array(z.string()),
  event_title: z.string(),
  signer_name: z.string(),
  signed_at: z.string().nullable(),
  is_open: z.boolean(),
});

/** Result of `read_attendance`. */
export const attendancePageSchema = z.object({
  title: z.string(),
  town: z.string(),
  state_abbr: z.string(),
  starts_at: z.string(),
  time_zone: z.string(),
  places: z.number(),
  attending: z.enum(ATTENDANCE_ANSWERS),
  is_open: z.boolean(),
});

const teamDevice = z.object({
  id: z.guid(),
  name: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  last_sync_at: z.string().nullable(),
  pending_readings: z.number(),
  created_at: z.string(),
});
/** Result of `event_team`. */
export const teamSchema = z.object({
  organizer: z.string().nullable(),
  club: z
    .object({
      id: z.guid(),
      name: z.string(),
      members: z.array(z.object({ username: z.string(), role: z.enum(["owner", "admin"]) })),
    })
    .nullable(),
  link: z
    .object({
      id: z.guid(),
      label: z.string(),
      max_uses: z.number(),
      used: z.number(),
      expires_at: z.string(),
      revoked_at: z.string().nullable(),
    })
    .nullable(),
  operators: z.array(z.object({ username: z.string(), role: z.enum(STAFF_ROLES) })),
  devices: z.array(teamDevice),
  /** The people whom the organiser named for check-in. */
  members: z.array(z.object({ full_name: z.string(), phone: z.string().nullable() })),
});
export type EventTeam = z.output<typeof teamSchema>;

/** Result of `verify_registration_contract`. */
export const verifiedSchema = z.object({
  title: z.string(),
  event: z.string(),
  signed_at: z.string(),
  is_cancelled: z.boolean(),
  is_unchanged: z.boolean(),
});

export const changeEventSchema = z
  .object({
    event: z.guid(),
    change: z.enum(EVENT_CHANGES),
    expected_version,
    reason: text(1000),
    startsAt: text(16),
    endsAt: text(16),
  })
  .refine(({ change, reason }) => change === "publish" || change === "redate" || reason !== "", {
    path: ["reason"],
    error: "missing",
  });

const momentOrNull = z.string().nullable();

/** What `event_date_list` returns. */
export const eventDatesSchema: z.ZodType<EventDates> = z.object({
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  votes_open_at: momentOrNull,
  votes_close_at: momentOrNull,
  days: z.array(z.string()),
  kinds: z.array(
    z.object({
      name: z.string(),
      opens_at: momentOrNull,
      closes_at: momentOrNull,
      edit_until: momentOrNull,
      price_steps: z.array(z.object({ starts_at: z.string() })).prefault([]),
    }),
  ),
  messages: z.array(z.object({ name: z.string(), send_at: z.string() })),
});
