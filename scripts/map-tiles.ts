/** Builds the tiles of the base map: `npm run map-tiles -- <folder of extracts>…`, see scripts/map-tiles/README.md. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { archiveName, COUNTRY, MAX_ZOOM, MIN_ZOOM } from "@/components/geo/map/base/archives";
import type { StateCollection } from "@/lib/geo/geo/rules";
import { writeArchive, type Tile } from "./map-tiles/archive";
import { statesOfBlocks, usedBlocks } from "./map-tiles/blocks";
import { groupBy } from "./map-tiles/group-by";
import { collect, LAYERS, layersAt } from "./map-tiles/layers";
import { searchIndex } from "./map-tiles/search-index";
import { Sources } from "./map-tiles/sources";
import { cutTiles } from "./map-tiles/tiles";

const ROOT = new URL("../", import.meta.url);
const OUT = new URL("public/map/tiles/", ROOT);

type Archive = { name: string; bytes: number; hash: string; states: string[] };

function writeTiles(name: string, tiles: readonly Tile[], states: string[]): Archive {
  const archive = writeArchive(tiles, {
    name,
    attribution: "© OpenStreetMap contributors (ODbL) © OpenMapTiles, DNIT, IBGE, Natural Earth",
    vector_layers: LAYERS.map((id) => ({ id, fields: {} })),
  });
  writeFileSync(new URL(`${name}.pmtiles`, OUT), archive);
  return { name, bytes: archive.length, hash: createHash("sha256").update(archive).digest("hex").slice(0, 8), states };
}

function build(folders: readonly string[]): void {
  const sources = new Sources(folders);
  const states = JSON.parse(readFileSync(new URL("public/map/states.json", ROOT), "utf8")) as StateCollection;
  const collected = collect(sources);
  const at = (z: number) => {
    const tiles = cutTiles(z, layersAt(z, sources, collected, states));
    console.log(`zoom ${z}: ${tiles.length} tiles`);
    return tiles;
  };
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const zooms = Array.from({ length: MAX_ZOOM - MIN_ZOOM + 1 }, (_, index) => MIN_ZOOM + index);
  const blocks = groupBy(
    zooms.flatMap((z) => at(z)),
    ({ z, x, y }) => archiveName(z, x, y),
  );
  const all = states.features.map(({ properties }) => properties.abbr).toSorted();
  const country = writeTiles(COUNTRY, blocks.get(COUNTRY) ?? [], all);
  blocks.delete(COUNTRY);
  const statesOf = statesOfBlocks(collected, states);
  const used = usedBlocks(collected);
  const written = [...blocks]
    .filter(([block]) => used.has(block))
    .map(([block, tiles]) => writeTiles(block, tiles, statesOf(block)));
  const index = searchIndex(collected);
  writeFileSync(new URL("public/map/search.json", ROOT), index);
  const archives = [country, ...written.toSorted((a, b) => a.name.localeCompare(b.name))];
  const rows = archives.map((archive) => `  ${JSON.stringify(archive)}`).join(",\n");
  writeFileSync(new URL("components/geo/map/base/archives.json", ROOT), `[\n${rows}\n]\n`);
  const bytes = archives.reduce((sum, archive) => sum + archive.bytes, 0);
  console.log(`${archives.length} archives, ${bytes} bytes, country ${country.bytes}; search.json ${index.length}`);
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("name the folder of the extracts");
build(folders);
