import { describe, expect, it } from "vitest";
import { nodeNotice } from "./node-version";

describe("nodeNotice", () => {
  it("recommends a newer version in one line", () => {
    expect(nodeNotice("20.19.1")).toBe("· Node 20.19.1 funciona; o recomendado é o Node 22 ou mais novo");
  });

  it.each(["22.0.0", "24.3.1"])("has nothing to say about %s", (version) => expect(nodeNotice(version)).toBeNull());
});
