import { useEffect, useState, useSyncExternalStore } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import { MAX_QUERY } from "@/lib/geo/search/rules";
import { reportMiss, SETTLED_MS } from "./report-miss";
import type { SearchResponse } from "@/lib/geo/search/schema";

const DEBOUNCE_MS = 160;
const ROWS = 20;

export type SearchState =
  | { phase: "idle" | "loading" | "offline" | "failed" }
  | { phase: "done"; answer: SearchResponse };

type Outcome = { key: string; answer: SearchResponse | null };

function watchSignal(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

async function fetchResults(q: string, locale: Locale, signal: AbortSignal): Promise<SearchResponse> {
  const answer = await fetch(`/api/search?${new URLSearchParams({ q, locale, limit: String(ROWS) }).toString()}`, {
    signal,
  });
  if (!answer.ok) throw new Error(`search answers ${answer.status}`);
  return (await answer.json()) as SearchResponse;
}

/** Searches after a pause in typing; aborts the previous request, and retries when the device is online again. */
export function useSearch(query: string, locale: Locale): { state: SearchState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const online = useSyncExternalStore(
    watchSignal,
    () => navigator.onLine,
    () => true,
  );
  const q = query.trim().slice(0, MAX_QUERY);
  const key = `${attempt} ${q}`;

  useEffect(() => {
    if (q.length < 2 || !online) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchResults(q, locale, abort.signal).then(
        (answer) => setOutcome({ key, answer }),
        () => abort.signal.aborted || setOutcome({ key, answer: null }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, key, locale, online]);

  const isMiss = outcome?.key === key && outcome.answer?.total === 0;
  useEffect(() => {
    if (!isMiss) return;
    const timer = setTimeout(() => reportMiss(q, locale), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isMiss, q, locale]);

  return { state: stateOf(), retry: () => setAttempt((count) => count + 1) };

  function stateOf(): SearchState {
    if (q.length < 2) return { phase: "idle" };
    if (outcome?.key === key && outcome.answer) return { phase: "done", answer: outcome.answer };
    if (!online) return { phase: "offline" };
    return { phase: outcome?.key === key ? "failed" : "loading" };
  }
}
