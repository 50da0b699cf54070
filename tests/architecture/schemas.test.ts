import { describe, expect, it } from "vitest";
import { existingSchemaFiles, schemaFiles, schemaStatements, withoutLead } from "../../scripts/db/schema-files";

/** Lowest first. */
const GROUPS = "platform geo guide travel garage accounts site panel events commerce partners".split(" ");
const LONGEST_LINE = 120;

const files = schemaFiles();
const statements = schemaStatements(files);
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe("supabase/schemas", () => {
  it("is listed completely in supabase/config.toml, group after group", () => {
    expect(files.map(({ file }) => file).sort()).toEqual(existingSchemaFiles());
    const groups = files.map(({ file }) => GROUPS.indexOf(file.split("/")[0]!));
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
    expect(groups).not.toContain(-1);
  });

  it("defines and comments every object once", () => {
    expect(repeated(statements.map(({ key }) => key).filter(Boolean))).toEqual([]);
  });

  it("has one function per name, so that comments and grants need no arguments", () => {
    const names = statements.flatMap(({ key }) => /^function ([\w.]+)/.exec(key)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(1000);
    expect([...new Set(repeated(names))]).toEqual(["private.without_entities"]);
  });

  it("contains no change of an object: its definition is edited", () => {
    const change =
      /^(?:create or replace|drop|update|delete|alter (?:policy|function|trigger|view|index)|alter table [\w.]+ (?!add constraint|enable row))/;
    const found = statements.filter(({ text }) => change.test(withoutLead(text)));
    expect(found.map(({ file, text }) => `${file}: ${withoutLead(text).slice(0, 80)}`)).toEqual([]);
  });

  it("revokes nothing except what a default grants: functions of schema private", () => {
    const revoked = statements.filter(({ text }) => withoutLead(text).startsWith("revoke"));
    const other = revoked.filter(
      ({ text }) => !/^revoke execute on function private\.[^;]* from public;$/.test(withoutLead(text)),
    );
    expect(other).toEqual([]);
  });

  it("has lines of at most 120 characters, not counting quoted texts", () => {
    const withoutTexts = (text: string) =>
      text.replace(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w+)\$[\s\S]*?\$\1\$/g, (found) =>
        found.startsWith("--") ? found : found.replace(/[^\n]+/g, "''"),
      );
    const long = files.flatMap(({ file, text }) =>
      withoutTexts(text)
        .split("\n")
        .filter((line) => line.length > LONGEST_LINE)
        .map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it("begins with a comment about its noun", () => {
    expect(files.filter(({ text }) => !/^-- [A-Z]/.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
