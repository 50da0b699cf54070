import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { readNetworkFile } from "@/lib/geo/roads/network-file";
import { HeightTiles } from "./heights";
import { readJson, writeLines, writeWhole } from "./output";
import { dateOf } from "./pbf-file";
import { readExtract, STATE_NUMBERS, type Extract, type ExtractPlace, type ReadOptions } from "./read-extract";

export type DatedExtract = Extract & { file: string; date: string };

/** Changes with the code that reads extracts, so that results of earlier versions are not used. */
const VERSION = 1;

type Options = Omit<ReadOptions, "heights"> & { work: string; hgt: string | null };

function folderOf(file: string, { work, hgt, withStreets = false }: Options): string {
  const facts = [file, ...(hgt ? new HeightTiles(hgt).paths : [])].map((name) => {
    const { size, mtimeMs } = statSync(name);
    return [path.basename(name), size, mtimeMs];
  });
  const hash = createHash("sha256").update(JSON.stringify([VERSION, withStreets, facts]));
  return path.join(work, `${path.basename(file, ".osm.pbf")}-${hash.digest("hex").slice(0, 12)}`);
}

/** Reads a PBF file, or what an earlier run read of the same file with the same options. */
export async function storedExtract(file: string, options: Options): Promise<DatedExtract & { isStored: boolean }> {
  const folder = folderOf(file, options);
  const [network, facts] = [path.join(folder, "network"), path.join(folder, "extract.json")];
  const isStored = existsSync(facts);
  if (!isStored) {
    const heights = options.hgt ? new HeightTiles(options.hgt) : null;
    const { lines, places } = await readExtract(file, { ...options, heights });
    const numbered = lines.map((line) => ({ ...line, flag: STATE_NUMBERS.indexOf(line.state) }));
    writeLines(network, numbered, { credit: "" });
    // Written last: when it exists, the extract is complete.
    writeWhole(facts, JSON.stringify({ date: await dateOf(file), places }));
  }
  const { date, places } = readJson<{ date: string; places: ExtractPlace[] }>(facts);
  const lines = readNetworkFile(`${network}.bin`).lines.map((line) => ({
    ...line,
    state: STATE_NUMBERS[line.flag] ?? null,
  }));
  return { file, date, lines, places, isStored };
}
