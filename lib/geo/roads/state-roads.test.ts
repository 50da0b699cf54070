import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { loadNetwork } from "./network-sources";
import { kmBetween, lengthKm, type RoadRoute } from "./rules";
import { RoutingThread } from "./thread";

/** Without a prepared file, loading takes about 15 seconds of processor time. */
const TIMEOUT = 600_000;
const FILES = { root: process.cwd(), switched: ["der-sp", "sie-sc"] } as const;
const thread = new RoutingThread(FILES, { loadMs: TIMEOUT, stepMs: TIMEOUT });

type Stretch = { name: string; km: number; ends: LinePoint[] };
type Row = [name: string, km: number, lat: number, lng: number, endLat: number, endLng: number];

const ERROR = 0.05;
const LEAST_SHARE = 0.98;
const SHORTEST_KM = 2;

/**
 * SC-355, SC-452 and SC-486 have other declared lengths than their own lines in the source. A shorter true road: SC-157
 * and SC-446 beside the old road, whose parts remain from the zoom 7 tiles. Two carriageways: SC-401; a bypass: SC-467.
 */
const SIE_SC_EXCEPTIONS = {
  shorter: [
    "SC-157 ENTR. SUL SC-482 – CORONEL FREITAS",
    "SC-355 ENTR. SC-468 (P/ PRESIDENTE CASTELO BRANCO) – DIVISA DE MUNICÍPIOS DE JABORÁ/CONCÓRDIA",
    "SC-446 LAURO MÜLLER (ENTR. CONTORNO RODOVIÁRIO) – ENTR. SC-440 (P/ URUSSANGA)",
    "SC-452 ABDON BATISTA (ENTR. SC-284) – ENTR. SC-390 (PARA ANITA GARIBALDI)",
    "SC-486 KM 36,0 – ENTR. R. DJ-039 (DISTRITO BEIRA RIO)",
  ],
  longer: [
    "SC-355 DIVISA DE MUNICÍPIOS DE JABORÁ/CONCÓRDIA – ENTR. BR-153 (P/ IRANI)",
    "SC-401 ENTR. SC-402 (PARA JURERÊ) – ENTR. ACESSO SANTO ANTÔNIO DE LISBOA",
    "SC-452 JURISDIÇÃO SIE INICIAL (VARGEM) – ABDON BATISTA (ENTR. SC-284)",
    "SC-467 ENTR. BR-282 (P/ JOAÇABA) – KM 7,1 (DISTRITO DE SANTA HELENA)",
    "SC-486 ENTR. R. BRUNO FURBRINGER (DISTRITO JD. MALUCHE) – ENTR. RUA BEIRA RIO - (DISTRITO DOM JOAQUIM)",
  ],
};
/** Number and start of the lines of São Paulo between whose ends another road is shorter. */
const SHORTER_ROADS_IN_SP = [
  "BR-116 -24.7309,-48.1101",
  "BR-459 -22.567,-45.2261",
  "SP-95 -22.7085,-46.9746",
  "SP-360 -22.9887,-46.8452",
  "SP-360 -22.4872,-46.6333",
  "SPA-127 -22.7146,-47.0137",
  "SP-268 -23.5911,-48.0589",
  "SP-251 -22.9969,-48.8382",
  "SPA-58 -23.6442,-46.3226",
  "SPA-241 -22.9382,-48.3929",
  "SP-8 -23.2577,-46.5911",
  "SP-62 -22.9879,-45.5229",
  "SPI-16 -23.523,-46.8166",
  "SPA-29 -23.5102,-46.8719",
  "SP-73 -23.1713,-47.2692",
  "SP-99 -23.5768,-45.4842",
  "SP-150 -23.8845,-46.4873",
  "SP-55 -23.8884,-46.4402",
  "SP-98 -23.6993,-46.0916",
  "SPI-81 -23.0401,-46.8443",
  "SP-157 -23.5911,-48.0589",
  "SP-66 -23.5205,-46.1875",
  "SPI-65 -23.5791,-45.482",
];

const kmOf = async ({ ends }: Stretch) =>
  ((await thread.run({ kind: "route", points: ends, avoid: [] })) as RoadRoute).km;

/** The stretches whose route between their own ends is shorter or longer than they are. */
async function compare(stretches: readonly Stretch[]) {
  const [shorter, longer]: [string[], string[]] = [[], []];
  for (const stretch of stretches) {
    const ratio = (await kmOf(stretch)) / stretch.km;
    if (ratio < 1 - ERROR) shorter.push(stretch.name);
    if (ratio > 1 + ERROR) longer.push(stretch.name);
  }
  const within = stretches.length - shorter.length - longer.length;
  return { shorter, longer, share: within / stretches.length };
}

/** Lines of DER-SP between different ends: the two carriageways of some roads are one line that ends where it begins. */
function derStretches(): Stretch[] {
  const { lines } = loadNetwork(FILES).layers.find(({ source }) => source === "der-sp")!;
  return lines.flatMap(({ ref, points }) => {
    const line = Array.from({ length: points.length / 2 }, (_, at): LinePoint => [
      points[2 * at + 1]! / 1e5,
      points[2 * at]! / 1e5,
    ]);
    const [first, last] = [line[0]!, line.at(-1)!];
    const km = lengthKm(line);
    const isRing = kmBetween(...first, ...last) < SHORTEST_KM && km > 4 * SHORTEST_KM;
    return km < SHORTEST_KM || isRing ? [] : [{ name: `${ref} ${first.join(",")}`, km, ends: [first, last] }];
  });
}

describe("the roads of two states, between their own ends", () => {
  beforeAll(
    async () =>
      void (await kmOf({
        name: "",
        km: 1,
        ends: [
          [-27.6, -48.5],
          [-27.5, -48.5],
        ],
      })),
    TIMEOUT,
  );
  afterAll(() => thread.close());

  it("have the declared length in Santa Catarina", { timeout: TIMEOUT }, async () => {
    const file = "supabase/seed/roads/switched/stretches-sie-sc.json";
    const { rows } = JSON.parse(readFileSync(file, "utf8")) as { rows: Row[] };
    const stretches = rows.map(([name, km, lat, lng, endLat, endLng]) => ({
      name,
      km,
      ends: [
        [lat, lng],
        [endLat, endLng],
      ] as LinePoint[],
    }));
    const { share, shorter, longer } = await compare(stretches);
    expect(stretches).toHaveLength(523);
    expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
    expect(SIE_SC_EXCEPTIONS.shorter).toEqual(expect.arrayContaining(shorter));
    expect(SIE_SC_EXCEPTIONS.longer).toEqual(expect.arrayContaining(longer));
  });

  it("have the length of their lines in São Paulo", { timeout: TIMEOUT }, async () => {
    const stretches = derStretches();
    const { share, shorter, longer } = await compare(stretches);
    expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
    expect(stretches.length).toBeGreaterThan(3000);
    expect(SHORTER_ROADS_IN_SP).toEqual(expect.arrayContaining(shorter));
    expect(longer.length).toBeLessThanOrEqual(25);
  });
});
