import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { municipios } from "municipios-brasil/dados";
import { PMTiles } from "pmtiles";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LinePoint } from "@/lib/geo/geo/lines";
import { EmbeddedRouter } from "@/lib/geo/roads/embedded";
import { readNetworkFile, type NetworkLine } from "@/lib/geo/roads/network-file";
import { loadNetwork } from "@/lib/geo/roads/network-sources";
import { buildRoadGraph } from "@/lib/geo/roads/road-graph";
import { ROAD_CLASSES, type Avoidable } from "@/lib/geo/roads/rules";
import { readVectorTile } from "@/scripts/map-tiles/vector-tile";
import { FEDERAL_DISTRICT as DATA } from "@/tests/support/federal-district";
import { writeOsmPbf, type OsmData } from "@/tests/support/osm-pbf";
import { writeLines } from "./output";
import { refreshGeodata } from "./run";

let root = "";
const at = (name: string) => path.join(root, name);

function write(name: string, content: string): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

const lineOf = (ref: string, ...points: LinePoint[]): NetworkLine => ({
  roadClass: ROAD_CLASSES.indexOf("trunk"),
  ref,
  flag: 0,
  points: points.flatMap(([lat, lng]) => [Math.round(lng * 1e5), Math.round(lat * 1e5)]),
});

const NETWORK = "public/dados-abertos/osm/network";
const POINTS = "public/dados-abertos/osm/points.json";
const PLACES = "public/dados-abertos/osm/places.json";

/** The Distrito Federal, whose only town is Brasília, and Goiás around it. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "portal-geo-"));
  const old = [
    lineOf("OLD-1", [-15.8, -47.9], [-15.8, -47.7]),
    lineOf("BR-060", [-15.9, -48], [-16.3, -48.9]),
    lineOf("GO-1", [-16.5, -49], [-16.6, -49]),
  ];
  const head = { credit: "© OpenStreetMap contributors", licence: "ODbL 1.0", sources: { 0: "osm" } };
  mkdirSync(path.dirname(at(NETWORK)), { recursive: true });
  writeLines(at(NETWORK), old, head);
  mkdirSync(at("public/dados-abertos/gov"), { recursive: true });
  writeLines(at("public/dados-abertos/gov/network-dnit"), [], head);
  for (const name of ["gov/tolls-antt", "osm/toll-booths"])
    write(`public/dados-abertos/${name}.json`, JSON.stringify({ rows: [] }));
  write("public/map/states.json", readFileSync("public/map/states.json", "utf8"));
  write("public/map/search.json", JSON.stringify({ roads: [["DF-902", -48, -16, -47, -15]], towns: [] }));
  write("supabase/seed/roads/route-legs.json", JSON.stringify({ routes: [] }));
  write("components/geo/map/base/archives.json", "[]");
  const fuel = [
    [-15.8, -47.9, "old station"],
    [-16.6, -49, "station of Goiás"],
  ];
  const hotel = [
    [-15.795, -47.885, "Hotel of 2021", "DF", 5300108],
    [-16.7, -49.3, "Hotel de Goiânia", "GO", 5208707],
  ];
  write(PLACES, JSON.stringify({ credit: "© OpenStreetMap contributors", date: "2021-08", hotel }));
  write(POINTS, JSON.stringify({ credit: "© OpenStreetMap contributors", area: "N, NE, CO", fuel }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const [A, B, , D]: LinePoint[] = DATA.nodes.map(({ lat, lon }) => [lat, lon]);

async function refresh(more: { hgt?: string; withStreets?: boolean } = {}, data = DATA): Promise<string[]> {
  const file = at("df.osm.pbf");
  writeOsmPbf(file, data);
  const lines: string[] = [];
  const options = { osm: [file], hgt: null, withStreets: false, work: at("work"), ...more };
  await refreshGeodata(root, options, (text) => lines.push(text));
  return lines;
}

function routed(points: LinePoint[], avoid: Avoidable[] = []) {
  const { layers, credits } = loadNetwork({ root, switched: [] });
  return new EmbeddedRouter(buildRoadGraph(layers), credits).route(points, avoid);
}
const refsOf = (points: LinePoint[], avoid: Avoidable[] = []) =>
  routed(points, avoid).sections.map(({ ref, kind }) => ref ?? kind);

async function readTile(file: string, z: number, x: number, y: number) {
  const bytes = Uint8Array.from(readFileSync(file)).buffer;
  const archive = new PMTiles({
    getKey: () => file,
    getBytes: (offset, length) => Promise.resolve({ data: bytes.slice(offset, offset + length) }),
  });
  const tile = await archive.getZxy(z, x, y);
  return readVectorTile(new Uint8Array(tile!.data), { z, x, y });
}

/** Positions of roads in the middle of the Distrito Federal. */
const inside = ({ roads = [] }: Awaited<ReturnType<typeof readTile>>) =>
  roads.flatMap(({ parts }) => parts.flat()).filter(([lng, lat]) => Math.hypot(lng + 47.8, lat + 15.75) < 0.2);

const json = (name: string) => JSON.parse(readFileSync(at(name), "utf8")) as Record<string, unknown>;

