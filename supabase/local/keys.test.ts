import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { loadKeys, parseKeys } from "./keys";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "keys-"));
const file = path.join(dir, "keys.env");
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

it("creates keys once, in a file that only the owner can read", () => {
  const keys = loadKeys(dir);
  expect(keys.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(keys.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(keys.linkTokenSecret).toMatch(/^[\w-]{43}$/);
  expect(keys.signingKey).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", kid: expect.any(String) });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(loadKeys(dir)).toEqual(keys);
});

it("adds a missing key to the file and keeps the others", () => {
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(file, "SUPABASE_SECRET_KEY=sb_secret_kept\r\nnonsense\n");
  expect(loadKeys(dir).secretKey).toBe("sb_secret_kept");
  expect(parseKeys(fs.readFileSync(file, "utf8")).size).toBe(5);
});
