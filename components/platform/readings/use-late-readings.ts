import { useEffect, useState } from "react";
import type { DeviceStore } from "./device-store";
import { deviceScope } from "./reading-api";
import { sendQueue, type Sendable, type Sender } from "./reading-queue";

type Late<L, R extends Sendable, A, C extends { scannedAt: string }> = {
  database: string;
  store: DeviceStore<L, R, C>;
  senderOf: (token: string) => Sender<R, A>;
};

/** Sends what the device of an ended link still has; null when it has nothing. */
async function sendRest<L, R extends Sendable, A extends { nonce: string }, C extends { scannedAt: string }>(
  token: string,
  { database, store, senderOf }: Late<L, R, A, C>,
): Promise<{ sent: number; unsent: number } | null> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === database)) return null;
  const scope = await deviceScope(token);
  await store.removeList(scope);
  const before = await store.unsentCount(scope);
  if (before === 0) return null;
  await sendQueue(store.queueOf(scope), senderOf(token), () => undefined);
  const unsent = await store.unsentCount(scope);
  return { sent: before - unsent, unsent };
}

/**
 * On the page of an ended link, whose address ends with the token: deletes the list and sends the readings from before
 * the end. `late` must not change between renders.
 */
export function useLateReadings<L, R extends Sendable, A extends { nonce: string }, C extends { scannedAt: string }>(
  late: Late<L, R, A, C>,
) {
  const [rest, setRest] = useState<{ sent: number; unsent: number } | null>(null);
  useEffect(() => {
    const token = location.pathname.split("/").at(-1) ?? "";
    void sendRest(token, late).then(setRest, () => undefined);
  }, [late]);
  return rest;
}
