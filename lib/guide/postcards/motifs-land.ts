import { fill, line, type Motif } from "./scenery";

/** Rocks, plantations and other landscapes; the base of each is at (0, 0). */
export const LAND_MOTIFS = {
  canion: {
    site: "back",
    size: 0.9,
    draw: (_, ink) => [
      fill(ink("#a98a72", 0.4), "M-80-60L-30-120 40-112 80-60 40 50H-40z"),
      fill(ink("#7fc0c4", 0.1), "M-44 50Q14 14-8-36Q-16-70 4-104Q6-70 18-40Q40 10 44 50z"),
      fill(
        ink("#b9704c", 0.1),
        "M-380 50Q-370-60-340-130L-320-190-210-200-190-176-120-168-96-90-60-70-36 50zM380 50Q370-50 340-110L320-180 230-196 200-160 120-150 104-84 66-60 40 50z",
      ),
      fill(
        ink("#8d4f3c", 0.1),
        "M-120-168L-96-90-60-70-36 50H-96L-120-40-170-76-190-176zM120-150L104-84 66-60 40 50H96L130-40 170-66 200-160z",
      ),
      line(ink("#d99a6c", 0.1), 6, "M-336-140L-200-146M-354-86L-178-90M336-130L210-136M348-70L176-76"),
      fill(ink("#6f8f4c", 0.1), "M-328-180L-316-206-206-214-180-180-206-190zM328-168L314-200 232-210 196-164 232-186z"),
    ],
  },
  curvas: {
    site: "back",
    draw: (_, ink) => [
      fill(ink("#3d7a80", 0.14), "M-390 50Q-250 30-170-60T-40-236Q20-272 90-216Q150-160 190-60T380 50z"),
      fill(ink("#2f6870", 0.14), "M20-252Q60-250 90-216Q150-160 190-60T380 50H190Q150-60 110-110Q90-170 20-252z"),
      line(
        ink("#f3e6c4", 0.06),
        9,
        "M-30 54Q-190 20-60-8T150-40Q190-70 60-82T-96-110Q-120-134 0-146T66-178Q70-204 16-210",
      ),
    ],
  },
  gruta: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#8a8272"), "M-280 18Q-290-120-170-170Q-60-226 60-196Q220-180 280 18z"),
      fill(ink("#6d6658"), "M60-196Q220-180 280 18H190Q190-110 60-196z"),
      fill(ink("#1a1d24"), "M-130 18Q-140-108 0-120Q130-110 130 18z"),
      fill(ink("#6d6658"), "M-96-88L-84-30-66-108zM-44-116L-30-46-14-120zM24-120L36-62 52-114zM72-106L82-50 100-86z"),
      fill(
        ink("#4d7f4f"),
        "M-286 0Q-280-140-160-186Q-60-236 60-210Q180-190 240-100Q160-176 50-184Q-60-196-150-156Q-260-110-250 10z",
      ),
    ],
  },
  monolito: {
    site: "back",
    draw: (_, ink) => [
      fill(ink("#8f9296", 0.14), "M-250 50Q-190-60-130-190Q-100-254-20-250Q70-244 110-150Q150-40 260 50z"),
      fill(ink("#6f7780", 0.14), "M-20-250Q70-244 110-150Q150-40 260 50H80Q60-40 40-110Q20-190-20-250z"),
      line(ink("#b7b8b4", 0.14), 5, "M-110-180Q-150-90-190-20M-60-210Q-80-110-110-10"),
      fill(ink("#5d8a55", 0.1), "M-300 54Q-200-8-90 10T140 0T310 54z"),
    ],
  },
  vinhedo: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#b6a45c"), "M-330 40Q-210-96 0-100T330 40z"),
      rows(ink("#3f6b35"), 17),
      fill(
        ink("#7a4a21"),
        "M-190-34H-186V-66H-190zM-96-62H-92V-92H-96zM20-70H24V-102H20zM130-52H134V-84H130zM240-14H244V-46H240z",
      ),
      rows(ink("#6a3566"), 7, "3 31"),
    ],
  },
  cafezal: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#b5723f"), "M-330 40Q-210-96 0-100T330 40z"),
      rows(ink("#2f5f3a"), 25, "0 27"),
      rows(ink("#c8402f"), 6, "0 13.5"),
    ],
  },
  pomar: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#a9b968"), "M-330 40Q-210-96 0-100T330 40z"),
      rows(ink("#4d8a45"), 30, "0 40"),
      rows(ink("#c8402f"), 8, "0 20"),
    ],
  },
  eolico: {
    site: "land",
    draw: ({ id }, ink) => [
      `<g fill="${ink("#fbf6e8")}"><path id="${id}e" d="M-5 10L-3-190H3L5 10zM0-192L-5-230 0-292 6-230zM0-192L38-180 88-142 34-170zM0-192L-36-168-86-142-40-180z"/><use href="#${id}e" transform="translate(-170 4)scale(.72)"/><use href="#${id}e" transform="translate(150 4)scale(.82)"/></g>`,
    ],
  },
  dinossauro: {
    site: "land",
    draw: (_, ink) => [
      fill(
        ink("#5f7f5a"),
        "M-260 4Q-190-40-140-76Q-80-128 0-120Q60-116 84-170Q98-224 146-230Q186-226 188-206Q176-196 148-200Q132-180 124-130Q112-66 76-50L80 12H46L40-36Q-10-26-50-36L-52 12H-88L-94-56Q-160-20-260 4z",
      ),
      fill(ink("#3f5a44"), "M148-218a5 5 0 0 1 10 0a5 5 0 0 1-10 0z"),
      fill(ink("#8d7557"), "M-150 10H130L150 26H-170z"),
    ],
  },
} as const satisfies Record<string, Motif>;

/** Five rows of plants over a hill, as dashed strokes. */
function rows(colour: string, width: number, dashes = "none"): string {
  const tops = [-62, -36, -8, 20].map(
    (y, row) => `M${-190 - row * 30} ${y + 44}Q0 ${y - 44} ${190 + row * 30} ${y + 44}`,
  );
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="${dashes}" d="${tops.join("")}"/>`;
}
