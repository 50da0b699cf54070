import type { Light, Random } from "./sky";
import { between, tone } from "./sky";

/** y coordinate of the horizon. */
export const HORIZON = 470;

/** Adjusts a colour to the light and the distance. */
export type Ink = (colour: string, haze?: number) => string;

/** State shared by all shapes of one card; `id` makes its element ids unique on the page. */
export type Scene = {
  light: Light;
  random: Random;
  id: string;
  sunX: number;
  /** Names of plants whose path is already defined. */
  planted: Set<string>;
  /** Words of the subjects of the card. */
  subjects: readonly string[];
  /** Intervals of x that subjects occupy; no plants grow there. */
  taken: readonly (readonly [from: number, to: number])[];
};

/** A subject of a card, drawn with its base at (0, 0), up to 340 units to each side and 300 high. */
export type Motif = {
  /** In water, at a shore, on the ground or behind the ground. */
  site: "water" | "shore" | "land" | "back";
  /** Factor for subjects that are small as drawn. */
  size?: number;
  draw: (scene: Scene, ink: Ink) => string[];
};

/** Colours and layers of one biome. */
export type Landscape = {
  ground: string;
  field: string;
  /** Colour of the dark strip and plants closest to the viewer. */
  shade: string;
  /** Outline of the land; without it the ground fills everything below the horizon. */
  shore?: string;
  /** Behind the ground, from far to near. */
  back: string[];
  /** On the ground, behind the road. */
  middle: string[];
  /** In front of everything, framing the picture on the left and on the right. */
  front: { left: () => string[]; right: () => string[] };
};

export type Painter = (scene: Scene, ink: Ink) => Landscape;

export const fill = (colour: string, d: string) => `<path fill="${colour}" d="${d}"/>`;

export const line = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${d}"/>`;

/** A layer of smooth hills closed down to the ground. */
export function hills({ random }: Scene, fill: string, y: number, rise: number, step = 240): string {
  const start = -between(random, 0, step);
  let d = `M${start} 500V${y}`;
  for (let x = start + step; x < 1200 + step; x += step) {
    const top = y - between(random, rise * 0.15, rise);
    d += `S${x - Math.round(step / 2)} ${top} ${x} ${top}`;
  }
  return `<path fill="${fill}" d="${d}V520H${start}z"/>`;
}

/** Sharp mountains with shaded right faces. */
export function peaks({ random }: Scene, fill: string, shade: string, y: number, rise: number, step: number): string {
  let shape = "M-60 500";
  let shadow = "";
  for (let x = -60; x < 1260; x += step) {
    const top = y - between(random, rise * 0.5, rise);
    const peak = x + between(random, step * 0.35, step * 0.6);
    shape += `L${x} ${y}L${peak} ${top}`;
    shadow += `M${peak} ${top}L${x + step} ${y}V500H${peak - 10}L${peak + 26} ${Math.round((y + top) / 2) + 20}L${peak - 8} ${Math.round((y + top * 2) / 3)}z`;
  }
  return `<path fill="${fill}" d="${shape}L1300 ${y}V520H-60z"/><path fill="${shade}" d="${shadow}"/>`;
}

/** Table mountains with a lit face, a shaded one and strata. */
export function mesas(
  { random }: Scene,
  fill: string,
  shade: string,
  base: number,
  rise: number,
  count: number,
): string {
  let shape = "";
  let shadow = "";
  for (let index = 0; index < count; index += 1) {
    const left = Math.round((index * 1300) / count) - between(random, 40, 160);
    const width = between(random, 240, 380);
    const top = base - between(random, rise * 0.6, rise);
    const right = left + width;
    const cliff = top + between(random, 55, 85);
    shape += `M${left - 70} ${base + 30}L${left} ${cliff}L${left + 12} ${top}H${right}L${right + 10} ${cliff}L${right + 90} ${base + 30}z`;
    const edge = right - Math.round(width * 0.3);
    shadow += `M${edge} ${top}H${right}L${right + 10} ${cliff}L${right + 90} ${base + 30}H${edge + 60}L${edge + 30} ${cliff}zM${left + 8} ${top + 22}H${edge - 40}v5H${left + 8}z`;
  }
  return `<path fill="${fill}" d="${shape}"/><path fill="${shade}" d="${shadow}"/>`;
}

/** Treetops: a row of round crowns. */
export function canopy({ random }: Scene, fill: string, y: number, size: number): string {
  let d = `M-40 520V${y}`;
  for (let x = -40; x < 1240;) {
    const width = 2 * between(random, size / 2, size);
    d += `q${width / 2}-${between(random, size * 0.7, size * 1.5)} ${width} ${between(random, -size / 5, size / 5)}`;
    x += width;
  }
  return `<path fill="${fill}" d="${d}V520z"/>`;
}

export function mist({ id }: Scene, y: number, height: number, opacity = 0.8): string {
  return `<path fill="url(#${id}m)" opacity="${opacity}" d="M0 ${y}h1200v${height}H0z"/>`;
}

