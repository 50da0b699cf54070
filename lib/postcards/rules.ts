import { canopy, church, drawGround, grove, hills, houses, lantern, mesas, mist, peaks, stork, water, type Painter, type Scene } from "./scenery";
import { between, createRandom, drawSky, pickLight, tone } from "./sky";
import { chooseSpot, drawRoad, drawVehicle } from "./vehicles";

export const POSTCARD_BIOMES = ["serra", "litoral", "cerrado", "caatinga", "pampa", "pantanal", "amazonia", "mata-atlantica", "chapada", "cidade-historica"] as const;
export type Biome = (typeof POSTCARD_BIOMES)[number];

const LANDSCAPES: Record<Biome, Painter> = {
  serra: (scene, ink) => ({
    ground: "#86a558", field: "#a9b968", shade: "#1f4a41",
    back: [
      hills(scene, ink("#7fa3bd", 0.5), 350, 170, 170),
      mist(scene, 250, 150, 0.6),
      hills(scene, ink("#4f86a0", 0.34), 410, 170, 210),
      mist(scene, 320, 130, 0.7),
      `<path fill="${ink("#3d7a80", 0.16)}" d="M330 480C450 460 480 330 560 290Q610 262 660 300C720 350 700 400 800 420S900 470 980 480z"/>`,
      `<path fill="none" stroke="${ink("#f3e6c4", 0.1)}" stroke-width="4" stroke-linejoin="round" d="M640 470L560 448 690 424 556 396 660 368 570 346 638 326"/>`,
      mist(scene, 390, 80, 0.5),
      hills(scene, ink("#35685a", 0.1), 474, 40, 260),
    ],
    middle: [grove(scene, "araucaria", ink("#24524a"), [[70, 545, 1.2], [150, 520, 0.95], [238, 548, 1.35], [960, 505, 0.8], [1030, 528, 1.2], [1125, 512, 1]])],
    front: [grove(scene, "araucaria", ink("#17382f"), [[120, 850, 4.2]])],
  }),
  litoral: (scene, ink) => ({
    ground: "#e9cf94", field: "#f3e2b4", shade: "#2f6b4f", shore: "M0 452C260 446 520 462 640 476C900 496 820 530 1010 540C1120 548 1200 552 1200 552V800H0z",
    back: [
      water(scene, "#2a8fa6", 410, 570),
      `<path fill="${ink("#5b7f92", 0.45)}" d="M-10 412C120 400 150 340 210 330C270 320 300 390 360 412zM700 412C770 412 790 300 850 262C905 240 930 330 960 380C1010 350 1080 372 1220 412z"/>`,
      `<path fill="${ink("#3f7a5c", 0.15)}" d="M-10 470V400C80 372 150 410 240 420C340 430 420 452 560 468z"/>`,
      `<path fill="${ink("#fbf1d8")}" d="M668 440V392q26 18 30 44zM662 440v-40q-16 14-20 38z"/>`,
      `<path fill="${ink("#a8472f")}" d="M634 444h72l-10 12h-52z"/>`,
    ],
    middle: [grove(scene, "palm", ink("#2c6a4c"), [[60, 560, 1.3], [140, 530, 1], [215, 556, 1.5], [300, 515, 0.8]])],
    front: [grove(scene, "palm", ink("#17402f"), [[95, 850, 4.4], [1150, 880, 3.4]])],
  }),
  cerrado: (scene, ink) => ({
    ground: "#d7b25a", field: "#e6c878", shade: "#5d4a2a",
    back: [
      hills(scene, ink("#a08a80", 0.6), 420, 50, 400),
      mesas(scene, ink("#a87a6a", 0.46), ink("#85607a", 0.5), 440, 150, 3),
      mist(scene, 360, 110),
      hills(scene, ink("#8a9a58", 0.25), 456, 40, 340),
      canopy(scene, ink("#6d7f45", 0.12), 470, 60),
    ],
    middle: [
      grove(scene, "ipe", ink("#efb72d"), [[110, 560, 1.5], [1040, 530, 1.25]]),
      grove(scene, "buriti", ink("#4f7446"), [[210, 530, 1.2], [262, 520, 0.9], [940, 508, 0.9], [1135, 540, 1.5]]),
    ],
    front: [
      grove(scene, "ipe", ink("#d98f1f"), [[60, 840, 3.8]]),
      grove(scene, "reed", ink("#5d4a2a"), [[1110, 810, 1.3], [1180, 815, 1.7], [330, 812, 0.9]]),
    ],
  }),
  caatinga: (scene, ink) => ({
    ground: "#d99a5b", field: "#e8b878", shade: "#6a3b26",
    back: [
      hills(scene, ink("#b57560", 0.5), 420, 150, 420),
      mist(scene, 350, 110),
      peaks(scene, ink("#a86245", 0.25), ink("#84463a", 0.25), 470, 90, 420),
      hills(scene, ink("#a07a45", 0.1), 474, 26, 200),
    ],
    middle: [
      grove(scene, "cactus", ink("#47693f"), [[80, 560, 1.3], [150, 530, 0.9], [250, 556, 1.6], [950, 505, 0.8], [1050, 532, 1.5], [1140, 520, 1]]),
      grove(scene, "reed", ink("#8a5a30"), [[120, 566, 0.4], [310, 540, 0.35], [1000, 530, 0.4]]),
    ],
    front: [grove(scene, "cactus", ink("#274534"), [[105, 850, 4.6], [1130, 840, 2.6]])],
  }),
  pampa: (scene, ink) => ({
    ground: "#8fb05a", field: "#b7c873", shade: "#3d5a35",
    back: [
      hills(scene, ink("#8aa98a", 0.5), 440, 70, 420),
      mist(scene, 370, 90),
      hills(scene, ink("#7fa066", 0.25), 460, 52, 380),
      `<path fill="none" stroke="${ink("#5a4a42", 0.1)}" stroke-width="5" d="M905 486l18-116 18 116M912 440h22M909 462h28"/>`,
      `<path fill="${ink("#f3e6cb")}" d="M923 366l-30-16 6-16zM923 366l-16-30 18-2zM923 366l12-32 16 8zM923 366l30-12 2 18zM923 366l26 20-14 12zM923 366l2 34-18-4zM923 366l-26 22-8-16z"/>`,
      houses(scene, 960, 1060, 492),
    ],
    middle: [grove(scene, "fig", ink("#3f6b45"), [[150, 560, 1.7], [300, 512, 0.6], [1110, 520, 1]])],
    front: [`<path fill="none" stroke="${ink("#4a3527")}" stroke-width="13" d="M60 800V694M330 800V706M610 800V712M890 800V706M1150 800V694"/><path fill="none" stroke="${ink("#4a3527")}" stroke-width="3" d="M0 712Q600 738 1200 712M0 738Q600 764 1200 738"/>`],
  }),
  pantanal: (scene, ink) => ({
    ground: "#93ad5c", field: "#b3c377", shade: "#2f4f3a",
    back: [
      canopy(scene, ink("#5d8a7c", 0.45), 420, 70),
      mist(scene, 370, 90),
      canopy(scene, ink("#41745a", 0.2), 446, 62),
      water(scene, "#5fa8ad", 444, 500),
    ],
    middle: [
      water(scene, "#6fb3b2", 700, 800),
      grove(scene, "buriti", ink("#2f5f48"), [[70, 556, 1.7], [150, 530, 1.3], [215, 556, 2], [940, 505, 1.1], [1040, 530, 1.7], [1130, 520, 1.3]]),
    ],
    front: [
      stork(scene, 1070, 770),
      grove(scene, "reed", ink("#22432f"), [[50, 820, 2.2], [150, 815, 1.5], [1180, 820, 1.6], [400, 815, 0.8]]),
    ],
  }),
  amazonia: (scene, ink) => ({
    ground: "#b98a56", field: "#7fa356", shade: "#12392c",
    back: [
      canopy(scene, ink("#5f9a86", 0.5), 360, 90),
      mist(scene, 320, 120),
      canopy(scene, ink("#3a7d62", 0.28), 410, 70),
      grove(scene, "giant", ink("#2f6f55", 0.2), [[300, 480, 2.6], [900, 480, 2.2]]),
      mist(scene, 380, 90, 0.6),
      canopy(scene, ink("#27644b", 0.08), 448, 64),
    ],
    middle: [
      grove(scene, "giant", ink("#1c4f3b"), [[110, 570, 3], [1090, 548, 2.4]]),
      grove(scene, "palm", ink("#2f7a4f"), [[220, 556, 1.3], [990, 520, 0.9], [1160, 545, 1.3]]),
    ],
    front: [
      grove(scene, "fern", ink("#0e3326"), [[60, 830, 2.8], [1140, 830, 2.6]]),
      grove(scene, "fern", ink("#2f7f4e"), [[210, 830, 1.3], [1010, 835, 1.2]]),
    ],
  }),
  "mata-atlantica": (scene, ink) => ({
    ground: "#7fa653", field: "#9dbb66", shade: "#163f34",
    back: [
      hills(scene, ink("#6f9fa8", 0.55), 400, 230, 280),
      mist(scene, 300, 150),
      hills(scene, ink("#3f8377", 0.32), 430, 150, 320),
      `<path fill="${ink("#2f6f66", 0.2)}" d="M500 480C590 440 620 330 700 306Q770 290 820 322C880 362 900 440 1000 480z"/>`,
      `<path fill="#fff" opacity=".8" d="M738 322q12-9 24 0l14 150h-56z"/>`,
      mist(scene, 380, 100, 0.7),
      canopy(scene, ink("#2c6b55", 0.12), 456, 60),
    ],
    middle: [
      grove(scene, "ipe", ink("#8d5aa0"), [[150, 552, 1.5], [1050, 528, 1.2]]),
      grove(scene, "fig", ink("#235a43"), [[60, 560, 1.2], [255, 545, 0.9], [970, 508, 0.7], [1140, 530, 1.2]]),
      grove(scene, "palm", ink("#2f7350"), [[210, 560, 1.7], [1100, 540, 1.5]]),
    ],
    front: [
      grove(scene, "fern", ink("#10352b"), [[70, 830, 2.7], [1150, 830, 2.2]]),
      grove(scene, "fern", ink("#c0568f"), [[200, 830, 0.8], [1050, 830, 0.7]]),
    ],
  }),
  chapada: (scene, ink) => ({
    ground: "#b5b060", field: "#d0c47c", shade: "#4f4a2c",
    back: [
      hills(scene, ink("#a88a90", 0.6), 400, 60, 400),
      mesas(scene, ink("#b98a86", 0.5), ink("#9a6f8a", 0.5), 430, 230, 3),
      mist(scene, 320, 130),
      mesas(scene, ink("#c06a48", 0.18), ink("#8d4540", 0.18), 450, 190, 3),
      mist(scene, 390, 80, 0.6),
      hills(scene, ink("#7d9650", 0.08), 476, 22, 200),
    ],
    middle: [
      grove(scene, "buriti", ink("#44703f"), [[80, 556, 1.5], [140, 535, 1.1], [960, 508, 0.9], [1120, 530, 1.4]]),
      grove(scene, "ipe", ink("#5f7f3f"), [[225, 556, 1.3], [1035, 530, 1.1]]),
    ],
    front: [
      grove(scene, "buriti", ink("#2f4a2c"), [[90, 850, 4.6]]),
      grove(scene, "reed", ink("#4f4a2c"), [[1120, 812, 1.4], [1185, 815, 1.8]]),
    ],
  }),
  "cidade-historica": (scene, ink) => ({
    ground: "#c9b48a", field: "#8fa860", shade: "#4a3a30",
    back: [
      hills(scene, ink("#7fa0a0", 0.55), 410, 170, 420),
      mist(scene, 320, 130),
      hills(scene, ink("#5d8a62", 0.25), 440, 110, 420),
      houses(scene, 340, 520, 452),
      church(scene, 640, 474),
      houses(scene, 740, 930, 462),
      `<path fill="${ink("#7a9a58", 0.1)}" d="M0 474Q300 430 640 462T1200 470V490H0z"/>`,
    ],
    middle: [houses(scene, 10, 300, 560), houses(scene, 915, 1200, 540)],
    front: [lantern(scene)],
  }),
};

/** Composes a postcard image; the same slug and biome always produce the same SVG. */
export function composePostcard({ slug, biome, width = 1200, height = 800 }: { slug: string; biome: Biome; width?: number; height?: number }): string {
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
  return shorten(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice"><g${flip}>${layers.join("")}</g></svg>`);
}

/** Removes zeros and spaces that SVG numbers do not need. */
function shorten(svg: string): string {
  return svg.replaceAll(/(?<![\d.])0\.(?=\d)/g, ".").replaceAll(/ -(?=[\d.])/g, "-");
}
