import "server-only";
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { savedOrGone } from "../../../platform/outcome-schema";
import { orThrow, type ErrorCodes } from "../../../platform/supabase/or-throw";
import type { createPublicClient } from "../../../platform/supabase/public";
import type { createServiceClient } from "../../../platform/supabase/service";
import { announcedSchema, joinedSchema } from "../mutations";
import type { guestSchema, Report } from "../schema";

type PublicClient = ReturnType<typeof createPublicClient>;
type ServiceClient = ReturnType<typeof createServiceClient>;

const REFUSALS: ErrorCodes = { "23514": "input.invalid" };
const TOKEN_BYTES = 32;

/** Adds a person without an account to a convoy; the token opens it for the device until the end of the convoy. */
export async function joinAsGuest(client: ServiceClient, code: string, guest: z.output<typeof guestSchema>) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const answer = await client.rpc("join_convoy_as_guest", { code, token_hash: tokenHash(token), ...guest });
  return { joined: joinedSchema.parse(orThrow(answer, REFUSALS)), token };
}

/** Stores the status and position of a guest; `gone` for an invalid or expired token. */
export async function reportAsGuest(
  client: PublicClient,
  guest: { code: string; token: string },
  { status, place, hide }: Report,
) {
  const report = { ...guest, status: status as string, place, is_hidden: hide };
  return savedOrGone.parse(orThrow(await client.rpc("report_as_convoy_guest", report), REFUSALS));
}

/** Deletes a guest; `gone` for an invalid or expired token. */
export async function leaveAsGuest(client: PublicClient, guest: { code: string; token: string }) {
  return announcedSchema.parse(orThrow(await client.rpc("leave_convoy_as_guest", guest)));
}
