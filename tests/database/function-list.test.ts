import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { FUNCTIONS_FILE, migrationFiles, sourceFiles } from "@/scripts/db-functions";
import { renderFunctionList } from "@/scripts/db/function-list";
import { variable } from "./auth-client";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });

afterAll(() => sql.end());

it("supabase/FUNCTIONS.md is the output of `npm run db:functions`", async () => {
  expect(readFileSync(FUNCTIONS_FILE, "utf8")).toBe(await renderFunctionList(sql, migrationFiles(), sourceFiles()));
});
