import { useMemo, useRef, useState, useEffect } from "react";
import { fill } from "@/components/ui/fill";
import {
  decodedWay,
  nextAid,
  nextStop,
  OFF_WAY_KM,
  progressOn,
  type Aid,
  type DrivingTrip,
  type Progress,
} from "@/lib/travel/driving/rules";
import { formatKm } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Fix } from "@/lib/travel/tracks/rules";
import { useDrivingTexts } from "./driving-texts";

type Props = { locale: Locale; trip: DrivingTrip | null; fix: Fix | null };

/** Where the car is on the line of its trip; null without a line or a position. */
function useProgress(trip: DrivingTrip | null, fix: Fix | null): Progress | null {
  const [line, wayKm] = [trip?.way?.line ?? null, trip?.way?.km ?? 0];
  const way = useMemo(() => (line === null ? null : decodedWay({ line, km: wayKm })), [line, wayKm]);
  const before = useRef<Progress | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    const now = way && fix ? progressOn(way, fix, before.current) : null;
    // Beside the line, its nearest part does not show what comes next.
    if (!now || now.besideKm <= OFF_WAY_KM) before.current = now;
    setProgress(now);
  }, [way, fix]);
  return progress;
}

/** The next stop, fuel and workshop along the line of the trip. */
export function Ahead({ locale, trip, fix }: Props) {
  const texts = useDrivingTexts().ahead;
  const progress = useProgress(trip, fix);
  const way = trip?.way ?? null;
  const onWay = progress !== null && progress.besideKm <= OFF_WAY_KM ? progress : null;
  const offWay = progress && !onWay ? fill(texts.offWay, { km: formatKm(progress.besideKm, locale) }) : null;
  const waiting = offWay ?? (!trip ? texts.noPlan : way ? texts.waiting : texts.noWay);
  const stop = way && onWay ? nextStop(way.stops, onWay.km) : null;
  const aidText = (aid: Aid | undefined): LineText => {
    if (!way || !onWay || !aid) return { value: waiting };
    const next = nextAid(aid, onWay.km, way.km);
    if (next.kind !== "place") return { value: texts[next.kind] };
    return { value: formatKm(next.km, locale), name: next.name ?? texts.unnamed };
  };
  const stopText: LineText = stop
    ? { value: formatKm(stop.km, locale), name: stop.name }
    : { value: onWay ? texts.lastStop : waiting };
  return (
    <section aria-label={texts.title}>
      <dl className="grid gap-1.5 landscape:grid-cols-3">
        <Line name="stop" label={texts.stop} shown={stopText} />
        <Line name="fuel" label={texts.fuel} shown={aidText(way?.fuel)} />
        <Line name="workshop" label={texts.workshop} shown={aidText(way?.workshops)} />
      </dl>
    </section>
  );
}

type LineText = { value: string; name?: string };

function Line({ name, label, shown }: { name: string; label: string; shown: LineText }) {
  return (
    <div className="grid min-w-0 rounded-xl border-2 border-line bg-surface px-3 py-1">
      <dt className="truncate text-sm leading-tight text-muted">{shown.name ? `${label}: ${shown.name}` : label}</dt>
      <dd data-ahead={name} className="truncate font-display text-2xl leading-tight tabular">
        {shown.value}
      </dd>
    </div>
  );
}
