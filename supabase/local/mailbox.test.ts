import { expect, it } from "vitest";
import { linkOf, plainText, renderTemplate } from "./mail-template";
import { mailboxRoutes, mailListPage, mailPage } from "./mailbox";
import { MailStore } from "./mail-store";

const HOSTILE = `"><script>alert(1)</script>`;
const mail = {
  id: "1-ab",
  to: HOSTILE,
  subject: HOSTILE,
  html: `<p>Oi</p>${HOSTILE}`,
  text: "",
  sentAt: "2026-01-01T12:00:00.000Z",
};
const values = {
  SiteURL: "http://localhost:3000",
  TokenHash: "abc",
  Token: "123456",
  RedirectTo: "http://localhost:3000/painel?a=1&b=2",
  Email: HOSTILE,
  NewEmail: "n@x.com",
};

it.each([mailListPage([mail]), mailPage(mail)])("escapes the content of a mail", (html) => {
  expect(html).not.toContain("<script>");
  expect(html).toContain("&lt;script&gt;");
});

it("shows a message in a sandbox without scripts", () => {
  expect(mailPage(mail)).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});

it.each([
  ["http://evil.example/mailbox", {}],
  ["http://localhost/mailbox", { "x-forwarded-host": "portal.example" }],
])("refuses %s from another origin", async (url, headers) => {
  const answer = await mailboxRoutes(new MailStore("/nonexistent")).request(url, { headers });
  expect(answer.status).toBe(403);
});

it("fills a template like a hosted project", () => {
  const html = renderTemplate(
    `<a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=email&amp;next={{ .RedirectTo }}">Ir</a><p>{{.Email}} {{ .Unknown }}</p>`,
    values,
  );
  expect(linkOf(html)).toBe(
    "http://localhost:3000/auth/confirm?token_hash=abc&type=email&next=http%3A%2F%2Flocalhost%3A3000%2Fpainel%3Fa%3D1%26b%3D2",
  );
  expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{ .Unknown }}");
  expect(plainText(html)).toContain("Ir: http://localhost:3000/auth/confirm?token_hash=abc&type=email");
});
