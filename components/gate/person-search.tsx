"use client";

import type { Messages } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { searchPeople, type GateIndex, type Person } from "@/lib/gate/rules";

type PersonSearchProps = {
  texts: Messages["gate"];
  index: GateIndex;
  onChoose: (person: Person) => void;
  /** Absent on devices of volunteers, which have no access to badges. */
  onPrint: ((registrationId: string) => void) | null;
};

/** Search by name or car in the list on the device, for people without their badge. */
export function PersonSearch({ texts, index, onChoose, onPrint }: PersonSearchProps) {
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
                {[texts.kind[person.kind as keyof typeof texts.kind], person.cars].filter(Boolean).join(" · ")}
              </p>
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
