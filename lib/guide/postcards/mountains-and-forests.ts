import { frame, grove } from "./plants";
import { canopy, hills, houses, lantern, mesas, mist, peaks, type Ink, type Painter, type Scene } from "./scenery";
import { between } from "./sky";

/** Landscapes of mountains, forests and historic towns. */
export const MOUNTAINS_AND_FORESTS = {
  serra: (scene, ink) => ({
    ground: "#86a558",
    field: "#a9b968",
    shade: "#1f4a41",
    back: [
      scene.random() < 0.3
        ? peaks(scene, ink("#7fa3bd", 0.5), ink("#6b8fb0", 0.5), 390, 165, 300)
        : hills(scene, ink("#7fa3bd", 0.5), 360, 130, between(scene.random, 150, 300)),
      mist(scene, 250, 150, 0.6),
      hills(scene, ink("#4f86a0", 0.34), 410, 160, between(scene.random, 190, 330)),
      mist(scene, 320, 130, 0.7),
      scene.subjects.every((word) => word === "araucarias") && scene.random() < 0.7 ? windingClimb(scene, ink) : "",
      mist(scene, 390, 80, 0.5),
      hills(scene, ink("#35685a", 0.1), 474, 40, 260),
    ],
    middle: trees(scene, ink),
    front: isHome(scene)
      ? {
          left: () => [frame(scene, "araucaria", ink("#17382f"), [[50, 850, 3.6]])],
          right: () => [frame(scene, "araucaria", ink("#17382f"), [[1150, 850, 3.6]])],
        }
      : {
          left: () => [frame(scene, "fern", ink("#1c3d33"), [[60, 826, 2.4]])],
          right: () => [
            frame(scene, "fern", ink("#1c3d33"), [
              [1130, 826, 2.4],
              [1020, 826, 1.2],
            ]),
          ],
        },
  }),
  chapada: (scene, ink) => ({
    ground: "#b5b060",
    field: "#d0c47c",
    shade: "#4f4a2c",
    back: [
      hills(scene, ink("#a88a90", 0.6), 400, 60, 400),
      mesas(scene, ink("#b98a86", 0.5), ink("#9a6f8a", 0.5), 430, 200, hasSubject(scene) ? 2 : 3),
      mist(scene, 320, 130),
      mesas(scene, ink("#c06a48", 0.18), ink("#8d4540", 0.18), 450, 190, 3),
      mist(scene, 390, 80, 0.6),
      hills(scene, ink("#7d9650", 0.08), 476, 22, 200),
    ],
    middle: [
      grove(scene, "buriti", ink("#44703f"), [
        [80, 556, 1.5],
        [140, 535, 1.1],
        [960, 508, 0.9],
        [1120, 530, 1.4],
      ]),
      hasSubject(scene)
        ? ""
        : grove(scene, "ipe", ink("#5f7f3f"), [
            [225, 556, 1.3],
            [1035, 530, 1.1],
          ]),
    ],
    front: {
      left: () => [frame(scene, "buriti", ink("#2f4a2c"), [[90, 850, 4.6]])],
      right: () => [
        frame(scene, "reed", ink("#4f4a2c"), [
          [1090, 812, 1.4],
          [1165, 815, 1.9],
        ]),
      ],
    },
  }),
  "mata-atlantica": (scene, ink) => ({
    ground: "#7fa653",
    field: "#9dbb66",
    shade: "#163f34",
    back: [
      hills(scene, ink("#6f9fa8", 0.55), 400, 170, between(scene.random, 220, 340)),
      mist(scene, 300, 150),
      hills(scene, ink("#3f8377", 0.32), 430, 150, 320),
      mist(scene, 380, 100, 0.7),
      canopy(scene, ink("#2c6b55", 0.12), 456, 60),
    ],
    middle: [
      grove(scene, "ipe", ink("#8d5aa0"), [
        [150, 552, 1.5],
        [1050, 528, 1.2],
      ]),
      grove(scene, "fig", ink("#235a43"), [
        [60, 560, 1.2],
        [255, 545, 0.9],
        [970, 508, 0.7],
        [1140, 530, 1.2],
      ]),
      hasSubject(scene)
        ? ""
        : grove(scene, "palm", ink("#2f7350"), [
            [210, 560, 1.7],
            [1100, 540, 1.5],
          ]),
    ],
    front: {
      left: () => [
        frame(scene, "fern", ink("#10352b"), [[70, 830, 2.7]]),
        frame(scene, "fern", ink("#c0568f"), [[200, 830, 0.8]]),
      ],
      right: () => [
        frame(scene, "fern", ink("#10352b"), [[1140, 830, 2.4]]),
        frame(scene, "fern", ink("#c0568f"), [[1040, 830, 0.7]]),
      ],
    },
  }),
  amazonia: (scene, ink) => ({
    ground: "#b98a56",
    field: "#7fa356",
    shade: "#12392c",
    back: [
      canopy(scene, ink("#5f9a86", 0.5), 360, 90),
      mist(scene, 320, 120),
      canopy(scene, ink("#3a7d62", 0.28), 410, 70),
      grove(scene, "giant", ink("#2f6f55", 0.2), [
        [between(scene.random, 240, 460), 480, 2.1],
        [900, 480, 1.9],
      ]),
      mist(scene, 380, 90, 0.6),
      canopy(scene, ink("#27644b", 0.08), 448, 64),
    ],
    middle: [
      grove(scene, "giant", ink("#1c4f3b"), [
        [110, 570, 3],
        [1090, 548, 2.4],
      ]),
      grove(scene, "palm", ink("#2f7a4f"), [
        [220, 556, 1.3],
        [990, 520, 0.9],
        [1160, 545, 1.3],
      ]),
    ],
    front: {
      left: () => [
        frame(scene, "fern", ink("#0e3326"), [[60, 830, 2.8]]),
        frame(scene, "fern", ink("#2f7f4e"), [[210, 830, 1.3]]),
      ],
      right: () => [
        frame(scene, "fern", ink("#0e3326"), [[1140, 830, 2.6]]),
        frame(scene, "fern", ink("#2f7f4e"), [[1010, 835, 1.2]]),
      ],
    },
  }),
  "cidade-historica": (scene, ink) => ({
    ground: "#c9b48a",
    field: "#8fa860",
    shade: "#4a3a30",
    back: [
      hills(scene, ink("#7fa0a0", 0.55), 410, 170, 420),
      mist(scene, 320, 130),
      hills(scene, ink("#5d8a62", 0.25), 440, 110, 420),
      ...(scene.subjects.includes("moderno") ? [blocks(ink)] : [houses(scene, 340, 640, 456)]),
      `<path fill="${ink("#7a9a58", 0.1)}" d="M0 474Q300 430 640 462T1200 470V490H0z"/>`,
    ],
    middle: scene.subjects.includes("moderno")
      ? [
          grove(scene, "ipe", ink("#efb72d"), [
            [120, 560, 1.6],
            [230, 545, 1.2],
            [1090, 540, 1.5],
          ]),
        ]
      : [
          ...(scene.taken.length > 1 ? [] : [houses(scene, 10, 300, 560)]),
          ...(scene.taken.length > 0 ? [] : [houses(scene, 915, 1200, 540)]),
        ],
    front: scene.subjects.includes("moderno")
      ? { left: () => [frame(scene, "ipe", ink("#d98f1f"), [[10, 840, 2.8]])], right: () => [] }
      : { left: () => [lantern(scene)], right: () => [`<g transform="translate(980)">${lantern(scene)}</g>`] },
  }),
} satisfies Record<string, Painter>;

