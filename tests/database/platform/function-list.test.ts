import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { FUNCTIONS_FILE, sourceFiles } from "@/scripts/db-functions";
import { renderFunctionList } from "@/scripts/db/function-list";
import { schemaFiles } from "@/scripts/db/schema-files";
import { variable } from "../auth-client";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });

afterAll(() => sql.end());

const list = readFileSync(FUNCTIONS_FILE, "utf8");

it("supabase/FUNCTIONS.md is the output of `npm run db:functions`", async () => {
  expect(list).toBe(await renderFunctionList(sql, schemaFiles(), sourceFiles()));
});

it("names the file, the roles and the callers of every function", () => {
  const lines = list.split("\n").filter((line) => line.startsWith("| `"));
  expect(lines.length).toBeGreaterThan(1000);
  expect(
    lines.filter((line) =>
      line
        .split("|")
        .slice(1, -1)
        .some((cell) => cell.trim() === ""),
    ),
  ).toEqual([]);
});
