/** Returns the next number in [0, 1); the same seed always gives the same sequence. */
export type Random = () => number;

export type Light = {
  name: "dawn" | "day" | "golden" | "night";
  /** Gradient stops from the zenith to the horizon. */
  sky: readonly [string, string, string];
  /** Colour of distant objects. */
  haze: string;
  /** Tint of every land colour, and its amount. */
  tint: string;
  tintAmount: number;
  disc: string;
  discRadius: number;
  discHeight: number;
  cloud: string;
};

export const LIGHTS: readonly [Light, ...Light[]] = [
  {
    name: "dawn",
    sky: ["#6f86b8", "#eba69b", "#fde2bd"],
    haze: "#f4c9b4",
    tint: "#6c5a93",
    tintAmount: 0.3,
    disc: "#fff1d6",
    discRadius: 84,
    discHeight: 330,
    cloud: "#fbd9c4",
  },
  {
    name: "dawn",
    sky: ["#3f6f8f", "#9cc3b4", "#fbe6b8"],
    haze: "#dfe0bd",
    tint: "#3d6a78",
    tintAmount: 0.22,
    disc: "#fff6dc",
    discRadius: 92,
    discHeight: 340,
    cloud: "#d5e2cd",
  },
  {
    name: "day",
    sky: ["#2f93b5", "#8fd0cd", "#f3eccb"],
    haze: "#cfe4d6",
    tint: "#f2e6b8",
    tintAmount: 0.06,
    disc: "#fff3c4",
    discRadius: 62,
    discHeight: 205,
    cloud: "#f7f3dd",
  },
  {
    name: "day",
    sky: ["#4aa3a0", "#bfdcb9", "#fbeec6"],
    haze: "#e3e6c4",
    tint: "#f4d88f",
    tintAmount: 0.1,
    disc: "#fffbe6",
    discRadius: 70,
    discHeight: 220,
    cloud: "#fbf5dc",
  },
  {
    name: "golden",
    sky: ["#d9573f", "#f39b4f", "#fbdc93"],
    haze: "#f6b872",
    tint: "#8a3526",
    tintAmount: 0.3,
    disc: "#fff0bf",
    discRadius: 118,
    discHeight: 345,
    cloud: "#f9bd74",
  },
  {
    name: "golden",
    sky: ["#5f3f6e", "#d4655f", "#f8b566"],
    haze: "#e99a6b",
    tint: "#572f58",
    tintAmount: 0.36,
    disc: "#ffd98a",
    discRadius: 126,
    discHeight: 360,
    cloud: "#e88a66",
  },
  {
    name: "night",
    sky: ["#0a1431", "#1b3160", "#4d6f97"],
    haze: "#3c5a86",
    tint: "#0d1b40",
    tintAmount: 0.6,
    disc: "#f7edcd",
    discRadius: 46,
    discHeight: 134,
    cloud: "#2c4774",
  },
];

/** Creates a random number generator seeded by a slug (FNV-1a hash, mulberry32). */
export function createRandom(slug: string): Random {
  let state = 0x811c9dc5;
  for (const char of slug) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/** A random integer from low to high; integers keep the file small. */
export function between(random: Random, low: number, high: number): number {
  return Math.round(low + random() * (high - low));
}

/** Blends two #rrggbb colours; amount 0 is the first, 1 the second. */
export function blend(from: string, to: string, amount: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => {
    const value = channel(from, at) + (channel(to, at) - channel(from, at)) * amount;
    return Math.round(value).toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/** A colour in this light, mixed with haze (0 near, 1 invisible). */
export function tone(light: Light, colour: string, haze = 0): string {
  return blend(blend(colour, light.tint, light.tintAmount), light.haze, haze);
}

/** The sky with sun or moon, and stars, rays or clouds depending on the light. */
export function drawSky(light: Light, random: Random, id: string, x: number): string {
  const y = light.discHeight + between(random, -10, 10);
  const [top, middle, low] = light.sky;
  const gradient = `<linearGradient id="${id}s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".38" stop-color="${middle}"/><stop offset=".66" stop-color="${low}"/></linearGradient>`;
  const mist = `<linearGradient id="${id}m" x2="0" y2="1"><stop stop-color="${light.haze}" stop-opacity="0"/><stop offset="1" stop-color="${light.haze}"/></linearGradient>`;
  const halo = [2.5, 1.65].map(
    (factor) =>
      `<circle cx="${x}" cy="${y}" r="${Math.round(light.discRadius * factor)}" fill="${light.disc}" opacity="${light.name === "night" ? ".07" : ".16"}"/>`,
  );
  const disc = `<circle cx="${x}" cy="${y}" r="${light.discRadius}" fill="${light.disc}"/>`;
  const extra =
    light.name === "night"
      ? stars(random)
      : `${light.name !== "day" && random() < 0.6 ? rays(x, y, light.disc) : ""}${birds(random, light)}`;
  return `<defs>${gradient}${mist}</defs><path fill="url(#${id}s)" d="M0 0h1200v800H0z"/>${extra}${halo.join("")}${disc}${clouds(random, light, { x, y })}`;
}

function stars(random: Random): string {
  const dots = Array.from({ length: 20 }, () => `M${between(random, 10, 1190)} ${between(random, 20, 330)}h0`);
  const half = dots.length / 2;
  const group = (list: string[], size: number) =>
    `<path stroke="#fdf6dc" stroke-width="${size}" stroke-linecap="round" d="${list.join("")}"/>`;
  return group(dots.slice(0, half), 3) + group(dots.slice(half), 5);
}

/** Wide rays from the disc: a circle of radius 650 dashed into 24 equal parts. */
function rays(x: number, y: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="650" fill="none" stroke="${colour}" stroke-width="1300" stroke-dasharray="170.17" opacity=".09"/>`;
}

function birds(random: Random, light: Light): string {
  if (random() < 0.4) return "";
  const x = between(random, 240, 900);
  const y = between(random, 140, 260);
  const bird = (left: number, top: number, span: number) =>
    `M${left} ${top}q${span / 2}-${span - 3} ${span} 0q${span / 2}-${span - 3} ${span} 0`;
  const flock = bird(x, y, 14) + bird(x + 52, y - 22, 10) + bird(x + 68, y + 16, 8);
  return `<path fill="none" stroke="${tone(light, "#2c3a4a", 0.25)}" stroke-width="4" stroke-linecap="round" d="${flock}"/>`;
}

/** Clouds with a flat bottom and round tops, in stencil style, beside the sun or moon and never in front of it. */
function clouds(random: Random, light: Light, disc: { x: number; y: number }): string {
  const cloud = (from: number, to: number) => {
    const size = 2 * between(random, 9, 17);
    const room = to - from - size * 7.5;
    if (room < 0) return "";
    const x = from + Math.round(random() * room);
    const y = between(random, 120, 300);
    return `M${x} ${y}a${size} ${size} 0 0 1 ${size * 2}-${size}a${size * 1.5} ${size * 1.5} 0 0 1 ${size * 3} 0a${size} ${size} 0 0 1 ${size * 2.5} ${size}z`;
  };
  const [left, right] = [disc.x - light.discRadius - 16, disc.x + light.discRadius + 16];
  const more = random() < 0.5 ? cloud(20, left) : cloud(right, 1180);
  return `<path fill="${light.cloud}" opacity=".75" d="${cloud(20, left)}${cloud(right, 1180)}${more}"/>`;
}
