"use client";

import { Play } from "lucide";
import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import type { Station } from "@/lib/guide/radio/rules";
import { RadioDial } from "./radio-dial";
import type { RadioPlayer } from "./radio-player";
import { storedRadio } from "./radio-signal";
import { useRadioTexts } from "./radio-texts";

type Props = { stations: readonly Station[] };

const load = () => import("./radio-player");

/** The stopped radio in the HTML; the play button loads the remaining code and starts it. */
export function RadioLauncher({ stations }: Props) {
  const labels = useRadioTexts();
  const [Player, setPlayer] = useState<typeof RadioPlayer | null>(null);
  const [said, setSaid] = useState(labels.phase.stopped);

  useEffect(() => {
    if (storedRadio())
      load().then(
        (module) => setPlayer(() => module.RadioPlayer),
        () => undefined,
      );
  }, []);

  function start() {
    setSaid(labels.loading);
    load().then(
      (module) => {
        module.startRadio(stations);
        setPlayer(() => module.RadioPlayer);
      },
      () => setSaid(labels.broken),
    );
  }

  if (Player) return <Player stations={stations} />;
  return (
    <>
      <RadioDial at={0} of={stations.length} lit={false} />
      <div className="mt-5 flex items-center gap-4">
        <button
          type="button"
          aria-label={labels.play}
          onClick={start}
          onPointerDown={() => void load().catch(() => undefined)}
          className="grid size-18 shrink-0 place-items-center rounded-full bg-faixa text-faixa-ink"
        >
          <Icon of={Play} className="size-8" />
        </button>
        <p className="min-w-0 leading-tight">
          <span role="status" className="block text-muted">
            {said}
          </span>
          <strong className="block truncate text-2xl">{stations[0]?.name}</strong>
        </p>
      </div>
    </>
  );
}
