"use client";

import { useEffect, useState } from "react";
import type { MiniPlayer } from "./mini-player";
import { keptRadio, RADIO_EVENT } from "./radio-signal";

/** Fetches the small player once somebody pressed play, or did so before this page was loaded. */
export function RadioHost() {
  const [Player, setPlayer] = useState<typeof MiniPlayer | null>(null);

  useEffect(() => {
    const load = () => {
      import("./mini-player").then(
        (module) => setPlayer(() => module.MiniPlayer),
        () => undefined,
      );
    };
    if (keptRadio()) load();
    window.addEventListener(RADIO_EVENT, load);
    return () => window.removeEventListener(RADIO_EVENT, load);
  }, []);

  return Player && <Player />;
}
