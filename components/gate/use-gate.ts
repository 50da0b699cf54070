import { useCallback, useEffect, useRef, useState } from "react";
import {
  clockOffset,
  forgetReading,
  indexGate,
  isGateOver,
  judgePerson,
  nextBatch,
  noteReading,
  type GateIndex,
} from "@/lib/gate/rules";
import type { Answer, GateData, Reading } from "@/lib/gate/schema";
import { fetchGate, sendReadings, undoReading, type GateFailure, type GateMode } from "./gate-api";
import { sendQueue } from "./gate-queue";
import { queueOf, scopeOf } from "./gate-scope";
import * as store from "./gate-store";
import { useOtherTabs } from "./use-other-tabs";

const REFRESH_MS = 60_000;
const RETRY_MS = 15_000;

export type GateState = {
  index: GateIndex | null;
  /** Milliseconds to add to the clock of the device for the time of the server. */
  clockOffset: number;
  savedAt: number | null;
  unsent: number;
  /** Why the last request did not succeed; null after one that did. */
  failure: GateFailure | "storage" | null;
  isOver: boolean;
  isLoaded: boolean;
};

const NOTHING: GateState = {
  index: null,
  clockOffset: 0,
  savedAt: null,
  unsent: 0,
  failure: null,
  isOver: false,
  isLoaded: false,
};

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

/** Readings that are newer than the list or not sent yet count on this device, also after a reload. */
async function indexWithReadings(scope: string, list: GateData): Promise<GateIndex> {
  const index = indexGate(list);
  for (const { by, ...reading } of await store.answeredReadings(scope)) noteReading(index, reading, by);
  const unsent = await store.unsentReadings(scope);
  for (const reading of nextBatch(unsent, unsent.length)) noteUnsent(index, reading);
  return index;
}

type Change = (change: Partial<GateState>) => void;

/** Sends the stored readings, one request at a time; a reading added meanwhile is sent by the next one. */
function useSending(
  mode: GateMode,
  noteEntries: (answers: readonly Answer[]) => Promise<void>,
  tellOtherTabs: (reading: Reading) => void,
  change: Change,
) {
  const listeners = useRef(new Map<string, (answer: Answer) => void>());
  const sending = useRef<Promise<void>>(Promise.resolve());

  const note = useCallback(
    async (answers: readonly Answer[]) => {
      for (const answer of answers) {
        listeners.current.get(answer.nonce)?.(answer);
        listeners.current.delete(answer.nonce);
      }
      await noteEntries(answers);
    },
    [noteEntries],
  );

  const flush = useCallback((): Promise<void> => {
    const send = async () => {
      const scope = await scopeOf(mode);
      if ((await store.unsentCount(scope)) === 0) return change({ unsent: 0 });
      const send = (readings: readonly Reading[], pending: number) => sendReadings(mode, readings, pending);
      const failure = await sendQueue(queueOf(scope), send, note);
      change({ unsent: await store.unsentCount(scope), failure });
    };
    return (sending.current = sending.current.then(send, send));
  }, [mode, note, change]);

  const add = useCallback(
    async (reading: Reading, onAnswer: (answer: Answer) => void) => {
      listeners.current.set(reading.nonce, onAnswer);
      const scope = await scopeOf(mode);
      await store.putReading(scope, reading);
      tellOtherTabs(reading);
      change({ unsent: await store.unsentCount(scope) });
      if (navigator.onLine) await flush();
    },
    [mode, flush, tellOtherTabs, change],
  );
  return { note, flush, add };
}

