"use client";

import { useEffect, useMemo, useState, type ReactNode } from "react";
import { GarageCars } from "@/components/guide/breakdown/garage-cars";
import type { HelpCar } from "@/lib/guide/breakdown/rules";
import { DRIVING_DATABASE, HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import type { DrivingAnswer } from "@/lib/travel/driving/rules";
import { readCars } from "./driving-store";

const isSignedIn = () => document.cookie.split("; ").includes(`${HINT_COOKIE}=1`);

/** Opens no database on a device that never drove with the portal. */
async function carsOnDevice(): Promise<readonly HelpCar[]> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === DRIVING_DATABASE) ? readCars() : [];
}

async function garageCars(signal: AbortSignal): Promise<readonly HelpCar[] | null> {
  const response = await fetch("/api/driving", { signal });
  return response.ok ? ((await response.json()) as DrivingAnswer).cars : null;
}

type Props = {
  /** The car of the trip that is driven now; null outside of the driving mode and for a plan without a car. */
  planned?: HelpCar | null;
  children: ReactNode;
};

/**
 * Gives the help of a breakdown the driven car, and the cars of the garage: those kept on the device, then with a
 * connection those of the account.
 */
export function GarageCarsProvider({ planned = null, children }: Props) {
  const [cars, setCars] = useState<readonly HelpCar[]>([]);
  useEffect(() => {
    const aborter = new AbortController();
    const show = (next: readonly HelpCar[] | null) => next && !aborter.signal.aborted && setCars(next);
    void (async () => {
      await carsOnDevice().then(show, () => undefined);
      if (isSignedIn()) await garageCars(aborter.signal).then(show, () => undefined);
    })();
    return () => aborter.abort();
  }, []);
  const value = useMemo(() => ({ driven: planned ?? (cars.length === 1 ? cars[0]! : null), cars }), [planned, cars]);
  return <GarageCars value={value}>{children}</GarageCars>;
}
