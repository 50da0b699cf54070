"use client";

import { useEffect, useState } from "react";
import type { MiniPlayer } from "./mini-player";
import { storedRadio, RADIO_EVENT } from "./radio-signal";

/** Loads the mini player when playback starts, or when the radio played before this page load. */
export function RadioHost() {
  const [Player, setPlayer] = useState<typeof MiniPlayer | null>(null);

  useEffect(() => {
    const load = () => {
      import("./mini-player").then(
        (module) => setPlayer(() => module.MiniPlayer),
        () => undefined,
      );
    };
    if (storedRadio()) load();
    window.addEventListener(RADIO_EVENT, load);
    return () => window.removeEventListener(RADIO_EVENT, load);
  }, []);

  return Player && <Player />;
}
