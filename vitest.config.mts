import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = import.meta.dirname;

export default defineConfig({
  resolve: {
    alias: {
      "@": ROOT,
      // Replaced by an empty module, because the package throws outside server components.
      "server-only": path.join(ROOT, "tests/support/server-only.ts"),
    },
  },
  test: {
    env: {
      NEXT_PUBLIC_SITE_URL: "http://localhost:3000",
      NEXT_PUBLIC_SUPABASE_URL: "http://127.0.0.1:54321",
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_the_tests",
      SUPABASE_SECRET_KEY: "sb_secret_of_the_tests",
    },
    // Some tests read every source file, which is slow on a busy machine.
    testTimeout: 30_000,
    setupFiles: path.join(ROOT, "tests/support/wait-longer.ts"),
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: "100%",
    // Inlined, so that `vi.resetModules` resets the state of this package too.
    server: { deps: { inline: ["@googlemaps/js-api-loader"] } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "{app,components,lib,scripts,web,supabase/{local,jobs}}/**/*.test.{ts,tsx}",
            "tests/architecture/**/*.test.ts",
          ],
          exclude: ["**/*.build.test.ts"],
        },
      },
      // Needs a finished build in .next, which scripts/test.ts creates first.
      { extends: true, test: { name: "build", include: ["tests/architecture/**/*.build.test.ts"] } },
    ],
  },
});
