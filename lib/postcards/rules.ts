import { COAST_AND_PLAINS } from "./coast-and-plains";
import { MOUNTAINS_AND_FORESTS } from "./mountains-and-forests";
import { drawGround, type Painter, type Scene } from "./scenery";
import { between, createRandom, drawSky, pickLight, tone } from "./sky";
import { chooseSpot, drawRoad, drawVehicle } from "./vehicles";

export const POSTCARD_BIOMES = [
  "serra",
  "litoral",
  "cerrado",
  "caatinga",
  "pampa",
  "pantanal",
  "amazonia",
  "mata-atlantica",
  "chapada",
  "cidade-historica",
] as const;
export type Biome = (typeof POSTCARD_BIOMES)[number];

const LANDSCAPES: Record<Biome, Painter> = { ...COAST_AND_PLAINS, ...MOUNTAINS_AND_FORESTS };

/** Composes a postcard image; the same slug and biome always produce the same SVG. */
export function composePostcard({
  slug,
  biome,
  width = 1200,
  height = 800,
}: {
  slug: string;
  biome: Biome;
  width?: number;
  height?: number;
}): string {
  const random = createRandom(`${biome}/${slug}`);
  const mirrored = random() < 0.5;
  const light = pickLight(random);
  const id = `p${Math.floor(random() * 1679616).toString(36)}`;
  const sunX = between(random, 380, 820);
  const ink = (colour: string, haze = 0) => tone(light, colour, haze);
  const scene: Scene = { light, random, id, sunX, planted: new Set() };
  const land = LANDSCAPES[biome](scene, ink);
  const layers = [
    drawSky(light, random, id, sunX),
    ...land.back,
    drawGround(scene, land),
    ...land.middle,
    drawRoad(light, random, ink(land.field, 0.2)),
    drawVehicle(light, random, chooseSpot(random, mirrored), id),
    `<path fill="${ink(land.shade)}" d="M0 738Q300 706 640 732T1200 716V800H0z"/>`,
    ...land.front,
  ];
  const flip = mirrored ? ' transform="matrix(-1 0 0 1 1200 0)"' : "";
  return shorten(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice"><g${flip}>${layers.join("")}</g></svg>`,
  );
}

/** Removes zeros and spaces that SVG numbers do not need. */
function shorten(svg: string): string {
  return svg.replaceAll(/(?<![\d.])0\.(?=\d)/g, ".").replaceAll(/ -(?=[\d.])/g, "-");
}
