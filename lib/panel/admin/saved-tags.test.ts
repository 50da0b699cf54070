import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Account } from "../../platform/auth/account";
import { revalidatePages } from "../../platform/revalidate";
import { bulkAction, importRowsAction, mergeAction, restoreVersionAction, saveRowAction } from "./actions";
import { RESOURCES } from "./registry";
import { tagColumns } from "./rules";

const ID = "00000000-0000-4000-8000-0000000000f1";
const OTHER = "00000000-0000-4000-8000-0000000000f2";

const database = vi.hoisted(() => ({
  rpc: vi.fn<(name: string, args: object) => Promise<unknown>>(),
  rows: [] as object[],
  reads: [] as string[],
}));

/** A query that returns the rows of the test and records whether it only reads. */
function query() {
  let isWrite = false;
  const builder: Record<string, unknown> = {
    update: () => ((isWrite = true), builder),
    delete: () => ((isWrite = true), builder),
    in: () => builder,
    eq: () => builder,
    select: (columns: string) => {
      if (!isWrite) database.reads.push(columns);
      return builder;
    },
    maybeSingle: () => Promise.resolve({ data: null, error: null }),
    // oxlint-disable-next-line unicorn/no-thenable -- a query of the client is a thenable
    then: (resolve: (answer: unknown) => void) => resolve({ data: database.rows, error: null }),
  };
  return builder;
}

vi.mock("../../platform/auth/account", () => ({
  currentAccount: async (): Promise<Account> =>
    ({
      id: "1",
      email: "a@b.com",
      username: "a",
      role: "main_admin",
      permissions: [],
      rolePermissions: null,
      emailVerified: true,
      locale: null,
    }) as never,
}));
vi.mock("../../platform/supabase/session", () => ({ createSessionClient: async () => ({ rpc: database.rpc }) }));
vi.mock("../../platform/supabase/any-table", async (original) => ({
  ...(await original<object>()),
  anyTable: () => query(),
}));
vi.mock("../../platform/revalidate", () => ({ revalidatePages: vi.fn<() => void>() }));
vi.mock("./pictures", () => ({
  importPictures: async (_client: unknown, _account: string, _fields: unknown, values: object) => ({
    values,
    errors: {},
  }),
}));
const trail = vi.hoisted(() => [
  {
    id: 2,
    action: "update",
    actor: "a",
    reason: null,
    createdAt: "2026-01-02",
    before: { name: "Antes" },
    after: { name: "Depois" },
  },
  { id: 1, action: "update", actor: "a", reason: null, createdAt: "2026-01-01", before: null, after: null },
]);
vi.mock("./queries", () => ({
  getRow: async () => null,
  listTrail: async () => trail,
  rowsById: async () => new Map(),
  findReferences: async () => [],
  namedRows: async () => [],
  referenceTitles: async () => ({}),
}));
vi.mock("./row-queries", () => ({ visibilityOf: async () => "shown" }));
vi.mock("next-intl/server", () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: () => false }),
}));

const saved = (...states: object[]) => ({ outcome: "saved", id: ID, updated_at: "2026-01-01T00:00:00Z", states });
const inStates = (...states: string[]) => states.map((state) => ({ id: ID, state_abbr: state }));
const expired = () =>
  vi
    .mocked(revalidatePages)
    .mock.calls.flatMap(([tags]) => [...tags])
    .toSorted();

const OF_SC = ["redirects", "regions:SC"];
const OF_BOTH = ["redirects", "regions:PR", "regions:SC"];

beforeEach(() => {
  vi.mocked(revalidatePages).mockReset();
  database.rpc.mockReset();
  database.reads.length = 0;
});

describe("a saved route", () => {
  const save = async (...states: object[]) => {
    database.rpc.mockResolvedValue({ data: saved(...states), error: null });
    return saveRowAction({ resource: "regions", id: ID, expected_version: null, values: { summary: "Texto" } });
  };

  it("expires the tag of its state, and is not read before", async () => {
    const answer = await save({ state_abbr: "SC" }, { state_abbr: "SC" });
    expect(answer.data).toEqual({
      outcome: "saved",
      id: ID,
      updatedAt: "2026-01-01T00:00:00Z",
      visibility: "shown",
      values: null,
    });
    expect(expired()).toEqual(OF_SC);
    expect(database.rpc).toHaveBeenCalledExactlyOnceWith(
      "save_record",
      expect.objectContaining({ tag_columns: ["state_abbr"] }),
    );
    expect(database.reads).toEqual([]);
  });

  it("that moved from SC to PR expires the tags of both", async () => {
    await save({ state_abbr: "SC" }, { state_abbr: "PR" });
    expect(expired()).toEqual(OF_BOTH);
  });

  it("expires nothing after a conflict", async () => {
    database.rpc.mockResolvedValue({ data: { outcome: "conflict" }, error: null });
    await saveRowAction({ resource: "regions", id: ID, expected_version: "2020-01-01", values: { summary: "Texto" } });
    expect(expired()).toEqual([]);
  });
});

describe("many routes", () => {
  it.each(["trash", "restore", "delete"] as const)("after %s expire the tags of their states", async (action) => {
    database.rows = inStates("SC", "PR", "SC");
    expect((await bulkAction({ resource: "regions", ids: [ID, OTHER], action })).data).toEqual({ count: 3, asked: 2 });
    expect(expired()).toEqual(OF_BOTH);
    expect(database.reads).toEqual([]);
  });

  it("that were compared with their sources get the day of today and expire the tags of their states", async () => {
    database.rows = inStates("SC");
    expect((await bulkAction({ resource: "regions", ids: [ID], action: "check" })).data).toEqual({
      count: 1,
      asked: 1,
    });
    expect(expired()).toEqual(OF_SC);
    expect((await bulkAction({ resource: "photo_points", ids: [ID], action: "check" })).serverError).toBeDefined();
  });

  it("expire nothing when none was changed", async () => {
    database.rows = [];
    await bulkAction({ resource: "regions", ids: [ID], action: "trash" });
    expect(expired()).toEqual([]);
  });

  it("of a file expire the tags of the saved rows", async () => {
    database.rpc.mockResolvedValue({ data: [saved({ state_abbr: "PR" })], error: null });
    const cells = { name: "Rota", slug: "rota", state_abbr: "PR", kind: "route", status: "draft", confidence: "high" };
    await importRowsAction({ resource: "regions", rows: [{ line: 2, cells }] });
    expect(expired()).toEqual(["redirects", "regions:PR"]);
  });
});

it("a restored version expires the tags of both states of the route", async () => {
  database.rpc.mockResolvedValue({ data: saved({ state_abbr: "PR" }, { state_abbr: "SC" }), error: null });
  expect((await restoreVersionAction({ resource: "regions", id: ID, entry: 1 })).data).toEqual({ count: 1 });
  expect(expired()).toEqual(OF_BOTH);
});

it("merged services expire the tags of both rows", async () => {
  database.rpc.mockResolvedValue({ data: { outcome: "saved" }, error: null });
  database.rows = inStates("SC", "SC");
  expect((await mergeAction({ resource: "services", remaining: ID, other: OTHER })).data).toEqual({ outcome: "saved" });
  expect(expired()).toEqual(["redirects", "services:SC"]);
});

it("no column that a change of many rows can set is part of a cache tag", () => {
  const settable = RESOURCES.flatMap((resource) =>
    resource.fields
      .filter(({ name, kind }) => ["choice", "boolean"].includes(kind) && tagColumns(resource).includes(name))
      .map(({ name }) => `${resource.key}.${name}`),
  );
  expect(settable).toEqual([]);
});
