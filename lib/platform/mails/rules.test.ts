import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Locale } from "../i18n/routing";
import { LOCALES } from "../supabase/database-constants/platform";
import { renderMail } from "./rules";
import { mailSchema } from "./schema";

const SITE = "https://portal.example.org";
const messagesOf = (locale: Locale) =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, `../../../messages/${locale}/platform/mails.json`), "utf8"),
  ) as Record<string, unknown>;
const VALUES = {
  name: "Ana",
  protocol: "LC-1",
  status: "approved",
  note: "Boa",
  plan: "Estrada",
  company: "Hotel",
  number: "7",
  amount: 450.5,
  person: "Bia Lima",
  less: 0,
  full: 450.5,
  part: 10,
  from: "01/01/2026",
  until: "31/01/2026",
  contact: "Bia",
  date: "08/01/2026",
  origin: "Lages",
  destination: "Urubici",
  url: "",
  title: "Conferir placas",
  body: "Até sexta",
  due: "09/01/2026",
  event: "Encontro",
  subject: "state",
  state: "Santa Catarina",
  place: "Praça, Lages - SC",
  change: "date",
  starts: "12/03/2027 09:00",
  ends: "12/03/2027 18:00",
  town: "Lages/SC",
  code: "ABCD2345",
  count: 2,
  days: 3,
  first: "Óleo",
  list: "Óleo",
  question: "Abre domingo?",
  answer: "Sim",
  voucher: "Café da manhã",
  map: "https://maps.example.org/",
  by: "Bia",
  recipient: "Clube da Serra",
  reference: "E123",
};
const mail = (template: string, locale: Locale, data: Record<string, string | number> = VALUES) =>
  mailSchema.parse({ to: "ana@example.org", template, locale, data });

/** These mails are about a receipt, which exists for Pix only; elsewhere the settings decide how to pay. */
const ABOUT_PIX = ["receipt_received", "receipt_refused", "registration_receipt", "registration_receipt_refused"];

describe.each(LOCALES)("in %s", (locale) => {
  const messages = messagesOf(locale);
  it.each(Object.keys(messages).filter((name) => !ABOUT_PIX.includes(name)))(
    "%s names no method of payment",
    (name) => {
      expect(JSON.stringify(messages[name])).not.toMatch(/\b(?:pix|cart[aã]o|card|tarjeta|fatura)\b/i);
    },
  );
  it.each(Object.keys(messages).filter((name) => !["footer", "reader", "end"].includes(name)))(
    "%s renders with all values",
    (template) => {
      const { subject, text, html } = renderMail(mail(template, locale), messages, SITE);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/[{}]|undefined|mails\./);
      expect(html).toContain(`<html lang="${locale}">`);
    },
  );
});

describe("the style of mails", () => {
  const css = readFileSync("app/globals.css", "utf8");
  const light = css.slice(css.indexOf(":root {"), css.indexOf(".dark {"));
  const colors = (text: string) => [...new Set(text.match(/#[0-9a-f]{6}\b/g))];
  const templates = readdirSync("supabase/templates").map((file) => [
    file,
    readFileSync(`supabase/templates/${file}`, "utf8"),
  ]);

  it.each([
    [
      "the portal's own mails",
      renderMail(mail("request_answered", "pt-BR", { ...VALUES, path: "/sc/cadastro" }), messagesOf("pt-BR"), SITE)
        .html,
    ],
    ...templates,
  ])("%s: only colours of the light theme", (_name, html) => {
    expect(colors(html!).length).toBeGreaterThan(5);
    expect(colors(html!).filter((color) => !light.includes(color))).toEqual([]);
  });
});

describe("renderMail", () => {
  const messages = messagesOf("pt-BR");

  it("formats money in Brazilian notation and links to the portal in the recipient's language", () => {
    expect(renderMail(mail("payment_confirmed", "pt-BR"), messages, SITE).text).toContain(
      "R$ 450,50".replace(" ", "\u00a0"),
    );
    expect(
      renderMail(mail("request_answered", "en-US", { ...VALUES, path: "/sc/cadastro" }), messagesOf("en-US"), SITE)
        .text,
    ).toContain(`${SITE}/english/sc/cadastro`);
  });

  it("escapes user input and keeps the subject on one line", () => {
    const { subject, html } = renderMail(
      mail("request_answered", "pt-BR", {
        ...VALUES,
        name: '<img src=x onerror="1">',
        protocol: "LC-1\r\nBcc: eva@example.org",
      }),
      messages,
      SITE,
    );
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "sc"])(
    "has no button for %s",
    (target) => {
      expect(
        renderMail(mail("request_answered", "pt-BR", { ...VALUES, path: target }), messages, SITE).html,
      ).not.toContain("<a ");
    },
  );

  it("has a button for the https URL entered by the team, and for no other kind of URL", () => {
    const linked = (url: string) =>
      renderMail(
        mail("trip_panel_answered", "pt-BR", { ...VALUES, path: "/solicitar-painel-viagem", url }),
        messages,
        SITE,
      ).html;
    expect(linked("https://example.org/painel")).toContain('<a href="https://example.org/painel"');
    for (const url of ["", "http://example.org", "javascript:alert(1)"])
      expect(linked(url)).toContain(`<a href="${SITE}/solicitar-painel-viagem"`);
  });

  it("ends with a link that stops the mails, and has the header for unsubscribing with one click", () => {
    const follow = {
      ...VALUES,
      path: "/eventos/lacambeche/x",
      end_path: "/eventos/me-avise/a",
      one_click_path: "/api/b",
    };
    const { text, html, unsubscribeUrl } = renderMail(
      mail("event_follow_news", "en-US", follow),
      messagesOf("en-US"),
      SITE,
    );
    expect(html).toContain(`href="${SITE}/english/eventos/me-avise/a"`);
    expect(text.trimEnd().endsWith(`${SITE}/english/eventos/me-avise/a`)).toBe(true);
    expect(unsubscribeUrl).toBe(`${SITE}/api/b`);
  });

  it("has no such link in other mails", () => {
    const { html, unsubscribeUrl } = renderMail(mail("payment_confirmed", "pt-BR"), messages, SITE);
    expect([html.includes("Parar de receber"), unsubscribeUrl]).toEqual([false, undefined]);
  });

  it("throws when a template or a value is missing", () => {
    expect(() => renderMail(mail("nothing_like_it", "pt-BR"), messages, SITE)).toThrow("unknown mail template");
    expect(() => renderMail(mail("payment_confirmed", "pt-BR", { name: "Ana" }), messages, SITE)).toThrow(
      "payment_confirmed",
    );
  });
});
