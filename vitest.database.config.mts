import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    name: "database",
    environment: "node",
    include: ["tests/database/**/*.test.ts"],
    globalSetup: "tests/database/setup.ts",
    fileParallelism: false,
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
});
