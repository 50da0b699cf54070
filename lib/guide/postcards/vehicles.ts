import type { Light } from "./sky";
import { blend, tone } from "./sky";

/** A side view facing right: x from about -135 to 135, y up from the road at 0. */
type Vehicle = {
  body: string;
  /** The second tone of the body: a roof or panel in cream, a canvas, or the shadow under the fenders. */
  trim: string;
  trimColour: string;
  glass: string;
  /** Bumpers, strips and handles, drawn as chrome lines. */
  chrome: string;
  /** Fender edges and door lines, drawn as darker lines. */
  lines: string;
  wheels: readonly [number, number];
  wheelRadius: number;
  lamp: readonly [number, number];
};

const CREAM = "#f6ead0";
const SHADOW = "#0002";

const BEETLE: Vehicle = {
  body: "M-120-30C-124-52-112-64-98-68C-84-104-52-122-14-122C22-122 44-106 60-76C88-76 110-64 118-42L122-26L114-18H-112z",
  trim: "M-108-18a34 34 0 0 1 66-10L-44-16H42L40-28a35 35 0 0 1 70 10z",
  trimColour: SHADOW,
  glass: "M-72-78C-62-100-44-111-22-111V-78zM-12-111C16-110 34-100 46-78H-12z",
  chrome: "M-132-26h18M110-24h22M-40-62H36",
  lines: "M-16-110V-22M-106-34a34 34 0 0 1 62 4M42-32a35 35 0 0 1 66-4M-98-68q14 4 20 30",
  wheels: [-76, 76],
  wheelRadius: 25,
  lamp: [108, -52],
};
const VAN: Vehicle = {
  body: "M-134-20V-80H136V-24L130-18H-130z",
  trim: "M-134-80V-118Q-134-142-108-142H92Q118-142 126-116L136-80z",
  trimColour: CREAM,
  glass: "M-122-124h42v32h-42zM-72-124h42v32h-42zM-22-124h42v32h-42zM28-124h38v32H28zM74-124h26q10 0 13 10l7 22H74z",
  chrome: "M-142-24h20M124-24h20M-134-80H136",
  lines: "M70-128V-18M24-80V-18M-26-80V-18M-112-22a32 32 0 0 1 64 0M52-22a32 32 0 0 1 64 0",
  wheels: [-80, 84],
  wheelRadius: 25,
  lamp: [132, -56],
};
const PICKUP: Vehicle = {
  body: "M-136-70H-32V-84C-30-116-18-126 0-126H30C44-126 52-116 60-84H98C122-82 132-66 134-44V-20H-134z",
  trim: "M-118-20a37 36 0 0 1 74 0L50-20a38 38 0 0 1 76 0z",
  trimColour: SHADOW,
  glass: "M-20-86C-18-110-10-116 2-116H12V-86zM20-116h8c10 0 15 10 20 30H20z",
  chrome: "M-144-24h18M122-26h20M-136-70H-34M60-72h56",
  lines: "M16-116V-22M-32-84V-20M60-84V-40M-128-58h86M-128-48h86",
  wheels: [-81, 88],
  wheelRadius: 27,
  lamp: [124, -62],
};
const SEDAN: Vehicle = {
  body: "M-140-74L-124-70L-70-76C-52-106-40-114-14-114H14C38-114 50-104 66-76L112-72Q136-66 140-42L136-20H-134Q-142-40-140-74z",
  trim: "M-70-76C-52-106-40-114-14-114H14C38-114 50-104 66-76zM-136-54L40-44L-134-34z",
  trimColour: CREAM,
  glass: "M-58-78C-46-98-38-104-16-104H-8V-78zM2-104H12C30-104 40-98 52-78H2z",
  chrome: "M-146-26h20M126-28h22M-136-56L44-44H132",
  lines: "M-3-104V-22M-112-22a32 32 0 0 1 62 0M56-22a32 32 0 0 1 62 0",
  wheels: [-81, 87],
  wheelRadius: 25,
  lamp: [132, -56],
};
const COUPE: Vehicle = {
  body: "M-136-50L-130-68C-96-72-64-104-12-106C22-106 42-92 60-74C100-72 130-62 138-42L136-22L128-18H-130z",
  trim: "M-136-40H138L137-30H-135z",
  trimColour: CREAM,
  glass: "M-88-74C-62-92-42-97-16-97V-74zM-8-97C16-97 32-88 46-74H-8z",
  chrome: "M-142-28h18M126-28h18M-100-70H112",
  lines: "M-12-98V-22M46-74L52-24M-114-22a34 34 0 0 1 66 0M54-22a34 34 0 0 1 66 0",
  wheels: [-81, 87],
  wheelRadius: 26,
  lamp: [128, -54],
};
const ROADSTER: Vehicle = {
  body: "M-132-36C-130-64-108-74-72-72L-54-64H14L26-74C76-76 122-72 134-46L132-22L124-18H-122z",
  trim: "M-58-64q2-24 18-24q14 0 14 24zM-22-64q2-24 18-24q14 0 12 24z",
  trimColour: CREAM,
  glass: "M14-66L2-102H10L32-72z",
  chrome: "M-138-30h16M122-32h18M36-64h80M10-102L30-73",
  lines: "M-54-64V-24M14-66L6-24M-118-24a36 36 0 0 1 70 0M54-24a36 36 0 0 1 70 0",
  wheels: [-83, 89],
  wheelRadius: 27,
  lamp: [126, -58],
};
const WAGON: Vehicle = {
  body: "M-138-70L-124-112Q-122-118-112-118H20C44-118 54-106 70-76L114-72Q136-66 140-42L136-20H-134Q-142-44-138-70z",
  trim: "M-128-66H30V-34H-132z",
  trimColour: CREAM,
  glass: "M-120-78L-112-108H-72V-78zM-64-108h48v30h-48zM-8-108H18C36-108 46-98 56-78H-8z",
  chrome: "M-146-26h20M126-28h22M-130-68H132M-108-126H6",
  lines: "M-12-118V-22M-96-118v-8M-6-118v-8M-112-22a32 32 0 0 1 62 0M56-22a32 32 0 0 1 62 0",
  wheels: [-81, 87],
  wheelRadius: 25,
  lamp: [132, -56],
};
const JEEP: Vehicle = {
  body: "M-126-74H-28L-18-48H22L30-80H120L124-30V-24H-124z",
  trim: "M-128-76L-116-128H20L32-122L30-114H-104L-110-76z",
  trimColour: "#c9b68a",
  glass: "M20-116H30L42-80H30z",
  chrome: "M-134-30h14M118-34h18M26-122L42-80",
  lines: "M-128-36v-56M46-80V-40M60-70h44M-40-74V-30M-112-76V-116",
  wheels: [-76, 82],
  wheelRadius: 31,
  lamp: [116, -60],
};

