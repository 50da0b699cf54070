import { describe, expect, it } from "vitest";
import { accountsBlock } from "./console";

const ACCOUNTS = [
  { role: "user", email: "user@x.local", password: "a1" },
  { role: "superadministrador", email: "superadministrador@x.local", password: "b2" },
];

describe("accountsBlock", () => {
  it("lists role, address and password in columns", () => {
    const block = accountsBlock(ACCOUNTS, "demo.json", true);
    const [title, first = "", second = ""] = block.split("\n");
    expect(title).toContain("Contas de demonstração");
    expect(first.indexOf("user@x.local")).toBe(second.indexOf("superadministrador@x.local"));
    expect(first).toMatch(/a1$/);
  });

  it("prints the file path instead of the passwords when they are not to be shown", () => {
    const block = accountsBlock(ACCOUNTS, "/var/portal/demo-accounts.json", false);
    expect(block).toContain("/var/portal/demo-accounts.json");
    expect(block).not.toMatch(/a1|b2/);
  });

  it("returns an empty string without accounts", () => {
    expect(accountsBlock([], "demo.json", true)).toBe("");
  });
});
