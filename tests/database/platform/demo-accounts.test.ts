import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { sql } from "../as-role";
import { newEmail, PASSWORD, portBeside, service, variable, visitor } from "../auth-client";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const dir = mkdtempSync(path.join(tmpdir(), "portal-demo-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Starts and stops a second backend on the same database, with this site address. */
function startFor(siteUrl: string, demo = ""): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: variable("TEST_DATABASE_URL"),
    SUPABASE_LOCAL_PORT: String(portBeside(1)),
    SUPABASE_LOCAL_FORWARD_PORT: "",
    SUPABASE_LOCAL_DIR: dir,
    SUPABASE_LOCAL_SITE_URL: siteUrl,
    SUPABASE_LOCAL_DEMO: demo,
  };
  const child = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env,
  });
  return new Promise((resolve, reject) => {
    child.on("message", (message: { type: string; message?: string }) => {
      if (message.type === "failed") reject(new Error(message.message));
      if (message.type === "ready") child.kill("SIGTERM");
    });
    child.once("exit", () => resolve());
  });
}

it(
  "demo accounts of an earlier start cannot sign in after the site gets a public address",
  { timeout: 120_000 },
  async () => {
    const email = newEmail();
    await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    writeFileSync(path.join(dir, "demo-accounts.json"), JSON.stringify([{ role: "user", email, password: PASSWORD }]));
    const signIn = async () =>
      (await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error?.code ?? "signed in";
    expect(await signIn()).toBe("signed in");
    await startFor("https://portal.example.org");
    expect(await signIn()).toBe("user_banned");
    expect(
      (await sql`select from auth.sessions join auth.users on users.id = user_id where email = ${email}`).count,
    ).toBe(0);
  },
);
