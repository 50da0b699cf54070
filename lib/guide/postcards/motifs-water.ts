import { fill, line, type Motif } from "./scenery";

/** Subjects at the sea, on rivers and on lakes; the base of each is at (0, 0). */
export const WATER_MOTIFS = {
  farol: {
    site: "shore",
    size: 1.2,
    draw: ({ light }, ink) => [
      light.name === "night" ? `<path fill="#ffe9a8" opacity=".22" d="M0-224L-960-330V-150z"/>` : "",
      fill(ink("#6d5a4b"), "M-130 16Q-104-20-62-26L-40-46H44L66-24Q106-16 136 16z"),
      fill(ink("#fbf1dc"), "M-30-42L-19-208H19L30-42z"),
      fill(ink("#c8402f"), "M-28-76L-25-112H25L28-76zM-23-146L-21-180H21L23-146z"),
      fill(ink("#3a2a2a"), "M-27-208h54v8h-54zM-18-242Q0-264 18-242zM-15-242h30v34h-30zM-8-42v-24h16v24z"),
      fill("#ffd581", "M-9-236h18v26h-18z"),
    ],
  },
  cachoeira: {
    site: "back",
    draw: (_, ink) => [
      fill(ink("#6f6a52", 0.16), "M-300 46V-130Q-270-206-170-196L-40-208Q60-232 150-196T310-90V46z"),
      fill(ink("#5c5648", 0.12), "M-34-208L-80 46H-170L-110-90-132-198zM34-214L70 46H150L118-80 130-204z"),
      fill(
        ink("#4d8a55", 0.14),
        "M-306-120Q-280-232-160-222Q-60-250 20-232Q130-250 190-206Q290-190 316-80Q250-150 170-184L30-206-60-202Q-240-196-306-120z",
      ),
      `<path fill="#fff" opacity=".92" d="M-36-208H32L52 44H-62z"/>`,
      line(ink("#9fc7cf"), 4, "M-18-196L-32 30M2-150L6 34M18-190L28-20"),
      `<ellipse cy="44" rx="130" ry="18" fill="#fff" opacity=".6"/>`,
    ],
  },
  balsa: {
    site: "water",
    size: 1.3,
    draw: ({ light }, ink) => [
      fill(ink("#f6ead0"), "M-44-4V-66H44V-4zM-30-66V-90H30V-66z"),
      fill(ink("#c8402f"), "M-134-4V-20L-122-22-114-36H-86L-78-22-66-18V-4z"),
      fill(ink("#e9a23b"), "M66-4V-34H128V-18L136-14V-4z"),
      fill(light.name === "night" ? "#ffd581" : ink("#2f5f74"), "M-36-54H36V-38H-36zM-22-84H22V-72H-22z"),
      fill(ink("#2f5f74"), "M-204-22L-198-28-158-8H158L198-28 204-22 172 24H-172z"),
      line(ink("#f6ead0"), 5, "M-158 0H158"),
      line("#fff8", 4, "M-230 30H-90M-40 34H110M150 28H240"),
    ],
  },
  barcos: {
    site: "water",
    size: 1.4,
    draw: (_, ink) => [
      fill(ink("#5b4636"), "M60-20H290V-10H60zM84-10H92V34H84zM150-10H158V34H150zM220-10H228V34H220z"),
      fill(ink("#f6ead0"), "M-128-2V-40H-74V-2zM-14-118L52-14H-14z"),
      fill(ink("#c8402f"), "M-190-8Q-110 4-40-12L-62 28H-166z"),
      fill(ink("#2f8f8a"), "M-30-8H66L46 22H-14z"),
      line(ink("#5b4636"), 5, "M-18-8V-126M-100-40V-70"),
      line("#fff8", 4, "M-220 34H-120M-60 36H80"),
    ],
  },
  praia: {
    site: "water",
    size: 1.3,
    draw: (_, ink) => [
      fill(ink("#f0dcae"), "M-290 24Q-140-22 20-12T300 24z"),
      fill(ink("#5b4636"), "M-84-10V-86H-79V-6zM76-10V-70H80V-6z"),
      fill(ink("#c8402f"), "M-136-74A56 46 0 0 1-28-74z"),
      fill(ink("#f6ead0"), "M-102-76Q-98-112-82-119-66-112-62-76z"),
      fill(ink("#2f8f8a"), "M34-60A46 38 0 0 1 122-60z"),
      fill(ink("#8d5a34"), "M-30 4L60-2 66 6-24 14z"),
    ],
  },
  rio: {
    site: "water",
    size: 1.3,
    draw: (_, ink) => [
      fill(ink("#7a4630"), "M-150-12Q0 16 150-14Q110 22 0 24T-150-12z"),
      fill(ink("#c8402f"), "M-12 4Q-14-30-4-36H12Q22-30 20 4z"),
      fill(ink("#8d5a3c"), "M-8-46a12 12 0 0 1 24 0a12 12 0 0 1-24 0z"),
      fill(ink("#f0d79a"), "M-24-50Q-8-54-4-64H12Q16-54 32-50z"),
      fill(ink("#8fae5c"), "M-104-4Q-90-26-70-18Q-50-30-40-2z"),
      line(ink("#4a3527"), 6, "M62 26L2-28"),
      line("#fff8", 4, "M-220 28H-120M-30 34H90M140 24H230"),
    ],
  },
  lago: {
    site: "water",
    size: 1.3,
    draw: (_, ink) => [
      fill(ink("#f6ead0"), "M-60-168L34-22H-60zM-70-140L-128-22H-70z"),
      fill(ink("#8c2f3f"), "M-140-14H44L16 18H-112z"),
      line(ink("#4a3527"), 5, "M-65-14V-176"),
      fill(ink("#5b4636"), "M110-20H270V-10H110zM128-10H136V30H128zM190-10H198V30H190zM250-10H258V30H250z"),
      line("#fff8", 4, "M-200 32H-80M-20 34H110"),
    ],
  },
  barragem: {
    site: "water",
    draw: (_, ink) => [
      fill(ink("#c9c2b2"), "M-300-140H300L276 22H-276z"),
      fill(
        ink("#9d978c"),
        "M-300-140H300V-122H-300zM-270-122H-250L-232 22H-256zM-110-122H-90L-84 22H-104zM90-122H110L104 22H84zM250-122H270L256 22H232z",
      ),
      `<path fill="#fff" opacity=".9" d="M-72-112H72L96 22H-96z"/>`,
      line(ink("#9fc7cf"), 5, "M-40-100L-52 14M0-100V14M40-100L52 14"),
      `<ellipse cy="22" rx="170" ry="15" fill="#fff" opacity=".6"/>`,
    ],
  },
  dunas: {
    site: "back",
    draw: (_, ink) => [
      fill(ink("#f0dcae", 0.16), "M-520 50Q-380-20-280-76Q-230-100-190-70Q-120 0 40 50z"),
      fill(ink("#d9b981", 0.16), "M-280-76Q-230-100-190-70Q-120 0 40 50H-120Q-210 10-220-30Q-230-60-280-76z"),
      fill(ink("#f8e8c4", 0.06), "M-330 50Q-130 30-20-70Q40-130 110-126Q190-116 240-50Q300 20 440 50z"),
      fill(ink("#d8b47a", 0.06), "M110-126Q190-116 240-50Q300 20 440 50H60Q170 30 160-30Q150-84 110-126z"),
      line(ink("#e4c892", 0.06), 4, "M-230 34Q-90 16 0-50M-150 40Q-20 24 60-30"),
    ],
  },
  falesias: {
    site: "shore",
    draw: (_, ink) => [
      fill(ink("#c9603a"), "M340 40V-150Q250-168 170-156L40-164Q-30-166-56-132L-92-60-130-20-190 30z"),
      fill(ink("#e39a63"), "M340-108Q150-120-72-98L-92-60Q120-84 340-70z"),
      fill(ink("#a3452c"), "M340-32Q80-44-112-34L-130-20-190 30H340z"),
      fill(ink("#5d8a4f"), "M346-146Q250-186 170-170L40-178Q-40-180-62-130Q20-150 346-140z"),
    ],
  },
} as const satisfies Record<string, Motif>;
