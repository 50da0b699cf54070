import type { SunPosition } from "@/lib/geo/sun/rules";
import type { CompassPoint } from "@/lib/guide/photo-points/rules";

type Props = {
  winds: Record<CompassPoint, string>;
  heading: number | null;
  track: readonly SunPosition[];
  sun: SunPosition | null;
};

const RADIUS = 42;
/** Half the horizontal field of view of an ordinary lens, in degrees. */
const HALF_VIEW = 30;
const WINDS: readonly [CompassPoint, number][] = [
  ["n", 0],
  ["e", 90],
  ["s", 180],
  ["w", 270],
];

/** North at the top, horizon at the edge, zenith in the centre. */
function onCard(azimuth: number, elevation: number): { x: number; y: number } {
  const reach = RADIUS * (1 - Math.max(0, elevation) / 90);
  const angle = (azimuth * Math.PI) / 180;
  return { x: Math.round(reach * Math.sin(angle) * 10) / 10, y: Math.round(-reach * Math.cos(angle) * 10) / 10 };
}

/** A compass with the camera's field of view, the sun's path over the day and its current position. */
export function CompassCard({ winds, heading, track, sun }: Props) {
  const path = track.map(({ azimuth, elevation }) => onCard(azimuth, elevation));
  const here = sun && onCard(sun.azimuth, sun.elevation);
  const [rise, set] = [path[0], path.at(-1)];
  return (
    <svg viewBox="-60 -60 120 120" className="size-28 shrink-0 font-display font-bold" aria-hidden="true">
      <circle r={RADIUS} className="fill-raised stroke-line" strokeWidth="2" />
      <circle r={RADIUS / 2} className="fill-none stroke-line" strokeDasharray="2 4" />
      {heading !== null && <View heading={heading} />}
      {path.length > 1 && (
        <polyline
          points={path.map(({ x, y }) => `${x},${y}`).join(" ")}
          className="fill-none stroke-faixa"
          strokeWidth="2.5"
          strokeDasharray="5 4"
          strokeLinecap="round"
        />
      )}
      {rise && <circle cx={rise.x} cy={rise.y} r="4" className="fill-background stroke-faixa" strokeWidth="2.5" />}
      {set && <circle cx={set.x} cy={set.y} r="4" className="fill-danger stroke-background" strokeWidth="1.5" />}
      {here && <circle cx={here.x} cy={here.y} r="7" className="fill-faixa stroke-background" strokeWidth="2" />}
      {WINDS.map(([wind, degrees]) => {
        const { x, y } = { x: 51 * Math.sin((degrees * Math.PI) / 180), y: -51 * Math.cos((degrees * Math.PI) / 180) };
        return (
          <text
            key={wind}
            x={x}
            y={y}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="13"
            className={wind === "n" ? "fill-danger" : "fill-muted"}
          >
            {winds[wind]}
          </text>
        );
      })}
    </svg>
  );
}

function View({ heading }: { heading: number }) {
  const [left, right] = [onCard(heading - HALF_VIEW, 0), onCard(heading + HALF_VIEW, 0)];
  return (
    <>
      <path
        d={`M0 0L${left.x} ${left.y}A${RADIUS} ${RADIUS} 0 0 1 ${right.x} ${right.y}z`}
        className="fill-placa"
        opacity="0.85"
      />
      <circle r="4" className="fill-placa-ink stroke-placa" strokeWidth="2" />
    </>
  );
}
