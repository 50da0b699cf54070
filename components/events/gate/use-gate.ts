import { useCallback } from "react";
import { useReadings, type Reader, type ReadingState } from "@/components/platform/readings/use-readings";
import {
  forgetReading,
  indexGate,
  isGateOver,
  isProof,
  judgePerson,
  noteAnswer,
  noteReading,
  type Answered,
  type GateIndex,
} from "@/lib/events/gate/rules";
import { MAX_READINGS, readingSchema, type Answer, type GateData, type Reading } from "@/lib/events/gate/schema";
import { fetchGate, sendReadings, undoReading, type GateMode } from "./gate-api";
import { gateStore, scopeOf } from "./gate-store";
import { ENTRY_RESULTS } from "@/lib/platform/supabase/database-constants/events";

export type GateState = ReadingState<GateIndex>;
type GateReader = Reader<GateData, GateIndex, Reading, Answer, Answered>;

/** Counts an unsent reading like the server will. */
function noteUnsent(index: GateIndex, { registrationId, ...reading }: Reading): void {
  const { kind, listId, badgeVersion, isForced, people } = reading;
  const list = index.data.lists.find(({ id }) => id === listId);
  if (!list || !registrationId || index.cancelled.has(registrationId)) return;
  if (isProof(kind)) return noteReading(index, { ...reading, registrationId });
  const person = index.people.get(registrationId);
  const isRefused =
    person !== undefined &&
    ((badgeVersion !== null && badgeVersion !== person.badgeVersion) ||
      (!isForced && judgePerson(index, list, person, kind, people).result !== "ok"));
  if (!isRefused) noteReading(index, { ...reading, registrationId });
}

/** A refused reading also contains how many people are inside. */
function countedOf(answer: Answer): Answered | null {
  const { readingKind: kind, result, undoneAt, listId, registrationId, first, inside } = answer;
  if (!ENTRY_RESULTS.some((one) => one === result) || undoneAt || !registrationId) return null;
  const { scannedAt, by } = first ? { scannedAt: first.at, by: first.by } : answer;
  return { kind, listId, registrationId, scannedAt, by: by ?? "", inside };
}

/** How the gate of an event reads badges. */
export const gateReader = (mode: GateMode): GateReader => ({
  prefix: "gate",
  scope: () => scopeOf(mode),
  store: gateStore,
  reading: readingSchema,
  fetchList: () => fetchGate(mode),
  sender: { size: MAX_READINGS, send: (readings, pending) => sendReadings(mode, readings, pending) },
  index: indexGate,
  isOver: ({ event }) => isGateOver(event.endsAt, Date.now()),
  noteUnsent,
  noteCounted: noteAnswer,
  countedOf,
});

/** The list and the queue of readings of a gate on this device. */
export function useGate(mode: GateMode, reader: GateReader) {
  const gate = useReadings(reader);
  const { sync } = gate;
  const { index } = gate.state;
  const undo = useCallback(
    async (nonce: string, reading: Parameters<typeof forgetReading>[1]) => {
      const { data } = await undoReading(mode, nonce);
      if (data?.done) await gateStore.removeAnswered([nonce]);
      if (data?.done && index) forgetReading(index, reading);
      if (data?.done) void sync().catch(() => undefined);
      return data?.done ?? false;
    },
    [mode, index, sync],
  );
  return { ...gate, undo };
}
