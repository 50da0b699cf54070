import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { filesBelow, isTest } from "./tests/support/source-files";

const ROOT = import.meta.dirname;

const FOLDERS = ["app", "components", "lib", "scripts", "web", "supabase/local", "supabase/jobs", "tests/architecture"];
const BUILD = "tests/architecture/**/*.build.test.ts";

/** A test that replaces modules, or loads them again, needs modules that no other file has loaded. */
const NEEDS_OWN_MODULES = /\bvi\.(?:mock|unmock|doMock|doUnmock|hoisted|resetModules)\b/;
const ownModules = FOLDERS.flatMap(filesBelow).filter(
  (file) => isTest(file) && NEEDS_OWN_MODULES.test(readFileSync(path.join(ROOT, file), "utf8")),
);

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
      // The files of one worker share the modules that they load, because loading them takes longer than most tests.
      {
        extends: true,
        test: {
          name: "unit",
          include: FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [BUILD, ...ownModules],
          isolate: false,
        },
      },
      { extends: true, test: { name: "unit-own-modules", include: ownModules, exclude: [BUILD] } },
      // Needs a finished build in .next, which scripts/test.ts creates first.
      { extends: true, test: { name: "build", include: [BUILD] } },
    ],
  },
});
