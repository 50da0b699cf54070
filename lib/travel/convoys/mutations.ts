import "server-only";
import { z } from "zod";
import { orThrow, type KnownErrors } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { changeSchema, createSchema, joinSchema, leaveSchema, Report } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: KnownErrors = { "23514": "input.invalid" };
const HOUR_MS = 3_600_000;

/** Creates a convoy that begins now; returns its code, null when the account leads too many. */
export async function createConvoy(
  client: Client,
  { name, hours, member, vehicle }: z.output<typeof createSchema>,
): Promise<string | null> {
  const ends_at = new Date(Date.now() + hours * HOUR_MS).toISOString();
  return orThrow(await client.rpc("create_convoy", { name, ends_at, member, vehicle }), REFUSALS);
}

const joined = z.enum(["joined", "unknown", "over", "full"]);

/** Adds the caller to a convoy or changes the own name and car in it. */
export async function joinConvoy(client: Client, input: z.output<typeof joinSchema>): Promise<z.infer<typeof joined>> {
  return joined.parse(orThrow(await client.rpc("join_convoy", input), REFUSALS));
}

/** Stores what a member tells the others; false for others than members. */
export async function reportToConvoy(client: Client, code: string, { status, place, hide }: Report): Promise<boolean> {
  const report = { code, status: status as string, place, is_hidden: hide };
  return orThrow(await client.rpc("report_to_convoy", report), REFUSALS);
}

/** Returns the channel that announces the change to members, or null when the account is not the leader. */
export async function changeConvoy(client: Client, change: z.output<typeof changeSchema>): Promise<string | null> {
  return orThrow(await client.rpc("change_convoy", change), REFUSALS);
}

/** Returns the channel that announces the change to the others, or null when the account is neither the leader nor the member. */
export async function leaveConvoy(client: Client, member: z.output<typeof leaveSchema>): Promise<string | null> {
  return orThrow(await client.rpc("leave_convoy", member), REFUSALS);
}