export const VEHICLES = [BEETLE, VAN, PICKUP, SEDAN, COUPE, ROADSTER, WAGON, JEEP] as const;
export const PAINTS = [
  "#c8402f",
  "#e9a23b",
  "#2f8f8a",
  "#3d6fa8",
  "#f0e2c0",
  "#7fae8c",
  "#8c2f3f",
  "#d9734e",
  "#23503f",
] as const;

export type Spot = { x: number; y: number; scale: number };

export type Car = { model: number; paint: number };

/** A generic classic car on the road at the given spot. */
export function drawVehicle(light: Light, { model, paint: colourIndex }: Car, spot: Spot, id: string): string {
  const vehicle = VEHICLES[model % VEHICLES.length] ?? BEETLE;
  const colour = PAINTS[colourIndex % PAINTS.length] ?? PAINTS[0];
  const paint = blend(colour, tone(light, colour), 0.6);
  const cream = tone(light, CREAM, 0.05);
  const line = (colour: string, width: number, d: string) =>
    `<path stroke="${colour}" stroke-width="${width}" d="${d}"/>`;
  const dark = tone(light, "#1d2026");
  const glass = light.name === "night" ? "#f5cf7a" : tone(light, "#bfe0de", 0.2);
  const trim = vehicle.trimColour === SHADOW ? SHADOW : tone(light, vehicle.trimColour, 0.05);
  const parts = [
    `<ellipse cx="4" cy="2" rx="150" ry="11" opacity=".35"/>`,
    `<path fill="${paint}" d="${vehicle.body}"/>`,
    `<path fill="${trim}" d="${vehicle.trim}"/>`,
    `<path fill="${glass}" d="${vehicle.glass}"/>`,
    `<g fill="none" stroke-linecap="round">${line("#0004", 2.5, vehicle.lines)}${line(cream, 5, vehicle.chrome)}</g>`,
    drawWheels(vehicle, dark, cream, id),
    drawLamp(light, vehicle.lamp, id),
  ];
  return `<g transform="translate(${spot.x} ${spot.y})scale(${spot.scale})">${parts.join("")}</g>`;
}

function drawWheels({ wheels: [rear, front], wheelRadius }: Vehicle, tyre: string, cream: string, id: string): string {
  const ring = (share: number, fill: string) =>
    `<circle cx="${rear}" cy="-${wheelRadius}" r="${Math.round(wheelRadius * share)}" fill="${fill}"/>`;
  return `<g id="${id}w">${ring(1, tyre)}${ring(0.66, cream)}${ring(0.48, tyre)}${ring(0.28, cream)}</g><use href="#${id}w" x="${front - rear}"/>`;
}

function drawLamp(light: Light, [x, y]: Vehicle["lamp"], id: string): string {
  const lamp = `<ellipse cx="${x}" cy="${y}" rx="6" ry="9" fill="#fff4cf"/>`;
  if (light.name !== "night") return lamp;
  const beam = `<linearGradient id="${id}b"><stop stop-color="#ffe9a8" stop-opacity=".75"/><stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></linearGradient>`;
  return `<defs>${beam}</defs><path fill="url(#${id}b)" d="M${x} ${y - 7}L${x + 330} ${y - 30}L${x + 330} 14L${x} ${y + 7}z"/>${lamp}`;
}
