import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf, listFiles, MIGRATIONS, readLock } from "../../scripts/db-lock";
import { cliStatements } from "../../scripts/db/statements";
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

/** Files with a statement that `isWrong`, with its beginning. */
const filesWith = (isWrong: (statement: string) => boolean) =>
  listFiles().flatMap((file) =>
    cliStatements(readFileSync(path.join(MIGRATIONS, file), "utf8"))
      .filter(isWrong)
      .map((statement) => `${file}: ${statement.trim().slice(0, 80)}`),
  );

/** What `supabase db push` or a hosted project refuses, although a superuser's database accepts it. */
describe("every migration", () => {
  it("is split by the Supabase CLI after whole statements: quote a name that contains 'end' in a begin atomic body", () => {
    expect(filesWith((text) => /\bbegin\s+atomic\b/i.test(text) && !/\bend;?\s*$/i.test(text))).toEqual([]);
  });

  it("sets no setting of an extension or of the portal in the header of a function: only a superuser may", () => {
    const header = /\bcreate (?:or replace )?function\b[\s\S]*?(?=\bas \$|\bbegin atomic\b)/i;
    expect(filesWith((text) => /\sset\s+"?\w+\.\w+/i.test(header.exec(text)?.[0] ?? ""))).toEqual([]);
  });

  it("renames nothing on tables of Supabase, which the project does not own: drop and create instead", () => {
    expect(filesWith((text) => /\balter\b[\s\S]*\b(?:storage|auth)\.\w+\s+rename\b/i.test(text))).toEqual([]);
  });

  it("has a condition in every update and delete, which safeupdate asks of calls over the API", () => {
    const changes = /(?<=^\s*|;\s*|\bthen\s+|\bbegin\s+|\bloop\s+|\()(?:update|delete from)\s+[\w."]+[^;]*;/gim;
    expect(filesWith((text) => [...text.matchAll(changes)].some(([change]) => !/\bwhere\b/i.test(change)))).toEqual([]);
  });
});

describe("the CLI's splitter", () => {
  it("cuts a begin atomic body after a name that contains 'end', and not after a quoted one", () => {
    const body = (name: string) => `create function f() returns int begin atomic select ${name}; select 1; end;`;
    expect(cliStatements(body("device.endpoint"))).toHaveLength(3);
    expect(cliStatements(body('device."endpoint"'))).toHaveLength(1);
  });

  it("leaves dollar quotes, comments and parentheses whole", () => {
    const texts = ["select $x$ a; b $x$;", "-- a; b\nselect 1;", "/* a; /* b; */ c; */ select 1;", "select (';');"];
    for (const text of texts) expect(cliStatements(text)).toEqual([text]);
  });
});
