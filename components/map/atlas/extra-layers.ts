import type { AtlasLayer } from "./data";
import type { AtlasItem } from "./search";

const EXTRA_KEYS = ["pedagios", "radares", "postos", "oficinas"] as const;
export type ExtraLayer = (typeof EXTRA_KEYS)[number];
export const EXTRA_LAYERS: readonly string[] = EXTRA_KEYS;
export const isExtraLayer = (key: string): key is ExtraLayer => EXTRA_LAYERS.includes(key);

type Row = readonly (string | number)[];
type File = { rows?: readonly Row[]; fuel?: readonly Row[]; car_repair?: readonly Row[] };
type Source = {
  path: string;
  color: string;
  icon: string;
  rows: (file: File) => readonly Row[] | undefined;
  describe: (row: Row) => { name: string; detail: string };
};

const OSM = "/dados-abertos/osm/points.json";

/** Layers of open data that no page lists: their file is loaded when the layer is switched on. */
const SOURCES: Record<ExtraLayer, Source> = {
  pedagios: {
    path: "/dados-abertos/gov/tolls-antt.json",
    color: "#8a5b00",
    icon: "ticket",
    rows: ({ rows }) => rows,
    describe: ([, , name, company, road, uf]) => ({ name: String(name), detail: `${road} · ${uf} · ${company}` }),
  },
  radares: {
    path: "/dados-abertos/gov/radars-antt.json",
    color: "#566179",
    icon: "gauge",
    rows: ({ rows }) => rows,
    describe: ([, , road, uf, km, town, direction, limit]) => ({
      name: `${road} km ${km}: ${limit} km/h`,
      detail: `${town} · ${uf} · ${direction}`,
    }),
  },
  postos: {
    path: OSM,
    color: "#1d62d8",
    icon: "fuel",
    rows: ({ fuel }) => fuel,
    describe: ([, , name]) => ({ name: String(name ?? ""), detail: "" }),
  },
  oficinas: {
    path: OSM,
    color: "#3d4a63",
    icon: "wrench",
    rows: ({ car_repair }) => car_repair,
    describe: ([, , name]) => ({ name: String(name ?? ""), detail: "" }),
  },
};

/** The entries of the legend; their number of points is not known before the file is loaded. */
export function extraLayers(textsOf: (key: ExtraLayer) => { label: string; note: string }): AtlasLayer[] {
  return EXTRA_KEYS.map((key) => {
    const { color, icon } = SOURCES[key];
    return { key, ...textsOf(key), color, icon, count: null };
  });
}

const files = new Map<string, Promise<File>>();

function loadFile(path: string): Promise<File> {
  const known = files.get(path);
  if (known) return known;
  const file = fetch(path).then((response) =>
    response.ok ? (response.json() as Promise<File>) : Promise.reject(new Error(String(response.status))),
  );
  files.set(path, file);
  file.catch(() => files.delete(path));
  return file;
}

/** The points of a layer; one without a name has the name of its layer. */
export async function loadExtraLayer({ key, label, note = "" }: AtlasLayer): Promise<AtlasItem[]> {
  if (!isExtraLayer(key)) return [];
  const source = SOURCES[key];
  return pointsOf(key, source.rows(await loadFile(source.path)) ?? [], label, note);
}

export function pointsOf(key: ExtraLayer, rows: readonly Row[], label: string, note: string): AtlasItem[] {
  return rows.map((row) => {
    const { name, detail } = SOURCES[key].describe(row);
    return {
      layer: key,
      name: name || label,
      detail: [detail, note].filter(Boolean).join(" · "),
      lat: Number(row[0]),
      lng: Number(row[1]),
      approximate: false,
    };
  });
}
