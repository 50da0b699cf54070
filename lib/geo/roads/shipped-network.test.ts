import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeLine, type LinePoint } from "../geo/lines";
import type { Avoidable, RoadRoute } from "./rules";
import { RoutingThread } from "./thread";

/** Without a prepared file, loading takes about 10 seconds of processor time. */
const TIMEOUT = 600_000;
const thread = new RoutingThread({ root: process.cwd(), switched: [] }, { loadMs: TIMEOUT, stepMs: TIMEOUT });

const route = async (points: LinePoint[], avoid: Avoidable[] = []) =>
  (await thread.run({ kind: "route", points, avoid })) as RoadRoute;

const TOWNS = {
  anapolis: [-16.327, -48.953],
  belem: [-1.455, -48.49],
  brasilia: [-15.794, -47.883],
  curitiba: [-25.43, -49.27],
  florianopolis: [-27.6, -48.55],
  lencois: [-12.563, -41.39],
  manaus: [-3.1, -60.02],
  morretes: [-25.477, -48.834],
  noronha: [-3.84, -32.41],
  ouroPreto: [-20.385, -43.503],
  paraty: [-23.22, -44.71],
  portoAlegre: [-30.03, -51.22],
  portoVelho: [-8.76, -63.9],
  recife: [-8.05, -34.9],
  rio: [-22.91, -43.2],
  salvador: [-12.97, -38.5],
  santos: [-23.96, -46.33],
  saoPaulo: [-23.55, -46.63],
  beloHorizonte: [-19.92, -43.94],
} as const satisfies Record<string, LinePoint>;
type Town = keyof typeof TOWNS;

describe("the shipped network", () => {
  beforeAll(async () => void (await route([TOWNS.brasilia, TOWNS.anapolis])), TIMEOUT);
  afterAll(() => thread.close());

  it.each<[Town, Town, least: number, most: number]>([
    ["brasilia", "anapolis", 140, 165],
    ["manaus", "portoVelho", 860, 920],
    ["salvador", "lencois", 395, 435],
    ["belem", "brasilia", 1880, 2100],
    ["curitiba", "morretes", 62, 72],
    ["saoPaulo", "rio", 410, 450],
    ["portoAlegre", "florianopolis", 435, 480],
    ["santos", "paraty", 280, 320],
    ["beloHorizonte", "ouroPreto", 90, 110],
    ["curitiba", "saoPaulo", 380, 425],
  ])("leads from %s to %s in %d to %d km", { timeout: TIMEOUT }, async (from, to, least, most) => {
    const { km, estimatedKm, sections } = await route([TOWNS[from], TOWNS[to]]);
    expect(km).toBeGreaterThanOrEqual(least);
    expect(km).toBeLessThanOrEqual(most);
    // Straight lines over missing data: most of them between Manaus and Porto Velho.
    expect(estimatedKm).toBeLessThan(km * 0.06);
    const points = sections.map(({ line }) => decodeLine(line));
    for (const [index, line] of points.slice(1).entries()) expect(line[0]).toEqual(points[index]!.at(-1));
  });

  it("avoids motorways by another way, and returns what could not be avoided", { timeout: TIMEOUT }, async () => {
    const points = [TOWNS.saoPaulo, TOWNS.rio];
    const [fast, quiet] = [await route(points), await route(points, ["motorway"])];
    const motorwayKm = ({ sections }: RoadRoute) =>
      sections.filter(({ roadClass }) => roadClass === "motorway").reduce((sum, { km }) => sum + km, 0);
    expect(motorwayKm(quiet)).toBeLessThan(motorwayKm(fast) / 2);
    expect(quiet.unavoidable).toEqual([{ kind: "motorway", km: expect.closeTo(motorwayKm(quiet), 0) as number }]);
  });

  it("passes toll plazas on the way from São Paulo to Rio", { timeout: TIMEOUT }, async () => {
    expect((await route([TOWNS.saoPaulo, TOWNS.rio])).tolls.length).toBeGreaterThan(1);
  });

  it("reaches an island only with a straight line", { timeout: TIMEOUT }, async () => {
    const { sections } = await route([TOWNS.recife, TOWNS.noronha]);
    expect(sections.at(-1)!.kind).toBe("off-network");
  });

  it("returns the same line again", { timeout: TIMEOUT }, async () => {
    const points = [TOWNS.brasilia, TOWNS.salvador, TOWNS.recife];
    const first = await route(points, ["toll", "ferry"]);
    await route([TOWNS.recife, TOWNS.belem]);
    expect(await route(points, ["ferry", "toll"])).toEqual(first);
  });
});
