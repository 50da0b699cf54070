import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesBelow, isCode, isTest, readSource } from "../../tests/support/source-files";
import { connectionOptions } from "./connection";

const ADDRESS = "postgres://user:a%40b@db.example.org";

describe("a connection string", () => {
  it.each([
    ["", undefined],
    ["?sslmode=disable", undefined],
    ["?sslmode=require", { rejectUnauthorized: false }],
    ["?sslmode=verify-full&application_name=x", { rejectUnauthorized: true }],
  ])("has the security of '%s'", (query, ssl) => {
    const options = connectionOptions(`${ADDRESS}:5432/postgres${query}`);
    expect(options.ssl).toEqual(ssl);
    expect(options.url).not.toContain("sslmode");
    expect(options.url).toContain(`${ADDRESS}:5432/postgres`);
  });

  it("can name the certificate of the project, which require then verifies without the host name", () => {
    const dir = mkdtempSync(path.join(tmpdir(), "portal-ca-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const file = path.join(dir, "prod-ca.crt");
    writeFileSync(file, "-----BEGIN CERTIFICATE-----");
    const withMode = (mode: string) =>
      connectionOptions(`${ADDRESS}:5432/postgres?sslmode=${mode}&sslrootcert=${encodeURIComponent(file)}`);
    expect(withMode("verify-full").ssl).toEqual({ rejectUnauthorized: true, ca: "-----BEGIN CERTIFICATE-----" });
    for (const mode of ["require", "verify-ca"]) {
      expect(withMode(mode).ssl).toMatchObject({ rejectUnauthorized: true, ca: "-----BEGIN CERTIFICATE-----" });
      expect(withMode(mode).ssl).toHaveProperty("checkServerIdentity");
    }
    expect(withMode("verify-full").url).not.toContain("sslrootcert");
  });

  it.each([
    ["the direct address", ":5432/postgres", true],
    ["the pooler in session mode", ":5432/postgres?sslmode=require", true],
    ["the pooler in transaction mode", ":6543/postgres", false],
    ["another pooler in transaction mode", ":5432/postgres?pgbouncer=true", false],
  ])("prepares statements by name or not: %s", (_, rest, prepare) => {
    const options = connectionOptions(`${ADDRESS}${rest}`);
    expect(options.prepare).toBe(prepare);
    expect(options.url).not.toContain("pgbouncer");
  });

  it("is opened in this module only, except for databases of measurements on this machine", () => {
    const code = ["app", "lib", "scripts", "supabase/jobs", "supabase/seed", "web"].flatMap(filesBelow);
    const users = code.filter((file) => isCode(file) && !isTest(file) && /\bpostgres\(/.test(readSource(file)));
    expect(users.filter((file) => !/^scripts\/(?:bench[-/]|soak)/.test(file))).toEqual(["supabase/jobs/connection.ts"]);
  });
});
