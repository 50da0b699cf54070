import { test as base, type APIRequestContext, type Page } from "@playwright/test";
import postgres, { type Sql } from "postgres";
import type { Role } from "../../../lib/platform/auth/permissions";
import { NOTICE_EVENT } from "../../../components/ui/notify";
import { cookieHeader, demoAccount, openSession, type Session } from "./accounts";
import { openHydrated } from "./hydration";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "./own-account";
import { variable } from "./variable";

export { expect, type Page, type Locator } from "@playwright/test";

export type Options = {
  /** Starts with a browser session that has not shown the splash and the location dialog. */
  firstVisit: boolean;
  /** Console errors that a test expects; any other error fails the test. */
  expectedErrors: RegExp | null;
};

type Fixtures = Options & {
  /** Signs the test's browser in as the demo account of a role. */
  signIn: (role: Role) => Promise<Session>;
  /** Creates a request context without a browser, as a role's demo account or anonymous. */
  visitorAs: (role: Role | null) => Promise<APIRequestContext>;
  /** An account that no other test uses; it is deleted after the test. */
  account: OwnAccount;
  /** A page in a separate browser context, signed in with `account`. */
  accountPage: Page;
};

type WorkerFixtures = { sql: Sql };

function addressOf(testId: string): string {
  const digits = Number.parseInt(testId.replaceAll(/[^0-9a-f]/g, "").slice(-8), 16);
  return `10.${(digits >>> 16) & 255}.${(digits >>> 8) & 255}.${digits & 255}`;
}

/** Logs notices, console lines, write requests and failures of a page, oldest first, for tests that fail. */
function recordEvents(page: Page, events: string[]): void {
  const begun = Date.now();
  const write = (line: string) =>
    void events.push(`${((Date.now() - begun) / 1000).toFixed(1)} s ${line.slice(0, 400)}`);
  page.on("console", (message) => write(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => write(`error: ${error}`));
  page.on("framenavigated", (frame) => frame.parentFrame() ?? write(`at ${frame.url()}`));
  page.on("requestfailed", (request) => write(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`));
  page.on("response", async (response) => {
    const request = response.request();
    if (request.method() === "GET" && response.status() < 400) return;
    write(
      `${request.method()} ${request.url()}: ${response.status()} after ${Math.round(request.timing().responseStart)} ms`,
    );
    if (request.headers()["next-action"])
      write(`  ${(await response.text().catch(String)).split("\n").findLast((line) => line.startsWith("1:")) ?? ""}`);
  });
}

/** The messages and locations of all errors that a page logs or throws. */
function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on(
    "console",
    (message) => message.type() === "error" && errors.push(`${message.text()} (${message.location().url})`),
  );
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

async function printEvents(page: Page, title: string, events: readonly string[]): Promise<void> {
  const shown = await page.locator("[role=alert]:visible, [role=status]:visible").allInnerTexts().catch(String);
  console.log(["", title, ...events.slice(-40), `at ${page.url()}, which shows: ${JSON.stringify(shown)}`].join("\n"));
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  firstVisit: [false, { option: true }],
  expectedErrors: [null, { option: true }],

  extraHTTPHeaders: async ({}, use, { testId }) => use({ "x-forwarded-for": addressOf(testId) }),

  context: async ({ context, firstVisit }, use) => {
    if (!firstVisit) {
      await context.addInitScript(() => {
        sessionStorage.setItem("splash", "shown");
        sessionStorage.setItem("gpsAsked", "1");
      });
    }
    await use(context);
  },

  // Fixtures of `page` itself, so that tests without a browser open none.
  page: async ({ page, expectedErrors }, use, info) => {
    await openHydrated(page);
    const errors = collectConsoleErrors(page);
    const events: string[] = [];
    await page.addInitScript(
      (name) =>
        addEventListener(name, (event) => console.debug("notice", JSON.stringify((event as CustomEvent).detail))),
      NOTICE_EVENT,
    );
    recordEvents(page, events);
    await use(page);
    if (info.status !== info.expectedStatus) await printEvents(page, info.title, events);
    base.expect(errors.filter((text) => !expectedErrors?.test(text))).toEqual([]);
  },

  signIn: async ({ context, baseURL }, use) => {
    await use(async (role) => {
      const session = await openSession(demoAccount(role));
      await context.addCookies(session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
      return session;
    });
  },

  visitorAs: async ({ playwright, baseURL, extraHTTPHeaders }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async (role) => {
      const cookie = role && cookieHeader((await openSession(demoAccount(role))).cookies);
      const visitor = await playwright.request.newContext({
        baseURL,
        extraHTTPHeaders: { ...extraHTTPHeaders, ...(cookie && { cookie }) },
        maxRedirects: 0,
      });
      opened.push(visitor);
      return visitor;
    });
    await Promise.all(opened.map((visitor) => visitor.dispose()));
  },

  account: async ({ sql }, use) => {
    const account = await createAccount(sql, "user");
    await use(account);
    await deleteAccount(sql, account);
  },

  accountPage: async ({ browser, account, baseURL }, use) => {
    const page = await pageOf(browser, account, baseURL ?? "");
    await use(page);
    await page.context().close();
  },

  sql: [
    async ({}, use) => {
      const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],
});
