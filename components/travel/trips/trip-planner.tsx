import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { OpenedTrip, SaveTripAnswer, SaveTripInput } from "@/lib/travel/trips/schema";
import { mapLabels } from "../../geo/map/labels";
import { landInFrame, statePositions } from "../../geo/map/state-outline";
import { projectToBox } from "@/lib/geo/geo/rules";
import { STATES } from "@/lib/geo/states/rules";
import { Planner } from "./planner";

type Props = {
  /** The stored trip or a prepared plan, null for a new one. */
  initial: OpenedTrip | null;
  /**
   * Name of the draft on the device, without the prefix of `lib/platform/device-storage`: `new` for a trip that is not stored, so
   * that the draft of the page without account is continued after sign-in, or the id of the trip.
   */
  draftKey: string;
  stateAbbr: string | null;
  /** Null on the page without account; `signInPath` leads to the page that can save. */
  save: ((input: SaveTripInput) => Promise<SaveTripAnswer>) | null;
  signInPath: string | null;
  /** Files and sharing of a stored trip. */
  exports?: ReactNode;
};

const FRAME = { width: 640, height: 480 };

/** The trip planner: an island with its texts; the map is a drawing until somebody opens it. */
export async function TripPlanner({ stateAbbr, ...props }: Props) {
  const [locale, { "travel/trips": trips, "travel/conditions": conditions }, t] = [
    await getLocale(),
    await getMessages(),
    await getTranslations("geo/map"),
  ];
  const abbr = STATES.find((state) => state.abbr === stateAbbr)?.abbr ?? null;
  const positions = statePositions(abbr);
  const [lngs, lats] = [positions.map(([lng]) => lng), positions.map(([, lat]) => lat)];
  const land = landInFrame(
    abbr,
    projectToBox(positions, { ...FRAME, padding: 24 }),
    { left: 0, top: 0, right: FRAME.width, bottom: FRAME.height },
    2,
  );
  return (
    <Planner
      {...props}
      texts={trips.planner}
      conditions={conditions}
      map={mapLabels((key) => t(key as "open"))}
      locale={locale}
      bounds={[Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]}
      uf={abbr ? abbr.toLowerCase() : null}
    >
      <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} aria-hidden="true" className="size-full">
        <path d={land.others} className="fill-muted/10 stroke-line" />
        <path d={land.own} className="fill-surface stroke-muted" />
      </svg>
    </Planner>
  );
}
