import { describe, expect, it } from "vitest";
import { kindOfTable, mergeLines, readUserQuery, rolesBelow, userAddress } from "./rules";

describe("readUserQuery", () => {
  it("keeps known values and drops the rest", () => {
    expect(readUserQuery({ q: " maria ", role: "editor", status: "blocked", page: "3", x: "1" })).toEqual({
      q: "maria",
      role: "editor",
      status: "blocked",
      page: 3,
    });
    expect(readUserQuery({ role: "root", status: "gone", page: "-1" })).toEqual({
      q: "",
      role: "",
      status: "",
      page: 1,
    });
    expect(readUserQuery({ page: "1.5", q: ["a", "b"] })).toEqual({ q: "a", role: "", status: "", page: 1 });
  });
});

describe("userAddress", () => {
  it("contains only values that are not defaults, and is parsed to the same query", () => {
    expect(userAddress({ q: "", role: "", status: "", page: 1 })).toBe("/admin/users");
    const query = { q: "a&b", role: "editor", status: "blocked", page: 2 };
    expect(readUserQuery(Object.fromEntries(new URLSearchParams(userAddress(query).split("?")[1])))).toEqual(query);
    expect(userAddress(query, { page: "", role: "" })).toBe("/admin/users?q=a%26b&status=blocked");
  });
});

describe("rolesBelow", () => {
  it("never contains the own role or a higher one", () => {
    expect(rolesBelow("user")).toEqual([]);
    expect(rolesBelow("main_admin")).toEqual(["user", "vendedor", "editor", "admin"]);
  });
});

describe("mergeLines", () => {
  it("sums tables by kind in the given order and leaves out empty ones", () => {
    const none = { moved: 0, dropped: 0, stays: 0 };
    const report = [
      { ...none, table: "reports", moved: 2 },
      { ...none, table: "page_views", stays: 7 },
      { ...none, table: "ad_leads", moved: 1, dropped: 3 },
      { ...none, table: "saved_views" },
    ];
    expect(mergeLines(report)).toEqual([
      { kind: "requests", moved: 3, dropped: 3, stays: 0 },
      { kind: "visits", moved: 0, dropped: 0, stays: 7 },
    ]);
  });

  it("uses the kind other for unknown tables", () => {
    expect(["sellers", "new_table", "constructor"].map(kindOfTable)).toEqual(["seller", "other", "other"]);
  });
});
