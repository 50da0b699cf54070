import { z } from "zod";
import { email, formOf, wrong } from "../../platform/form";
import { MEMBER_ROLES } from "./rules";
import { outcomeSchema } from "../../platform/outcome-schema";

/** Token of an invitation, a sale link or an offered car. */
export const sharingToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const role = z.enum(MEMBER_ROLES, wrong("choiceInvalid"));

export const inviteSchema = formOf(z.object({ vehicle: z.uuid(), email, role }));
export const memberRoleSchema = z.object({ vehicle: z.uuid(), account: z.guid(), role });
export const memberSchema = z.object({ vehicle: z.uuid(), account: z.guid() });
export const leaveSchema = z.object({ vehicle: z.uuid() });
export const idSchema = z.object({ id: z.uuid() });
export const tokenSchema = z.object({ token: sharingToken });

/** What `list_vehicle_members` returns. */
export const membersSchema = z.array(
  z.object({ account_id: z.guid(), name: z.string(), role: z.enum(MEMBER_ROLES), created_at: z.string() }),
);

/** What `list_shared_vehicles` returns. */
export const sharedVehiclesSchema = z.array(z.object({ vehicle_id: z.guid(), owner: z.string() }));

/** What `read_vehicle_invitation` returns; `is_mine` is null without an account. */
export const invitationSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    role: z.enum(MEMBER_ROLES),
    vehicle: z.string(),
    owner: z.string(),
    expires_at: z.string(),
    email: z.string(),
    is_mine: z.boolean().nullable(),
  }),
  z.object({ state: z.literal("accepted"), vehicle_id: z.guid().optional() }),
  z.object({ state: z.enum(["revoked", "expired", "gone"]) }),
]);
export type Invitation = z.output<typeof invitationSchema>;

/** What `invite_vehicle_member` answers; `limit` is 10 members and open invitations of one car. */
export const invitedSchema = outcomeSchema({ refused: ["own", "member", "limit", "too_many", "invalid"], gone: true });

/** What `accept_vehicle_invitation` returns. */
export const acceptAnswerSchema = outcomeSchema({
  saved: { vehicle: z.guid() },
  refused: ["taken", "wrong_account", "own", "revoked", "expired"],
  gone: true,
});
