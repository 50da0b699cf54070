import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Locale } from "../../i18n/routing";
import { LOCALES } from "../../supabase/database-constants/platform";
import { mailMoment, readableFacts } from "./rules";
import { renderMail } from "../rules";
import { mailSchema, type Mail } from "../schema";

const MOMENT = "2026-12-05T10:06:00+00:00";
const messagesOf = (locale: Locale) =>
  JSON.parse(readFileSync(`messages/${locale}/platform/mails.json`, "utf8")) as Record<string, unknown>;
const render = (template: string, locale: Locale, data: Mail["data"]) =>
  renderMail(mailSchema.parse({ to: "ana@example.org", template, locale, data }), messagesOf(locale), "https://p.test");

/** What private.mail_registration sends. */
const REGISTRATION = {
  name: "Ana",
  event: "Encontro da Serra",
  event_en: "Mountain Meeting",
  event_es: "Encuentro de la Sierra",
  town: "Lages/SC",
  code: "ABCD2345",
  date: MOMENT,
  until: "2026-12-01T23:00:00+00:00",
  time_zone: "America/Sao_Paulo",
  note: "",
  amount: 100,
};

describe("moments", () => {
  it.each([
    ["pt-BR", "America/Sao_Paulo", "5 de dezembro de 2026 às 07:06"],
    ["en-US", "America/Sao_Paulo", "December 5, 2026 at 7:06 AM"],
    ["es-419", "America/Sao_Paulo", "5 de diciembre de 2026 a las 7:06 a.m."],
    ["pt-BR", "America/Belem", "5 de dezembro de 2026 às 07:06"],
    ["pt-BR", "America/Rio_Branco", "5 de dezembro de 2026 às 05:06 (Horário Padrão do Acre)"],
    ["en-US", "America/Manaus", "December 5, 2026 at 6:06 AM (Amazon Standard Time)"],
    ["pt-BR", "America/Noronha", "5 de dezembro de 2026 às 08:06 (Horário Padrão de Fernando de Noronha)"],
  ] as const)("in %s, %s: %s", (locale, zone, text) => {
    expect(mailMoment(MOMENT, locale, zone).replace(/[\u00a0\u202f]/g, " ")).toBe(text);
  });

  it("is on the evening before in Acre when it is after midnight in Brasília", () => {
    expect(mailMoment("2026-12-06T03:30:00+00:00", "pt-BR", "America/Rio_Branco")).toMatch(
      /^5 de dezembro de 2026 às 22:30/,
    );
  });

  it.each([
    ["pt-BR", "5 de dezembro de 2026 às 07:06"],
    ["en-US", "December 5, 2026 at 7:06"],
    ["es-419", "5 de diciembre de 2026 a las 7:06"],
  ] as const)("a confirmed registration in %s", (locale, text) => {
    expect(render("registration_confirmed", locale, REGISTRATION).text.replace(/[\u00a0\u202f]/g, " ")).toContain(text);
  });

  const FACTS = { ...REGISTRATION, from: "2026-12-05", starts: MOMENT, ends: MOMENT, due: "2026-12-05" };
  it.each(LOCALES)("of every kind of fact are texts in %s", (locale) => {
    const { date, until, from, starts, ends, due } = readableFacts({ template: "any_mail", data: FACTS, locale });
    for (const value of [date, until, from, starts, ends, due]) {
      expect(value).toMatch(/2026/);
      expect(value).not.toMatch(/\d{4}-\d{2}|\d{2}\/\d{2}/);
    }
  });

  it("a mail that was enqueued with finished dates keeps them", () => {
    const old = { ...REGISTRATION, date: "05/12/2026 07:06", until: "" };
    expect(render("registration_confirmed", "pt-BR", old).text).toContain("05/12/2026 07:06");
  });

  it("reminders are one line each, in the form of the language", () => {
    const data = {
      name: "Ana",
      count: 1,
      first: "Óleo",
      reminders: JSON.stringify([{ vehicle: "Opala", title: "Óleo", due_on: "2026-12-05", due_km: 65_000 }]),
    };
    expect(render("maintenance_reminders", "en-US", data).text).toContain("• Opala – Óleo: Dec 5, 2026 / 65,000 km");
    expect(render("maintenance_reminders", "pt-BR", data).text).toContain(
      "• Opala – Óleo: 5 de dez. de 2026 / 65.000 km",
    );
  });
});

