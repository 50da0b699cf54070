import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LinePoint } from "../geo/lines";
import { stateOfPoint, type StateCollection } from "../geo/rules";
import type { RoadSource } from "../../platform/settings/rules";
import type { StateAbbr } from "../states/rules";
import { GUIDE_FILE, guideLines, readGuideLegs, type GuideLeg } from "./guide-lines";
import { FinerLines } from "./finer-lines";
import { readNetworkFile, type NetworkLine } from "./network-file";
import { linesBeside, type Layer } from "./network-layers";
import { kmBetween, type TollPlaza } from "./rules";

/** Where the network files are, and which of the switched sources belong to the network. */
export type NetworkFiles = { root: string; switched: readonly RoadSource[]; withGuide?: boolean };
export type LoadedNetwork = {
  layers: Layer[];
  credits: Map<string, string>;
  plazas: TollPlaza[];
  guide: readonly GuideLeg[];
};

/** Flags of the lines, which name their source (scripts/roads/README.md). */
const OSM_FLAGS = { osm: 0, omt: 1, vic: 2, "osm-catalog": 3, "osm-extract": 5 } as const;

const OSM_FILE = "public/dados-abertos/osm/network.bin";
const DNIT_FILE = "public/dados-abertos/gov/network-dnit.bin";
const switchedFile = (source: RoadSource) => `supabase/seed/roads/switched/network-${source}.bin`;
const STATES_FILE = "public/map/states.json";
const TOLL_FILES = ["public/dados-abertos/gov/tolls-antt.json", "public/dados-abertos/osm/toll-booths.json"];

/** In the other states the OpenStreetMap lines are complete, and what only DNIT has there is often a planned road. */
const DNIT_STATES: readonly StateAbbr[] = ["MG", "ES", "RJ", "SP", "PR", "SC", "RS"];

/** The state of each switched source. */
const STATE_OF_SOURCE: Readonly<Record<RoadSource, StateAbbr>> = { "sie-sc": "SC", "der-sp": "SP" };

const headerOf = (file: string) => file.replace(/\.bin$/, ".json");

/** Every file that the network is calculated from. */
export const networkFiles = ({ switched }: NetworkFiles): string[] => {
  const lines = [OSM_FILE, DNIT_FILE, ...switched.map(switchedFile)];
  return [...lines, ...lines.map(headerOf), STATES_FILE, ...TOLL_FILES, GUIDE_FILE];
};

/** The network files of a directory that do not exist; an empty list when the network can be loaded. */
export const missingFiles = (files: NetworkFiles) =>
  networkFiles(files).filter((file) => !existsSync(path.join(files.root, file)));

/** How far a line of the coarse tiles, and of the exact ones, may be from the same road in another source. */
const [BESIDE_KM, EXACT_KM] = [0.2, 0.06];

const layerOf = (source: string, lines: readonly NetworkLine[], facts: Partial<Layer> = {}): Layer => ({
  source,
  fillsGaps: true,
  isCoarse: true,
  lines,
  ...facts,
});

const featuresOf = (root: string) =>
  (JSON.parse(readFileSync(path.join(root, STATES_FILE), "utf8")) as StateCollection).features;

function inStates(root: string, states: readonly StateAbbr[]): (line: NetworkLine) => boolean {
  const wanted = featuresOf(root).filter(({ properties }) => states.includes(properties.abbr));
  return ({ points }) => {
    const middle = Math.floor(points.length / 4) * 2;
    return stateOfPoint(points[middle + 1]! / 1e5, points[middle]! / 1e5, wanted) !== null;
  };
}

/** Whether a leg of the guide is not between two stops in the given states. A leg over their border stays as a whole. */
function leavesStates(root: string, isWanted: (state: StateAbbr | null) => boolean): (leg: GuideLeg) => boolean {
  const states = featuresOf(root).filter(({ properties }) => isWanted(properties.abbr));
  const isInside = ([lat, lng]: LinePoint) => stateOfPoint(lat, lng, states) !== null;
  return ({ from, to }) => states.length === 0 || !isInside(from) || !isInside(to);
}

