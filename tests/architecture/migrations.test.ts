import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf, listFiles, MIGRATIONS, readLock } from "../../scripts/db-lock";
import { cliStatements } from "../../scripts/db/statements";
import { keyOf, withoutLead } from "../../scripts/db/schema-files";
import baselines from "../../supabase/local/baselines.json" with { type: "json" };
import { readEarlierMigrations } from "../../supabase/local/earlier-migrations";

const VERSION_LENGTH = "YYYYMMDDhhmmss".length;
const BASELINE = listFiles().slice(0, baselines.steps.at(-1)!.by.length);
const statementsOf = (file: string) =>
  cliStatements(readFileSync(path.join(MIGRATIONS, file), "utf8"))
    .map(withoutLead)
    .filter(Boolean);
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

  it("begin with the files of the newest baseline", () => {
    expect(BASELINE.map((file) => file.slice(0, VERSION_LENGTH))).toEqual(baselines.steps.at(-1)!.by);
  });
});

describe("the migrations that baselines replaced", () => {
  const earlier = readEarlierMigrations();

  it("are in the archive, unchanged", () => {
    expect(createHash("sha256").update(JSON.stringify(earlier)).digest("hex")).toBe(baselines.archive);
  });

  it("have a text from the first baseline on, with which a database of any earlier list is completed", () => {
    const versions = earlier.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort());
    expect(versions).toEqual(baselines.steps.slice(1).flatMap(({ replaced }) => replaced));
    expect(versions).toEqual(expect.arrayContaining(baselines.steps[0]!.by));
  });
});

describe("the files of the baseline", () => {
  const statements = BASELINE.flatMap((file) => statementsOf(file).map((text) => ({ file, text })));
  const keys = statements.map(({ text }) => keyOf(text)).filter(Boolean);

  it("define every table, function, policy, trigger and comment once", () => {
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("are at most fifteen", () => {
    expect(BASELINE.length).toBeLessThanOrEqual(15);
  });

  it("replace nothing and drop nothing", () => {
    const change = /^(?:create or replace|drop|alter (?:policy|function)) /;
    expect(statements.filter(({ text }) => change.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

/** Files with a statement that `isWrong`, with its beginning. */
const filesWith = (isWrong: (statement: string) => boolean) =>
  listFiles().flatMap((file) =>
    statementsOf(file)
      .filter(isWrong)
      .map((statement) => `${file}: ${statement.slice(0, 80)}`),
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
