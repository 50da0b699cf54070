import { describe, expect, it } from "vitest";
import {
  ADMIN_ROLES,
  defaultPermissions,
  hasPermission,
  hasRank,
  PERMISSIONS,
  ROLES,
  seesLink,
  SELLER_ROLES,
} from "./permissions";
import { STAFF_ROLES } from "../supabase/database-constants/platform";

describe("role groups", () => {
  it("match the specification", () => {
    expect(STAFF_ROLES).toEqual(["editor", "admin", "main_admin", "superadministrador"]);
    expect(ADMIN_ROLES).toEqual(["admin", "main_admin", "superadministrador"]);
    expect(SELLER_ROLES).toEqual(["vendedor", "admin", "main_admin", "superadministrador"]);
  });
});

describe("hasRank", () => {
  it("compares every pair of roles in list order", () => {
    for (const [rank, role] of ROLES.entries()) {
      expect(ROLES.filter((minimum) => hasRank(role, minimum))).toEqual(ROLES.slice(0, rank + 1));
    }
  });
});

describe("defaultPermissions", () => {
  it("gives travellers and sellers no admin permissions", () => {
    expect(defaultPermissions("user")).toEqual([]);
    expect(defaultPermissions("vendedor")).toEqual([]);
  });

  it("grows with the rank up to all permissions", () => {
    const counts = ROLES.map((role) => defaultPermissions(role).length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(Object.keys(PERMISSIONS).length);
  });
});

describe("hasPermission", () => {
  it.each([
    ["editor", [], "blog", true],
    ["editor", [], "users", false],
    ["editor", ["users"], "users", true],
    ["admin", [], "analytics", true],
    ["admin", [], "financials", false],
    ["user", [], "dashboard", false],
    ["user", ["blog"], "blog", true],
    ["main_admin", [], "permissions", true],
    ["superadministrador", [], "permissions", true],
  ] as const)("%s with %j for %s: %s", (role, permissions, key, expected) => {
    expect(hasPermission({ role, permissions }, key)).toBe(expected);
  });
});

describe("a role with changed permissions in the matrix", () => {
  it.each([
    ["editor", [], ["analytics"], "blog", false],
    ["editor", [], ["analytics"], "analytics", true],
    ["editor", ["blog"], [], "blog", true],
    ["main_admin", [], [], "blog", true],
  ] as const)("%s with %j and the role's %j for %s: %s", (role, permissions, rolePermissions, key, expected) => {
    expect(hasPermission({ role, permissions, rolePermissions }, key)).toBe(expected);
  });
});

describe("seesLink", () => {
  it.each([
    ["main_admin", [], "permissions", false],
    ["main_admin", ["permissions"], "permissions", true],
    ["superadministrador", [], "permissions", true],
    ["editor", [], "analytics", false],
    ["editor", ["analytics"], "analytics", true],
  ] as const)("%s with %j of %s: %s", (role, permissions, key, expected) => {
    expect(seesLink({ role, permissions }, key)).toBe(expected);
  });
});
