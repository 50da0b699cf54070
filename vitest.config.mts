import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = import.meta.dirname;

const FOLDERS = ["app", "components", "lib", "scripts", "web", "supabase/local", "supabase/jobs", "tests/architecture"];
const BUILD = "tests/architecture/**/*.build.test.ts";

/** A test that replaces modules or properties of the document, or loads modules again, shares neither with other files. */
const NEEDS_OWN_MODULES =
  /\bvi\.(?:mock|unmock|doMock|doUnmock|hoisted|resetModules)\b|Object\.defineProperty\((?:navigator|document|window|root)\b/;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const ownModules = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
).filter((file) => isTest(file) && NEEDS_OWN_MODULES.test(readFileSync(path.join(ROOT, file), "utf8")));

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
    // High timeouts: they only end tests that hang. Some read every source file, which is slow on a busy machine.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    setupFiles: path.join(ROOT, "tests/support/unit-setup.ts"),
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: "100%",
    // Inlined, so that `vi.resetModules` resets the state of this package too.
    server: { deps: { inline: ["@googlemaps/js-api-loader"] } },
    // supabase-js prints this once per test file under Node 20, which is supported.
    onConsoleLog: (text) => !text.includes("Node.js 20 and below are deprecated"),
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
