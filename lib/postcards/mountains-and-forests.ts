import { canopy, church, grove, hills, houses, lantern, mesas, mist, type Painter } from "./scenery";

/** Landscapes of mountains, forests and historic towns. */
export const MOUNTAINS_AND_FORESTS = {
  serra: (scene, ink) => ({
    ground: "#86a558",
    field: "#a9b968",
    shade: "#1f4a41",
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
    middle: [
      grove(scene, "araucaria", ink("#24524a"), [
        [70, 545, 1.2],
        [150, 520, 0.95],
        [238, 548, 1.35],
        [960, 505, 0.8],
        [1030, 528, 1.2],
        [1125, 512, 1],
      ]),
    ],
    front: [grove(scene, "araucaria", ink("#17382f"), [[120, 850, 4.2]])],
  }),
  chapada: (scene, ink) => ({
    ground: "#b5b060",
    field: "#d0c47c",
    shade: "#4f4a2c",
    back: [
      hills(scene, ink("#a88a90", 0.6), 400, 60, 400),
      mesas(scene, ink("#b98a86", 0.5), ink("#9a6f8a", 0.5), 430, 230, 3),
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
      grove(scene, "ipe", ink("#5f7f3f"), [
        [225, 556, 1.3],
        [1035, 530, 1.1],
      ]),
    ],
    front: [
      grove(scene, "buriti", ink("#2f4a2c"), [[90, 850, 4.6]]),
      grove(scene, "reed", ink("#4f4a2c"), [
        [1120, 812, 1.4],
        [1185, 815, 1.8],
      ]),
    ],
  }),
  "mata-atlantica": (scene, ink) => ({
    ground: "#7fa653",
    field: "#9dbb66",
    shade: "#163f34",
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
      grove(scene, "palm", ink("#2f7350"), [
        [210, 560, 1.7],
        [1100, 540, 1.5],
      ]),
    ],
    front: [
      grove(scene, "fern", ink("#10352b"), [
        [70, 830, 2.7],
        [1150, 830, 2.2],
      ]),
      grove(scene, "fern", ink("#c0568f"), [
        [200, 830, 0.8],
        [1050, 830, 0.7],
      ]),
    ],
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
        [300, 480, 2.6],
        [900, 480, 2.2],
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
    front: [
      grove(scene, "fern", ink("#0e3326"), [
        [60, 830, 2.8],
        [1140, 830, 2.6],
      ]),
      grove(scene, "fern", ink("#2f7f4e"), [
        [210, 830, 1.3],
        [1010, 835, 1.2],
      ]),
    ],
  }),
  "cidade-historica": (scene, ink) => ({
    ground: "#c9b48a",
    field: "#8fa860",
    shade: "#4a3a30",
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
} satisfies Record<string, Painter>;
