import { useEffect, useState } from "react";
import { readBook, removeBook, saveBook } from "@/components/travel/driving/rally-store";
import type { OwnRally } from "@/lib/events/rally/schema";

/** `kept`: from this device, without a connection; `unreachable`: neither from the server nor from this device. */
export type BookState = "loading" | "ready" | "kept" | "unreachable" | "none" | "signed-out";

const TIMEOUT_MS = 20_000;

async function load(event: string): Promise<{ state: BookState; rally: OwnRally | null }> {
  const response = await fetch(`/api/rally/${event}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response?.ok) {
    const json = await response.text();
    // Some browsers store nothing in a private window; the book is shown all the same.
    await saveBook(event, json).catch(() => undefined);
    return { state: "ready", rally: JSON.parse(json) as OwnRally };
  }
  if (response?.status === 404) {
    await removeBook(event);
    return { state: "none", rally: null };
  }
  const kept = await readBook(event);
  const rally = kept === undefined ? null : (JSON.parse(kept) as OwnRally);
  if (response?.status === 401) return { state: "signed-out", rally };
  return { state: rally ? "kept" : "unreachable", rally };
}

/** The book of the car: from the server, or as this device kept it. */
export function useOwnRally(event: string) {
  const [found, setFound] = useState<{ state: BookState; rally: OwnRally | null }>({ state: "loading", rally: null });
  useEffect(() => {
    const read = () => void load(event).then(setFound, () => setFound({ state: "unreachable", rally: null }));
    read();
    window.addEventListener("online", read);
    return () => window.removeEventListener("online", read);
  }, [event]);
  return found;
}
