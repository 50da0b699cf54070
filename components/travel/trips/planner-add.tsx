import { CornerDownLeft, Heart, LocateFixed, Search } from "lucide";
import { useId, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/input";
import { EMPTY_STORE, keyOf } from "@/lib/guide/favourites/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import type { SearchResult } from "@/lib/geo/search/rules";
import { spreadOver } from "@/lib/travel/trips/rules";
import type { TripStop } from "@/lib/travel/trips/schema";
import { onFavourites, readFavourites, refreshFavourites } from "../../guide/favourites/favourites-client";
import { requestPosition } from "../../geo/map/geolocation";
import { coordinateItem, findOnBase, loadSearchIndex, type SearchIndex } from "../../geo/map/atlas/places";
import { fill } from "../../ui/fill";
import { useSearch } from "../../geo/search/use-search";
import { usePlanner } from "./planner-context";
import { insertStops, MAX_STOPS, type NewStop } from "./planner-edits";
import { PlannerFile } from "./planner-file";
import { fetchPlace, nearestTown } from "./planner-places";

/** Kinds of the guide with a position. */
const PLACED_KINDS = new Set(["region", "city", "service", "photo_point", "event"]);
const MAX_FOUND = 8;

/** Everything that adds a stop without the map: search, favourites, the position of the device and a file. */
export function PlannerAdd({ stops }: { stops: readonly TripStop[] }) {
  const { store, texts, announce } = usePlanner();
  const isFull = stops.length >= MAX_STOPS;
  const add = (added: readonly NewStop[], name: string) => {
    const room = MAX_STOPS - stops.length;
    const taken = spreadOver(added, Math.max(0, room));
    store.edit((plan) => insertStops(plan, plan.stops.length, taken));
    announce(fill(added.length > room ? texts.add.full : texts.add.added, { name, max: MAX_STOPS }));
  };
  const [start, end] = [stops[0], stops.at(-1)];
  const label = stops.length === 0 ? texts.add.start : stops.length === 1 ? texts.add.end : texts.add.more;
  return (
    <section aria-label={texts.add.title} className="grid gap-2">
      {isFull ? (
        <p className="rounded-lg border-2 border-line p-3">{fill(texts.add.noRoom, { max: MAX_STOPS })}</p>
      ) : (
        <>
          <PlaceSearch label={label} onTake={add} />
          <div className="flex flex-wrap gap-2">
            <HereButton onTake={add} />
            <Favourites onTake={add} />
            {start && end && end.lat !== start.lat && end.lng !== start.lng && (
              <button
                type="button"
                onClick={() => add([{ name: start.name, lat: start.lat, lng: start.lng }], start.name)}
                className={SOURCE}
              >
                <Icon of={CornerDownLeft} className="size-5" />
                {texts.add.back}
              </button>
            )}
            <PlannerFile room={MAX_STOPS - stops.length} onTake={add} />
          </div>
        </>
      )}
    </section>
  );
}

type TakeProps = { onTake: (stops: readonly NewStop[], name: string) => void };

function PlaceSearch({ label, onTake }: TakeProps & { label: string }) {
  const { texts, locale, announce } = usePlanner();
  const id = useId();
  const [text, setText] = useState("");
  const [index, setIndex] = useState<SearchIndex | null>(null);
  const { state } = useSearch(text, locale);
  const spot = coordinateItem(text);
  const towns = index ? findOnBase({ ...index, roads: [] }, text) : [];
  // The base map spells some towns without accents.
  const isListed = ({ kind, title, state: abbr }: SearchResult) =>
    kind === "city" && towns.some(({ name }) => fold(name) === fold(`${title} (${abbr})`));
  const guide =
    state.phase === "done"
      ? state.answer.groups
          .flatMap(({ results }) => results)
          .filter((result) => PLACED_KINDS.has(result.kind) && !isListed(result))
      : [];
  const take = (stops: readonly NewStop[], name: string) => {
    setText("");
    onTake(stops, name);
  };
  const takeResult = async ({ href, title }: SearchResult) => {
    const place = await fetchPlace(href);
    if (place) take(place.stops, place.name);
    else announce(fill(texts.add.noPosition, { name: title }));
  };
  const points = [...(spot ? [spot] : []), ...towns];
  const options = [
    ...points.map((item) => ({
      key: `${item.name} ${item.lat}`,
      name: item.name,
      kind: "",
      run: () => take([item], item.name),
    })),
    ...guide
      .map((result) => ({
        key: result.href,
        name: result.title,
        kind: [texts.kind[result.kind as "city"], result.state].filter(Boolean).join(" · "),
        run: () => void takeResult(result),
      }))
      .slice(0, MAX_FOUND),
  ];
  const isEmpty = text.trim().length > 1 && options.length === 0 && state.phase !== "loading";
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        options[0]?.run();
      }}
    >
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <Icon of={Search} className="pointer-events-none absolute left-3 top-3.5 size-5 text-muted" />
        <input
          id={id}
          data-place-search
          type="search"
          autoComplete="off"
          maxLength={80}
          value={text}
          placeholder={texts.add.hint}
          onFocus={() => void loadSearchIndex().then(setIndex, () => undefined)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setText("")}
          className={`${controlClass} h-12 pl-10`}
        />
      </div>
      <p role="status" className="pt-1 text-sm text-muted empty:hidden">
        {isEmpty ? (state.phase === "offline" ? texts.add.offline : texts.add.notFound) : ""}
      </p>
      {options.length > 0 && (
        <ul className="mt-1 max-h-[45dvh] overflow-y-auto rounded-xl border-2 border-line bg-surface">
          {options.map(({ key, name, kind, run }) => (
            <li key={key} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={run}
                className="flex min-h-12 w-full flex-wrap items-center gap-x-2 px-3 py-1 text-left leading-tight hover:bg-raised"
              >
                {name}
                {kind && <small className="text-muted">{kind}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

const SOURCE = buttonClass({ size: "snug", look: "surface" });

function HereButton({ onTake }: TakeProps) {
  const { texts } = usePlanner();
  const find = () =>
    requestPosition({ mapsLoaded: true }, async ({ coords: { latitude: lat, longitude: lng } }) => {
      const name = (await nearestTown({ lat, lng })) ?? texts.add.here;
      onTake([{ name, lat, lng }], name);
    });
  return (
    <button type="button" onClick={find} className={SOURCE}>
      <Icon of={LocateFixed} className="size-5" />
      {texts.add.here}
    </button>
  );
}

function Favourites({ onTake }: TakeProps) {
  const { texts, locale, announce } = usePlanner();
  const [isOpen, setOpen] = useState(false);
  const { items } = useSyncExternalStore(onFavourites, readFavourites, () => EMPTY_STORE);
  const placed = items.filter(({ kind }) => PLACED_KINDS.has(kind));
  const take = async (path: string, title: string) => {
    const place = await fetchPlace(localePath(locale, path));
    if (place) onTake(place.stops, place.name);
    else announce(fill(texts.add.noPosition, { name: title }));
  };
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          refreshFavourites();
          setOpen(!isOpen);
        }}
        className={SOURCE}
      >
        <Icon of={Heart} className="size-5" />
        {texts.add.favourites}
      </button>
      {isOpen && (
        <ul className="w-full rounded-xl border-2 border-line bg-surface">
          {placed.length === 0 && <li className="p-3 text-muted">{texts.add.noFavourites}</li>}
          {placed.map((item) => (
            <li key={keyOf(item)} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => void take(item.path, item.title)}
                className="min-h-12 w-full px-3 py-1 text-left leading-tight hover:bg-raised"
              >
                {item.title} <small className="text-muted">{texts.kind[item.kind as "city"]}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
