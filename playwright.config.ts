import { defineConfig } from "@playwright/test";
import { BROWSER } from "./tests/e2e/support/browser";
import "./tests/e2e/support/resolve-localhost";
import type { Options } from "./tests/e2e/support/test";

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

export default defineConfig<Options>({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/start-site.ts",
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // High timeouts: they only end tests that hang, because the machine may be running other work.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [["line"], ["html", { open: "never" }]] : "line",
  use: {
    baseURL: process.env.E2E_BASE_URL || "http://localhost:3190",
    // Only offline.spec.ts needs the service worker: in other tests it would answer requests before the test's route handlers.
    serviceWorkers: "block",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "only-on-failure",
    launchOptions: BROWSER,
  },
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: DESKTOP } },
    { name: "phone", grep: /@phone/, use: { viewport: PHONE, isMobile: true, hasTouch: true } },
  ],
});