/** The land from the shore to the viewer, with haze at the horizon. */
export function drawGround(
  { light, id }: Scene,
  { ground, field, shore = `M0 ${HORIZON}H1200V900H0z` }: Landscape,
): string {
  const haze = `<path fill="url(#${id}m)" opacity=".7" transform="matrix(1 0 0 -1 0 590)" d="M0 0h1200v120H0z"/>`;
  return `<path fill="${tone(light, ground, 0.06)}" d="${shore}"/><path fill="${tone(light, field, 0.06)}" d="M0 520Q420 486 1200 566V604Q760 540 0 592z"/>${haze}`;
}

/** Water with the reflection of the sun. */
export function water({ light, random, sunX }: Scene, colour: string, top: number, bottom: number): string {
  const glints = Array.from({ length: 8 }, (_, row) => {
    const width = between(random, 30, 90) + row * 14;
    return `M${sunX - Math.round(width / 2) + between(random, -34, 34)} ${top + 8 + Math.round((row * (bottom - top)) / 8)}h${width}`;
  });
  return `<path fill="${tone(light, colour, 0.12)}" d="M0 ${top}h1200V${bottom}H0z"/><path stroke="${light.disc}" stroke-width="4" stroke-linecap="round" opacity=".7" d="${glints.join("")}"/>`;
}

/** A row of colonial houses with their base at `base`, from `left` to `right`. */
export function houses({ light, random }: Scene, left: number, right: number, base: number): string {
  const paints = ["#f3e6cb", "#e7b45c", "#cf7f5f", "#9fc0b8"];
  const walls = paints.map(() => "");
  let roofs = "";
  let openings = "";
  for (let x = left; x < right - 70;) {
    const width = between(random, 104, 130);
    const top = base - between(random, 62, 112);
    walls[between(random, 0, 3)] += `M${x} ${base}V${top}h${width}V${base}z`;
    roofs += `M${x - 5} ${top}l14-24h${width - 18}l14 24z`;
    openings += `M${x + 12} ${base}v-36h17v36zm${width - 42}-16v-22h17v22z`;
    if (base - top > 92) openings += `M${x + 12} ${top + 12}h16v24h-16zm${width - 42} 0h16v24h-16z`;
    x += width;
  }
  const fronts = walls.map((d, index) => d && `<path fill="${tone(light, paints[index] ?? "", 0.08)}" d="${d}"/>`);
  return `${fronts.join("")}<path fill="${tone(light, "#b4553a", 0.05)}" d="${roofs}"/><path fill="${windowGlow(light)}" d="${openings}"/>`;
}

export function windowGlow(light: Light): string {
  return light.name === "night" ? "#ffd581" : tone(light, "#2f5f74");
}

/** A baroque church with two towers; the base of its door is at (x, base). */
export function church({ light }: Scene, x: number, base: number): string {
  const tower = (at: number) => `M${at - 21} 0V-138h42V0z`;
  const dome = (at: number) => `M${at - 24}-138h48v-8h-6q-2-28-16-34v-14h-4v14q-14 6-16 34h-6z`;
  const parts = [
    `<path fill="${tone(light, "#f8eed8", 0.06)}" d="M-44 0V-104Q-40-132 0-142Q40-132 44-104V0z${tower(-60)}${tower(60)}"/>`,
    `<path fill="${tone(light, "#9a5a3c", 0.06)}" d="${dome(-60)}${dome(60)}M-2-170h4v8h7v4h-7v18h-4v-18h-7v-4h7zM-82-96H82v5H-82z"/>`,
    `<path fill="${windowGlow(light)}" d="M-12 0v-34a12 12 0 0 1 24 0V0zM-9-62a9 9 0 0 1 18 0a9 9 0 0 1-18 0zM-67-110v-14a7 7 0 0 1 14 0v14zM53-110v-14a7 7 0 0 1 14 0v14z"/>`,
  ];
  return `<g transform="translate(${x} ${base})">${parts.join("")}</g>`;
}

/** An iron street lantern at the left edge, always lit. */
export function lantern({ light }: Scene): string {
  const iron = "M100 800V520h10V800zM84 520l8-52h26l8 52zM90 464l15-20 15 20zM80 546q25-16 50 0l-6 6q-19-12-38 0z";
  return `<path fill="${tone(light, "#20242a")}" d="${iron}"/><path fill="#ffd581" d="M93 512l5-38h14l5 38z"/>`;
}

/** The tuiuiú stork of the Pantanal: white body, red collar, black head and legs. */
export function stork({ light }: Scene, x: number, y: number): string {
  const parts = [
    `<path fill="${tone(light, "#f8f2e2")}" d="M-78-92q30-40 84-26l26 12q-34 34-80 26z"/>`,
    `<path fill="${tone(light, "#c23b2c")}" d="M14-112q-4-22 12-30l16 12q-10 10-6 24z"/>`,
    `<path fill="${tone(light, "#22262c")}" d="M20-138q0-28 22-30q14 0 18 12l44 26-54-12q-8 4-12 14zM-36-80l-6 82h5l8-82zM-16-78l-2 80h5l6-80z"/>`,
  ];
  return `<g transform="translate(${x} ${y})scale(1.25)">${parts.join("")}</g>`;
}
