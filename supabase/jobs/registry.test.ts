import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../lib/platform/supabase/database-constants/platform";
import { JOBS } from "./registry";

describe("job registry", () => {
  it("gives every job a separate queue", () => {
    expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length);
  });

  it.each(JOBS.map((job) => [job.name, job] as const))(
    "%s has a valid name and a schedule that the database accepts",
    (name, { schedule }) => {
      expect(name).toMatch(/^[a-z][a-z0-9-]{1,59}$/);
      expect(schedule ?? "00:00").toMatch(/^([1-9]\d* s|([01]\d|2[0-3]):[0-5]\d)$/);
    },
  );

  it("contains every job of this folder", () => {
    const files = readdirSync(import.meta.dirname).filter(
      (file) =>
        !file.endsWith(".test.ts") &&
        /: Job = \{|= dailySql\(/.test(readFileSync(path.join(import.meta.dirname, file), "utf8")),
    );
    expect(files.map((file) => file.replace(/\.ts$/, "")).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
  });

  it.each(LOCALES)("has a title for every job in %s", (locale) => {
    const { jobs } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, `../../messages/${locale}/panel/system.json`), "utf8"),
    ) as { jobs: { name: Record<string, string> } };
    expect(Object.keys(jobs.name).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
  });
});