/** The list of a gate on this device: the stored one first, then the server's. */
function useList(mode: GateMode, change: Change) {
  const index = useRef<GateIndex | null>(null);
  const keep = useCallback(
    async (scope: string, list: GateData, savedAt: number) => {
      const isOver = isGateOver(list.event.endsAt, Date.now());
      if (isOver) await store.removeList(scope);
      index.current = isOver ? null : await indexWithReadings(scope, list);
      change({ index: index.current, savedAt: isOver ? null : savedAt, isOver, isLoaded: true });
    },
    [change],
  );

  const refresh = useCallback(async () => {
    const scope = await scopeOf(mode);
    // The server answered these before it is asked for the list, which therefore contains them.
    const answered = await store.answeredNonces(scope);
    const asked = Date.now();
    const { data, failure } = await fetchGate(mode);
    if (data) {
      await store.saveList(scope, data);
      await store.removeAnswered(answered);
      change({ failure: null, clockOffset: clockOffset(data.now, asked, Date.now()) });
      return keep(scope, data, Date.now());
    }
    // A revoked link and a deleted event leave no list of people on the device.
    const isOver = index.current !== null && isGateOver(index.current.data.event.endsAt, Date.now());
    if (failure === "refused" || failure === "missing" || isOver) {
      await store.removeList(scope);
      index.current = null;
    }
    change({ index: index.current, failure, isLoaded: true, ...(isOver && { isOver, savedAt: null }) });
  }, [mode, change, keep]);

  const load = useCallback(async () => {
    const scope = await scopeOf(mode);
    await store.removeOldLists();
    const saved = await store.readList(scope);
    if (saved) await keep(scope, saved.list, saved.savedAt);
    change({ unsent: await store.unsentCount(scope) });
  }, [mode, keep, change]);

  const noteEntries = useCallback(
    async (answers: readonly Answer[]) => {
      const scope = await scopeOf(mode);
      for (const { nonce, readingKind: kind, result, undoneAt, listId, registrationId, scannedAt, by } of answers) {
        if (result !== "ok" || undoneAt || !registrationId) continue;
        const reading = { kind, listId, registrationId, scannedAt };
        if (index.current) noteReading(index.current, reading, by ?? "");
        await store.putAnswered(scope, nonce, { ...reading, by: by ?? "" });
      }
    },
    [mode],
  );

  const noteOtherTab = useCallback(
    async (reading: Reading) => {
      if (index.current) noteUnsent(index.current, reading);
      change({ unsent: await store.unsentCount(await scopeOf(mode)) });
    },
    [mode, change],
  );

  const undo = useCallback(
    async (nonce: string, reading: Parameters<typeof forgetReading>[1]) => {
      const { data } = await undoReading(mode, nonce);
      if (data?.done) await store.removeAnswered([nonce]);
      if (data?.done && index.current) forgetReading(index.current, reading);
      return data?.done ?? false;
    },
    [mode],
  );
  return { load, refresh, noteEntries, noteOtherTab, undo };
}

/** The list and the queue of readings of a gate on this device. */
export function useGate(mode: GateMode) {
  const [state, setState] = useState(NOTHING);
  const change = useCallback<Change>((part) => setState((old) => ({ ...old, ...part })), []);
  const { load, refresh, noteEntries, noteOtherTab, undo } = useList(mode, change);
  const tellOtherTabs = useOtherTabs(mode, (reading) => void noteOtherTab(reading));
  const { note, flush, add } = useSending(mode, noteEntries, tellOtherTabs, change);
  // After a refusal only a press asks again: repeated refusals count as guesses of a token.
  const isRefused = useRef(false);
  useEffect(() => {
    isRefused.current = state.failure === "refused";
  }, [state.failure]);

  useEffect(() => {
    const fail = () => change({ isLoaded: true, failure: "storage" });
    const send = () => void (isRefused.current || flush().catch(fail));
    const work = () => void (isRefused.current || flush().then(refresh).catch(fail));
    void load().then(flush).then(refresh).catch(fail);
    void navigator.storage?.persist?.().catch(() => undefined);
    window.addEventListener("online", work);
    const timers = [setInterval(work, REFRESH_MS), setInterval(send, RETRY_MS)];
    return () => {
      window.removeEventListener("online", work);
      for (const timer of timers) clearInterval(timer);
    };
  }, [load, flush, refresh, change]);

  const sync = useCallback(() => flush().then(refresh), [flush, refresh]);
  return { state, add, undo, note, sync };
}
