import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { clockOffset, nextBatch } from "@/lib/platform/readings/rules";
import type { DeviceStore } from "./device-store";
import type { ReadingFailure, ReadingResult } from "./reading-api";
import { sendQueue, type Sendable, type Sender } from "./reading-queue";
import { useOtherTabs } from "./use-other-tabs";

const REFRESH_MS = 60_000;
const RETRY_MS = 15_000;

/**
 * What differs between a gate and a desk. L: list on the device, I: the list prepared for look-ups, R: reading,
 * A: answer of the server, C: what is kept of an answer that counted. Must not change between renders.
 */
export type Reader<L, I, R extends Sendable, A extends { nonce: string }, C extends { scannedAt: string }> = {
  /** Prefix of the channel between tabs. */
  prefix: string;
  scope: () => Promise<string>;
  store: DeviceStore<L, R, C>;
  reading: z.ZodType<R>;
  fetchList: () => Promise<ReadingResult<L>>;
  sender: Sender<R, A>;
  index: (list: L) => I;
  isOver: (list: L) => boolean;
  /** Counts an unsent reading like the server will. */
  noteUnsent: (index: I, reading: R) => void;
  noteCounted: (index: I, counted: C) => void;
  /** What is kept of an answer; null when it changes nothing. */
  countedOf: (answer: A) => C | null;
};

export type ReadingState<I> = {
  index: I | null;
  /** Milliseconds to add to the clock of the device for the time of the server. */
  clockOffset: number;
  savedAt: number | null;
  unsent: number;
  /** Why the last request did not succeed; null after one that did. */
  failure: ReadingFailure | "storage" | null;
  isOver: boolean;
  isLoaded: boolean;
};

const NOTHING = {
  index: null,
  clockOffset: 0,
  savedAt: null,
  unsent: 0,
  failure: null,
  isOver: false,
  isLoaded: false,
} satisfies ReadingState<never>;

type Nonced = { nonce: string };
type Timed = { scannedAt: string };
type Change<I> = (change: Partial<ReadingState<I>>) => void;

/** Readings that are newer than the list or not sent yet count on this device, also after a reload. */
async function indexWithReadings<L, I, R extends Sendable, A extends Nonced, C extends Timed>(
  { store, index: indexOf, noteCounted, noteUnsent }: Reader<L, I, R, A, C>,
  scope: string,
  list: L,
): Promise<I> {
  const index = indexOf(list);
  for (const counted of await store.answeredReadings(scope)) noteCounted(index, counted);
  const unsent = await store.queueOf(scope).all();
  for (const reading of nextBatch(unsent, unsent.length)) noteUnsent(index, reading);
  return index;
}

/** Sends the stored readings, one request at a time; a reading added meanwhile is sent by the next one. */
function useSending<L, I, R extends Sendable, A extends Nonced, C extends Timed>(
  reader: Reader<L, I, R, A, C>,
  noteAnswers: (answers: readonly A[]) => Promise<void>,
  tellOtherTabs: (reading: R) => void,
  change: Change<I>,
) {
  const listeners = useRef(new Map<string, (answer: A) => void>());
  const sending = useRef<Promise<void>>(Promise.resolve());

  const note = useCallback(
    async (answers: readonly A[]) => {
      for (const answer of answers) {
        listeners.current.get(answer.nonce)?.(answer);
        listeners.current.delete(answer.nonce);
      }
      await noteAnswers(answers);
    },
    [noteAnswers],
  );

  const flush = useCallback((): Promise<void> => {
    const send = async () => {
      const scope = await reader.scope();
      if ((await reader.store.unsentCount(scope)) === 0) return change({ unsent: 0 });
      const failure = await sendQueue(reader.store.queueOf(scope), reader.sender, note);
      change({ unsent: await reader.store.unsentCount(scope), failure });
    };
    return (sending.current = sending.current.then(send, send));
  }, [reader, note, change]);

  const add = useCallback(
    async (reading: R, onAnswer: (answer: A) => void) => {
      listeners.current.set(reading.nonce, onAnswer);
      const scope = await reader.scope();
      await reader.store.queueOf(scope).put(reading);
      tellOtherTabs(reading);
      change({ unsent: await reader.store.unsentCount(scope) });
      if (navigator.onLine) await flush();
    },
    [reader, flush, tellOtherTabs, change],
  );
  return { note, flush, add };
}

