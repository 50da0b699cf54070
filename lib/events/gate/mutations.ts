import "server-only";
import { z } from "zod";
import { daysFromNow } from "../../platform/dates";
import { orThrow } from "../../platform/supabase/or-throw";
import { newDeviceToken, type ReadingCaller } from "../../platform/readings/mutations";
import {
  answerSchema,
  walkInAnswerSchema,
  walkInPriceSchema,
  type Answer,
  type checkinListSchema,
  type deviceSchema,
  type gatePixBodySchema,
  type readingsBodySchema,
  type walkInBodySchema,
} from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";

type Client = ReadingCaller["client"];

const KNOWN = {
  "42501": "access.denied",
  "22023": "input.invalid",
  "22P02": "input.invalid",
} as const;

/** Stores readings, each nonce once; answers those that are stored. */
export async function recordReadings(
  { client, token }: ReadingCaller,
  { readings, pending }: z.output<typeof readingsBodySchema>,
): Promise<Answer[]> {
  const data = orThrow(await client.rpc("record_checkins", { readings, device_token: token, pending }), KNOWN);
  return z.array(answerSchema).parse(data);
}

/** Registers a person at the gate and lets them in. */
export async function addWalkIn({ client, token }: ReadingCaller, walkIn: z.output<typeof walkInBodySchema>) {
  return walkInAnswerSchema.parse(
    orThrow(await client.rpc("add_walk_in", { walk_in: walkIn, device_token: token }), KNOWN),
  );
}

/** What people without a registration pay, with the identifier of their Pix payment. */
export async function priceWalkIn({ client, token }: ReadingCaller, walkIn: z.output<typeof gatePixBodySchema>) {
  return walkInPriceSchema.parse(
    orThrow(await client.rpc("price_walk_in", { walk_in: walkIn, device_token: token }), KNOWN),
  );
}

/** Undoes the entry of a reading; `gone` when it cannot be undone any more. */
export async function undoReading({ client, token }: ReadingCaller, nonce: string) {
  return savedOrGone.parse(orThrow(await client.rpc("undo_checkin", { reading: nonce, device_token: token }), KNOWN));
}

export async function addList(client: Client, { eventId, reentry, ...list }: z.output<typeof checkinListSchema>) {
  orThrow(
    await client.from("event_checkin_lists").insert({
      event_id: eventId,
      allow_reentry: reentry === "yes",
      position: 100,
      ...list,
    }),
    { "23505": "input.invalid", "42501": "access.permission" },
  );
}

/** Enrols a device; its token is returned once, only the hash is stored. */
export async function enrolDevice(
  client: Client,
  { eventId, name, days }: z.output<typeof deviceSchema>,
): Promise<string> {
  const { token, hash } = newDeviceToken();
  orThrow(
    await client.from("checkin_devices").insert({
      event_id: eventId,
      name,
      token_hash: hash,
      expires_at: daysFromNow(days),
    }),
    { "42501": "access.permission", "23503": "input.invalid" },
  );
  return token;
}

export async function revokeDevice(client: Client, id: string): Promise<void> {
  orThrow(
    await client
      .from("checkin_devices")
      .update({ revoked_at: new Date().toISOString() })
      .eq("id", id)
      .is("revoked_at", null),
    { "42501": "access.permission" },
  );
}
