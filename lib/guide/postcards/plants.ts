import type { Scene } from "./scenery";
import { between } from "./sky";

type Place = readonly [x: number, y: number, scale: number];

/** Silhouettes with their base at (0, 0), about 100 units high; parts that overlap have the same direction. */
export const PLANTS = {
  araucaria:
    "M-3.5 0L-2-56Q-20-54-33-64q-8-1-11-7q8-5 15-1Q-16-63-2-65L-1.6-73Q-30-72-50-79q-12-1-15-8q5-8 15-7q4-8 15-7q5-8 16-6q6-6 19-5q13-1 19 5q11-2 16 6q11-1 15 7q10-1 15 7q-3 7-15 8Q30-72 1.6-73L2-65Q16-63 29-72q7-4 15 1q-3 6-11 7Q20-54 2-56L3.5 0z",
  palm: "M5 0Q12-50 2-94L-3-92Q6-50-4 0zM0-90Q-30-112-46-72Q-26-92 0-88Q-26-84-32-50Q-16-80 2-88Q22-80 34-48Q32-84 4-90Q30-94 48-70Q34-112 2-92Q14-116 34-118Q6-124-1-94Q-12-118-34-116Q-12-110 0-90z",
  ipe: "M-3 0Q-1-24-14-44L-9-46Q0-36 1-28Q6-44 20-52L23-48Q6-34 5 0zM-40-52a16 16 0 0 1 6-28a22 22 0 0 1 38-14a20 20 0 0 1 32 18a15 15 0 0 1-2 26q-16 8-32-2q-22 10-42 0z",
  cactus:
    "M-5 0V-92a5 5 0 0 1 10 0V-40H16V-70a5 5 0 0 1 10 0V-36q0 8-8 8H5V0zM-5-22H-18q-8 0-8-8V-58a5 5 0 0 1 10 0V-34H-5z",
  buriti:
    "M3 0L2-82h-4L-3 0zM0-82q-24-14-46 4q24-4 46-4q-26-32-48-26q28 6 48 26q-14-38-30-42q20 14 30 42q-6-40 0-48q6 8 0 48q10-28 30-42q-16 4-30 42q20-20 48-26q-22-6-48 26q22 0 46 4q-22-18-46-4q-22 4-34 26q18-16 34-22q16 6 34 22q-12-22-34-26z",
  fig: "M-5 0Q-3-22-14-34H16Q4-22 6 0zM-62-36a18 18 0 0 1 6-34a34 34 0 0 1 50-20a30 30 0 0 1 46 16a20 20 0 0 1 22 38q-30 10-60 2q-30 8-64-2z",
  giant:
    "M-8 0Q-2-14-3-66H3Q2-14 9 0zM-62-66q6-16 24-14q8-20 38-20q28 0 38 18q20-2 24 16q-28 6-42-2q-16 8-36 0q-18 10-46 2z",
  fern: "M0 0Q-30-50-70-52Q-36-34-22-6Q-24-70-52-98Q-12-70-8-10Q-8-80 8-112Q16-70 4-10Q22-70 62-84Q30-54 12-6Q40-40 74-36Q40-22 14 0z",
  reed: "M-16 0L-30-60L-10-6L-8-92L-2-6L14-74L6-4L30-52L16 0z",
} as const;
export type Plant = keyof typeof PLANTS;

/** Plants of one kind in one colour, except where a subject is; the path is defined once and then reused. */
export function grove(scene: Scene, kind: Plant, colour: string, spots: readonly Place[]): string {
  const { id, planted, random, taken } = scene;
  const name = `${id}${kind.slice(0, 2)}`;
  const free = spots.filter(([x]) => !taken.some(([from, to]) => x > from && x < to));
  const plants = free.map(([x, y, scale]) => {
    const size = between(random, scale * 8, scale * 12) / 10;
    const place = `transform="translate(${x + between(random, -24, 24)} ${y})scale(${size})"`;
    if (planted.has(kind)) return `<use href="#${name}" ${place}/>`;
    planted.add(kind);
    return `<g ${place}><path id="${name}" d="${PLANTS[kind]}"/></g>`;
  });
  return plants.length === 0 ? "" : `<g fill="${colour}">${plants.join("")}</g>`;
}

/** A large plant in front of the picture, framing it. */
export function frame(scene: Scene, kind: Plant, colour: string, spots: readonly Place[]): string {
  return grove({ ...scene, taken: [] }, kind, colour, spots);
}
