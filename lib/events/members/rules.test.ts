import { expect, it } from "vitest";
import { opensPage } from "./rules";

it("opens the page of the rally for marshals of rallies, and pages by their right", () => {
  const gate = { rights: ["gate"], kind: "rally" } as const;
  expect([opensPage(gate, "rally"), opensPage(gate, "gate"), opensPage(gate, "team")]).toEqual([true, true, false]);
  expect(opensPage({ ...gate, kind: "meeting" }, "rally")).toBe(false);
  expect(opensPage({ rights: [], kind: "rally" }, "rally")).toBe(false);
  expect(opensPage({ rights: [], kind: "meeting" }, "overview")).toBe(true);
});
