import { useEffect, useMemo, useState } from "react";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { type MapPlaceRow, mapPlacesFile, sourceDate } from "@/lib/guide/map-places/rules";
import { formatKm } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { useBreakdownTexts } from "./breakdown-texts";

const KINDS = ["workshop", "hospital", "fuel"] as const;
const PER_KIND = 3;
/** Places farther away than this, in a straight line, are not shown. */
const PLACE_KM = 100;

/** Nearest map places of each kind within `PLACE_KM`. */
export function nearestPlaces(rows: readonly MapPlaceRow[], point: GeoPoint) {
  const found = rows
    .map((row) => ({ row, km: greatCircleKm(point, { lat: row[3], lng: row[4] }) }))
    .filter(({ km }) => km <= PLACE_KM)
    .toSorted((a, b) => a.km - b.km);
  return KINDS.map((kind) => ({ kind, places: found.filter(({ row }) => row[0] === kind).slice(0, PER_KIND) }));
}

/** Map places of some states: from the server, or without a connection from their offline packs. */
function useMapPlaces(states: readonly string[]): readonly MapPlaceRow[] | "failed" | null {
  const [rows, setRows] = useState<readonly MapPlaceRow[] | "failed" | null>(null);
  const wanted = states.join(" ");
  useEffect(() => {
    const aborter = new AbortController();
    const load = async (uf: string): Promise<MapPlaceRow[] | null> => {
      const answer = await fetch(mapPlacesFile(uf.toLowerCase()), { signal: aborter.signal });
      return answer.ok ? ((await answer.json()) as MapPlaceRow[]) : null;
    };
    const loads = wanted
      .split(" ")
      .filter(Boolean)
      .map((uf) => load(uf).catch(() => null));
    void Promise.all(loads).then((files) => {
      const known = files.filter((file) => file !== null);
      if (!aborter.signal.aborted) setRows(known.length > 0 ? known.flat() : "failed");
    });
    return () => aborter.abort();
  }, [wanted]);
  return rows;
}

type Props = { point: GeoPoint; states: readonly string[]; locale: Locale };

/** The nearest workshops, hospitals and petrol stations of public sources; they are not verified. */
export function NearbyPlaces({ point, states, locale }: Props) {
  const texts = useBreakdownTexts().panel;
  const rows = useMapPlaces(states);
  const kinds = useMemo(() => (Array.isArray(rows) ? nearestPlaces(rows, point) : []), [rows, point]);
  return (
    <section aria-labelledby="places-title" className="page mt-10" data-slot="nearby-places">
      <h2 id="places-title" className="display-2">
        {texts.places}
      </h2>
      <p className="mt-1 text-muted">{rows === "failed" ? texts.placesFailed : texts.placesNote}</p>
      <div className="mt-3 grid gap-6 sm:grid-cols-3">
        {kinds.map(({ kind, places }) => (
          <section key={kind} aria-label={texts.placeKinds[kind]}>
            <h3 className="text-2xl">{texts.placeKinds[kind]}</h3>
            {places.length === 0 && <p>{texts.noHelp.replace("{km}", formatKm(PLACE_KM, locale))}</p>}
            <ul className="mt-2 grid gap-3">
              {places.map(({ row, km }) => (
                <PlaceRow key={`${row[2]}${row[3]}${row[4]}`} row={row} km={km} locale={locale} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

type RowProps = { row: MapPlaceRow; km: number; locale: Locale };

function PlaceRow({ row, km, locale }: RowProps) {
  const texts = useBreakdownTexts().panel;
  const [, , name, lat, lng, , date, town, isAtSeat, phone] = row;
  return (
    <li className="rounded-2xl border-2 border-line bg-surface p-4">
      <p className="font-display text-xl leading-tight wrap-anywhere">{name}</p>
      <p className="mt-1 tabular">
        {texts.away.replace("{km}", formatKm(Math.round(km), locale))}
        {town && (isAtSeat ? ` (${texts.atSeat.replace("{town}", town)})` : ` · ${town}`)}
      </p>
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className="inline-flex min-h-11 items-center underline">
          {phone}
        </a>
      )}
      <p className="text-sm text-muted">
        <a href={`geo:${lat},${lng}`} className="underline underline-offset-4">
          {lat.toFixed(4)}, {lng.toFixed(4)}
        </a>{" "}
        · {texts.placeDate.replace("{date}", sourceDate(date, locale))}
      </p>
    </li>
  );
}
