import { church, fill, houses, line, windowGlow, type Motif } from "./scenery";

/** Buildings and monuments; the base of each is at (0, 0). */
export const BUILDING_MOTIFS = {
  igreja: {
    site: "land",
    draw: (scene) => [`<g transform="scale(1.35)">${church(scene, 0, 8)}</g>`],
  },
  catedral: {
    site: "land",
    draw: ({ light }, ink) => [
      fill(ink("#d8c9ac"), "M-96 10V-104L-66-128-36-104V10zM36 10V-104L66-128 96-104V10z"),
      fill(ink("#e8dcc2"), "M-40 10V-196H40V10z"),
      fill(ink("#5b6472"), "M-46-196L0-300 46-196zM-102-104L-66-166-30-104zM30-104L66-166 102-104z"),
      line(ink("#5b6472"), 5, "M0-296V-324M-9-314H9M-40-120H40M-40-50H40"),
      fill(
        windowGlow(light),
        "M-15 10V-26A15 18 0 0 1 15-26V10zM-18-84a18 18 0 0 1 36 0a18 18 0 0 1-36 0zM-9-140V-160A9 12 0 0 1 9-160V-140zM-74-40V-64A8 12 0 0 1-58-64V-40zM58-40V-64A8 12 0 0 1 74-64V-40z",
      ),
    ],
  },
  forte: {
    site: "land",
    draw: (_, ink) => [
      fill(
        ink("#e6d6b4"),
        "M-260 16L-234-92H-222V-106H-196V-92H-166V-106H-140V-92H-110V-106H-84V-92H84V-106H110V-92H140V-106H166V-92H196V-106H222V-92H234L260 16z",
      ),
      fill(ink("#b89a70"), "M-240-70H240L243-60H-243zM-70 16L-60-92H60L70 16z"),
      fill(ink("#f3e6cb"), "M-256-100V-150H-212V-100zM212-100V-150H256V-100z"),
      fill(ink("#a8472f"), "M-262-150Q-234-196-206-150zM206-150Q234-196 262-150z"),
      fill(ink("#2c2e34"), "M-22 16V-28A22 24 0 0 1 22-28V16zM-240-118H-228V-138H-240zM228-118H240V-138H228z"),
    ],
  },
  palacio: {
    site: "land",
    draw: ({ light }, ink) => [
      fill(ink("#efdfc0"), "M-240 10V-116H240V10z"),
      fill(ink("#fbf4e2"), "M-96 10V-122H96V10zM-104-122L0-176 104-122z"),
      fill(ink("#a8472f"), "M-248-116L-232-138H-96V-116zM248-116L232-138H96V-116z"),
      fill(
        windowGlow(light),
        "M-216-92H-190V-62H-216zM-166-92H-140V-62H-166zM140-92H166V-62H140zM190-92H216V-62H190zM-216-40H-190V10H-216zM-166-40H-140V10H-166zM140-40H166V10H140zM190-40H216V10H190zM-22 10V-50A22 24 0 0 1 22-50V10z",
      ),
      line(ink("#cdb98f"), 10, "M-80 4V-108M-46 4V-108M46 4V-108M80 4V-108"),
      fill(ink("#cdb98f"), "M-260 6H260V16H-260zM-104-124H104V-114H-104z"),
    ],
  },
  moderno: {
    site: "land",
    draw: ({ light }, ink) => [
      fill(
        ink("#fbf8ee"),
        "M-300 14V-20H300V14zM-230-20A74 62 0 0 1-82-20zM92-78H252Q236-20 198-20H146Q108-20 92-78zM-36-20V-230H-6V-20zM8-20V-230H38V-20zM-6-132H8V-116H-6z",
      ),
      fill(windowGlow(light), "M-30-222H-12V-26H-30zM14-222H32V-26H14zM-290-12H290V6H-290z"),
      line(ink("#fbf8ee"), 4, "M-240-12V6M-180-12V6M-120-12V6M-60-12V6M0-12V6M60-12V6M120-12V6M180-12V6M240-12V6"),
    ],
  },
  abobadas: {
    site: "land",
    draw: ({ light }, ink) => [
      fill(
        ink("#fbf8ee"),
        "M-60 14Q30-240 120 14zM-180 14Q-140-110-100 14zM-110 14Q-66-150-22 14zM96 14Q140-150 184 14zM174 14Q216-110 256 14z",
      ),
      fill(windowGlow(light), "M-18 14Q30-140 78 14z"),
      fill(ink("#6f9aa6"), "M-160 14Q-140-62-120 14zM-90 14Q-66-90-42 14zM116 14Q140-90 164 14zM196 14Q216-62 236 14z"),
      fill(ink("#e0d6bd"), "M-250 14L-236-150H-212L-226 14z"),
    ],
  },
  disco: {
    site: "land",
    draw: ({ light }, ink) => [
      line(ink("#c8402f"), 12, "M60-66Q240-60 250-20T90 8"),
      fill(ink("#fbf8ee"), "M-190-160H190Q150-76 34-54L24 14H-24L-34-54Q-150-76-190-160z"),
      fill(windowGlow(light), "M-168-132H168L152-112H-152z"),
      fill(ink("#d9d2c0"), "M-196-168H196V-156H-196z"),
    ],
  },
  enxaimel: {
    site: "land",
    size: 1.1,
    draw: ({ light }, ink) => [
      fill(ink("#fbf1dc"), "M-190 12V-84L-100-176-10-84V12zM30 12V-66L110-140 190-66V12z"),
      fill(ink("#b4553a"), "M-206-74L-100-186 6-74-8-66-100-160-192-66zM16-56L110-150 204-56 192-48 110-126 28-48z"),
      line(
        ink("#4a2f24"),
        6,
        "M-188 8V-82H-12V8M-186-36H-14M-130-82V8M-70-82V8M-186-36L-132 8M-14-36L-68 8M-140-124H-60M-130-82L-100-150-70-82M34 8V-66H186V8M34-28H186M84-66V8M136-66V8M36-28L82 8M184-28L138 8M110-66V-122",
      ),
      fill(
        windowGlow(light),
        "M-116-66H-84V-42H-116zM-174-70H-144V-46H-174zM-56-70H-26V-46H-56zM96-56H124V-36H96zM-114 10V-26H-86V10z",
      ),
    ],
  },
  casario: {
    site: "land",
    draw: (scene) => [houses(scene, -230, 230, 12)],
  },
  ruinas: {
    site: "land",
    draw: (_, ink) => [
      fill(
        ink("#b5694a"),
        "M-210 14V-120L-196-132V-170L-150-176-140-140H-96L-90-196-50-224-16-200V-150H60L76-116H120L128-90H176L196-60V14H150V-30A28 30 0 0 0 94-30V14H40V-50A32 36 0 0 0-24-50V14H-80V-34A28 30 0 0 0-136-34V14z",
      ),
      fill(ink("#8d4a37"), "M-200-100H150L160-90H-200zM-210 14V-10H-140V14zM-80 14V-10H-24V14zM40 14V-10H94V14z"),
      fill(ink("#5d8a4f"), "M-200-132Q-176-190-150-176L-144-150Q-170-160-200-132zM60-150Q92-150 80-112L70-124z"),
    ],
  },
  engenho: {
    site: "land",
    draw: ({ light }, ink) => [
      `<path fill="${ink("#fff8e8", 0.3)}" opacity=".7" d="M108-214Q90-244 116-262Q120-296 164-290Q206-300 210-268Q180-250 150-256Q128-250 126-214z"/>`,
      fill(ink("#b4553a"), "M88 12L98-210H132L142 12z"),
      fill(ink("#f3e6cb"), "M-210 12V-66H-20V12zM-20 12V-50H88V12z"),
      fill(ink("#8f4a35"), "M-226-62L-190-116H-40L-4-62zM-20-48V-78H88V-48zM94-196H136V-186H94z"),
      fill(windowGlow(light), "M-180-44H-150V-14H-180zM-80-44H-50V-14H-80zM-130 12V-40H-100V12zM10 12V-30H50V12z"),
    ],
  },
  torre: {
    site: "land",
    draw: (_, ink) => [
      line(ink("#f6ead0"), 7, "M-60 10L-14-150H14L60 10M-46-40L36-70 -28-100 18-130M46-40L-36-70 28-100-18-130"),
      fill(ink("#d9cdb6"), "M-66-140H66L54-164H-54zM-7-164H7L3-300H-3z"),
      line(ink("#c8402f"), 5, "M-14-200H14M-10-234H10"),
    ],
  },
  marco: {
    site: "land",
    size: 1.15,
    draw: (_, ink) => [
      fill(ink("#b9a98a"), "M-110 14V0H110V14zM-80 0V-16H80V0z"),
      fill(ink("#f3e6cb"), "M-26-16L-16-210 0-240V-16z"),
      fill(ink("#cdb98f"), "M26-16L16-210 0-240V-16z"),
    ],
  },
  estatua: {
    site: "land",
    size: 1.15,
    draw: (_, ink) => [
      fill(ink("#5d8a55"), "M-230 24Q-150-66-30-80H30Q150-66 230 24z"),
      fill(ink("#b9a98a"), "M-34-74L-26-120H26L34-74z"),
      fill(ink("#fbf6e8"), "M-24-120Q-28-200-12-226A14 14 0 1 1 12-226Q28-200 24-120z"),
      fill(ink("#e0d6bd"), "M0-120Q6-180 14-222Q28-200 24-120z"),
    ],
  },
  moinho: {
    site: "land",
    draw: (_, ink) => [
      fill(ink("#f3e6cb"), "M-58 12L-36-130H36L58 12z"),
      fill(ink("#8c4a35"), "M-44-128Q0-196 44-128zM-14 12V-30H14V12zM-11-70H11V-92H-11z"),
      line(ink("#5b3f2e"), 6, "M-106-250L106-38M106-250L-106-38"),
      `<path fill="none" stroke="${ink("#f6ead0")}" stroke-width="24" stroke-dasharray="4 3" d="M-98-222L-28-152M98-66L28-136M78-242L8-172M-78-46L-8-116"/>`,
    ],
  },
  fazenda: {
    site: "land",
    draw: ({ light }, ink) => [
      fill(ink("#fbf1dc"), "M-190 12V-64H150V12z"),
      fill(ink("#a8472f"), "M-216-58L-170-124H130L176-58z"),
      fill(ink("#2f6f8a"), "M-170-42H-140V12H-170zM-40-42H-10V12H-40zM90-42H120V12H90z"),
      fill(windowGlow(light), "M-112-42H-70V-10H-112zM20-42H62V-10H20z"),
      line(ink("#6d4a30"), 6, "M-200-58V12M-124-58V12M-54-58V12M6-58V12M76-58V12M164-58V12"),
    ],
  },
} as const satisfies Record<string, Motif>;
