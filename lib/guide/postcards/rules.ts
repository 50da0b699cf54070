import type { Biome } from "./biomes";
import { COAST_AND_PLAINS } from "./coast-and-plains";
import { MOTIF_NAMES, MOTIFS, type MotifName } from "./motifs";
import { MOUNTAINS_AND_FORESTS } from "./mountains-and-forests";
import { chooseSpot, drawRoad, LAYOUT_NAMES, type View } from "./roads";
import { drawGround, water, type Ink, type Motif, type Painter, type Scene } from "./scenery";
import { between, createRandom, drawSky, LIGHTS, pick, tone, type Random } from "./sky";
import { subjectsOf, type Described } from "./subjects";
import { drawVehicle, PAINTS, VEHICLES } from "./vehicles";
import { BIOMES } from "../../platform/supabase/database-constants/guide";

const LANDSCAPES: Record<Biome, Painter> = { ...COAST_AND_PLAINS, ...MOUNTAINS_AND_FORESTS };

/** What a postcard shows; its address has the same parts. */
export type Postcard = { slug: string; biome: Biome; motifs?: readonly MotifName[] };

/** The postcard of a route, city, photo spot or place. */
export function postcardOf(place: Described): Postcard {
  const biome = BIOMES.find((known) => known === place.biome) ?? "mata-atlantica";
  return { slug: place.slug, biome, motifs: subjectsOf(place) };
}

const PARTS = /^([a-z-]{1,20})~([a-z0-9-]{1,100})(?:~([a-z-]{1,60}))?$/;
/** In the address of a card without a subject. */
const NO_MOTIF = "estrada";
/** Two subjects and the tree of the region. */
const MAX_MOTIFS = 3;

/** Name of the file of a card, without its extension: `litoral~ilha-bela~farol-casario`. */
export const postcardName = ({ biome, slug, motifs = [] }: Postcard) =>
  [biome, slug, motifs.join("-") || NO_MOTIF].join("~");

/** The card of a file name; addresses of two parts are from the time before cards had subjects. */
export function postcardNamed(name: string): Postcard | null {
  const [, place = "", slug = "", words = NO_MOTIF] = PARTS.exec(name) ?? [];
  const biome = BIOMES.find((known) => known === place);
  const motifs = words === NO_MOTIF ? [] : words.split("-").map((word) => MOTIF_NAMES.find((known) => known === word));
  if (!biome || motifs.length > MAX_MOTIFS) return null;
  const known = motifs.flatMap((motif) => motif ?? []);
  return known.length === motifs.length ? { biome, slug, motifs: known } : null;
}

type Sized = Postcard & { width?: number; height?: number };

/** Chosen so that neighbouring routes of the seed differ (`rules.test.ts`). */
const SEED = "20e";

/** Light, car and point of view of the card of a slug. */
export function variationOf(slug: string) {
  const random = createRandom(`${SEED}/${slug}`);
  const index = (count: number) => Math.floor(random() * count);
  const view: View = {
    layout: pick(random, LAYOUT_NAMES),
    near: pick(random, [1.8, 1.95, 2.2]),
    drop: pick(random, [-34, -8, 24]),
  };
  return {
    light: index(LIGHTS.length),
    car: { model: index(VEHICLES.length), paint: index(PAINTS.length) },
    view,
    isMirrored: random() < 0.5,
    random,
  };
}

/** Bytes of the largest card. */
const MAX_BYTES = 6143;

/** Composes a postcard image; the same slug, biome and motifs always produce the same SVG. */
export function composePostcard({ width = 1200, height = 800, motifs = [], ...card }: Sized): string {
  const svg = draw({ ...card, motifs, width, height });
  // All characters are ASCII. A second subject is left out where it does not fit.
  return svg.length > MAX_BYTES && motifs.length > 1
    ? composePostcard({ ...card, motifs: motifs.slice(0, -1), width, height })
    : svg;
}

