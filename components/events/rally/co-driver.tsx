"use client";

import { useEffect, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { useWakeLock } from "@/components/travel/driving/use-wake-lock";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { fill } from "@/components/ui/fill";
import { Input, controlClass } from "@/components/ui/input";
import { odometerFactor, rallyBookPath } from "@/lib/events/rally/rules";
import type { OwnRally, RallyStage } from "@/lib/events/rally/schema";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { CoDriverBook } from "./co-driver-book";
import { CoDriverPasses } from "./co-driver-passes";
import { CoDriverValues } from "./co-driver-values";
import { useRallyDriveTexts } from "./rally-drive-texts";
import { useDrive } from "./use-drive";
import { useOwnRally } from "./use-own-rally";

type Props = { event: string; locale: Locale };

/** The screen of a co-driver: what to do next and how late the car is. It works without a connection after one visit. */
export function CoDriver({ event, locale }: Props) {
  const { drive: texts } = useRallyDriveTexts();
  const { state, rally } = useOwnRally(event);
  return (
    <div className="grid min-h-0 grow content-start gap-3 overflow-y-auto p-3">
      <header className="grid gap-1">
        <h1 className="text-2xl">{rally?.title ?? texts.title}</h1>
        <p className="font-semibold">{texts.forCoDriver}</p>
        <p className="text-sm text-muted">{texts.driverFirst}</p>
      </header>
      <p role="status" className="text-muted">
        {state === "loading" && texts.loading}
        {state === "none" && texts.none}
        {state === "kept" && texts.kept}
        {state === "unreachable" && texts.unreachable}
        {state === "signed-out" && texts.signedOut}
      </p>
      {rally && <Stages event={event} rally={rally} locale={locale} />}
      <nav className="flex flex-wrap gap-2">
        <a href={localePath(locale, "/painel")} className={buttonClass({ look: "outline" })}>
          {texts.back}
        </a>
        {rally && (
          <a href={localePath(locale, rallyBookPath(event))} className={buttonClass({ look: "outline" })}>
            {texts.book}
          </a>
        )}
      </nav>
    </div>
  );
}

/** The first stage that has not ended. */
const nextStage = (stages: readonly RallyStage[]) =>
  stages.find(({ finished_at: finished }) => finished === null) ?? stages[0] ?? null;

/** The moment, every quarter of a second while the stage is followed. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isRunning ? 250 : 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

function Stages({ event, rally, locale }: Props & { rally: OwnRally }) {
  const { drive: texts } = useRallyDriveTexts();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const stage = rally.stages.find(({ id }) => id === chosen) ?? nextStage(rally.stages);
  const { following, drive, sending, start, stop } = useDrive(event, stage);
  const [factor, setFactor] = useState(1);
  const isOn = following === "locating" || following === "following";
  const now = useNow(isOn);
  useWakeLock(isOn);
  if (!stage) return null;
  const follow = () => {
    // A new book, in which this stage may have ended, does not change the stage of the screen.
    setChosen(stage.id);
    start();
  };
  return (
    <>
      {isOn ? (
        <CoDriverValues {...{ stage, drive, factor, now, locale }} isLocating={following === "locating"} />
      ) : (
        <label className="grid gap-1.5 font-semibold">
          {texts.stage}
          <select value={stage.id} onChange={(change) => setChosen(change.target.value)} className={controlClass}>
            {rally.stages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {following === "denied" && <p role="alert">{texts.denied}</p>}
      <Button disabled={!hydrated} variant={isOn ? "outline" : "primary"} onClick={isOn ? stop : follow}>
        {isOn ? texts.stop : texts.start}
      </Button>
      <Odometer metres={drive.metres} onChange={setFactor} />
      {!isOn && <CoDriverBook {...{ stage, factor, locale }} />}
      <CoDriverPasses {...{ stage, passes: drive.passes, timeZone: rally.time_zone, locale }} />
      <p className="text-sm text-muted" data-stored={sending.points} data-unsent={sending.unsent}>
        {fill(texts.stored, { points: sending.points, unsent: sending.unsent })} {texts.privacy}
        {sending.isSignedOut && ` ${texts.signedOut}`}
      </p>
    </>
  );
}

type OdometerProps = { metres: number; onChange: (factor: number) => void };

/** The distance on the odometer of the car, which differs from that of the book by a factor. */
function Odometer({ metres, onChange }: OdometerProps) {
  const { drive: texts } = useRallyDriveTexts();
  const [typed, setTyped] = useState("");
  const apply = () => onChange(odometerFactor(metres, Number(typed.replace(",", "."))));
  return (
    <details className="rounded-lg border border-line px-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.factor}</summary>
      <div className="grid gap-2 pb-3">
        <p className="text-sm text-muted">{texts.factorHint}</p>
        <label className="grid gap-1.5">
          {texts.odometer}
          <Input inputMode="decimal" value={typed} onChange={(change) => setTyped(change.target.value)} />
        </label>
        <Button variant="outline" onClick={apply}>
          {texts.apply}
        </Button>
      </div>
    </details>
  );
}
