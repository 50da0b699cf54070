import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { offerToken } from "./queries";
import { savedOrGone } from "../../../platform/outcome-schema";
import { decisionSchema, offeredSchema, type decideSchema, type offerSchema } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Offers an own car to its buyer by mail; the worker puts the link into the mail. */
export async function offerVehicle(client: SessionClient, input: z.output<typeof offerSchema>) {
  const handover = randomUUID();
  const token_hash = tokenHash(offerToken(handover));
  return offeredSchema.parse(orThrow(await client.rpc("offer_vehicle", { handover, token_hash, ...input })));
}

/** Takes an open offer back; `gone` when it is decided or not one of the account. */
export async function withdrawOffer(client: SessionClient, handover: string) {
  return savedOrGone.parse(orThrow(await client.rpc("withdraw_vehicle_offer", { handover })));
}

/** The buyer accepts or refuses; the database moves the car in one transaction. */
export async function decideOffer(client: SessionClient, { token, isAccepted }: z.output<typeof decideSchema>) {
  return decisionSchema.parse(orThrow(await client.rpc("decide_vehicle_offer", { token, is_accepted: isAccepted })));
}
