import { statSync } from "node:fs";
import { parseArgs } from "node:util";

const USAGE =
  "usage: npm run geo -- --osm sul-latest.osm.pbf [--osm more.osm.pbf] [--hgt folder of .hgt files] [--streets] " +
  "[--work folder]";

export type GeoOptions = { osm: string[]; hgt: string | null; withStreets: boolean; work: string };

/** The options of the command; throws an error that names what is wrong with them. */
export function geoOptions(args: readonly string[]): GeoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      osm: { type: "string", multiple: true, default: [] },
      hgt: { type: "string" },
      streets: { type: "boolean", default: false },
      work: { type: "string", default: ".cache/geo" },
    },
  });
  if (values.osm.length === 0) throw new Error(USAGE);
  for (const file of values.osm)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`${file} does not exist`);
  const { hgt } = values;
  if (hgt && !statSync(hgt, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${hgt} is no folder`);
  return { osm: values.osm, hgt: hgt ?? null, withStreets: values.streets, work: values.work };
}
