"use client";

import { Play, Square, Volume2, VolumeX } from "lucide";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Station } from "@/lib/guide/radio/rules";
import { RadioDial } from "./radio-dial";
import { playRadio, setVolume, stopRadio, toggleMuted, useRadio } from "./radio-engine";
import { RadioExtras } from "./radio-extras";
import { useRadioTexts } from "./radio-texts";

type Props = { stations: readonly Station[] };

/** Plays the first station; called by the button that loaded this code. */
export function startRadio(stations: readonly Station[]): void {
  playRadio(stations[0], stations);
}

/** The full radio: play and stop, volume, stations, timer and separate window. */
export function RadioPlayer({ stations }: Props) {
  const labels = useRadioTexts();
  const { station, phase, volume, muted } = useRadio();
  const current = stations.find(({ id }) => id === station?.id) ?? stations[0];
  const isOff = phase === "stopped" || phase === "failed";
  return (
    <>
      <RadioDial at={stations.findIndex(({ id }) => id === current?.id)} of={stations.length} lit={phase === "live"} />
      <div className="mt-5 flex items-center gap-4">
        <button
          type="button"
          aria-label={isOff ? labels.play : labels.stop}
          onClick={() => (isOff ? playRadio(current, stations) : stopRadio())}
          className="grid size-18 shrink-0 place-items-center rounded-full bg-faixa text-faixa-ink"
        >
          <Icon of={isOff ? Play : Square} className="size-8" />
        </button>
        <p className="min-w-0 leading-tight">
          <span role="status" data-phase={phase} className="flex items-center gap-2 text-muted">
            {phase === "live" && <span aria-hidden className="size-2.5 rounded-full bg-danger" />}
            {labels.phase[phase]}
          </span>
          <strong className="block truncate text-2xl">{current?.name}</strong>
        </p>
      </div>
      {(phase === "failed" || phase === "lost") && (
        <Button variant="outline" className="mt-3" onClick={() => playRadio(current, stations)}>
          {labels.retry}
        </Button>
      )}
      <div className="mt-5 flex items-center gap-2">
        <Button
          variant="ghost"
          size="icon"
          aria-label={muted ? labels.unmute : labels.mute}
          aria-pressed={muted}
          onClick={toggleMuted}
        >
          <Icon of={muted ? VolumeX : Volume2} />
        </Button>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : volume}
          aria-label={labels.volume}
          onChange={(event) => setVolume(Number(event.target.value))}
          className="h-11 grow accent-faixa"
        />
      </div>
      {stations.length > 1 && <StationKeys stations={stations} current={current} label={labels.stations} />}
      <RadioExtras />
    </>
  );
}

function StationKeys({ stations, current, label }: { stations: readonly Station[]; current?: Station; label: string }) {
  return (
    <div role="group" aria-label={label} className="mt-4 flex flex-wrap gap-2">
      {stations.map((station) => (
        <button
          key={station.id}
          type="button"
          aria-pressed={station.id === current?.id}
          onClick={() => playRadio(station, stations)}
          className="min-h-11 rounded-lg border-2 border-line bg-raised px-4 font-semibold aria-pressed:border-faixa aria-pressed:text-faixa-text"
        >
          {station.name}
        </button>
      ))}
    </div>
  );
}
