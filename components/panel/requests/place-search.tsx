"use client";

import { Search } from "lucide";
import { useState, useTransition, type KeyboardEvent } from "react";
import { Field } from "@/components/form/field";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { findPlacesAction } from "@/lib/panel/requests/actions";
import type { PlaceMatch } from "@/lib/panel/requests/queries";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { usePlaceTexts } from "./place-texts";

type Chosen = { id: string; name: string };
type Props = {
  state: StateAbbr;
  label: string;
  chosen: Chosen;
};

/** Finds a published place of the state by name and keeps the chosen one. */
export function PlaceSearch({ state, label, chosen: initial }: Props) {
  const texts = usePlaceTexts().place.search;
  const [found, setFound] = useState<readonly PlaceMatch[] | null>(null);
  const [chosen, setChosen] = useState(initial);
  const [query, setQuery] = useState("");
  const [isPending, start] = useTransition();
  const search = () =>
    start(async () => {
      if (query.trim().length < 2) return;
      try {
        const result = await findPlacesAction({ state, query });
        notifyFailure(result);
        start(() => setFound(result.data ?? null));
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    search();
  };
  return (
    <div className="grid gap-3">
      <input type="hidden" name="service_id" value={chosen.id} />
      <input type="hidden" name="serviceName" value={chosen.name} />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field name="service_id" label={label} hint={texts.hint}>
            {(control) => (
              <Input
                {...control}
                name="placeQuery"
                type="search"
                maxLength={80}
                value={query}
                onChange={({ target }) => setQuery(target.value)}
                onKeyDown={onKeyDown}
              />
            )}
          </Field>
        </div>
        <Button variant="outline" className="mt-7.5" disabled={isPending} onClick={search}>
          <Icon of={Search} />
          {texts.button}
        </Button>
      </div>
      <div aria-live="polite">
        {found?.length === 0 && <p>{texts.none}</p>}
        {found && found.length > 0 && (
          <ul className="grid gap-1">
            {found.map(({ id, name, city }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === chosen.id}
                  className="w-full rounded-lg border-2 border-line px-3 py-2 text-left hover:bg-raised aria-pressed:border-primary aria-pressed:bg-raised"
                  onClick={() => setChosen({ id, name })}
                >
                  {name} <span className="text-muted">{city && `· ${city}`}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {chosen.id && (
          <p className="mt-2 font-semibold">
            {texts.chosen} {chosen.name}
          </p>
        )}
      </div>
    </div>
  );
}
