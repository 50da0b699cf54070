import { describe, expect, it } from "vitest";
import { archiveOf, archivePath, archivesOfState } from "./archives";

describe("archiveOf", () => {
  it.each([
    [3, 2, 4, "brasil"],
    [4, 5, 9, "brasil"],
    [5, 11, 18, "5-11-18"],
    [6, 23, 37, "5-11-18"],
    [7, 46, 74, "7-11-18"],
    [8, 92, 148, "8-23-37"],
    [9, 186, 296, "8-23-37"],
  ])("zoom %i, tile %i/%i", (z, x, y, name) => expect(archiveOf(z, x, y)?.name).toBe(name));

  it("has none far from Brazil", () => expect(archiveOf(8, 3, 3)).toBeUndefined());
});

describe("archivesOfState", () => {
  it("has the country and the blocks that the state touches", () => {
    const names = archivesOfState("SC").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["brasil", "5-11-18", "7-11-18", "8-23-36", "8-23-37"]));
    expect(names).not.toContain("8-20-32");
  });
});

describe("archivePath", () => {
  it("changes with the content", () => {
    expect(archivePath({ name: "brasil", hash: "12ab34cd", bytes: 1, states: [] })).toBe(
      "/map/tiles/brasil.pmtiles?v=12ab34cd",
    );
  });
});
