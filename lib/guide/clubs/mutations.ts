import "server-only";
import type { z } from "zod";
import { AppError } from "../../platform/error";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { savedOrGone } from "../../platform/outcome-schema";
import type { addMemberSchema, removeMemberSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = { "42501": "access.permission", "23514": "input.invalid" };

/** Adds the account with a confirmed e-mail address to a club, or changes its role. */
export async function addMember(client: Client, member: z.output<typeof addMemberSchema>): Promise<void> {
  const { outcome } = savedOrGone.parse(orThrow(await client.rpc("add_club_member", member), REFUSALS));
  if (outcome === "gone") throw new AppError("club.noAccount");
}

export async function removeMember(client: Client, { club, user }: z.output<typeof removeMemberSchema>): Promise<void> {
  orThrow(await client.from("club_members").delete().eq("club_id", club).eq("user_id", user), REFUSALS);
}