const hasSubject = ({ taken }: Scene) => taken.length > 0;

/** Whether the address of the card has the araucaria, the tree of the south and of the high Mantiqueira. */
const isHome = ({ subjects }: Scene) => subjects.includes("araucarias");

/** Trees of the mountains: araucarias where they grow, otherwise broadleaf trees. */
function trees(scene: Scene, ink: Ink): string[] {
  const spots = [
    [70, 545, 1.2],
    [150, 520, 0.95],
    [238, 548, 1.35],
    [330, 512, 0.7],
    [960, 505, 0.8],
    [1030, 528, 1.2],
    [1125, 512, 1],
  ] as const;
  if (isHome(scene)) return [grove(scene, "araucaria", ink("#24524a"), spots)];
  return [
    grove(scene, "fig", ink("#2f6048"), spots.slice(0, 3)),
    grove(scene, "ipe", ink(scene.random() < 0.5 ? "#4f8046" : "#c9679a"), spots.slice(3)),
  ];
}

/** A hill with the bends of a road. */
function windingClimb({ random }: Scene, ink: Ink): string {
  return `<g transform="translate(${between(random, -170, 60)})"><path fill="${ink("#3d7a80", 0.16)}" d="M330 480C450 460 480 330 560 290Q610 262 660 300C720 350 700 400 800 420S900 470 980 480z"/><path fill="none" stroke="${ink("#f3e6c4", 0.1)}" stroke-width="4" stroke-linejoin="round" d="M640 470L560 448 690 424 556 396 660 368 570 346 638 326"/></g>`;
}

/** Long apartment blocks on pillars, as in the superblocks of Brasília. */
function blocks(ink: Ink): string {
  const white = ink("#f6f1e2", 0.12);
  return `<path fill="${white}" d="M90 410H330V456H90zM400 418H610V456H400z"/><path fill="${ink("#6f9aa6", 0.12)}" d="M98 418H322V426H98zM98 434H322V442H98zM408 426H602V432H408zM408 440H602V446H408z"/><path fill="none" stroke="${white}" stroke-width="5" d="M104 456V472M160 456V472M216 456V472M272 456V472M318 456V472M414 456V470M470 456V470M530 456V470M590 456V470"/>`;
}