/** The list on this device: the stored one first, then the server's. */
function useList<L extends { now: string }, I, R extends Sendable, A extends Nonced, C extends Timed>(
  reader: Reader<L, I, R, A, C>,
  change: Change<I>,
) {
  const { store } = reader;
  const current = useRef<{ list: L; index: I } | null>(null);
  const keep = useCallback(
    async (scope: string, list: L, savedAt: number) => {
      const isOver = reader.isOver(list);
      if (isOver) await store.removeList(scope);
      current.current = isOver ? null : { list, index: await indexWithReadings(reader, scope, list) };
      change({ index: current.current?.index ?? null, savedAt: isOver ? null : savedAt, isOver, isLoaded: true });
    },
    [reader, store, change],
  );

  const refresh = useCallback(async () => {
    const scope = await reader.scope();
    // The server answered these before it is asked for the list, which therefore contains them.
    const answered = await store.answeredNonces(scope);
    const asked = Date.now();
    const { data, failure } = await reader.fetchList();
    if (data) {
      await store.saveList(scope, data);
      await store.removeAnswered(answered);
      change({ failure: null, clockOffset: clockOffset(data.now, asked, Date.now()) });
      return keep(scope, data, Date.now());
    }
    // A revoked link and a deleted event leave no list on the device.
    const isOver = current.current !== null && reader.isOver(current.current.list);
    if (failure === "refused" || failure === "missing" || isOver) {
      await store.removeList(scope);
      current.current = null;
    }
    change({
      index: current.current?.index ?? null,
      failure,
      isLoaded: true,
      ...(isOver && { isOver, savedAt: null }),
    });
  }, [reader, store, change, keep]);

  const load = useCallback(async () => {
    const scope = await reader.scope();
    await store.removeOldLists();
    const saved = await store.readList(scope);
    if (saved) await keep(scope, saved.list, saved.savedAt);
    change({ unsent: await store.unsentCount(scope) });
  }, [reader, store, keep, change]);

  const noteAnswers = useCallback(
    async (answers: readonly A[]) => {
      const scope = await reader.scope();
      for (const answer of answers) {
        const counted = reader.countedOf(answer);
        if (!counted) continue;
        if (current.current) reader.noteCounted(current.current.index, counted);
        await store.putAnswered(scope, answer.nonce, counted);
      }
    },
    [reader, store],
  );

  const noteOtherTab = useCallback(
    async (reading: R) => {
      if (current.current) reader.noteUnsent(current.current.index, reading);
      change({ unsent: await store.unsentCount(await reader.scope()) });
    },
    [reader, store, change],
  );
  return { load, refresh, noteAnswers, noteOtherTab };
}

/** The list and the queue of readings of a gate or a desk on this device. */
export function useReadings<L extends { now: string }, I, R extends Sendable, A extends Nonced, C extends Timed>(
  reader: Reader<L, I, R, A, C>,
) {
  const [state, setState] = useState<ReadingState<I>>(NOTHING);
  const change = useCallback<Change<I>>((part) => setState((old) => ({ ...old, ...part })), []);
  const { load, refresh, noteAnswers, noteOtherTab } = useList(reader, change);
  const tellOtherTabs = useOtherTabs(reader, (reading) => void noteOtherTab(reading));
  const { note, flush, add } = useSending(reader, noteAnswers, tellOtherTabs, change);
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
  return { state, add, note, sync };
}
