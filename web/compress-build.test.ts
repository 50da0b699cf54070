import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compressBuild, compressCopy } from "./compress-build";

const SCRIPT = Array.from({ length: 4000 }, (_, index) => `route(${(index * 7919) % 1009}, "${index}")`).join(";\n");
let folder = "";
const file = (...names: string[]) => path.join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "portal-compress-"));
  mkdirSync(file("static/chunks"), { recursive: true });
  writeFileSync(file("static/chunks/a.js"), SCRIPT);
  writeFileSync(file("static/font.woff2"), "font");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes copies of the text files that decompress to the same text", async () => {
  await compressBuild(file("static"), { isQuick: true });
  expect(brotliDecompressSync(readFileSync(file("static/chunks/a.js.br"))).toString()).toBe(SCRIPT);
  expect(gunzipSync(readFileSync(file("static/chunks/a.js.gz"))).toString()).toBe(SCRIPT);
  expect(() => statSync(file("static/font.woff2.br"))).toThrow("ENOENT");
});

it("compresses a copy smaller, and changes no file that a server sends", async () => {
  await compressBuild(file("static"), { isQuick: true });
  const quick = readFileSync(file("static/chunks/a.js.br"));
  await compressCopy(file("static"), file("smaller"));
  expect(readFileSync(file("static/chunks/a.js.br"))).toEqual(quick);
  const best = readFileSync(file("smaller/chunks/a.js.br"));
  expect(best.length).toBeLessThan(quick.length);
  expect(brotliDecompressSync(best).toString()).toBe(SCRIPT);
  // The ETag of a file contains its time.
  expect(statSync(file("smaller/chunks/a.js")).mtimeMs).toBeCloseTo(statSync(file("static/chunks/a.js")).mtimeMs, -1);
  expect(readFileSync(file("smaller/font.woff2"), "utf8")).toBe("font");
});

it("replaces a copy that was interrupted", async () => {
  mkdirSync(file("smaller.new"));
  writeFileSync(file("smaller.new/rest.js"), "");
  await compressCopy(file("static"), file("smaller"));
  expect(() => statSync(file("smaller/rest.js"))).toThrow("ENOENT");
});
