import "server-only";
import { z } from "zod";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { changeSchema, createSchema, joinSchema, leaveSchema, Report } from "./schema";
import { JOIN_REFUSALS } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = { "23514": "input.invalid" };
const HOUR_MS = 3_600_000;

const createdSchema = outcomeSchema({ saved: { code: z.string() }, refused: ["limit"] });
export const joinedSchema = outcomeSchema({ refused: JOIN_REFUSALS });
/** `channel`: announces the change to the members of before. */
export const announcedSchema = outcomeSchema({ saved: { channel: z.string() }, gone: true });

/** Creates a convoy that begins now; refused with `limit` when the account leads too many. */
export async function createConvoy(client: Client, { hours, ...convoy }: z.output<typeof createSchema>) {
  const ends_at = new Date(Date.now() + hours * HOUR_MS).toISOString();
  return createdSchema.parse(orThrow(await client.rpc("create_convoy", { ...convoy, ends_at }), REFUSALS));
}

/** Adds the caller to a convoy or changes the own name and car in it. */
export async function joinConvoy(client: Client, input: z.output<typeof joinSchema>) {
  return joinedSchema.parse(orThrow(await client.rpc("join_convoy", input), REFUSALS));
}

/** Stores the status and position of a member; `gone` for others than members. */
export async function reportToConvoy(client: Client, code: string, { status, place, hide }: Report) {
  const report = { code, status: status as string, place, is_hidden: hide };
  return savedOrGone.parse(orThrow(await client.rpc("report_to_convoy", report), REFUSALS));
}

/** `gone`: the account is not the leader. */
export async function changeConvoy(client: Client, change: z.output<typeof changeSchema>) {
  return announcedSchema.parse(orThrow(await client.rpc("change_convoy", change), REFUSALS));
}

/** `gone`: the account is neither the leader nor the member. */
export async function leaveConvoy(client: Client, member: z.output<typeof leaveSchema>) {
  return announcedSchema.parse(orThrow(await client.rpc("leave_convoy", member), REFUSALS));
}
