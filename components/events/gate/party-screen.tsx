"use client";

import { useEffect, useRef, useState } from "react";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import type { Person } from "@/lib/events/gate/rules";
import { useGateTexts } from "./gate-texts";

export type AskedParty = { person: Person; most: number; inside: number; isExit: boolean };

type PartyScreenProps = {
  kind: string;
  asked: AskedParty;
  onAdmit: (people: number) => void;
  onCancel: () => void;
};

/** Who belongs to a registration, and how many of them enter or leave now; all of them with one press. */
export function PartyScreen({ kind, asked, onAdmit, onCancel }: PartyScreenProps) {
  const texts = useGateTexts().party;
  const { person, most, inside, isExit } = asked;
  const [people, setPeople] = useState(most);
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    confirm.current?.focus();
    return () => shown?.close();
  }, []);
  const unnamed = person.places - 1 - person.companions.length;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="party-name"
      className="fixed inset-0 m-0 hidden h-dvh max-h-none w-screen max-w-none flex-col gap-4 overflow-y-auto bg-background p-4 text-text open:flex"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div className="m-auto grid w-full max-w-3xl gap-4">
        <div>
          <h2 id="party-name" className="display-2 wrap-anywhere">
            {person.name}
          </h2>
          <p className="text-lg text-muted">{[kind, person.cars].filter(Boolean).join(" · ")}</p>
        </div>
        <p className="text-3xl font-semibold">{fill(texts.people, { count: person.places })}</p>
        <ul className="grid gap-1 text-xl">
          {person.companions.map((name, index) => (
            <li key={`${index} ${name}`} className="wrap-anywhere">
              {name}
            </li>
          ))}
          {unnamed > 0 && <li className="text-muted">{fill(texts.unnamed, { count: unnamed })}</li>}
        </ul>
        {inside > 0 && (
          <p className="w-fit rounded-lg border-2 border-faixa px-3 py-2 text-xl font-semibold">
            {fill(texts.inside, { inside, places: person.places })}
          </p>
        )}
        <fieldset>
          <legend className="mb-2 text-xl font-semibold">{isExit ? texts.askExit : texts.ask}</legend>
          <div className="flex flex-wrap gap-2">
            {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
              <Button
                key={count}
                variant={count === people ? "primary" : "outline"}
                aria-pressed={count === people}
                className="size-14 text-2xl"
                onClick={() => setPeople(count)}
              >
                {count}
              </Button>
            ))}
          </div>
        </fieldset>
      </div>
      <div className="mx-auto grid w-full max-w-3xl gap-2 sm:grid-cols-2">
        <Button ref={confirm} className="h-14 text-2xl" onClick={() => onAdmit(people)}>
          {fill(isExit ? texts.leave : texts.admit, { people, most })}
        </Button>
        <Button variant="outline" className="h-14 text-2xl" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </dialog>
  );
}
