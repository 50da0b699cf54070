import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DATA_FILES, DATA_GROUPS, dataPath } from "./rules";

const PUBLIC = path.join(import.meta.dirname, "../../../public");
const LARGEST_TOTAL = 9_000_000;

const filesOf = (group: string) => readdirSync(path.join(PUBLIC, "dados-abertos", group)).sort();

describe("downloadable data", () => {
  it.each(DATA_GROUPS)("%s holds the listed files and a licence", (group) => {
    const listed = DATA_FILES.filter((file) => file.group === group).flatMap(({ names }) => [...names]);
    expect(filesOf(group)).toEqual([...listed, "LICENSE.txt"].sort());
  });

  it("is at most 9 MB in total", () => {
    const sizes = DATA_GROUPS.flatMap((group) =>
      filesOf(group).map((name) => statSync(path.join(PUBLIC, dataPath(group, name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST_TOTAL);
  });

  it("names credit and licence inside every JSON file", () => {
    const files = DATA_FILES.flatMap(({ group, names }) => names.map((name) => dataPath(group, name)));
    for (const file of files.filter((name) => name.endsWith(".json"))) {
      const content = JSON.parse(readFileSync(path.join(PUBLIC, file), "utf8")) as Record<string, unknown>;
      expect({ file, ...content }).toMatchObject({
        credit: expect.stringMatching(/./),
        licence: expect.stringMatching(/./),
      });
    }
  });
});
