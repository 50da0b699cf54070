import { describe, expect, it } from "vitest";
import { archiveOf, archivePath, archivesOfState } from "./archives";

describe("archiveOf", () => {
  it.each([
    [3, 2, 4, "brasil"],
    [6, 23, 37, "brasil"],
    [7, 47, 74, "23-37"],
    [9, 186, 296, "23-37"],
  ])("zoom %i, tile %i/%i", (z, x, y, name) => expect(archiveOf(z, x, y)?.name).toBe(name));

  it("has none far from Brazil", () => expect(archiveOf(8, 3, 3)).toBeUndefined());
});

describe("archivesOfState", () => {
  it("has the country and the blocks that the state touches", () => {
    const names = archivesOfState("SC").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["brasil", "23-36", "23-37"]));
    expect(names).not.toContain("20-32");
  });
});

describe("archivePath", () => {
  it("changes with the content", () => {
    expect(archivePath({ name: "brasil", hash: "12ab34cd", bytes: 1, states: [] })).toBe(
      "/map/tiles/brasil.pmtiles?v=12ab34cd",
    );
  });
});
