import { describe, expect, it } from "vitest";
import { readSource } from "../support/source-files";

type Entry = { resolved?: string; integrity?: string; link?: boolean };

const { packages } = JSON.parse(readSource("package-lock.json")) as { packages: Record<string, Entry> };
const installed = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);

describe("lock file", () => {
  it("has a sha512 hash for every package", () => {
    const unchecked = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  it("refers only to the public registry", () => {
    expect(
      installed
        .filter(([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"))
        .map(([path]) => path),
    ).toEqual([]);
  });
});
