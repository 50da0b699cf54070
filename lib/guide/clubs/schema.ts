import { z } from "zod";
import { email } from "../../platform/form";
import { CLUB_ROLES } from "../../platform/supabase/database-constants/guide";

export const addMemberSchema = z.object({ club: z.guid(), email, role: z.enum(CLUB_ROLES) });
export const removeMemberSchema = z.object({ club: z.guid(), user: z.guid() });

/** What `add_club_member` returns. */
