import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  archiveName,
  backupChunks,
  expiredArchives,
  MANIFEST,
  sha256,
  type BackupSource,
  type Manifest,
  type StoredFile,
  type Totals,
} from "./rules";

const rows = ['{"id": 1, "big": 9007199254740993}', '{"id": 2}', '{"id": 3}'];
const file = { bucket: "photos", name: "a/ção.txt", mimetype: "text/plain", cache_control: null, is_public: false };

const source: BackupSource = {
  tables: () => Promise.resolve(["public.things", "public.empty"]),
  rows: (table, from) => Promise.resolve(table === "public.things" ? rows.slice(from, from + 2) : []),
  files: () => Promise.resolve([file]),
  file: () => Promise.resolve(new TextEncoder().encode("olá")),
};

describe("backupChunks", () => {
  it("writes all rows and files to one archive, with correct counts and hashes", async () => {
    const chunks: Uint8Array[] = [];
    let totals: Totals | undefined;
    for await (const chunk of backupChunks(source, new Date(0), (end) => (totals = end))) chunks.push(chunk);
    const archive = unzipSync(new Uint8Array(Buffer.concat(chunks)));
    const manifest = JSON.parse(strFromU8(archive[MANIFEST]!)) as Manifest;
    expect(manifest.tables.map(({ name, rows: count }) => [name, count])).toEqual([
      ["public.things", 3],
      ["public.empty", 0],
    ]);
    expect(strFromU8(archive["tables/public.things.ndjson"]!)).toBe(`${rows.join("\n")}\n`);
    for (const { entry, sha256: hash } of [...manifest.tables, ...manifest.files])
      expect(sha256(archive[entry]!)).toBe(hash);
    expect(manifest.files[0]).toMatchObject({ ...file, bytes: 4 });
    expect(totals).toEqual({ rows: 3, files: 1, bytes: Buffer.concat(chunks).length });
  });

  it("leaves out a file that was deleted after the list of files was read", async () => {
    const other = { ...file, name: "b.txt" };
    const deleted = {
      ...source,
      files: () => Promise.resolve([file, other]),
      file: ({ name }: StoredFile) => Promise.resolve(name === file.name ? null : new TextEncoder().encode("olá")),
    };
    let totals: Totals | undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of backupChunks(deleted, new Date(0), (end) => (totals = end))) chunks.push(chunk);
    const archive = unzipSync(new Uint8Array(Buffer.concat(chunks)));
    const { files } = JSON.parse(strFromU8(archive[MANIFEST]!)) as Manifest;
    expect(files.map(({ name }) => name)).toEqual([other.name]);
    expect(totals!.files).toBe(1);
  });

  it("fails when a file cannot be read, instead of leaving it out", async () => {
    const broken = { ...source, file: () => Promise.reject(new Error("gone")) };
    await expect(async () => {
      for await (const chunk of backupChunks(broken, new Date(0))) expect(chunk.length).toBeGreaterThan(0);
    }).rejects.toThrow("gone");
  });
});

describe("expiredArchives", () => {
  const KEEP = { daily: 7, weekly: 4, monthly: 12 };
  const dayBefore = (days: number) =>
    `lacambeche-${new Date(Date.UTC(2026, 10, 22) - days * 86_400_000).toISOString().slice(0, 10)}.zip`;

  it("keeps 7 days, 4 weeks and 12 months of daily archives", () => {
    let folder: string[] = [];
    for (let day = 800; day >= 0; day -= 1) {
      folder.push(dayBefore(day));
      const expired = expiredArchives(folder, KEEP);
      folder = folder.filter((name) => !expired.includes(name));
    }
    const ages = folder.map((name) =>
      Math.round((Date.UTC(2026, 10, 22) - Date.parse(`${name.slice(11, 21)}T00:00:00Z`)) / 86_400_000),
    );
    expect(ages.filter((age) => age < 7)).toHaveLength(7);
    expect(ages.filter((age) => age <= 28).length).toBeGreaterThanOrEqual(10);
    expect(new Set(folder.map((name) => name.slice(11, 18))).size).toBe(12);
    expect(folder.length).toBeLessThanOrEqual(7 + 4 + 12);
  });

  it("keeps old archives of a server that was off for months, and always the newest", () => {
    const names = [dayBefore(400), dayBefore(399), dayBefore(398)];
    expect(expiredArchives(names, KEEP)).toEqual([]);
    expect(expiredArchives(names, { daily: 0, weekly: 0, monthly: 0 })).toEqual([dayBefore(399), dayBefore(400)]);
  });

  it("ignores other files", () => {
    expect(
      expiredArchives(["notes.txt", "lacambeche-2026-1-1.zip", "lacambeche-2020-01-01.zip.draft", ".."], {
        daily: 0,
        weekly: 0,
        monthly: 0,
      }),
    ).toEqual([]);
  });
});

it("archiveName uses the date in São Paulo", () => {
  expect(archiveName(new Date("2026-11-23T02:59:00Z"))).toBe("lacambeche-2026-11-22.zip");
});
