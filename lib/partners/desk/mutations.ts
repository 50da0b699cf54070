import "server-only";
import { z } from "zod";
import { addressGroup } from "../../platform/address-group";
import { addressHash } from "../../platform/address-hash";
import { keyedHash } from "../../platform/keyed-hash";
import { daysFromNow } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import { newDeviceToken, type ReadingCaller } from "../../platform/readings/mutations";
import {
  answerSchema,
  unlockAnswerSchema,
  type Answer,
  type pinBodySchema,
  type redemptionsBodySchema,
  type UnlockAnswer,
  type voucherDeviceSchema,
} from "./schema";
import { outcomeSchema } from "../../platform/outcome-schema";

type Client = ReadingCaller["client"];
type ServiceClient = ReturnType<typeof createServiceClient>;

const KNOWN = { "42501": "access.denied", "22023": "input.invalid", "22P02": "input.invalid" } as const;

/** Stores readings, each nonce once; answers those that are stored. */
export async function recordRedemptions(
  { client, token }: ReadingCaller,
  { place, readings, pending }: z.output<typeof redemptionsBodySchema>,
): Promise<Answer[]> {
  const data = orThrow(
    await client.rpc("record_redemptions", { place, readings, device_token: token, pending }),
    KNOWN,
  );
  return z.array(answerSchema).parse(data);
}

/** Enrols a device; its token is returned once, only the hash is stored. */
export async function enrolVoucherDevice(
  client: Client,
  { serviceId, name, days }: z.output<typeof voucherDeviceSchema>,
): Promise<string> {
  const { token, hash } = newDeviceToken();
  orThrow(
    await client
      .from("voucher_devices")
      .insert({ service_id: serviceId, name, token_hash: hash, expires_at: daysFromNow(days) }),
    { "42501": "access.permission", "23503": "input.invalid" },
  );
  return token;
}

export async function revokeVoucherDevice(client: Client, id: string): Promise<void> {
  const changed = orThrow(
    await client
      .from("voucher_devices")
      .update({ revoked_at: new Date().toISOString() })
      .eq("id", id)
      .is("revoked_at", null)
      .select("id"),
    { "42501": "access.permission" },
  );
  if (changed.length === 0) throw new AppError("access.permission");
}

const setSchema = outcomeSchema({});
const pinHash = (serviceId: string, pin: string) => keyedHash(`place-pin ${serviceId} ${pin}`);

/** Sets the PIN of a place; the caller has checked that the account owns it. */
export async function setPlacePin(
  client: ServiceClient,
  { serviceId, pin }: z.output<typeof pinBodySchema>,
): Promise<void> {
  setSchema.parse(orThrow(await client.rpc("set_place_pin", { place: serviceId, hash: pinHash(serviceId, pin) })));
}

/** Unlocks a device with the PIN of its place. */
export async function unlockDevice(
  client: ServiceClient,
  device: { token: string; serviceId: string; pin: string },
  address: string,
): Promise<UnlockAnswer> {
  const data = orThrow(
    await client.rpc("unlock_voucher_device", {
      device_token: device.token,
      hash: pinHash(device.serviceId, device.pin),
      caller: addressHash(addressGroup(address)),
    }),
  );
  return unlockAnswerSchema.parse(data);
}
