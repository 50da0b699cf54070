"use client";

import type { Messages } from "next-intl";
import { useEffect, useState } from "react";
import { sunDay, sunPosition } from "@/lib/geo/sun/rules";
import { compassPoint, lightOnView } from "@/lib/guide/photo-points/rules";
import { CompassCard } from "./compass-card";
import { formatTimestamp } from "@/lib/platform/format";

/** Texts with placeholders, which the browser fills in: `{wind}`, `{height}`, `{rise}`. */
export type SunLabels = Messages["guide/photo-points"]["sun"];

type Props = { lat: number; lng: number; heading: number | null; timeZone: string; locale: string; labels: SunLabels };

const MINUTE_MS = 60_000;
const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** Position of the sun at a photo point, calculated in the browser because the cached page may be hours old. */
export function SunDial({ lat, lng, heading, timeZone, locale, labels }: Props) {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const tick = () => setNow(new Date());
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const day = now && sunDay(now, { lat, lng });
  const sun = now && sunPosition(now, { lat, lng });
  const at = (moment: Date) => sunPosition(moment, { lat, lng });
  const wind = (degrees: number) => labels.winds[compassPoint(degrees)];
  const clock = (moment: Date) => formatTimestamp(moment, locale, { timeZone, hour: "2-digit", minute: "2-digit" });
  const track = day
    ? Array.from({ length: 13 }, (_, step) =>
        at(new Date(day.sunrise.getTime() + ((day.sunset.getTime() - day.sunrise.getTime()) * step) / 12)),
      )
    : [];
  return (
    <div data-in-view className="flex items-center gap-3">
      <CompassCard winds={labels.winds} heading={heading} track={track} sun={sun && sun.elevation > 0 ? sun : null} />
      <div className="min-h-20 text-sm">
        <p className="text-muted">
          {heading === null ? labels.unknown : fill(labels.looks, { wind: `${wind(heading)} (${heading}°)` })}
        </p>
        {day && (
          <p className="mt-1 tabular">
            {fill(labels.today, {
              rise: clock(day.sunrise),
              riseWind: wind(at(day.sunrise).azimuth),
              set: clock(day.sunset),
              setWind: wind(at(day.sunset).azimuth),
            })}
          </p>
        )}
        {sun && (
          <p className="mt-1 tabular">
            {sun.elevation > 0
              ? fill(labels.now, { wind: wind(sun.azimuth), height: String(Math.round(sun.elevation)) })
              : labels.night}
            {heading !== null && sun.elevation > 0 && (
              <strong className="block text-faixa-text">{labels.view[lightOnView(heading, sun)]}</strong>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
