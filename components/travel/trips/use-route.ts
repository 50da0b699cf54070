import { useEffect, useRef, useState } from "react";
import type { RoadRoute } from "@/lib/geo/roads/rules";
import { routeKeyOf } from "@/lib/travel/trips/rules";
import type { PlanState, PlanStore } from "./plan-store";

type RouteProblem = "offline" | "busy" | "failed";
export type RouteStatus = {
  /** The route is of an older plan or cannot be calculated now. */
  isStale: boolean;
  isLoading: boolean;
  problem: RouteProblem | null;
  retry: () => void;
};

/** Time without another change before a route is asked for: a drag or several taps are one request. */
const SETTLE_MS = 350;
/** Pause before the next try when the answer names none. */
const RETRY_SECONDS = 5;
const MAX_RETRIES = 6;
/** A route with all bends has up to 300 kB. */
const MAX_KEPT = 12;

class RouteError extends Error {
  constructor(
    readonly problem: RouteProblem,
    readonly retrySeconds = RETRY_SECONDS,
  ) {
    super(problem);
  }
}

export async function fetchRoute(key: string, signal?: AbortSignal): Promise<RoadRoute> {
  const answer = await fetch(`/api/road-route?${key}`, signal ? { signal } : {}).catch((error: unknown) => {
    throw signal?.aborted ? error : new RouteError("offline");
  });
  if (answer.ok) return (await answer.json()) as RoadRoute;
  const isBusy = answer.status === 429 || answer.status === 503;
  throw new RouteError(isBusy ? "busy" : "failed", Number(answer.headers.get("retry-after")) || RETRY_SECONDS);
}

/**
 * Keeps the route of the store equal to its plan. The last line stays while a new one is calculated or cannot be; an
 * answer for an older plan is never shown, because its key differs.
 */
export function useRoute(store: PlanStore, { plan, route }: PlanState): RouteStatus {
  const key = routeKeyOf(plan);
  const kept = useRef(new Map<string, RoadRoute>());
  const [failure, setFailure] = useState<{ key: string; problem: RouteProblem; retrySeconds: number } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isKnown = key === null || route?.key === key;

  useEffect(() => {
    if (!key || isKnown) return;
    const found = kept.current.get(key);
    if (found) return store.setRoute(key, found);
    const abort = new AbortController();
    const take = (answer: RoadRoute) => {
      kept.current.set(key, answer);
      if (kept.current.size > MAX_KEPT) kept.current.delete(kept.current.keys().next().value!);
      setFailure(null);
      store.setRoute(key, answer);
    };
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      const { problem, retrySeconds } = error instanceof RouteError ? error : new RouteError("failed");
      setFailure({ key, problem, retrySeconds });
    };
    const timer = setTimeout(() => void fetchRoute(key, abort.signal).then(take).catch(fail), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [store, key, isKnown, attempt]);

  const current = !isKnown && failure?.key === key ? failure : null;
  const problem = current?.problem ?? null;
  const retryMs = (current?.retrySeconds ?? RETRY_SECONDS) * 1000;
  useEffect(() => {
    if (!problem) return;
    const again = () => setAttempt((count) => count + 1);
    const timer = problem === "busy" && attempt < MAX_RETRIES ? setTimeout(again, retryMs) : undefined;
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [problem, retryMs, attempt]);

  return {
    isStale: !isKnown && route !== null,
    isLoading: !isKnown && problem === null,
    problem,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}
