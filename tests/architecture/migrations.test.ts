import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf, listFiles, MIGRATIONS, readLock } from "../../scripts/db-lock";
import baseline from "../../supabase/local/baseline.json" with { type: "json" };

const ADVICE = "add a new migration; npm run db:lock adds its line";

describe("existing migrations", () => {
  const files = listFiles();
  const lock = readLock();

  it("are unchanged", () => {
    const changed = lock.filter(({ file, hash }) => files.includes(file) && hashOf(file) !== hash).map(({ file }) => file);
    expect(changed, ADVICE).toEqual([]);
  });

  it("are all there", () => {
    expect(lock.map(({ file }) => file).filter((file) => !files.includes(file)), ADVICE).toEqual([]);
  });

  it("have one line each in supabase/migrations.sha256", () => {
    expect(lock.map(({ file }) => file), ADVICE).toEqual(files);
  });

  it("include the files of the baseline, before all others", () => {
    expect(files.slice(0, baseline.files.length)).toEqual(baseline.files);
  });
});

/** `create` statements at the beginning of a line, with the text that identifies the object. */
const DEFINITIONS = [
  /^create (?:or replace )?(function [\w.]+\s*\([^$]*?\))\s*returns/gm,
  /^create (policy "[^"]+" on [\w.]+)/gm,
  /^create (?:or replace |constraint )*(trigger \w+)[^;]*? (on [\w.]+)/gm,
  /^create (table [\w.]+)/gm,
];

function definitionsOf(file: string): string[] {
  const text = readFileSync(path.join(MIGRATIONS, file), "utf8");
  return DEFINITIONS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, object = "", table = ""]) => `${object} ${table}`.replace(/\s+/g, " ").trim()));
}

describe("the files of the baseline", () => {
  const definitions = baseline.files.flatMap(definitionsOf);

  it("define every table, function, policy and trigger once", () => {
    expect(definitions.filter((name, index) => definitions.indexOf(name) !== index)).toEqual([]);
  });

  it("are read completely by this test", () => {
    const counted = (kind: string) => definitions.filter((name) => name.startsWith(kind)).length;
    expect(Object.fromEntries(["table ", "function ", "policy ", "trigger "].map((kind) => [kind.trim(), counted(kind)]))).toEqual({ table: 98, function: 480, policy: 262, trigger: 215 });
  });

  it("replace nothing and drop nothing", () => {
    const changes = baseline.files.filter((file) => /^(?:create or replace|drop|alter (?:policy|function)) /m.test(readFileSync(path.join(MIGRATIONS, file), "utf8")));
    expect(changes).toEqual([]);
  });
});
