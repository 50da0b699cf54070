import { describe, expect, it } from "vitest";
import { hashOfCode, newRecoveryCodes } from "./rules";

describe("recovery codes", () => {
  it("are ten different codes of four groups", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/);
  });

  it("have the same hash for every notation", () => {
    const hash = hashOfCode("ABCO-IBKL-M2N3-O4P5");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOfCode(" abc0 18kl m2n3o4p5 ")).toBe(hash);
    expect(hashOfCode("ABCO-IBKL-M2N3-O4P6")).not.toBe(hash);
  });
});
