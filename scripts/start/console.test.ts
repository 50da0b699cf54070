import { describe, expect, it } from "vitest";
import { accountsBlock } from "./console";

describe("accountsBlock", () => {
  it("lists role, address and password in columns", () => {
    const block = accountsBlock([
      { role: "user", email: "user@x.local", password: "a1" },
      { role: "superadministrador", email: "superadministrador@x.local", password: "b2" },
    ]);
    const [title, first = "", second = ""] = block.split("\n");
    expect(title).toContain("Contas de demonstração");
    expect(first.indexOf("user@x.local")).toBe(second.indexOf("superadministrador@x.local"));
    expect(first).toMatch(/a1$/);
  });

  it("is nothing without accounts", () => {
    expect(accountsBlock([])).toBe("");
  });
});
