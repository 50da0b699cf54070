import { describe, expect, it } from "vitest";
import { sponsorSchema } from "./schema";

const sponsor = { event: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566", name: "Oficina Silva", tier: "gold", url: "" };

describe("the form of a sponsor", () => {
  it("needs a name, and takes an address without its protocol", () => {
    expect(sponsorSchema.parse({ ...sponsor, url: "oficina.example" })).toMatchObject({
      id: "",
      url: "https://oficina.example",
      logo_path: "",
    });
    expect(sponsorSchema.safeParse({ ...sponsor, name: " " }).success).toBe(false);
  });

  it.each([
    ["an unknown tier", { tier: "diamond" }],
    ["an address that is none", { url: "javascript:alert(1)" }],
  ])("refuses %s", (_, change) => {
    expect(sponsorSchema.safeParse({ ...sponsor, ...change }).success).toBe(false);
  });
});