/** Booths this near to a plaza are the same plaza: OpenStreetMap has one for each direction or lane. */
const PLAZA_KM = 1;

/** Toll plazas: ANTT's, then the booths of OpenStreetMap that are not among them. */
export function joinPlazas(plazas: readonly TollPlaza[]): TollPlaza[] {
  const joined: TollPlaza[] = [];
  for (const plaza of plazas)
    if (joined.every(({ lat, lng }) => kmBetween(lat, lng, plaza.lat, plaza.lng) > PLAZA_KM)) joined.push(plaza);
  return joined;
}

function readPlazas(root: string): TollPlaza[] {
  const rows = TOLL_FILES.flatMap((file) => {
    const content = JSON.parse(readFileSync(path.join(root, file), "utf8")) as { rows: [number, number, string][] };
    return content.rows;
  });
  return joinPlazas(rows.map(([lat, lng, name]) => ({ lat, lng, name })));
}

/** The state sources have one class for all roads: motorways get that of OpenStreetMap beside them. */
function withClasses(lines: readonly NetworkLine[], others: readonly NetworkLine[]): NetworkLine[] {
  const beside = new FinerLines(linesBeside([{ lines: others }], lines), BESIDE_KM);
  return lines.map((line) => beside.withClassBeside(line));
}

/** The federal roads of DNIT in the states that have no extract of OpenStreetMap. */
export function federalRoads(
  root: string,
  isExtracted: (state: StateAbbr) => boolean = () => false,
  lines = readNetworkFile(path.join(root, DNIT_FILE)).lines,
): Layer {
  const states = DNIT_STATES.filter((state) => !isExtracted(state));
  return layerOf("dnit", lines.filter(inStates(root, states)));
}

/**
 * Reads the network: OpenStreetMap first, then what other sources have where it has no road. States with an extract of
 * OpenStreetMap have all roads of it and need no other source.
 */
export function loadNetwork({ root, switched, withGuide = true }: NetworkFiles): LoadedNetwork {
  const osm = readNetworkFile(path.join(root, OSM_FILE));
  const dnit = readNetworkFile(path.join(root, DNIT_FILE));
  const ofFlag = (flag: number) => osm.lines.filter((line) => line.flag === flag);
  const credits = new Map(Object.keys(OSM_FLAGS).map((source) => [source, osm.header.credit]));
  credits.set("dnit", dnit.header.credit);
  const isExtracted = (state: StateAbbr | null) => state !== null && osm.header.extracts?.[state] !== undefined;
  const guide = withGuide ? readGuideLegs(root, switched).filter(leavesStates(root, isExtracted)) : [];
  const exact = { fillsGaps: false, isCoarse: false };
  const layers = [
    layerOf("osm-extract", ofFlag(OSM_FLAGS["osm-extract"]), { ...exact, isExact: true }),
    layerOf("osm", ofFlag(OSM_FLAGS.osm), exact),
  ];
  const main = [...ofFlag(OSM_FLAGS.omt), ...ofFlag(OSM_FLAGS.vic)];
  for (const source of switched.filter((name) => !isExtracted(STATE_OF_SOURCE[name]))) {
    const { header, lines } = readNetworkFile(path.join(root, switchedFile(source)));
    credits.set(source, header.credit);
    layers.push(layerOf(source, withClasses(lines, main), { fillsGaps: false }));
  }
  layers.push(
    layerOf("osm-catalog", ofFlag(OSM_FLAGS["osm-catalog"]), { fillsGaps: false, givesWayKm: BESIDE_KM }),
    layerOf("omt", ofFlag(OSM_FLAGS.omt), { fillsGaps: false, givesWayKm: BESIDE_KM }),
    layerOf("vic", ofFlag(OSM_FLAGS.vic)),
    federalRoads(root, isExtracted, dnit.lines),
  );
  for (const [source, lines] of guideLines(guide))
    layers.push(layerOf(source, lines, { fillsGaps: false, givesWayKm: source === "osm" ? EXACT_KM : BESIDE_KM }));
  return { layers, credits, plazas: readPlazas(root), guide };
}
