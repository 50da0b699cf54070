"use client";

import { CalendarDays, List, Map as MapIcon } from "lucide";
import { useEffect, useRef, type ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { isShown, viewOfQuery, type Facet } from "@/components/geo/search/list-filter";
import { EventMonth, type CalendarEvent } from "./event-month";
import { useParameter } from "./use-parameter";
import { useQuery } from "@/components/geo/search/address-query";
import { ViewTexts, type ViewMessages } from "./view-texts";

const VIEWS = ["agenda", "calendario", "mapa"] as const;
type View = (typeof VIEWS)[number];
const ICON = { agenda: List, calendario: CalendarDays, mapa: MapIcon };
type Props = {
  texts: ViewMessages;
  calendar: {
    events: readonly CalendarEvent[];
    today: string;
    locale: string;
  };
  facets: readonly Facet[];
  /** A drawing whose elements name their event in `data-point`. */
  map: ReactNode;
  children: ReactNode;
};

/** The same events as a list, a month and a map; the view is in the address and the list is in the HTML of the page. */
export function EventViews({ texts, calendar, facets, map, children }: Props) {
  const [chosen, choose] = useParameter("ver");
  const shown = useFilteredEvents(calendar.events, facets);
  const drawing = useRef<HTMLDivElement>(null);
  const ids = shown.map(({ id }) => id).join(" ");
  useEffect(() => {
    for (const element of drawing.current?.querySelectorAll<SVGElement>("[data-point]") ?? [])
      element.style.display = ids.split(" ").includes(element.dataset.point ?? "") ? "" : "none";
  }, [ids]);
  const view: View = VIEWS.find((one) => one === chosen) ?? "agenda";
  return (
    <ViewTexts value={texts}>
      <div
        role="group"
        aria-label={texts.views}
        className="mt-3 flex flex-wrap gap-2 noscript:hidden"
        data-print="hide"
      >
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => choose(one === "agenda" ? "" : one)}
            className={buttonClass({
              look: "surface",
              className: "h-11 aria-pressed:border-faixa aria-pressed:bg-faixa aria-pressed:text-faixa-ink",
            })}
          >
            <Icon of={ICON[one]} className="size-5" />
            {texts[one]}
          </button>
        ))}
      </div>
      {view === "calendario" && (
        <EventMonth
          {...calendar}
          events={shown}
          firstMonth={(calendar.events[0]?.days[0] ?? calendar.today).slice(0, 7)}
        />
      )}
      <div ref={drawing} hidden={view !== "mapa"} className="mt-4">
        {map}
      </div>
      <div hidden={view === "calendario"}>{children}</div>
    </ViewTexts>
  );
}

/** The events that the filters in the address leave. */
function useFilteredEvents(events: readonly CalendarEvent[], facets: readonly Facet[]): CalendarEvent[] {
  const view = viewOfQuery(useQuery(), facets);
  return events.filter(({ text, marks, days }) =>
    isShown({ text, marks: new Set(marks.split(" ")), from: days[0], until: days.at(-1) }, view),
  );
}
