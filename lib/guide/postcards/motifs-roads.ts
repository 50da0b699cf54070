import { fill, line, type Motif } from "./scenery";

/** Bridges, railways and other works along a road; the base of each is at (0, 0). */
export const ROAD_MOTIFS = {
  ponte: {
    site: "water",
    draw: (_, ink) => [
      fill(
        ink("#d9cdb6"),
        "M-300-64H300V16H282A80 56 0 0 0 122 16H100A100 66 0 0 0-100 16H-122A80 56 0 0 0-282 16H-300z",
      ),
      fill(ink("#a99c86"), "M-310-70H310V-58H-310z"),
      line(
        ink("#d9cdb6"),
        5,
        "M-300-84H300M-260-84V-68M-180-84V-68M-100-84V-68M-20-84V-68M60-84V-68M140-84V-68M220-84V-68",
      ),
    ],
  },
  estaiada: {
    site: "water",
    draw: (_, ink) => [
      line(
        ink("#f6ead0"),
        3,
        "M-110-240L-300-54M-110-226L-240-54M-110-212L-180-54M-110-240L80-54M-110-226L20-54M-110-212L-40-54M110-240L300-54M110-226L240-54M110-212L180-54M110-240L-80-54M110-226L-20-54M110-212L40-54",
      ),
      fill(ink("#e4dac4"), "M-120 20L-115-250H-105L-100 20zM100 20L105-250H115L120 20z"),
      fill(ink("#8d8778"), "M-330-56H330V-42H-330z"),
    ],
  },
  metalica: {
    site: "water",
    draw: (_, ink) => [
      line(
        ink("#4b3a3a"),
        8,
        "M-290-48L-250-126H-40L0-48L40-126H250L290-48M-250-126L-210-48-170-126-125-48-80-126-40-48-40-126M250-126L210-48 170-126 125-48 80-126 40-48 40-126",
      ),
      fill(ink("#4b3a3a"), "M-310-54H310V-40H-310z"),
      fill(ink("#bfa888"), "M-22 22L-16-40H16L22 22zM-310 22L-304-40H-272L-266 22zM266 22L272-40H304L310 22z"),
    ],
  },
  arcos: {
    site: "water",
    draw: (_, ink) => [
      line(ink("#fbf6e8"), 12, "M-310 10Q-215-230-100 10Q-10-260 90 10Q205-230 310 10"),
      line(
        ink("#fbf6e8"),
        3,
        "M-250-40V-80M-205-40V-104M-160-40V-80M-50-40V-88M0-40V-116M45-40V-88M150-40V-80M205-40V-104M255-40V-76",
      ),
      fill(ink("#b9b2a2"), "M-330-46H330V-32H-330z"),
    ],
  },
  viaduto: {
    site: "land",
    draw: (_, ink) => [
      fill(
        ink("#c2a883"),
        "M-292-170H292V14H274V-88A44 44 0 0 0 186-88V14H166V-88A44 44 0 0 0 78-88V14H58V-88A44 44 0 0 0-30-88V14H-50V-88A44 44 0 0 0-138-88V14H-158V-88A44 44 0 0 0-246-88V14H-292z",
      ),
      fill(ink("#8d7557"), "M-300-178H300V-162H-300z"),
    ],
  },
  tunel: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#4f7f55"), "M-300 16Q-240-170-60-196Q120-220 210-110T310 16z"),
      fill(ink("#c2a883"), "M-92 16V-60A92 84 0 0 1 92-60V16z"),
      fill(ink("#1d2026"), "M-62 16V-54A62 60 0 0 1 62-54V16z"),
      line(ink("#8d7557"), 5, "M-92-30H-64M64-30H92M-60-110L-44-90M60-110L44-90M0-138V-114"),
    ],
  },
  trem: {
    site: "land",
    draw: ({ light }, ink) => [
      `<path fill="${ink("#fff8e8", 0.2)}" opacity=".8" d="M118-120a20 20 0 0 1 4-38a26 26 0 0 1 34-30a34 34 0 0 1 58-8a24 24 0 0 1 8 44q-34 18-70 8q-10 18-26 24z"/>`,
      fill(ink("#8c2f3f"), "M-230-16V-92H-44V-16z"),
      fill(
        ink("#2c2e34"),
        "M-240-92H-34V-104H-240zM-34-16H140V-64H128V-74H106L102-114H126V-102H116L118-74H60V-64H32V-104H-34zM-42-116H40V-104H-42zM140-16L166 2H140z",
      ),
      fill(
        light.name === "night" ? "#ffd581" : ink("#f6ead0"),
        "M-216-80H-184V-52H-216zM-172-80H-140V-52H-172zM-128-80H-96V-52H-128zM-84-80H-56V-52H-84zM-22-94H18V-68H-22z",
      ),
      fill(ink("#c8402f"), "M140-66H146V-26H140zM-34-30H140V-22H-34z"),
      wheels(ink("#1d2026"), [-206, -164, -104, -64, -14, 34, 82, 122]),
      line(ink("#5b4636"), 6, "M-330 16H330"),
      `<path stroke="${ink("#5b4636")}" stroke-width="7" stroke-dasharray="10 20" d="M-330 23H330"/>`,
    ],
  },
  portal: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#d9c7a3"), "M-170 14V-130H-120V14zM120 14V-130H170V14z"),
      fill(ink("#f6ead0"), "M-180-130H180V-166H-180z"),
      fill(ink("#a8472f"), "M-204-162L-180-194H180L204-162zM-60-190L0-226 60-190z"),
      line(ink("#7a4a21"), 6, "M-120-148H120"),
    ],
  },
  mirante: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#6d5a4b"), "M-190 16Q-170-30-90-38H100Q180-30 200 16z"),
      fill(ink("#7a4a21"), "M-120-38V-128H-110V-38zM92-38V-128H102V-38z"),
      fill(ink("#a8472f"), "M-160-124Q-70-136-10-176Q50-136 142-124z"),
      line(
        ink("#f6ead0"),
        6,
        "M-176-72H186M-170-72V-26M-70-72V-38M-30-72V-38M10-72V-38M50-72V-38M140-72V-34M180-72V-20",
      ),
    ],
  },
} as const satisfies Record<string, Motif>;

/** Discs of radius 15, as round ends of lines without length. */
function wheels(colour: string, centres: readonly number[]): string {
  return `<path stroke="${colour}" stroke-width="30" stroke-linecap="round" d="${centres.map((x) => `M${x} 0h0`).join("")}"/>`;
}