describe("titles", () => {
  it.each([
    ["pt-BR", "Encontro da Serra"],
    ["en-US", "Mountain Meeting"],
    ["es-419", "Encuentro de la Sierra"],
  ] as const)("the event in %s", (locale, title) => {
    expect(render("registration_confirmed", locale, REGISTRATION).subject).toContain(title);
  });

  it("is the Portuguese one without a translation", () => {
    const { event_en: _, ...data } = REGISTRATION;
    expect(render("registration_confirmed", "en-US", data).subject).toContain("Encontro da Serra");
  });
});

describe("words of strangers", () => {
  const PHISHING = "Ganhou um premio! Acesse https://evil.example/premio e confirme seu cartao hoje";

  it("a name loses its address", () => {
    const { text, html } = render("registration_confirmed", "pt-BR", { ...REGISTRATION, name: PHISHING });
    for (const part of [text, html]) expect(part).not.toContain("evil");
  });

  it("a name that is only an address is replaced by a neutral word", () => {
    const mail = { ...REGISTRATION, name: "evil.example" };
    expect(render("registration_confirmed", "en-US", mail).text).toContain("Hello, visitor.");
  });

  it.each(["vehicle_invitation", "vehicle_handover_offer", "place_invitation", "event_follow_confirm"])(
    "name and title of %s have no address",
    (template) => {
      const data = {
        name: "Ana evil.example",
        title: "Opala www.evil.example",
        place: "Oficina evil.example",
        event: "Encontro evil.example",
        subject: "event",
        state: "",
        status: "editor",
      };
      const { subject, text } = render(template, "pt-BR", data);
      expect(subject + text).not.toContain("evil");
    },
  );

  it("the question of a visitor, which an answer repeats, has no address", () => {
    const data = { name: "Ana", place: "Museu", question: "Abre?\nVeja evil.example", answer: "Sim: museu.com.br" };
    const { text } = render("place_answer", "pt-BR", data);
    expect(text).not.toContain("evil");
    expect(text).toContain("museu.com.br");
  });

  it("a message of an organiser names person, code and event; braces in a name are not filled in", () => {
    const data = {
      ...REGISTRATION,
      name: "Ana {codigo}",
      subject: "Aviso de {evento}",
      body: "Olá, {nome}! Código {codigo}",
    };
    const { subject, text } = render("event_message", "en-US", data);
    expect(subject).toBe("Aviso de Mountain Meeting");
    expect(text).toContain("Olá, Ana {codigo}! Código ABCD2345");
  });
});

describe("a mail that was enqueued by an earlier version", () => {
  it("of an organiser keeps its finished text", () => {
    const old = { subject: "Aviso", body: "Olá, Ana! Código ABCD2345", event: "Encontro" };
    expect(render("event_message", "pt-BR", old).text).toContain("Olá, Ana! Código ABCD2345");
  });

  it("about reminders keeps its finished list", () => {
    const old = { name: "Ana", count: 1, first: "Óleo", list: "• Opala – Óleo: 15/07/2020" };
    expect(render("maintenance_reminders", "pt-BR", old).text).toContain("• Opala – Óleo: 15/07/2020");
  });
});

describe("the reason of a cancellation", () => {
  it.each([
    ["pt-BR", "Motivo: Chuva forte"],
    ["en-US", "Reason: Chuva forte"],
    ["es-419", "Motivo: Chuva forte"],
  ] as const)("is in the mail in %s", (locale, text) => {
    expect(render("registration_cancelled", locale, { ...REGISTRATION, note: "Chuva forte" }).text).toContain(text);
    expect(render("registration_cancelled", locale, REGISTRATION).text).not.toMatch(/Motivo|Reason/);
  });
});

it.each(["en-US", "es-419"] as const)("no mail in %s has a Portuguese sentence", (locale) => {
  const texts = JSON.stringify(messagesOf(locale));
  expect(texts).not.toMatch(/\b(você|não|inscrição|seu|sua|olá|também|até)\b|ç[ãõ]|lh[oae]s?\b/i);
});