describe("refreshGeodata", () => {
  it("replaces the roads of the states of the extract, with one-way streets and surfaces", async () => {
    const log = await refresh();
    expect(log).toContainEqual(expect.stringContaining("refreshed: DF"));
    expect(refsOf([A!, B!])).toEqual(["DF-901"]);
    expect(refsOf([B!, A!])).toEqual(["DF-902"]);
    expect(refsOf([B!, D!])).toEqual(["DF-902", "DF-903"]);
    expect(refsOf([B!, D!], ["unpaved"])).toEqual(["DF-902", "DF-904"]);
    expect(routed([A!, B!]).sections).toMatchObject([{ surface: "paved", name: "Eixo Monumental" }]);
    expect(routed([[-15.8, -47.7], A!]).sections[0]!.kind).toBe("off-network");
  });

  it("cuts both sources at the border of the state and joins them there", async () => {
    await refresh();
    const { sections, estimatedKm } = routed([D!, [-16.3, -48.9]]);
    expect(sections.map(({ ref, source }) => [ref, source])).toEqual([
      ["BR-060", "osm-extract"],
      ["BR-060", "osm"],
    ]);
    expect(estimatedKm).toBe(0);
  });

  it("connects the roads of two extracts of neighbouring states, also of separate runs", async () => {
    const towns = municipios.filter(({ uf }) => uf === "GO");
    const streets = towns.flatMap(({ latitude: lat, longitude: lon }) => [
      { lat, lon },
      { lat: lat + 0.001, lon },
    ]);
    const ends = [DATA.nodes[3]!, DATA.nodes[4]!];
    const goias: OsmData = {
      nodes: [...streets, ...ends],
      ways: [
        ...towns.map((_, index) => ({ refs: [2 * index + 1, 2 * index + 2], tags: { highway: "tertiary" } })),
        { refs: [streets.length + 1, streets.length + 2], tags: { highway: "trunk", ref: "BR-060" } },
      ],
    };
    await refresh();
    await refresh({}, goias);
    expect(Object.keys(json("lib/geo/geo/extract-dates.json"))).toEqual(["DF", "GO"]);
    const { sections, estimatedKm } = routed([D!, [-16.3, -48.9]]);
    expect(sections).toMatchObject([{ ref: "BR-060", source: "osm-extract" }]);
    expect(estimatedKm).toBe(0);
    expect(refsOf([A!, B!])).toEqual(["DF-901"]);
  });

  it("may run again, and names states and date in the header", async () => {
    await refresh();
    const first = readFileSync(at(`${NETWORK}.bin`));
    const log = await refresh({}, DATA);
    expect(readFileSync(at(`${NETWORK}.bin`)).equals(first)).toBe(true);
    expect(log).toContainEqual(expect.stringContaining("lines kept"));
    expect(json(`${NETWORK}.json`)).toMatchObject({
      credit: "© OpenStreetMap contributors",
      extracts: { DF: "2026-11-20" },
      sources: { 0: "osm", 5: expect.stringContaining("osm-extract") as string },
    });
    expect(json("lib/geo/geo/extract-dates.json")).toEqual({ DF: "2026-11-20" });
  });

  it("uses what an earlier run read of the same file, until the file changes", async () => {
    await refresh();
    const file = at("df.osm.pbf");
    const { mtime } = statSync(file);
    const lines: string[] = [];
    const options = { osm: [file], hgt: null, withStreets: false, work: at("work") };
    await refreshGeodata(root, options, (text) => lines.push(text));
    expect(lines).toContainEqual(expect.stringContaining("read by an earlier run"));
    expect(statSync(file).mtime).toEqual(mtime);
    const changed = await refresh({}, { ...DATA, ways: DATA.ways.slice(0, 5) });
    expect(changed).not.toContainEqual(expect.stringContaining("read by an earlier run"));
  });

  it("reads a file again of which an earlier run stored only a part", async () => {
    await refresh();
    const before = readFileSync(at(`${NETWORK}.bin`));
    const [stored] = readdirSync(at("work"));
    rmSync(at(`work/${stored}/extract.json`));
    writeFileSync(at(`work/${stored}/network.bin`), "half");
    const lines: string[] = [];
    const options = { osm: [at("df.osm.pbf")], hgt: null, withStreets: false, work: at("work") };
    await refreshGeodata(root, options, (text) => lines.push(text));
    expect(lines).not.toContainEqual(expect.stringContaining("read by an earlier run"));
    expect(readFileSync(at(`${NETWORK}.bin`)).equals(before)).toBe(true);
  });

  it("takes a state that two files cover from the first one", async () => {
    const [first, second] = [at("first.osm.pbf"), at("second.osm.pbf")] as const;
    writeOsmPbf(first, DATA);
    writeOsmPbf(second, { ...DATA, timestamp: 1, ways: DATA.ways.slice(0, 1) });
    const options = { osm: [first, second], hgt: null, withStreets: false, work: at("work") };
    await refreshGeodata(root, options, () => undefined);
    expect(json("lib/geo/geo/extract-dates.json")).toEqual({ DF: "2026-11-20" });
    expect(refsOf([B!, A!])).toEqual(["DF-902"]);
  });

  it("replaces places of the state and keeps those of others", async () => {
    await refresh();
    expect(json(POINTS)).toMatchObject({
      area: "N, NE, CO, DF",
      fuel: [
        [-16.6, -49, "station of Goiás"],
        [-15.796, -47.886, "", "2026-11-20"],
      ],
      car_repair: [[-15.7005, -47.8005, "Oficina da Asa Norte", "2026-11-20"]],
    });
    expect(json(PLACES)).toMatchObject({
      date: "2021-08",
      cols: ["lat", "lng", "name", "uf", "ibge", "date"],
      hotel: [
        [-16.7, -49.3, "Hotel de Goiânia", "GO", 5208707],
        [-15.795, -47.885, "Hotel Nacional", "DF", 5300108, "2026-11-20"],
      ],
      fuel: [],
      car_repair: [[-15.7005, -47.8005, "Oficina da Asa Norte", "DF", 0, "2026-11-20"]],
    });
  });

  it("draws the roads of the state into the base map and keeps everything else", { timeout: 120_000 }, async () => {
    const archives = ["brasil", ...["5", "7"].map((zoom) => `${zoom}-11-17`), "8-23-34"].map((name) => {
      mkdirSync(at("public/map/tiles"), { recursive: true });
      copyFileSync(`public/map/tiles/${name}.pmtiles`, at(`public/map/tiles/${name}.pmtiles`));
      return { name, bytes: 0, hash: "", states: name === "5-11-17" ? ["GO"] : ["DF", "GO"] };
    });
    write("components/geo/map/base/archives.json", JSON.stringify(archives));
    await refresh();
    const [z, x, y] = [9, 187, 278];
    const before = await readTile("public/map/tiles/8-23-34.pmtiles", z, x, y);
    const after = await readTile(at("public/map/tiles/8-23-34.pmtiles"), z, x, y);
    const refs = ({ roads = [] }: typeof after) => new Set(roads.map(({ properties }) => properties.ref));
    expect(refs(before)).not.toContain("DF-902");
    expect(refs(after)).toContain("DF-902");
    expect(refs(after)).toContain("BR-060");
    expect(inside(before).length).toBeGreaterThan(inside(after).length);
    const { roads: _before, ...others } = before;
    expect(after).toMatchObject(others);
    const written = json("components/geo/map/base/archives.json") as unknown as typeof archives;
    expect(written.map(({ hash }) => hash.length)).toEqual([8, 0, 8, 8]);
    expect(json("public/map/search.json").roads).toEqual([
      ["BR-060", expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      ["DF-902", -48, -16, -47, -15],
      ["DF-903", expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      ["DF-904", expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
    ]);
  });

  it("gives the roads the altitudes of SRTM tiles, which a route then has", async () => {
    const side = 1201;
    const bytes = new Uint8Array(side * side * 2);
    const samples = new DataView(bytes.buffer);
    // Ten metres higher with each row to the south: 0 at -15, 12,000 at -16.
    for (let index = 0; index < side * side; index++) samples.setInt16(2 * index, Math.floor(index / side) * 10);
    mkdirSync(at("hgt"));
    writeFileSync(at("hgt/S16W048.hgt"), bytes);
    await refresh({ hgt: at("hgt") });
    const { ground = [] } = routed([B!, A!]);
    const [start, end] = [ground[0]![0]!, ground[0]!.at(-1)!];
    expect(start[1]).toBeCloseTo(9492, -2);
    expect(end[1]).toBeCloseTo(9492, -2);
    expect(Math.max(...ground[0]!.map(([, metres]) => metres))).toBeCloseTo(9590, -2);
    expect(end[0]).toBeCloseTo(routed([B!, A!]).km, 1);
  });

  it("reads streets with its option only", async () => {
    const streets = () => readNetworkFile(at(`${NETWORK}.bin`)).lines.filter(({ name }) => name === "Rua A");
    await refresh();
    expect(streets()).toEqual([]);
    await refresh({ withStreets: true });
    expect(streets()).toHaveLength(1);
  });

  it("changes nothing for an extract that covers no state", async () => {
    const before = readFileSync(at(`${NETWORK}.bin`));
    const abroad = { ...DATA, nodes: DATA.nodes.map(({ lat, ...node }) => ({ ...node, lat: lat + 60 })) };
    await expect(refresh({}, abroad)).rejects.toThrow("cover no state");
    expect(readFileSync(at(`${NETWORK}.bin`)).equals(before)).toBe(true);
  });

  it("refuses a file that ends too early or is something else", async () => {
    const file = at("bad.osm.pbf");
    const options = { osm: [file], hgt: null, withStreets: false, work: at("work") };
    writeOsmPbf(file, DATA);
    for (const content of [readFileSync(file).subarray(0, -10), Buffer.from("a page"), Buffer.alloc(0)]) {
      writeFileSync(file, content);
      await expect(refreshGeodata(root, options, () => undefined)).rejects.toThrow("is not a complete OpenStreetMap");
    }
  });
});
