import { frame, grove } from "./plants";
import { canopy, hills, houses, mesas, mist, peaks, stork, water, type Ink, type Painter, type Scene } from "./scenery";
import { between } from "./sky";

/** Landscapes of the coast and of open country. */
export const COAST_AND_PLAINS = {
  litoral: (scene, ink) => ({
    ground: "#e9cf94",
    field: "#f3e2b4",
    shade: "#2f6b4f",
    shore: "M0 452C260 446 520 462 640 476C900 496 820 530 1010 540C1120 548 1200 552 1200 552V900H0z",
    back: [
      water(scene, "#2a8fa6", 410, 570),
      islands(scene, ink),
      scene.random() < 0.6 ? sailboat(between(scene.random, 560, 760), ink) : "",
    ],
    middle: [
      grove(scene, "palm", ink("#2c6a4c"), [
        [60, 560, 1.3],
        [140, 530, 1],
        [215, 556, 1.5],
        [300, 515, 0.8],
      ]),
    ],
    front: {
      left: () => [frame(scene, "palm", ink("#17402f"), [[95, 850, 4.4]])],
      right: () => [frame(scene, "palm", ink("#17402f"), [[1140, 880, 3.6]])],
    },
  }),
  cerrado: (scene, ink) => ({
    ground: "#d7b25a",
    field: "#e6c878",
    shade: "#5d4a2a",
    back: [
      hills(scene, ink("#a08a80", 0.6), 420, 50, 400),
      mesas(scene, ink("#a87a6a", 0.46), ink("#85607a", 0.5), 440, 150, 3),
      mist(scene, 360, 110),
      hills(scene, ink("#8a9a58", 0.25), 456, 40, 340),
      canopy(scene, ink("#6d7f45", 0.12), 470, 60),
    ],
    middle: [
      grove(scene, "ipe", ink("#efb72d"), [
        [110, 560, 1.5],
        [1040, 530, 1.25],
      ]),
      grove(scene, "buriti", ink("#4f7446"), [
        [210, 530, 1.2],
        [262, 520, 0.9],
        [940, 508, 0.9],
        [1135, 540, 1.5],
      ]),
    ],
    front: {
      left: () => [frame(scene, "ipe", ink("#d98f1f"), [[10, 840, 2.8]])],
      right: () => [
        frame(scene, "reed", ink("#5d4a2a"), [
          [1090, 810, 1.3],
          [1170, 815, 1.8],
        ]),
      ],
    },
  }),
  caatinga: (scene, ink) => ({
    ground: "#d99a5b",
    field: "#e8b878",
    shade: "#6a3b26",
    back: [
      hills(scene, ink("#b57560", 0.5), 420, 150, 420),
      mist(scene, 350, 110),
      peaks(scene, ink("#a86245", 0.25), ink("#84463a", 0.25), 470, 90, 420),
      hills(scene, ink("#a07a45", 0.1), 474, 26, 200),
    ],
    middle: [
      grove(scene, "cactus", ink("#47693f"), [
        [80, 560, 1.3],
        [150, 530, 0.9],
        [250, 556, 1.6],
        [950, 505, 0.8],
        [1050, 532, 1.5],
        [1140, 520, 1],
      ]),
      grove(scene, "reed", ink("#8a5a30"), [
        [120, 566, 0.4],
        [310, 540, 0.35],
        [1000, 530, 0.4],
      ]),
    ],
    front: {
      left: () => [frame(scene, "cactus", ink("#274534"), [[105, 850, 4.6]])],
      right: () => [frame(scene, "cactus", ink("#274534"), [[1120, 840, 3.4]])],
    },
  }),
  pampa: (scene, ink) => ({
    ground: "#8fb05a",
    field: "#b7c873",
    shade: "#3d5a35",
    back: [
      hills(scene, ink("#8aa98a", 0.5), 440, 70, 420),
      mist(scene, 370, 90),
      hills(scene, ink("#7fa066", 0.25), 460, 52, 380),
      ...(scene.subjects.length > 0 ? [] : farm(scene, ink)),
    ],
    middle: [
      grove(scene, "fig", ink("#3f6b45"), [
        [150, 560, 1.7],
        [300, 512, 0.6],
        [1110, 520, 1],
      ]),
    ],
    front: { left: () => [fence(ink)], right: () => [fence(ink)] },
  }),
  pantanal: (scene, ink) => ({
    ground: "#93ad5c",
    field: "#b3c377",
    shade: "#2f4f3a",
    back: [
      canopy(scene, ink("#5d8a7c", 0.45), 420, 70),
      mist(scene, 370, 90),
      canopy(scene, ink("#41745a", 0.2), 446, 62),
      water(scene, "#5fa8ad", 444, 500),
    ],
    middle: [
      water(scene, "#6fb3b2", 700, 800),
      grove(scene, "buriti", ink("#2f5f48"), [
        [70, 556, 1.7],
        [150, 530, 1.3],
        [215, 556, 2],
        [940, 505, 1.1],
        [1040, 530, 1.7],
        [1130, 520, 1.3],
      ]),
    ],
    front: {
      left: () => [
        frame(scene, "reed", ink("#22432f"), [
          [50, 820, 2.2],
          [150, 815, 1.5],
        ]),
      ],
      right: () => [stork(scene, 1070, 770)],
    },
  }),
} satisfies Record<string, Painter>;

function sailboat(x: number, ink: Ink): string {
  return `<path fill="${ink("#fbf1d8")}" d="M${x} 440v-48q26 18 30 44zM${x - 6} 440v-40q-16 14-20 38z"/><path fill="${ink("#a8472f")}" d="M${x - 34} 444h72l-10 12h-52z"/>`;
}

/** Two distant islands and a wooded point of land on the left. */
function islands({ random }: Scene, ink: Ink): string {
  const [left, right] = [between(random, 40, 300), between(random, 640, 900)];
  const [low, high] = [between(random, 40, 100), between(random, 70, 170)];
  const far = `M${left - 160} 414q110-8 160-${low}q50-10 150 ${low}zM${right - 160} 414q100-6 160-${high}q60-10 110 ${high - 40}q80-30 240 40z`;
  const near = `M-10 470V${between(random, 385, 425)}C80 372 150 410 240 420C340 430 420 452 560 468z`;
  return `<path fill="${ink("#5b7f92", 0.45)}" d="${far}"/><path fill="${ink("#3f7a5c", 0.15)}" d="${near}"/>`;
}

/** A wind pump beside a farmhouse. */
function farm(scene: Scene, ink: Ink): string[] {
  return [
    `<path fill="none" stroke="${ink("#5a4a42", 0.1)}" stroke-width="5" d="M905 486l18-116 18 116M912 440h22M909 462h28"/>`,
    `<path fill="${ink("#f3e6cb")}" d="M923 366l-30-16 6-16zM923 366l-16-30 18-2zM923 366l12-32 16 8zM923 366l30-12 2 18zM923 366l26 20-14 12zM923 366l2 34-18-4zM923 366l-26 22-8-16z"/>`,
    houses(scene, 960, 1060, 492),
  ];
}

function fence(ink: Ink): string {
  const wood = ink("#4a3527");
  return `<path fill="none" stroke="${wood}" stroke-width="13" d="M60 800V694M330 800V706M610 800V712M890 800V706M1150 800V694"/><path fill="none" stroke="${wood}" stroke-width="3" d="M0 712Q600 738 1200 712M0 738Q600 764 1200 738"/>`;
}
