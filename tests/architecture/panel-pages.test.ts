import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ADMIN_NAVIGATION, pageGroups } from "@/components/panel/admin/navigation";
import { AUDIT_PERMISSIONS, RESOURCES } from "@/lib/panel/admin/registry";
import { PERMISSIONS } from "@/lib/platform/auth/permissions";
import { panelPages } from "@/lib/platform/panel-pages";
import { guardOf } from "@/lib/platform/paths";
import { INBOX, INBOX_KEYS } from "@/lib/panel/inbox/rules";
import { filesBelow, isTest, productCode } from "../support/source-files";

const TABLE = "lib/platform/panel-pages.ts";
const recordPages = panelPages.filter(({ records }) => records);
const owner = { role: "superadministrador", permissions: [] } as const;

/** Lines of a file that match, as `file: line`. */
const linesWith = (file: string, pattern: RegExp) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => pattern.test(line))
    .map((line) => `${file}: ${line.trim()}`);

/** Addresses of the panel that are not in the table: the sign-in page, downloads and areas. */
const OTHER_ADDRESSES = /^\/admin\/(?:login|exportar\/)?$/;

describe("panel pages", () => {
  it("have different paths", () => {
    expect(new Set(panelPages.map(({ path }) => path)).size).toBe(panelPages.length);
  });

  it("are guarded by the permission that the table declares", () => {
    const guards = panelPages.map(({ path }) => [path, guardOf(path)?.permission]);
    expect(guards).toEqual(panelPages.map(({ path, permission }) => [path, permission]));
    const records = recordPages.flatMap(({ path, permission }) => [
      [`${path}/novo`, permission],
      [`${path}/1`, permission],
    ]);
    expect(records.map(([path]) => [path, guardOf(path!)?.permission])).toEqual(records);
  });

  it("of records have one resource each, with the path and permission of the table", () => {
    const declared = RESOURCES.map(({ key, path, permission }) => `${key} /admin/${path} ${permission}`);
    expect(declared.toSorted()).toEqual(
      recordPages.map(({ key, path, permission }) => `${key} ${path} ${permission}`).toSorted(),
    );
  });

  it("have one registered resource per file", () => {
    const files = filesBelow("lib/panel/admin/resources").filter(
      (file) => linesWith(file, /= defineResource\(/).length > 0,
    );
    expect(RESOURCES).toHaveLength(files.length);
  });

  it("are in the section of the menu that the table names", () => {
    const listed = ADMIN_NAVIGATION.flatMap(({ section, links }) => links.map(([path]) => `${path} ${section}`));
    const inSections = panelPages.filter(({ section }) => section).map(({ path, section }) => `${path} ${section}`);
    expect(listed.toSorted()).toEqual(inSections.toSorted());
    const below = pageGroups(owner).flatMap(([parent, ...pages]) => pages.map(([path]) => `${path} ${parent![0]}`));
    const withParent = panelPages.filter(({ parent }) => parent).map(({ path, parent }) => `${path} ${parent}`);
    expect(below.toSorted()).toEqual(withParent.toSorted());
  });

  it("that are linked from another page name one that is in the sidebar", () => {
    const parents = panelPages.flatMap(({ parent }) => parent ?? []);
    expect(parents.filter((parent) => !panelPages.some(({ path, section }) => path === parent && section))).toEqual([]);
  });

  it("declare each audited table once", () => {
    const audited = panelPages.flatMap((page) => page.audited ?? []);
    const children = RESOURCES.flatMap(({ fields }) => fields.filter(({ kind }) => kind === "rows"));
    const ofResources = [...RESOURCES.map(({ table }) => table), ...children.map(({ name }) => name)];
    expect(audited.filter((table, index) => audited.indexOf(table) !== index)).toEqual([]);
    expect(audited.filter((table) => ofResources.includes(table))).toEqual([]);
    expect([...AUDIT_PERMISSIONS.values()].filter((permission) => !(permission in PERMISSIONS))).toEqual([]);
  });

  it("of the inbox are pages of the table with their permission", () => {
    const pages = INBOX_KEYS.map((key) => panelPages.find(({ path }) => path === INBOX[key].page.split("?")[0]));
    expect(pages.map((page) => page?.permission)).toEqual(INBOX_KEYS.map((key) => INBOX[key].permission));
  });
});

describe("declarations of panel pages", () => {
  const files = productCode().filter((file) => file !== TABLE && !isTest(file));

  it("are not repeated in the resources", () => {
    const resources = files.filter((file) => file.startsWith("lib/panel/admin/"));
    expect(resources.flatMap((file) => linesWith(file, /^ {2}(?:path|permission): "/))).toEqual([]);
  });

  it("of paths exist in lib and components only in the table", () => {
    const literal = /["'`](\/admin\/[^"'`$]*)/;
    const lines = files
      .filter((file) => /^(?:lib|components)\//.test(file))
      .flatMap((file) => linesWith(file, literal));
    const repeated = lines.filter((line) => !OTHER_ADDRESSES.test(literal.exec(line)![1]!));
    expect(repeated.filter((line) => !/^\S+: (?:\/\*\*|\/\/|\*)/.test(line))).toEqual([]);
  });

  it("are the only targets of the access checks of the pages", () => {
    const pages = files.filter((file) => file.startsWith("app/")).map((file) => readFileSync(file, "utf8"));
    const asked = pages.flatMap((text) =>
      [...text.matchAll(/requireAccount\("(\/admin[^"]*)"/g)].map(([, path]) => path!),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((path) => !panelPages.some((page) => page.path === path))).toEqual([]);
  });
});
