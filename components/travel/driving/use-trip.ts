import { useCallback, useEffect, useState } from "react";
import type { DrivingAnswer, DrivingTrip } from "@/lib/travel/driving/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  readTrip,
  removeClosing,
  removeTrip,
  saveCars,
  saveClosing,
  saveOwner,
  saveTrip,
  storedClosings,
} from "./driving-store";

/** `kept`: from this device, without a connection. `not-kept`: the trip was not opened with a connection before. */
export type TripState = "loading" | "ready" | "kept" | "not-kept" | "missing" | "signed-out";

const TIMEOUT_MS = 20_000;

async function load(id: string | null, locale: Locale): Promise<{ state: TripState; trip: DrivingTrip | null }> {
  const query = new URLSearchParams({ locale, ...(id && { trip: id }) });
  const response = await fetch(`/api/driving?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response?.ok) {
    const { owner, trip, cars } = (await response.json()) as DrivingAnswer;
    await saveOwner(owner);
    if (trip) await saveTrip(trip, owner);
    await saveCars(cars);
    return { state: "ready", trip };
  }
  if (response?.status === 404 && id) {
    await removeTrip(id);
    return { state: "missing", trip: null };
  }
  const kept = id ? await readTrip(id) : null;
  if (response?.status === 401) return { state: "signed-out", trip: kept };
  return { state: kept || !id ? "kept" : "not-kept", trip: kept };
}

/** A closing that waits on the device counts as done. */
async function withClosing(trip: DrivingTrip | null): Promise<DrivingTrip | null> {
  if (!trip) return null;
  const closings = await storedClosings(null);
  return { ...trip, isDone: trip.isDone || closings.some((closing) => closing.trip === trip.id) };
}

/** The trip to drive: from the server, or as this device kept it. */
export function useTrip(id: string | null, locale: Locale) {
  const [state, setState] = useState<TripState>("loading");
  const [trip, setTrip] = useState<DrivingTrip | null>(null);
  const read = useCallback(async () => {
    const found = await load(id, locale).catch(() => ({ state: "not-kept" as const, trip: null }));
    setTrip(await withClosing(found.trip));
    setState(found.state);
  }, [id, locale]);

  useEffect(() => {
    const again = () => void read();
    if (id)
      void readTrip(id)
        .then(withClosing)
        .then(
          (kept) => setTrip((known) => known ?? kept),
          () => undefined,
        );
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [id, read]);

  return {
    state,
    trip,
    /** Closes the trip on this device; `useUpload` sends it. */
    async close(owner: string | null): Promise<void> {
      if (!trip) return;
      await saveClosing({ trip: trip.id, owner });
      setTrip({ ...trip, isDone: true });
    },
    /** Opens the trip again; false without a connection. */
    async reopen(): Promise<boolean> {
      if (!trip) return false;
      const response = await fetch(`/api/trips/${trip.id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ isDone: false }),
      }).catch(() => null);
      if (!response?.ok) return false;
      await removeClosing(trip.id);
      setTrip({ ...trip, isDone: false });
      return true;
    },
  };
}
