import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { backupChunks, MANIFEST, sha256, type BackupSource, type Manifest, type Totals } from "./rules";

const rows = ['{"id": 1, "big": 9007199254740993}', '{"id": 2}', '{"id": 3}'];
const file = { bucket: "photos", name: "a/ção.txt", mimetype: "text/plain", cache_control: null, is_public: false };

const source: BackupSource = {
  tables: () => Promise.resolve(["public.things", "public.empty"]),
  rows: (table, from) => Promise.resolve(table === "public.things" ? rows.slice(from, from + 2) : []),
  files: () => Promise.resolve([file]),
  file: () => Promise.resolve(new TextEncoder().encode("olá")),
};

describe("backupChunks", () => {
  it("makes one archive of all rows and files, with counts and hashes that hold", async () => {
    const chunks: Uint8Array[] = [];
    let totals: Totals | undefined;
    for await (const chunk of backupChunks(source, new Date(0), (end) => (totals = end))) chunks.push(chunk);
    const archive = unzipSync(new Uint8Array(Buffer.concat(chunks)));
    const manifest = JSON.parse(strFromU8(archive[MANIFEST]!)) as Manifest;
    expect(manifest.tables.map(({ name, rows: count }) => [name, count])).toEqual([["public.things", 3], ["public.empty", 0]]);
    expect(strFromU8(archive["tables/public.things.ndjson"]!)).toBe(`${rows.join("\n")}\n`);
    for (const { entry, sha256: hash } of [...manifest.tables, ...manifest.files]) expect(sha256(archive[entry]!)).toBe(hash);
    expect(manifest.files[0]).toMatchObject({ ...file, bytes: 4 });
    expect(totals).toEqual({ rows: 3, files: 1, bytes: Buffer.concat(chunks).length });
  });

  it("breaks off when a file cannot be read, instead of leaving it out", async () => {
    const broken = { ...source, file: () => Promise.reject(new Error("gone")) };
    await expect(async () => {
      for await (const chunk of backupChunks(broken, new Date(0))) expect(chunk.length).toBeGreaterThan(0);
    }).rejects.toThrow("gone");
  });
});
