import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { kmToSegment, located, simplifyLine } from "../../geo/geo/rules";
import { listCities } from "../../geo/municipalities/rules";
import { readNetworkFile } from "../../geo/roads/network-file";
import { listHelp, servedRoads } from "../services/queries";
import { HELP_CATEGORIES, servicePath } from "../services/rules";
import { listAllStateContacts } from "../../geo/states/queries";
import { toThousandths, type BreakdownData, type Helper } from "./rules";

const OPEN_DATA = path.join(process.cwd(), "public/dados-abertos/gov");
/** Simplification of the road lines: the page only finds the nearest road with them. */
const TOLERANCE_KM = 0.1;
const DEGREE_UNITS = 1e5;

function townsByState(): BreakdownData["towns"] {
  const towns: Record<string, [string, number, number][]> = {};
  for (const { state_abbr, name, lat, lng } of listCities())
    (towns[state_abbr] ??= []).push([name, toThousandths(lat), toThousandths(lng)]);
  for (const list of Object.values(towns)) list.sort(([a], [b]) => a.localeCompare(b, "pt-BR"));
  return towns;
}

function federalRoads(): BreakdownData["roads"] {
  return readNetworkFile(path.join(OPEN_DATA, "network-dnit.bin")).lines.flatMap(({ ref, points }) => {
    if (!ref) return [];
    const line = Array.from({ length: points.length / 2 }, (_, index) => ({
      lat: points[2 * index + 1]! / DEGREE_UNITS,
      lng: points[2 * index]! / DEGREE_UNITS,
    }));
    let [lat, lng] = [0, 0];
    const steps = simplifyLine(line, TOLERANCE_KM, kmToSegment).flatMap((point) => {
      const next = [toThousandths(point.lat), toThousandths(point.lng)] as const;
      const step = [next[0] - lat, next[1] - lng];
      [lat, lng] = next;
      return step;
    });
    return [[ref, ...steps] as const];
  });
}

type Camera = [lat: number, lng: number, road: string, uf: string, km: number, ...unknown[]];

function kilometreMarkers(): BreakdownData["markers"] {
  const { rows } = JSON.parse(readFileSync(path.join(OPEN_DATA, "radars-antt.json"), "utf8")) as { rows: Camera[] };
  return rows.map(([lat, lng, road, uf, km]) => [road, uf, toThousandths(lat), toThousandths(lng), km]);
}

/** Roads, towns and kilometres are files of the build, so they are read once. */
let fixed: Pick<BreakdownData, "towns" | "roads" | "markers"> | undefined;

type Listed = Awaited<ReturnType<typeof listHelp>>[number];

function helperOf(row: Listed): Helper[] {
  const category = HELP_CATEGORIES.find((key) => key === row.category_key);
  const [own] = located([row]);
  const at = own ?? row.city;
  if (!category || !at) return [];
  return [
    {
      category,
      path: servicePath(row),
      name: row.name,
      town: row.city && `${row.city.name} (${row.city.state_abbr})`,
      phone: row.phone,
      whatsapp: row.whatsapp,
      translations: row.translations,
      isAtSeat: !own,
      serves: row.served_roads.length > 0 ? servedRoads(row.served_roads) : null,
      lat: at.lat,
      lng: at.lng,
    },
  ];
}

/** Everything the page of a breakdown needs without a connection. */
export async function getBreakdownData(): Promise<BreakdownData> {
  fixed ??= { towns: townsByState(), roads: federalRoads(), markers: kilometreMarkers() };
  const [help, contacts] = await Promise.all([listHelp(), listAllStateContacts()]);
  return {
    builtAt: new Date().toISOString(),
    ...fixed,
    contacts: contacts.map(({ state_abbr, name, phone, translations }) => ({
      uf: state_abbr,
      name,
      phone,
      translations,
    })),
    helpers: help.flatMap(helperOf),
  };
}
