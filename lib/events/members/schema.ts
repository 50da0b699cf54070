import { z } from "zod";
import { email, formOf } from "../../platform/form";
import { ENDED_INVITATION_STATES, INVITATION_STATES } from "../../platform/links/rules";
import { outcomeSchema } from "../../platform/outcome-schema";
import { invoiceSchema } from "../registrations/orders/schema";
import {
  EVENT_KINDS,
  EVENT_RIGHTS,
  EVENT_ROLES,
  EVENT_STATUSES,
} from "../../platform/supabase/database-constants/events";

const role = z.enum(EVENT_ROLES);
/** The last day of a role; empty: as long as the role lasts by itself. */
const lastDay = z
  .union([z.iso.date(), z.literal("")])
  .prefault("")
  .transform((day) => day || null);

export const inviteSchema = formOf(z.object({ event: z.guid(), email, role, last_day: lastDay }));
export const invitationSchema = z.object({ invitation: z.guid() });
export const acceptSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export const memberSchema = z.object({ event: z.guid(), account: z.guid() });
export const roleSchema = memberSchema.extend({ role, last_day: lastDay });

const ownEvent = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  kind: z.enum(EVENT_KINDS),
  status: z.enum(EVENT_STATUSES),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  town: z.string(),
  state_abbr: z.string(),
  is_demo: z.boolean(),
  roles: z.array(role),
  rights: z.array(z.enum(EVENT_RIGHTS)),
});
/** What `read_own_event` returns. */
export const ownEventSchema = ownEvent.nullable();
export const ownEventsSchema = z.array(ownEvent);
export type OwnEvent = z.infer<typeof ownEvent>;

export const invitedSchema = outcomeSchema({ refused: ["member", "limit"], gone: true });
export const joinedSchema = outcomeSchema({
  saved: { event_id: z.string() },
  refused: ENDED_INVITATION_STATES,
  gone: true,
});
export const changedMemberSchema = outcomeSchema({ refused: ["last_owner"], gone: true });

/** What `read_event_invitation` returns. */
export const invitationPageSchema = z.object({
  state: z.enum(INVITATION_STATES),
  event: z.string(),
  role,
  event_id: z.string().nullable(),
  expires_at: z.string(),
});

export const peopleSchema = z.object({
  members: z.array(
    z.object({
      account_id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      role,
      ends_at: z.string().nullable(),
      created_at: z.string(),
      is_last_owner: z.boolean(),
    }),
  ),
  /** Owner and administrators of the club of the event. */
  club: z.array(z.object({ name: z.string(), role })),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role, expires_at: z.string() })),
  exports: z.array(
    z.object({ name: z.string().nullable(), format: z.string(), filter: z.string(), created_at: z.string() }),
  ),
});
export type EventPeople = z.infer<typeof peopleSchema>;

export const figuresSchema = z.object({
  kinds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      capacity: z.number().nullable(),
      taken: z.number(),
      statuses: z.record(z.string(), z.object({ registrations: z.number(), people: z.number() })),
    }),
  ),
  entered: z.number(),
  days: z.array(z.object({ day: z.string(), registrations: z.number() })),
});
export type EventFigures = z.infer<typeof figuresSchema>;

export const paymentsSchema = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    kind: z.string(),
    status: z.string(),
    price_cents: z.number(),
    difference_cents: z.number(),
    method: z.string().nullable(),
    payment_status: z.string().nullable(),
    paid_at: z.string().nullable(),
    paid_cents: z.number().nullable(),
    refunded_cents: z.number().nullable(),
    invoice: invoiceSchema,
  }),
);
export type EventPayment = z.infer<typeof paymentsSchema>[number];
