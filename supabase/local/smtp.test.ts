import { expect, it, onTestFinished, vi } from "vitest";
import { startSmtpDouble } from "../../tests/support/smtp-double";
import { createMailer } from "./mailer";
import { MailStore } from "./mail-store";
import { smtpSender } from "./smtp";

const TEMPLATES = Object.fromEntries(
  ["confirmation", "magic_link", "recovery", "email_change", "invite"].map((name) => [
    name,
    { subject: "Seu link", content_path: "supabase/templates/magic_link.html" },
  ]),
) as never;

it("sends a sign-in mail to the SMTP server instead of the local mailbox, without delaying the response", async () => {
  const smtp = await startSmtpDouble({ pauseMs: 300 });
  onTestFinished(() => smtp.close());
  const print = vi.spyOn(console, "log");
  const mailStore = new MailStore("/nonexistent");
  const add = vi.spyOn(mailStore, "add");
  const mailer = createMailer(
    "https://portal.example.org",
    TEMPLATES,
    { mailStore, sendBySmtp: smtpSender(smtp.url, "Portal <portal@example.org>") },
    () => Promise.resolve("secret-token"),
  );
  await mailer.send({ template: "magic_link", to: "ana@example.org", codeHash: "x", code: "1234567890" });
  expect(smtp.received).toEqual([]);
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
  expect(smtp.received[0]).toMatchObject({
    from: "portal@example.org",
    to: ["ana@example.org"],
    messageId: expect.stringMatching(/^<[\w-]+@example\.org>$/) as string,
  });
  expect(smtp.received[0]!.source.replaceAll("=\r\n", "")).toContain("token_hash=3Dsecret-token");
  expect([add.mock.calls, print.mock.calls.flat().filter((text) => String(text).includes("secret-token"))]).toEqual([
    [],
    [],
  ]);
});
