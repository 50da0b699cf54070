"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import { eventMoment } from "@/lib/events/events/rules";
import { tapPassAction } from "@/lib/events/rally/editing/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { outcomeKey } from "@/lib/platform/outcome";

type Crew = { id: string; number: number; label: string; passed: readonly string[] };
type Props = {
  controls: readonly { id: string; label: string }[];
  crews: readonly Crew[];
  texts: Messages["events/rally"]["tap"];
  outcome: Record<string, string>;
  timeZone: string;
  locale: Locale;
};
type Tap = { pass: string; control: string; crew: string; passed_at: string };

/** Sends taps one by one; those that got no answer stay until they are sent again with their time. */
function useTaps({ texts, outcome, timeZone, locale }: Omit<Props, "controls" | "crews">) {
  const router = useRouter();
  const [said, setSaid] = useState("");
  const [unsent, setUnsent] = useState<readonly (Tap & { number: number })[]>([]);
  const send = async (tap: Tap, number: number) => {
    setUnsent((taps) => taps.filter(({ pass }) => pass !== tap.pass));
    try {
      const answer = await tapPassAction(tap);
      if (answer.serverError) {
        setUnsent((taps) => [...taps, { ...tap, number }]);
        return notifyFailure(answer, () => void send(tap, number));
      }
      const key = answer.data ? outcomeKey(answer.data) : "invalid";
      const time = eventMoment(tap.passed_at, timeZone, locale, { timeStyle: "medium" });
      setSaid(key === "saved" ? fill(texts.done, { number, time }) : (outcome[key] ?? outcome.invalid!));
      router.refresh();
    } catch {
      setUnsent((taps) => [...taps, { ...tap, number }]);
      setSaid(fill(texts.unsent, { number }));
    }
  };
  return { said, unsent, send };
}

/** For a marshal at a control: a button for each car; the time is that of the tap, not of the answer of the server. */
export function TapBoard({ controls, crews, ...sent }: Props) {
  const { texts } = sent;
  const hydrated = useHydrated();
  const [control, setControl] = useState(controls[0]?.id ?? "");
  const { said, unsent, send } = useTaps(sent);
  const tap = (crew: Crew) =>
    void send({ pass: crypto.randomUUID(), control, crew: crew.id, passed_at: new Date().toISOString() }, crew.number);
  return (
    <div className="grid gap-4">
      <label className="grid max-w-xl gap-1.5 font-semibold">
        {texts.control}
        <select value={control} onChange={(event) => setControl(event.target.value)} className={controlClass}>
          {controls.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className="min-h-6 font-semibold">
        {said}
      </p>
      {unsent.map(({ number, ...one }) => (
        <Button key={one.pass} variant="danger" onClick={() => void send(one, number)} className="w-fit">
          {fill(texts.again, { number })}
        </Button>
      ))}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-6">
        {crews.map((crew) => (
          <CarButton
            key={crew.id}
            crew={crew}
            name={fill(texts.tap, { number: crew.number, car: crew.label })}
            done={crew.passed.includes(control) ? texts.passed : null}
            disabled={!hydrated}
            tap={tap}
          />
        ))}
      </ul>
    </div>
  );
}

type CarProps = {
  crew: Crew;
  name: string;
  /** What is shown for a car that passed; null before. */
  done: string | null;
  disabled: boolean;
  tap: (crew: Crew) => void;
};

function CarButton({ crew, name, done, disabled, tap }: CarProps) {
  return (
    <li>
      <Button
        variant={done ? "outline" : "primary"}
        disabled={disabled || done !== null}
        onClick={() => tap(crew)}
        className="h-auto min-h-16 w-full flex-col py-2 whitespace-normal"
        aria-label={name}
      >
        <span className="text-2xl tabular">{crew.number}</span>
        <span className="text-sm">{done ?? crew.label}</span>
      </Button>
    </li>
  );
}
