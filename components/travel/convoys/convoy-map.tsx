import { Marker } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import type { MemberView } from "@/lib/travel/convoys/rules";
import type { RegroupPoint } from "@/lib/travel/convoys/schema";
import { MapFrame } from "../../geo/map/frame";
import { readMapColors, roadStyle } from "../../geo/map/style";
import { useDarkTheme } from "../../geo/map/use-dark-theme";
import { positionAge } from "./position-age";
import { useConvoyTexts } from "./convoy-texts";

export type ConvoyMapProps = {
  members: readonly MemberView[];
  points: readonly RegroupPoint[];
  onFail: () => void;
};

const EDGE = { driving: "border-rota", stopped: "border-faixa", help: "border-danger" } as const;
/** Cars that stand beside each other would be shown at the closest zoom level. */
const MARGIN_DEGREES = 0.02;

/** The cars that share their position and where they wait for each other; the list below the map shows the same. */
export function ConvoyMap({ members, points, onFail }: ConvoyMapProps) {
  const texts = useConvoyTexts();
  const isDark = useDarkTheme();
  const style = useMemo(() => roadStyle(readMapColors(isDark), []), [isDark]);
  const cars = members.flatMap(({ position, ...member }) => (position ? [{ ...member, position }] : []));
  const places = [...cars.map(({ position }) => position), ...points];
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  return (
    <MapFrame
      mapStyle={style}
      initialViewState={{
        bounds: [
          Math.min(...lngs) - MARGIN_DEGREES,
          Math.min(...lats) - MARGIN_DEGREES,
          Math.max(...lngs) + MARGIN_DEGREES,
          Math.max(...lats) + MARGIN_DEGREES,
        ],
        fitBoundsOptions: { padding: 48, maxZoom: 12 },
      }}
      onFail={onFail}
    >
      {() => (
        <>
          {points.map((point) => (
            <Marker key={`${point.name} ${point.lat} ${point.lng}`} longitude={point.lng} latitude={point.lat}>
              <span
                role="img"
                aria-label={texts.map.point.replace("{name}", point.name)}
                className="block size-4 rotate-45 border-2 border-surface bg-primary"
              />
            </Marker>
          ))}
          {cars.map((car) => (
            <Marker key={car.id} longitude={car.position.lng} latitude={car.position.lat}>
              <span
                role="img"
                data-slot="convoy-car"
                aria-label={texts.map.car
                  .replace("{name}", car.name)
                  .replace("{status}", texts.status[car.status])
                  .replace("{seen}", positionAge(car, texts))}
                className={`block max-w-40 truncate rounded-full border-4 bg-surface px-2 font-semibold ${EDGE[car.status]} ${car.isStale ? "opacity-60" : ""}`}
              >
                {car.name}
              </span>
            </Marker>
          ))}
        </>
      )}
    </MapFrame>
  );
}
