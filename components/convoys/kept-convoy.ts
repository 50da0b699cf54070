import { dropDraft, readDraft, writeDraft } from "@/components/form/device-draft";
import { CONVOY_PREFIX } from "@/lib/device-storage/rules";
import type { Convoy } from "@/lib/convoys/schema";

/** The last answer about a convoy, with the time of the device when it came, and the token of a guest. */
export type KeptConvoy = { at: number; convoy: Convoy; token: string | null };

const keyOf = (code: string) => CONVOY_PREFIX + code;

export const readKept = (code: string): KeptConvoy | null => readDraft("localStorage", keyOf(code));

/** Keeps an answer for the time without a signal; after the end of the convoy without positions. */
export function keepConvoy(convoy: Convoy, token: string | null): void {
  const isOver = Date.parse(convoy.ends_at) <= Date.parse(convoy.now);
  const members = isOver ? convoy.members.map((member) => ({ ...member, position: null })) : convoy.members;
  const kept: KeptConvoy = { at: Date.now(), convoy: { ...convoy, members }, token };
  writeDraft("localStorage", keyOf(convoy.code), kept);
}

export const forgetConvoy = (code: string): void => dropDraft("localStorage", keyOf(code));
