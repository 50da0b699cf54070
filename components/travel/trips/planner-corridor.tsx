import { Plus } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { formatKm } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import type { CorridorPlace } from "@/lib/travel/facts/rules";
import { bestPosition } from "@/lib/travel/trips/rules";
import type { TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner, type PlannerTexts } from "./planner-context";
import { insertStops, MAX_STOPS } from "./planner-edits";
import { MAP_PLACE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

const DISTANCES = [1, 2, 5, 10];
const SHOWN = 12;

const KINDS = ["all", "service", "photo_point", ...MAP_PLACE_KINDS] as const;
type Kind = (typeof KINDS)[number];

/** Whether a place is of a kind: places of the guide by their category, those of the map by their kind. */
const isOfKind = (place: CorridorPlace, kind: Kind) => kind === "all" || place.kind === kind || place.category === kind;

/** Where a place is on the way; the distance of one without a position of its own is not known. */
function positionText({ seat, km, beside }: CorridorPlace, { corridor }: PlannerTexts, locale: Locale): string {
  const along = Math.round(km);
  if (seat) return fill(corridor.atSeat, { town: seat, km: along });
  return fill(corridor.at, { km: along, beside: formatKm(Math.round(beside * 10) / 10, locale) });
}

/** Places of the guide and of the map beside the line, by name, kind and distance; each can become a stop where it lies on the way. */
export function PlannerCorridor({ plan, places }: { plan: TripPlan; places: readonly CorridorPlace[] | null }) {
  const { store, texts, locale, announce } = usePlanner();
  const [words, setWords] = useState("");
  const [maxKm, setMaxKm] = useState(5);
  const [kind, setKind] = useState<Kind>("all");
  const [limit, setLimit] = useState(SHOWN);
  const wanted = fold(words.trim());
  const found = (places ?? []).filter(
    (place) => place.beside <= maxKm && isOfKind(place, kind) && fold(place.name).includes(wanted),
  );
  const add = (place: CorridorPlace) => {
    const { name, lat, lng } = place;
    const stop = { name, lat, lng, subject: place.kind === "map_place" ? null : { kind: place.kind, id: place.id } };
    store.edit((current) => insertStops(current, bestPosition(current.stops, place), [stop]));
    announce(fill(texts.add.added, { name: place.name }));
  };
  return (
    <section aria-labelledby="planner-corridor" className="grid gap-3">
      <h2 id="planner-corridor" className="text-2xl">
        {texts.corridor.title}
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <label className="col-span-2 grid gap-1">
          {texts.corridor.search}
          <input
            type="search"
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className={controlClass}
          />
        </label>
        <label className="grid gap-1">
          {texts.corridor.kind}
          <select value={kind} onChange={({ target }) => setKind(target.value as typeof kind)} className={controlClass}>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {texts.corridor.kinds[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          {texts.corridor.within}
          <select value={maxKm} onChange={({ target }) => setMaxKm(Number(target.value))} className={controlClass}>
            {DISTANCES.map((km) => (
              <option key={km} value={km}>
                {formatKm(km, locale)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {places && found.length === 0 && <p>{texts.corridor.none}</p>}
      {!places && <p className="text-muted">{texts.corridor.waiting}</p>}
      <ul className="grid gap-2">
        {found.slice(0, limit).map((place) => (
          <li
            key={`${place.path} ${place.name}`}
            className="flex items-center gap-2 rounded-xl border-2 border-line bg-surface py-1 pl-3 pr-1"
          >
            <span className="min-w-0 grow leading-tight wrap-anywhere">
              <a href={localePath(locale, place.path)} className="text-link underline underline-offset-4">
                {place.name}
              </a>
              <small className="block text-muted tabular">
                {texts.kind[place.isOfPage ? "page_place" : place.kind]} · {positionText(place, texts, locale)}
              </small>
            </span>
            <Button
              variant="ghost"
              size="icon"
              disabled={plan.stops.length >= MAX_STOPS}
              aria-label={fill(texts.corridor.add, { name: place.name })}
              onClick={() => add(place)}
            >
              <Icon of={Plus} />
            </Button>
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="outline" className="justify-self-start" onClick={() => setLimit(limit + SHOWN)}>
          {fill(texts.corridor.more, { count: found.length - limit })}
        </Button>
      )}
    </section>
  );
}