function draw({ slug, biome, motifs, width, height }: Required<Sized>): string {
  const { light: lightIndex, car, view, isMirrored, random } = variationOf(slug);
  const light = LIGHTS[lightIndex] ?? LIGHTS[0];
  const id = `p${Math.floor(createRandom(`${biome}/${slug}/${motifs.join()}`)() * 1679616).toString(36)}`;
  const ink: Ink = (colour, haze = 0) => tone(light, colour, haze);
  const placed = placeMotifs(motifs, biome, random);
  const sunX = sunBeside(placed[0]?.x, random);
  const taken = placed.map(({ x, scale }) => [x - 190 * scale, x + 190 * scale] as const);
  const scene: Scene = { light, random, id, sunX, planted: new Set(), subjects: motifs, taken };
  const land = LANDSCAPES[biome](scene, ink);
  const drawn = (isBehind: boolean) => placed.filter((motif) => motif.isBehind === isBehind).map(drawMotif(scene, ink));
  const behind = [
    ...land.back,
    placed.some(({ needsRiver }) => needsRiver) ? water(scene, "#5fa8ad", 436, 486) : "",
    ...drawn(true),
    drawGround(scene, land),
    ...drawn(false),
    ...land.middle,
  ];
  const layers = [
    drawSky(light, random, id, sunX),
    `<g transform="translate(0 ${view.drop})">${behind.join("")}</g>`,
    drawRoad(light, random, view, ink(land.field, 0.2)),
    drawVehicle(light, car, chooseSpot(random, view, isMirrored), id),
    `<path fill="${ink(land.shade)}" d="M0 738Q300 706 640 732T1200 716V800H0z"/>`,
    ...frontOf(land.front, placed, random),
  ];
  const flip = isMirrored ? ' transform="matrix(-1 0 0 1 1200 0)"' : "";
  return shorten(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice"><g${flip}>${layers.join("")}</g></svg>`,
  );
}

type Placed = {
  name: keyof typeof MOTIFS;
  x: number;
  y: number;
  scale: number;
  isBehind: boolean;
  needsRiver: boolean;
};

/** Positions of the first two subjects: the first large, the second small on the other side. */
function placeMotifs(motifs: readonly MotifName[], biome: Biome, random: Random): Placed[] {
  const atSea = biome === "litoral";
  const placed: Placed[] = [];
  for (const name of motifs) {
    if (name === "araucarias" || placed.length === 2) continue;
    const { site } = MOTIFS[name];
    const isMain = placed.length === 0;
    // The sea is on the right of the coast, the land on the left.
    const onRight = atSea ? site === "water" || site === "shore" : isMain;
    const x = onRight ? between(random, 850, 920) : isMain ? between(random, 250, 310) : between(random, 320, 370);
    if (placed.some((other) => Math.abs(other.x - x) < 300)) continue;
    const isWet = site === "water" || (site === "shore" && !atSea);
    const y = atSea && onRight ? (isWet ? 488 : 524) : isWet ? 464 : site === "back" ? 474 : 506;
    const { size = 1 } = MOTIFS[name] as Motif;
    placed.push({
      name,
      x,
      y,
      scale: Math.round((isMain ? 1.05 : 0.62) * size * 100) / 100,
      isBehind: isWet || site === "back" || (atSea && onRight),
      needsRiver: isWet && !atSea,
    });
  }
  return placed;
}

/** Side of the main subject on the finished card; null for a card without a subject. */
export function subjectSide({ slug, biome, motifs = [] }: Postcard): "left" | "right" | null {
  const { isMirrored, random } = variationOf(slug);
  const [main] = placeMotifs(motifs, biome, random);
  return main ? (main.x > 600 === isMirrored ? "left" : "right") : null;
}

/** The sun and the moon are not behind the main subject. */
function sunBeside(x: number | undefined, random: Random): number {
  if (x === undefined) return between(random, 380, 820);
  return x > 600 ? between(random, 330, 600) : between(random, 640, 860);
}

function drawMotif(scene: Scene, ink: Ink) {
  return ({ name, x, y, scale }: Placed) =>
    `<g transform="translate(${x} ${y})scale(${scale})">${MOTIFS[name].draw(scene, ink).join("")}</g>`;
}

/** Plants and other things at the edges; the side of a large subject stays free. */
function frontOf({ left, right }: ReturnType<Painter>["front"], placed: readonly Placed[], random: Random): string[] {
  const main = placed[0];
  if (main) return main.x > 600 ? left() : right();
  return pick(random, [[left], [right], [left, right]]).flatMap((side) => side());
}

/** Removes zeros and spaces that SVG numbers do not need. */
function shorten(svg: string): string {
  return svg.replaceAll(/(?<![\d.])0\.(?=\d)/g, ".").replaceAll(/ -(?=[\d.])/g, "-");
}
