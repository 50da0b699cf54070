import { useCallback } from "react";
import { useReadings, type Reader, type ReadingState } from "@/components/readings/use-readings";
import { forgetReading, indexGate, isGateOver, judgePerson, noteReading, type GateIndex } from "@/lib/gate/rules";
import { MAX_READINGS, readingSchema, type Answer, type GateData, type Reading } from "@/lib/gate/schema";
import { fetchGate, sendReadings, undoReading, type GateMode } from "./gate-api";
import { gateStore, scopeOf, type Counted } from "./gate-store";

export type GateState = ReadingState<GateIndex>;
type GateReader = Reader<GateData, GateIndex, Reading, Answer, Counted>;

/** Counts an unsent reading like the server will. */
function noteUnsent(index: GateIndex, { registrationId, ...reading }: Reading): void {
  const { kind, listId, badgeVersion, isForced } = reading;
  const list = index.data.lists.find(({ id }) => id === listId);
  if (!list || !registrationId || index.cancelled.has(registrationId)) return;
  const person = index.people.get(registrationId);
  const isRefused =
    person !== undefined &&
    ((badgeVersion !== null && badgeVersion !== person.badgeVersion) ||
      (!isForced && judgePerson(index, list, person, kind).result !== "ok"));
  if (!isRefused) noteReading(index, { ...reading, registrationId });
}

function countedOf({ readingKind, result, undoneAt, listId, registrationId, scannedAt, by }: Answer): Counted | null {
  if (result !== "ok" || undoneAt || !registrationId) return null;
  return { kind: readingKind, listId, registrationId, scannedAt, by: by ?? "" };
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
  noteCounted: (index, { by, ...reading }) => noteReading(index, reading, by),
  countedOf,
});

/** The list and the queue of readings of a gate on this device. */
export function useGate(mode: GateMode, reader: GateReader) {
  const gate = useReadings(reader);
  const { index } = gate.state;
  const undo = useCallback(
    async (nonce: string, reading: Parameters<typeof forgetReading>[1]) => {
      const { data } = await undoReading(mode, nonce);
      if (data?.done) await gateStore.removeAnswered([nonce]);
      if (data?.done && index) forgetReading(index, reading);
      return data?.done ?? false;
    },
    [mode, index],
  );
  return { ...gate, undo };
}
