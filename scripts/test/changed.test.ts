import { describe, expect, it } from "vitest";
import { parseCommand } from "./arguments";
import { keepChanged } from "./changed";

const ARCHITECTURE = ["tests/architecture/imports.test.ts"];
const ALWAYS = ["types", "lint", "format"];

function choose(files: string[], words: string[] = []): string[] {
  const calls = keepChanged(parseCommand(words).calls, files, ARCHITECTURE);
  return calls.map(({ name, args, related }) =>
    [name, ...args, ...(related ? ["related to", ...related] : [])].join(" "),
  );
}

const afterTypesAndLint = (files: string[]) => choose(files).filter((call) => !ALWAYS.includes(call));
const unitOf = (...files: string[]) => ["unit related to", ...files, ...ARCHITECTURE].join(" ");

describe("keepChanged", () => {
  it("always keeps types, lint and the architecture tests", () => {
    expect(choose([])).toEqual([...ALWAYS, unitOf()]);
    expect(choose(["README.md"])).toEqual([...ALWAYS, unitOf()]);
  });

  it.each([
    ["unit tests of a component", ["components/ui/icon.tsx"], [unitOf("components/ui/icon.tsx")]],
    [
      "unit and database tests of a domain",
      ["lib/commerce/sales/rules.ts"],
      [unitOf("lib/commerce/sales/rules.ts"), "database related to lib/commerce/sales/rules.ts"],
    ],
    ["the whole unit and database stages for a package", ["package-lock.json"], ["unit", "database"]],
    ["every database test for a migration", ["supabase/migrations/1_a.sql"], [unitOf(), "database"]],
    [
      "every database test for what they share",
      ["tests/database/actors.ts"],
      [unitOf("tests/database/actors.ts"), "database"],
    ],
    [
      "a changed database test",
      ["tests/database/commerce/sales.test.ts"],
      [unitOf("tests/database/commerce/sales.test.ts"), "database related to tests/database/commerce/sales.test.ts"],
    ],
    [
      "no database test for a unit test of the backend",
      ["supabase/jobs/failure.test.ts"],
      [unitOf("supabase/jobs/failure.test.ts")],
    ],
    [
      "a changed browser test",
      ["tests/e2e/commerce/ads.spec.ts"],
      [unitOf("tests/e2e/commerce/ads.spec.ts"), "browser tests/e2e/commerce/ads.spec.ts"],
    ],
    [
      "every browser test for what they share",
      ["tests/e2e/commerce/ads.spec.ts", "tests/e2e/support/test.ts"],
      [unitOf("tests/e2e/commerce/ads.spec.ts", "tests/e2e/support/test.ts"), "build", "browser"],
    ],
  ])("chooses %s", (_name, files, expected) => {
    expect(afterTypesAndLint(files)).toEqual(expected);
  });

  it("leaves only the named stages, and one with its own paths as it was called", () => {
    expect(choose(["lib/commerce/sales/rules.ts"], ["--changed", "lint"])).toEqual(["lint"]);
    expect(choose(["README.md"], ["--changed", "types", "database", "ads.test.ts"])).toEqual([
      "types",
      "database ads.test.ts",
    ]);
  });
});
