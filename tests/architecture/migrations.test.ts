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
    const changed = lock.filter(({ file, hash }) => files.includes(file) && hashOf(file) !== hash);
    expect(changed.map(({ file }) => `${file} changed: ${ADVICE}`)).toEqual([]);
  });

  it("are all there", () => {
    const gone = lock.filter(({ file }) => !files.includes(file));
    expect(gone.map(({ file }) => `${file} is missing: ${ADVICE}`)).toEqual([]);
  });

  it("have one line each in supabase/migrations.sha256", () => {
    const locked = lock.map(({ file }) => file);
    const unlocked = files.filter((file) => !locked.includes(file));
    expect(unlocked.map((file) => `${file} has no line: npm run db:lock`)).toEqual([]);
    expect(locked).toEqual([...new Set(locked)].sort());
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
  return DEFINITIONS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, object = "", table = ""]) => `${object} ${table}`.replace(/\s+/g, " ").trim()),
  );
}

describe("the files of the baseline", () => {
  const definitions = baseline.files.flatMap(definitionsOf);

  it("define every table, function, policy and trigger once", () => {
    expect(definitions.filter((name, index) => definitions.indexOf(name) !== index)).toEqual([]);
  });

  it("are read completely by this test", () => {
    const counted = (kind: string) => definitions.filter((name) => name.startsWith(kind)).length;
    expect(["table ", "function ", "policy ", "trigger "].map(counted)).toEqual([98, 480, 262, 215]);
  });

  it("replace nothing and drop nothing", () => {
    const change = /^(?:create or replace|drop|alter (?:policy|function)) /m;
    expect(baseline.files.filter((file) => change.test(readFileSync(path.join(MIGRATIONS, file), "utf8")))).toEqual([]);
  });
});
