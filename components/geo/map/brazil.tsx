import shapes from "@/lib/geo/geo/shapes.json";
import { STATES, type MacroRegion, type StateAbbr } from "@/lib/geo/states/rules";
import { SteeringCompass } from "./steering-compass";
import styles from "./brazil.module.css";

export type BrazilMapState = {
  abbr: StateAbbr;
  name: string;
  href: string;
  count?: number;
  /** The count in words of the page's language ("8 rotas"), for screen readers and the tooltip. */
  countLabel?: string;
};

type Shape = (typeof shapes.states)[number];
type Plate = { x: number; y: number };

/** Side of the invisible hit area, so that it is at least 24 px where the whole map is 288 px wide. */
const HIT = 92;
/** Label positions for units too small for their letters: beside the coast, and one for the Distrito Federal. */
const PLATES: Partial<Record<string, Plate>> = {
  RN: { x: 1046, y: 205 },
  PB: { x: 1046, y: 297 },
  AL: { x: 1046, y: 389 },
  SE: { x: 1022, y: 481 },
  ES: { x: 934, y: 650 },
  RJ: { x: 900, y: 742 },
  DF: { x: 692, y: 521 },
};
/** In painting order: the midwest is last because the label of the Distrito Federal overlaps the neighbouring states. */
const REGIONS: [MacroRegion, string | undefined][] = [
  ["Norte", styles.north],
  ["Nordeste", styles.northeast],
  ["Sudeste", styles.southeast],
  ["Sul", styles.south],
  ["Centro-Oeste", styles.midwest],
];

const shapeOf = new Map<string, Shape>(shapes.states.map((shape) => [shape.abbr, shape]));
const regionOf = new Map<string, string>(STATES.map(({ abbr, region }) => [abbr, region]));
const shapeId = (abbr: string) => `uf-${abbr}`;

/** The country as 27 links, rendered on the server; colours of a paper map in the light theme, of a night map in the dark theme. */
export function BrazilMap({ title, states }: { title: string; states: readonly BrazilMapState[] }) {
  const platesLast = states.toSorted((a, b) => Number(a.abbr in PLATES) - Number(b.abbr in PLATES));
  return (
    <svg className={styles.map} viewBox="-8 -8 1100 1016" role="group" aria-label={title}>
      <defs>
        <g id="uf">
          {shapes.states.map(({ abbr, path }) => (
            <path key={abbr} id={shapeId(abbr)} d={path} />
          ))}
        </g>
      </defs>
      <Sea />
      {REGIONS.map(([region, className]) => (
        <g key={region} className={className}>
          {platesLast
            .filter(({ abbr }) => regionOf.get(abbr) === region)
            .map((state) => (
              <StateLink key={state.abbr} {...state} />
            ))}
        </g>
      ))}
      <SteeringCompass x={150} y={806} size={86} />
    </svg>
  );
}

/** Graticule and the depth contours that maps draw along a coast. */
function Sea() {
  const lines = [100, 300, 500, 700, 900];
  const grid = lines.map((at) => `M${at}-8V1008M-8 ${at}H1092`).join("");
  return (
    <g className={styles.sea} aria-hidden="true">
      <path d={grid} />
      <use href="#uf" strokeWidth="64" />
      <use href="#uf" strokeWidth="38" />
      <use href="#uf" strokeWidth="16" />
    </g>
  );
}

function StateLink({ abbr, name, href, count, countLabel }: BrazilMapState) {
  const shape = shapeOf.get(abbr);
  if (!shape) return null;
  const plate = PLATES[abbr];
  const said = countLabel ? `${name}, ${countLabel}` : name;
  return (
    <a href={href}>
      <title>{said}</title>
      <use href={`#${shapeId(abbr)}`} />
      {plate ? <PlateLabel abbr={abbr} plate={plate} from={shape.label} /> : <InnerLabel shape={shape} count={count} />}
    </a>
  );
}

function PlateLabel({ abbr, plate: { x, y }, from }: { abbr: string; plate: Plate; from: Plate }) {
  return (
    <>
      <path className={styles.leader} d={`M${from.x} ${from.y}L${x} ${y}`} />
      <rect className={styles.hit} x={x - HIT / 2} y={y - HIT / 2} width={HIT} height={HIT} />
      <rect className={styles.plate} x={x - 31} y={y - 21} width="62" height="42" rx="9" />
      <text x={x} y={y}>
        {abbr}
      </text>
    </>
  );
}

function InnerLabel({ shape: { abbr, label }, count }: { shape: Shape; count?: number }) {
  const shown = count !== undefined && count > 0 && label.room >= 28;
  return (
    <>
      {label.room < HIT / 2 && <circle className={styles.hit} cx={label.x} cy={label.y} r={HIT / 2} />}
      <text x={label.x} y={shown ? label.y - 11 : label.y}>
        {abbr}
      </text>
      {shown ? (
        <text className={styles.count} x={label.x} y={label.y + 17}>
          {count}
        </text>
      ) : null}
    </>
  );
}
