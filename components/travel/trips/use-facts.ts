import { useEffect, useState } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { TripFacts } from "@/lib/travel/facts/rules";
import { thinLine, type TollClass } from "@/lib/travel/trips/rules";
import type { KnownRoute } from "./plan-store";

type Answer = { key: string; facts: TripFacts | null };
export type FactsState = { facts: TripFacts | null; hasFailed: boolean };

/** The facts along a route; those of another route are not shown. */
export function useFacts(known: KnownRoute | null, tollClass: TollClass, locale: Locale): FactsState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = known && `${known.key} ${tollClass}`;
  const isKnown = key === null || (answer?.key === key && answer.facts !== null);

  useEffect(() => {
    if (!known || !key || isKnown) return;
    const abort = new AbortController();
    const { km, tolls } = known.route;
    void fetch(`/api/trip-facts?locale=${locale}`, {
      method: "POST",
      signal: abort.signal,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        line: thinLine(known.route),
        km,
        tollClass,
        tolls: tolls.map(({ lat, lng }) => ({ lat, lng })),
      }),
    })
      .then((response) => (response.ok ? (response.json() as Promise<TripFacts>) : null))
      .catch(() => null)
      .then((facts) => abort.signal.aborted || setAnswer({ key, facts }));
    return () => abort.abort();
  }, [known, key, isKnown, tollClass, locale, attempt]);

  useEffect(() => {
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);

  const isCurrent = answer !== null && answer.key === key;
  return { facts: isCurrent ? answer.facts : null, hasFailed: isCurrent && answer.facts === null };
}
