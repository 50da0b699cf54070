"use client";

import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { MapLauncher } from "../../geo/map/route/launcher";
import { setQuery, useQuery } from "../../geo/search/address-query";
import { useLocate } from "../../geo/map/use-locate";
import { FilterPanel } from "./filter-panel";
import { arrange, kmFrom, queryOfView, viewOfQuery, type Options, type RouteFacts, type View } from "./region-filters";
import { buttonClass } from "@/components/ui/button-class";
import { useExplorerTexts } from "./explorer-texts";

export type ExplorerItem = { id: string; href: string; facts: RouteFacts; card: ReactNode };
type StateMap = { stateAbbr: StateAbbr; picture: ReactNode };

/** The visitor's last position; kept so that returning from a route does not ask again. */
let lastHere: GeoPoint | null = null;

const show = (view: View) => setQuery(queryOfView(view, location.search));

/** Filters, sorts and maps the list that is complete in the page's HTML; its state is kept in the address. */
export function RegionExplorer({
  items,
  options,
  googleMapsKey,
  map,
}: {
  items: readonly ExplorerItem[];
  options: Options;
  googleMapsKey?: string;
  map: StateMap;
}) {
  const labels = useExplorerTexts();
  const query = useQuery();
  const [here, setHere] = useState(lastHere);
  const { phase, ask } = useLocate(googleMapsKey);
  const view = viewOfQuery(query, options);
  const shown = arrange(items, view, here);
  const isNarrowed = Object.keys(view.filters).length > 0;

  const locate = () =>
    ask(({ coords }) => {
      lastHere = { lat: coords.latitude, lng: coords.longitude };
      setHere(lastHere);
    });
  function change(next: View) {
    show(next);
    if (next.sort === "perto" && view.sort !== "perto" && !here) locate();
  }

  return (
    <>
      <FilterPanel view={view} options={options} onChange={change} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        <p role="status" className="text-muted tabular">
          {isNarrowed ? labels.count.replace("{shown}", String(shown.length)) : ""}
        </p>
        {isNarrowed && shown.length > 0 && (
          <ClearButton label={labels.clear} onClick={() => change({ ...view, filters: {} })} />
        )}
        {view.sort === "perto" && !here && (
          <>
            <p role="status">{labels.noPosition}</p>
            <button
              type="button"
              disabled={phase === "locating"}
              onClick={locate}
              className={buttonClass({ look: "primary", className: "h-11" })}
            >
              {{ idle: labels.locate, locating: labels.locating, failed: labels.failed }[phase]}
            </button>
          </>
        )}
      </div>
      {shown.length === 0 && (
        <div className="mt-2 rounded-2xl border-2 border-dashed border-line p-8 text-center">
          <p className="mb-4 text-lg">{labels.none}</p>
          <ClearButton label={labels.clear} onClick={() => change({ ...view, filters: {} })} />
        </div>
      )}
      <ul className={view.map ? "hidden" : "mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3"}>
        {shown.map((item) => (
          <li key={item.id} className="grid">
            {item.card}
            {view.sort === "perto" && here && <Nearness km={kmFrom(here, item.facts)} label={labels.near} />}
          </li>
        ))}
      </ul>
      <MapView isOpen={view.map && shown.length > 0} shown={shown} googleMapsKey={googleMapsKey} {...map} />
    </>
  );
}

function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={buttonClass({ className: "h-11" })}>
      {label}
    </button>
  );
}

function Nearness({ km, label }: { km: number | null; label: string }) {
  return km === null ? null : (
    <p className="mt-1 self-end px-1 text-sm text-muted tabular">{label.replace("{km}", String(km))}</p>
  );
}

/** The state's map rendered by the server, in which links of filtered-out routes are hidden; or the interactive map. */
function MapView({
  isOpen,
  shown,
  stateAbbr,
  picture,
  googleMapsKey,
}: StateMap & { isOpen: boolean; shown: readonly ExplorerItem[]; googleMapsKey?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = shown.map(({ id }) => id).join();
  // The interactive map rebuilds its lines whenever this value changes, so it may change only with the routes.
  // oxlint-disable-next-line react/exhaustive-deps
  const routes = useMemo(() => shown.map(mapRouteOf), [wanted]);
  useEffect(() => {
    const hrefs = new Set(routes.map(({ href }) => href));
    for (const link of box.current?.querySelectorAll("svg a") ?? [])
      link.classList.toggle("hidden", !hrefs.has(link.getAttribute("href") ?? ""));
  });
  return (
    <div ref={box} className={isOpen ? "mx-auto mt-4 max-w-3xl" : "hidden"}>
      <MapLauncher stateAbbr={stateAbbr} routes={routes} googleMapsKey={googleMapsKey}>
        {picture}
      </MapLauncher>
    </div>
  );
}

function mapRouteOf({ id, href, facts }: ExplorerItem) {
  const waypoints = facts.points.map(([lat, lng], index) => ({
    position: index + 1,
    name: "",
    kind: "town",
    lat,
    lng,
    isApproximate: false,
  }));
  return { id, href, name: facts.name, waypoints };
}
