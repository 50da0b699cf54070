import { describe, expect, it } from "vitest";
import { differenceOf, fingerprintOf, normaliseSql, sortedTexts, type SchemaLine } from "./schema-text";

const TABLE: SchemaLine = { kind: "table", schema: "public", text: ".states" };
const COMMENT: SchemaLine = { kind: "comment", schema: "public", text: " table public.states: The states." };

describe("normaliseSql", () => {
  it.each([
    ["removes line comments and joins lines", "select 1 -- one\n  ,\n\t2", "select 1 , 2"],
    ["removes block comments", "select /* all\n of it */ 1", "select 1"],
    ["keeps spaces and dashes in texts", "select 'a  -- b', 'it''s  c'", "select 'a  -- b', 'it''s  c'"],
    ["keeps quoted names", 'select "a  /* b */"', 'select "a  /* b */"'],
    ["keeps dollar-quoted texts", "select $x$ a  -- b $x$  ,  1", "select $x$ a  -- b $x$ , 1"],
    ["removes the unused name of a subquery's column", "( SELECT private.id() AS uid)", "(SELECT private.id())"],
    ["keeps the names of a query's columns", "SELECT private.now() AS today", "SELECT private.now() AS today"],
    ["removes spaces at both ends", "\n  begin end \n", "begin end"],
  ])("%s", (_title, text, expected) => {
    expect(normaliseSql(text)).toBe(expected);
  });
});

describe("differenceOf", () => {
  it("is empty for the same lines in another order", () => {
    expect(differenceOf(["a", "b"], ["b", "a"])).toEqual([]);
  });

  it("marks removed and added lines", () => {
    expect(differenceOf(["a", "b"], ["b", "c"])).toEqual(["- a", "+ c"]);
  });

  it("counts equal lines", () => {
    expect(differenceOf(["a"], ["a", "a"])).toEqual(["+ a"]);
  });
});

describe("fingerprintOf", () => {
  const fingerprint = fingerprintOf([TABLE]);

  it("does not depend on the order", () => {
    const other: SchemaLine = { kind: "index", schema: "records", text: ".trash_idx" };
    expect(fingerprintOf([TABLE, other])).toBe(fingerprintOf([other, TABLE]));
    expect(sortedTexts([TABLE, other])).toEqual(["index records.trash_idx", "table public.states"]);
  });

  it("ignores comments and what belongs to Supabase", () => {
    expect(fingerprintOf([TABLE, COMMENT, { kind: "table", schema: "auth", text: ".users" }])).toBe(fingerprint);
  });

  it("counts policies, and triggers with a function of the migrations, on tables of Supabase", () => {
    const trigger = (name: string) => ({
      kind: "trigger",
      schema: "auth",
      text: `.users x EXECUTE FUNCTION ${name}()`,
    });
    expect(fingerprintOf([TABLE, trigger("private.handle_new_user")])).not.toBe(fingerprint);
    expect(fingerprintOf([TABLE, trigger("storage.protect_delete")])).toBe(fingerprint);
    expect(fingerprintOf([TABLE, { kind: "policy", schema: "storage", text: ".objects" }])).not.toBe(fingerprint);
  });

  it("counts what the API roles may do, not what the owner may, nor the privilege that PostgreSQL 17 added", () => {
    const grant = (text: string) => fingerprintOf([TABLE, { kind: "grant", schema: "public", text }]);
    expect(grant(".states to anon: SELECT")).not.toBe(fingerprint);
    expect(grant(".states to postgres: INSERT,MAINTAIN")).toBe(fingerprint);
    expect(grant(".states to service_role: INSERT,MAINTAIN,SELECT")).toBe(
      grant(".states to service_role: INSERT,SELECT"),
    );
  });
});
