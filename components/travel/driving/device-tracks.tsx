"use client";

import type { Messages } from "next-intl";
import { useCallback, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { DRIVING_DATABASE } from "@/lib/platform/device-storage/rules";
import { readOwner, storedTracks } from "./driving-store";
import { sendDriving } from "./track-upload";
import { useUpload } from "./use-upload";

type Props = { texts: Pick<Messages["travel/driving"]["tracks"], "onDevice" | "open">; path: string };

/** Opens no database on a device that never drove with the portal. */
async function sendIfAny() {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === DRIVING_DATABASE) ? sendDriving() : ("idle" as const);
}

/** In the panel: sends what the last drive left on the device, and leads to a recording that was interrupted. */
export function DeviceTracks({ texts, path }: Props) {
  const [count, setCount] = useState(0);
  const look = useCallback(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === DRIVING_DATABASE)) return;
    setCount((await storedTracks(await readOwner())).length);
  }, []);
  useUpload(() => void look().catch(() => undefined), sendIfAny);
  if (count === 0) return null;
  return (
    <p role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded-xl border-2 border-faixa p-3">
      {texts.onDevice}
      {/* Loads the page, because it must open without a connection. */}
      <a href={path} className={buttonClass({ look: "faixa" })}>
        {texts.open}
      </a>
    </p>
  );
}
