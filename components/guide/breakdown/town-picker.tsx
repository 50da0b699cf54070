import { useState } from "react";
import { controlClass } from "@/components/ui/input";
import type { BreakdownData, Town } from "@/lib/guide/breakdown/rules";
import { STATES } from "@/lib/geo/states/rules";
import { Labelled } from "./labelled";
import { useBreakdownTexts } from "./breakdown-texts";

export type PickedTown = Town;

type Props = { data: BreakdownData; onPick: (town: PickedTown | null) => void };

const SELECT = `${controlClass} h-13`;

/** State and town for people without a position. */
export function TownPicker({ data, onPick }: Props) {
  const texts = useBreakdownTexts().panel;
  const [uf, setUf] = useState("");
  const towns = data.towns[uf] ?? [];
  const pick = (index: string) => {
    const town = index === "" ? undefined : towns[Number(index)];
    onPick(town ? { name: town[0], uf, lat: town[1] / 1000, lng: town[2] / 1000 } : null);
  };
  return (
    <fieldset className="mt-4 grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-display text-lg">{texts.choose}</legend>
      <Labelled label={texts.state}>
        {(id) => (
          <select
            id={id}
            value={uf}
            className={SELECT}
            onChange={(event) => {
              setUf(event.target.value);
              onPick(null);
            }}
          >
            <option value="">{texts.pick}</option>
            {STATES.map(({ abbr, name }) => (
              <option key={abbr} value={abbr}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={texts.town}>
        {(id) => (
          <select id={id} key={uf} disabled={!uf} className={SELECT} onChange={(event) => pick(event.target.value)}>
            <option value="">{texts.pick}</option>
            {towns.map(([name], index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </fieldset>
  );
}
