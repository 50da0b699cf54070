import { greatCircleKm } from "@/lib/geo/geo/rules";
import { isContactOf } from "@/lib/geo/states/rules";
import type { AtlasLayer, Phone } from "./data";
import type { AtlasItem } from "./search";

const EXTRA_KEYS = ["pedagios", "radares", "postos", "oficinas"] as const;
type ExtraLayer = (typeof EXTRA_KEYS)[number];
const isOpenData = (key: string): key is ExtraLayer => EXTRA_KEYS.some((one) => one === key);
/** Whether the points of a layer are loaded when it is switched on. */
export const isExtraLayer = ({ key, file }: AtlasLayer): boolean => isOpenData(key) || file !== undefined;

/** Loads the points of a layer with a file. */
export type LoadFileLayer = (layer: AtlasLayer) => Promise<AtlasItem[]>;

type Row = readonly (string | number)[];
type File = { rows?: readonly Row[]; fuel?: readonly Row[]; car_repair?: readonly Row[] };
/** A file, the key of its source and date in the messages, and the text of a row; `company` operates the point. */
type Source = {
  path: string;
  note: ExtraLayer | "cabines";
  rows: (file: File) => readonly Row[] | undefined;
  describe: (row: Row) => { name: string; detail: string; company?: string };
};
/** `sources`: the points of the second file are added where the first one has none. */
type Extra = { color: string; icon: string; sources: readonly [Source, Source?] };

const OSM = "/dados-abertos/osm/points.json";

/** Layers of open data that no page lists: their file is loaded when the layer is switched on. */
const LAYERS: Record<ExtraLayer, Extra> = {
  pedagios: {
    color: "#8a5b00",
    icon: "ticket",
    sources: [
      {
        path: "/dados-abertos/gov/tolls-antt.json",
        note: "pedagios",
        rows: ({ rows }) => rows,
        describe: ([, , name, company, road, uf, isFreeFlow]) => ({
          name: String(name),
          detail: [road, uf, company, isFreeFlow === 1 && "free flow"].filter(Boolean).join(" · "),
          company: String(company),
        }),
      },
      {
        path: "/dados-abertos/osm/toll-booths.json",
        note: "cabines",
        rows: ({ rows }) => rows,
        describe: ([, , name, road]) => ({ name: String(name ?? ""), detail: String(road ?? "") }),
      },
    ],
  },
  radares: {
    color: "#566179",
    icon: "gauge",
    sources: [
      {
        path: "/dados-abertos/gov/radars-antt.json",
        note: "radares",
        rows: ({ rows }) => rows,
        describe: ([, , road, uf, km, town, direction, limit]) => ({
          name: `${road} km ${km}: ${limit} km/h`,
          detail: `${town} · ${uf} · ${direction}`,
        }),
      },
    ],
  },
  postos: {
    color: "#1d62d8",
    icon: "fuel",
    sources: [{ path: OSM, note: "postos", rows: ({ fuel }) => fuel, describe: describeName }],
  },
  oficinas: {
    color: "#3d4a63",
    icon: "wrench",
    sources: [{ path: OSM, note: "oficinas", rows: ({ car_repair }) => car_repair, describe: describeName }],
  },
};

function describeName([, , name, date]: Row) {
  return { name: String(name ?? ""), detail: String(date ?? "") };
}

const sourcesOf = (key: ExtraLayer) => LAYERS[key].sources.filter((source) => source !== undefined);

type Texts = { label: (key: ExtraLayer) => string; note: (key: Source["note"]) => string };

/** The entries of the legend; their number of points is not known before the file is loaded. */
export function extraLayers({ label, note }: Texts, phones: readonly Phone[]): AtlasLayer[] {
  return EXTRA_KEYS.map((key) => {
    const { color, icon } = LAYERS[key];
    const notes = sourcesOf(key).map((source) => note(source.note));
    const known = key === "pedagios" ? { phones } : {};
    return { key, label: label(key), note: notes.join("; "), notes, color, icon, count: null, ...known };
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

/** Booths this near to a plaza are that plaza: OpenStreetMap has one for each lane. */
const SAME_PLAZA_KM = 2;

/** The points of a layer of open data; one without a name has the name of its layer. */
export async function loadOpenData(layer: AtlasLayer): Promise<AtlasItem[]> {
  const { key } = layer;
  if (!isOpenData(key)) return [];
  const loaded = await Promise.all(sourcesOf(key).map(async ({ path }) => loadFile(path)));
  const [first = [], more = []] = loaded.map((file, index) =>
    pointsOf(layer, sourcesOf(key)[index]!.rows(file) ?? [], index),
  );
  return withOthers(first, more);
}

/** The items, and each of the others that has none of them and no earlier one of its own within two kilometres. */
export function withOthers(items: readonly AtlasItem[], others: readonly AtlasItem[]): AtlasItem[] {
  const all = [...items];
  for (const other of others) if (all.every((item) => greatCircleKm(item, other) > SAME_PLAZA_KM)) all.push(other);
  return all;
}

/** The points of one file of a layer. */
export function pointsOf(
  { key, label, notes = [], phones = [] }: Pick<AtlasLayer, "key" | "label" | "notes" | "phones">,
  rows: readonly Row[],
  source = 0,
): AtlasItem[] {
  if (!isOpenData(key)) return [];
  const { describe } = sourcesOf(key)[source]!;
  return rows.map((row) => {
    const { name, detail, company } = describe(row);
    const phone = company && phones.find(([contact]) => isContactOf(contact, company))?.[1];
    return {
      layer: key,
      name: name || label,
      detail: [detail, phone, notes[source]].filter(Boolean).join(" · "),
      lat: Number(row[0]),
      lng: Number(row[1]),
      approximate: false,
    };
  });
}
