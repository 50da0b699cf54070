import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import v8 from "node:v8";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EmbeddedRouter } from "./embedded";
import { openNetwork } from "./prepared-network";

/** One primary road from -10, -50 to -10, -49 in units of 1e-4 degrees (format: scripts/roads/README.md). */
const ROAD = Uint8Array.from([3, 1, 0, 2, 0xbf, 0x84, 0x3d, 0xbf, 0x9a, 0x0c, 0xa0, 0x9c, 0x01, 0]);
const FILE = ".next/cache/roads/network.bin";

let root = "";
const at = (name: string) => path.join(root, name);

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

const writeRoad = (ref: string) => {
  const header = JSON.stringify({ credit: "credit of the test", scale: 10_000, refs: [ref] });
  write("public/dados-abertos/osm/network.bin", ROAD);
  write("public/dados-abertos/osm/network.json", header);
  write("public/dados-abertos/gov/network-dnit.bin", new Uint8Array());
  write("public/dados-abertos/gov/network-dnit.json", header);
};

function route(switched: ("sie-sc" | "der-sp")[] = []) {
  const { roads, credits } = openNetwork({ root, switched });
  return new EmbeddedRouter(roads, credits).route(
    [
      [-10, -49.9],
      [-10, -49.2],
    ],
    [],
  );
}

const refs = () => route().sections.map(({ ref }) => ref);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "portal-prepared-"));
  writeRoad("XX-1");
  for (const name of ["gov/tolls-antt", "osm/toll-booths"])
    write(`public/dados-abertos/${name}.json`, JSON.stringify({ rows: [[-10, -49.5, "Praça"]] }));
  write("public/map/states.json", JSON.stringify({ features: [] }));
  write("supabase/seed/roads/route-legs.json", JSON.stringify({ routes: [] }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the prepared network", () => {
  it("gives the same route as the calculated one", () => {
    const calculated = route();
    expect(calculated).toMatchObject({ tolls: [{ name: "Praça" }], credits: ["credit of the test"] });
    const written = statSync(at(FILE)).mtimeMs;
    expect(route()).toEqual(calculated);
    expect(statSync(at(FILE)).mtimeMs).toBe(written);
  });

  it("is read instead of the network files", () => {
    route();
    const bytes = readFileSync(at(FILE));
    const end = 4 + bytes.readUInt32LE();
    const head = v8.deserialize(bytes.subarray(4, end)) as { refs: string[] };
    head.refs = head.refs.map((ref) => ref.replace("XX-1", "YY-2"));
    const changed = v8.serialize(head);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(changed.length);
    writeFileSync(at(FILE), Buffer.concat([length, changed, bytes.subarray(end)]));
    expect(refs()).toEqual(["YY-2"]);
  });

  it("is calculated again after a network file changed", () => {
    expect(refs()).toEqual(["XX-1"]);
    writeRoad("XX-9");
    expect(refs()).toEqual(["XX-9"]);
  });

  it.each(["", "damaged", "\u0004\0\0\0"])("is calculated again when the file is damaged: '%s'", (content) => {
    const calculated = route();
    writeFileSync(at(FILE), content);
    expect(route()).toEqual(calculated);
    expect(readFileSync(at(FILE)).length).toBeGreaterThan(100);
  });

  it("is calculated for each use where the folder cannot be written", () => {
    write(".next", "a file");
    expect([refs(), refs()]).toEqual([["XX-1"], ["XX-1"]]);
  });

  it("is kept apart for each set of switched sources", () => {
    for (const ending of ["bin", "json"])
      write(
        `supabase/seed/roads/switched/network-der-sp.${ending}`,
        readFileSync(at(`public/dados-abertos/gov/network-dnit.${ending}`)),
      );
    route();
    route(["der-sp"]);
    expect(statSync(at(".next/cache/roads/network+der-sp.bin")).size).toBeGreaterThan(100);
    expect(refs()).toEqual(["XX-1"]);
  });
});
