import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mail } from "@/lib/platform/mails/schema";
import { sql } from "../as-role";
import { newEmail, PASSWORD, portBeside, service, signedInUser, stubSiteEnvironment, variable } from "../auth-client";
import { startBackend, type BackendProcess } from "../backend-process";

vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-caller-address": "192.0.2.31" }) }));

const dir = mkdtempSync(path.join(tmpdir(), "portal-quota-"));
const QUOTA = 2;
let started: BackendProcess;

beforeAll(async () => {
  started = await startBackend(variable("TEST_DATABASE_URL"), dir, portBeside(1), {
    SUPABASE_LOCAL_MAILS_PER_HOUR: String(QUOTA),
    SUPABASE_LOCAL_DEMO: "0",
  });
  const { url, publishableKey } = started.backend;
  const client = createClient(url, publishableKey);
  const { email } = await signedInUser();
  for (let n = 0; n < QUOTA; n += 1) {
    const { error } = await client.auth.resetPasswordForEmail(email);
    if (error) throw error;
  }
});

afterAll(async () => {
  await started.stop();
  rmSync(dir, { recursive: true, force: true });
});

const reported = vi.fn<(line: string) => void>();

beforeEach(() => {
  vi.resetModules();
  stubSiteEnvironment(started.backend);
  reported.mockReset();
  vi.spyOn(console, "error").mockImplementation(reported);
});

const queuedFor = (email: string) =>
  sql<{ data: Mail }[]>`select data from private.outbox where data ->> 'to' = ${email}`;

describe("while the mail quota of the project is used up", () => {
  it.each([
    ["resetPasswordForEmail", (client: typeof service, email: string) => client.auth.resetPasswordForEmail(email)],
    ["signInWithOtp", (client: typeof service, email: string) => client.auth.signInWithOtp({ email })],
  ])("the auth server answers like GoTrue: %s", async (_, send) => {
    const { email } = await signedInUser();
    const { error } = await send(createClient(started.backend.url, started.backend.publishableKey), email);
    expect(error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
      message: "email rate limit exceeded",
    });
  });

  it.each([
    ["mailSignInLink", "magiclink", "/english/painel"],
    ["mailRecoveryLink", "recovery", "/english/update-password"],
  ] as const)("%s sends the link through the portal and reports the failure", async (send, type, target) => {
    const accounts = await import("@/lib/accounts/accounts/service");
    const { email } = await signedInUser();
    expect(await accounts[send](email, `http://localhost:3000${target}`)).toBe("sent");
    const queued = await queuedFor(email);
    expect(queued.map(({ data }) => data)).toMatchObject([
      { template: "account_link", locale: "en-US", data: { account_link: type, path: target } },
    ]);
    expect(reported.mock.calls.flat().join()).toContain("email rate limit exceeded");
    expect(reported.mock.calls.flat().join()).not.toContain(email);
  });

  it("an address without an account gets the same answer and no mail", async () => {
    const { mailSignInLink } = await import("@/lib/accounts/accounts/service");
    const email = newEmail();
    expect(["sent", "refused"]).toContain(await mailSignInLink(email, "http://localhost:3000/painel"));
    expect(await queuedFor(email)).toEqual([]);
    expect(reported).not.toHaveBeenCalled();
  });

  it("an account is created, because its mail does not go through the auth server", async () => {
    const { createAccount } = await import("@/lib/accounts/accounts/service");
    const account = { email: newEmail(), password: PASSWORD, username: "Ana", fullName: "Ana", homeState: null };
    expect(await createAccount({ ...account, marketing: false, locale: "pt-BR" })).toBeTruthy();
  });
});
