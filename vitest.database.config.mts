import path from "node:path";
import { defineConfig } from "vitest/config";
import { isExternal, ONLY_EMBEDDED } from "./tests/database/external";

const ROOT = import.meta.dirname;

/** Tests that kill processes of the product and wait for what others then do: they need the processor for themselves. */
const ALONE = ["worker", "worker-crash", "sale-crash"].map(fileOf);
const LEFT_OUT = isExternal ? Object.keys(ONLY_EMBEDDED).map(fileOf) : [];

function fileOf(name: string): string {
  return `tests/database/${name}.test.ts`;
}

export default defineConfig({
  resolve: { alias: { "@": ROOT } },
  test: {
    environment: "node",
    globalSetup: path.join(ROOT, "tests/database/setup.ts"),
    setupFiles: path.join(ROOT, "tests/database/worker-environment.ts"),
    // Each worker has a database and a backend of its own (tests/database/setup.ts).
    pool: "forks",
    maxWorkers: isExternal ? 1 : Number(process.env.TEST_DATABASE_WORKERS || 2),
    // High timeouts: they only end tests that hang, because the machine may be running other work.
    hookTimeout: 120_000,
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "database",
          include: ["tests/database/**/*.test.ts"],
          exclude: [...ALONE, ...LEFT_OUT],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "database-alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
