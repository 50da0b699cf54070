"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { fill } from "@/components/ui/fill";
import { peopleInside, searchPeople, type GateIndex, type Person } from "@/lib/events/gate/rules";
import { useGateTexts } from "./gate-texts";

type PersonSearchProps = {
  index: GateIndex;
  listId: string;
  onChoose: (person: Person) => void;
  /** Absent on devices of volunteers, which have no access to badges. */
  onPrint: ((registrationId: string) => void) | null;
};

/** Searches the list on the device by name, car or code, for people without their badge. */
export function PersonSearch({ index, listId, onChoose, onPrint }: PersonSearchProps) {
  const texts = useGateTexts();
  const [typed, setTyped] = useState("");
  const found = searchPeople(index, typed);
  return (
    <section className="grid content-start gap-2">
      <label className="grid gap-1 font-semibold">
        {texts.search.label}
        <Input
          type="search"
          value={typed}
          autoComplete="off"
          enterKeyHint="search"
          className="font-sans font-normal"
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="font-sans text-sm font-normal text-muted">{texts.search.hint}</span>
      </label>
      {typed.trim().length > 1 && found.length === 0 && <p role="status">{texts.search.none}</p>}
      <ul className="grid gap-2">
        {found.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3"
          >
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">{person.name}</p>
              <p className="text-muted">
                {[texts.kind[person.kind as keyof typeof texts.kind], person.cars, person.plates]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              <PartyLine person={person} inside={peopleInside(index, listId, person.id)} />
            </div>
            {onPrint && person.status === "c" && (
              <Button variant="outline" onClick={() => onPrint(person.id)}>
                {texts.print}
              </Button>
            )}
            <Button
              variant="primary"
              onClick={() => {
                setTyped("");
                onChoose(person);
              }}
            >
              {texts.search.choose}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PartyLineProps = { person: Person; inside: number };

/** Number and names of the people of a registration, and how many are inside. */
function PartyLine({ person: { places, companions }, inside }: PartyLineProps) {
  const texts = useGateTexts().party;
  if (places === 1) return null;
  const count = inside > 0 ? fill(texts.inside, { inside, places }) : fill(texts.people, { count: places });
  return <p className="wrap-anywhere">{[count, companions.join(", ")].filter(Boolean).join(": ")}</p>;
}
