"use client";

import type { Messages } from "next-intl";
import { useEffect, useState } from "react";
import { fill } from "@/components/offline/pack-labels";
import { GATE_DATABASE } from "@/lib/device-storage/rules";
import { sendReadings, type GateMode } from "./gate-api";
import { sendQueue } from "./gate-queue";
import { queueOf, scopeOf } from "./gate-scope";
import { removeList, unsentCount } from "./gate-store";

/** Sends what the device of an ended link still has; null when it has nothing. */
async function sendRest(token: string): Promise<{ sent: number; unsent: number } | null> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === GATE_DATABASE)) return null;
  const mode: GateMode = { kind: "device", token };
  const scope = await scopeOf(mode);
  await removeList(scope);
  const before = await unsentCount(scope);
  if (before === 0) return null;
  await sendQueue(
    queueOf(scope),
    (readings, pending) => sendReadings(mode, readings, pending),
    () => undefined,
  );
  const unsent = await unsentCount(scope);
  return { sent: before - unsent, unsent };
}

/** On the page of an ended link: deletes the list and sends the readings from before the end. */
export function LateReadings({ texts }: { texts: Messages["gate"]["invalidLink"] }) {
  const [rest, setRest] = useState<{ sent: number; unsent: number } | null>(null);
  useEffect(() => {
    const token = location.pathname.split("/").at(-1) ?? "";
    void sendRest(token).then(setRest, () => undefined);
  }, []);
  if (!rest) return null;
  return (
    <div role="status" className="grid gap-2">
      {rest.sent > 0 && <p>{fill(texts.sent, { count: rest.sent })}</p>}
      {rest.unsent > 0 && <p className="text-danger">{fill(texts.unsent, { count: rest.unsent })}</p>}
    </div>
  );
}
