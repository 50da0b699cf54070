import type { ReactNode } from "react";
import { fill } from "@/components/ui/fill";
import { formatKm, formatMetres, formatMinutes, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { averageKmh, displayedHeading, displayedSpeed, totalKm, type Fix, type Meter } from "@/lib/travel/tracks/rules";
import { useDrivingTexts } from "./driving-texts";
import { compassPoint } from "@/lib/guide/photo-points/rules";

type Props = { locale: Locale; fix: Fix | null; meter: Meter; partialFrom: number };

const NOTHING = "–";
/** Shorter gaps are not worth the attention of a driver. */
const MIN_GAP_KM = 0.1;

/** Speed in the size of the screen, and six smaller instruments. */
export function Instruments({ locale, fix, meter, partialFrom }: Props) {
  const { instruments, compass } = useDrivingTexts();
  const whole = (value: number) => formatNumber(value, locale, { maximumFractionDigits: 0 });
  const km = (value: number) => formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const [average, heading] = [averageKmh(meter), displayedHeading(fix, meter)];
  const isGap = meter.gapKm >= MIN_GAP_KM;
  return (
    <section
      aria-label={instruments.title}
      className="grid min-h-0 content-start gap-2 landscape:col-span-2 landscape:grid-cols-subgrid landscape:content-stretch"
    >
      <p className="grid justify-items-center rounded-2xl border-2 border-line bg-surface px-2 py-1 landscape:content-center">
        <span className="text-muted">{instruments.speed}</span>
        <span
          data-instrument="speed"
          className="font-display text-[min(38vw,9rem)] leading-[0.85] tabular landscape:text-[min(30vh,20vw)]"
        >
          {fix ? whole(displayedSpeed(fix, meter)) : NOTHING}
        </span>
        <span className="text-muted">km/h</span>
      </p>
      <dl className="grid grid-cols-3 gap-2">
        <Gauge name="average" label={`${instruments.average} km/h`}>
          {average === null ? NOTHING : whole(average)}
        </Gauge>
        <Gauge name="partial" label={`${instruments.partial} km`}>
          {km(Math.max(0, totalKm(meter) - partialFrom))}
        </Gauge>
        <Gauge
          name="total"
          label={isGap ? fill(instruments.gap, { km: formatKm(meter.gapKm, locale) }) : `${instruments.total} km`}
        >
          {km(totalKm(meter))}
        </Gauge>
        <Gauge name="time" label={instruments.time}>
          {formatMinutes(meter.movingTenths / 600)}
        </Gauge>
        <Gauge name="altitude" label={instruments.altitude}>
          {fix?.altitudeM == null ? NOTHING : formatMetres(fix.altitudeM, locale)}
        </Gauge>
        <Gauge name="heading" label={instruments.heading}>
          {heading === null ? NOTHING : `${compass[compassPoint(heading)]} ${whole(heading)}°`}
        </Gauge>
      </dl>
    </section>
  );
}

function Gauge({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse items-center justify-center rounded-xl border-2 border-line bg-surface px-1 py-1.5 text-center">
      <dd
        data-instrument={name}
        className="font-display text-[1.75rem] leading-none whitespace-nowrap tabular landscape:text-[max(1.75rem,min(7vh,4vw))]"
      >
        {children}
      </dd>
      <dt className="text-sm leading-tight text-muted">{label}</dt>
    </div>
  );
}
