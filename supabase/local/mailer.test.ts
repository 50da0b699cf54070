import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createMailer } from "./mailer";
import { MailStore } from "./mail-store";
import { progress } from "./report";

// Under Vitest, the real function sends the line to the parent process.
vi.mock("./report", () => ({ progress: vi.fn() }));

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "mailer-"));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const template = { subject: "Seu link de acesso", content_path: "supabase/templates/magic_link.html" };
const templates = {
  confirmation: template,
  magic_link: template,
  recovery: template,
  email_change: template,
  invite: template,
};

/** The line that the backend prints when it mails a sign-in link for a site. */
async function printedAt(siteUrl: string): Promise<string> {
  const print = vi.mocked(progress).mockReset();
  const mailer = createMailer(siteUrl, templates, { mailStore: new MailStore(dir) }, () =>
    Promise.resolve("token-of-the-link"),
  );
  await mailer.send({ template: "magic_link", to: "maria@example.org", codeHash: "hash", code: "1234567890" });
  return print.mock.calls.join("\n");
}

it("prints the link of a mail for a local site", async () => {
  expect(await printedAt("http://localhost:3000")).toContain("token-of-the-link");
});

it.each(["https://portal.example.org", "http://192.168.0.7:3000"])(
  "prints neither link, code nor address for %s",
  async (siteUrl) => {
    const printed = await printedAt(siteUrl);
    expect(printed).toContain("Seu link de acesso");
    expect(printed).not.toMatch(/token-of-the-link|1234567890|maria@example\.org|https?:/);
  },
);
