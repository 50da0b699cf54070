import { useEffect, useState } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { TripFacts } from "@/lib/travel/facts/rules";
import { thinLine, type TollClass } from "@/lib/travel/trips/rules";
import type { KeyedRoute } from "./plan-store";

type Answer = { key: string; facts: TripFacts | null };
export type FactsState = { facts: TripFacts | null; hasFailed: boolean };

/** The facts along a route; those of another route are not shown. */
export function useFacts(keyedRoute: KeyedRoute | null, tollClass: TollClass, locale: Locale): FactsState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = keyedRoute && `${keyedRoute.key} ${tollClass}`;
  const isKnown = key === null || (answer?.key === key && answer.facts !== null);

  useEffect(() => {
    if (!keyedRoute || !key || isKnown) return;
    const abort = new AbortController();
    const { km, tolls } = keyedRoute.route;
    void fetch(`/api/trip-facts?locale=${locale}`, {
      method: "POST",
      signal: abort.signal,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        line: thinLine(keyedRoute.route),
        km,
        tollClass,
        tolls: tolls.map(({ lat, lng }) => ({ lat, lng })),
      }),
    })
      .then((response) => (response.ok ? (response.json() as Promise<TripFacts>) : null))
      .catch(() => null)
      .then((facts) => abort.signal.aborted || setAnswer({ key, facts }));
    return () => abort.abort();
  }, [keyedRoute, key, isKnown, tollClass, locale, attempt]);

  useEffect(() => {
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);

  const isCurrent = answer !== null && answer.key === key;
  return { facts: isCurrent ? answer.facts : null, hasFailed: isCurrent && answer.facts === null };
}
