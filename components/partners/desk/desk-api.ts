import { z } from "zod";
import { ask, deviceScope } from "@/components/platform/readings/reading-api";
import {
  answerSchema,
  deskDataSchema,
  placedLookUpSchema,
  unlockAnswerSchema,
  type Redemption,
} from "@/lib/partners/desk/schema";

/** Who redeems: an account at a place, or an enrolled device with the token of its link. */
export type DeskMode = { kind: "account"; placeId: string } | { kind: "device"; token: string };

const tokenOf = (mode: DeskMode) => (mode.kind === "device" ? mode.token : null);

/** Name of a desk in the storage of the device. */
export const scopeOf = async (mode: DeskMode): Promise<string> =>
  mode.kind === "account" ? `place:${mode.placeId}` : deviceScope(mode.token);

export const fetchDesk = (mode: DeskMode) =>
  ask(
    tokenOf(mode),
    mode.kind === "device" ? "/api/voucher-desk/list" : `/api/voucher-desk/list?place=${mode.placeId}`,
    deskDataSchema,
  );

/** All readings of one device are of the same place. */
export const sendRedemptions = (token: string | null, readings: readonly Redemption[], pending: number) =>
  ask(token, "/api/voucher-desk/readings", z.array(answerSchema), { place: readings[0]?.placeId, readings, pending });

/** Without `place` the server looks for the place of the caller. */
export const lookUp = (
  token: string | null,
  wanted: { place?: string; download: string } | { place: string; code: string },
) => ask(token, `/api/voucher-desk/voucher?${new URLSearchParams(wanted).toString()}`, placedLookUpSchema);

export const unlock = (token: string, pin: string) =>
  ask(token, "/api/voucher-desk/unlock", unlockAnswerSchema, { pin });
