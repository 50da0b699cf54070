import { describe, expect, it } from "vitest";
import enUS from "@/messages/en-US/platform/mails.json";
import es419 from "@/messages/es-419/platform/mails.json";
import ptBR from "@/messages/pt-BR/platform/mails.json";
import { editableText, unknownWords } from "@/lib/platform/mails/placeholders/rules";
import {
  automaticAddress,
  changedTexts,
  isTimed,
  isWritable,
  mapOfFacts,
  placeholdersOf,
  shownTexts,
  type Texts,
} from "./rules";

const text = (subject: string) => ({ subject, body: "b" });
const STANDARD: Texts = { pt: text("a"), en: text("b"), es: text("c") };

describe("texts of an automatic mail", () => {
  it("are stored only where they differ from the standard ones, and shown with the others", () => {
    const typed = { ...STANDARD, en: text("New") };
    expect(changedTexts(typed, STANDARD)).toEqual({ en: text("New") });
    expect(changedTexts(STANDARD, STANDARD)).toEqual({});
    expect(shownTexts({ en: text("New") }, STANDARD)).toEqual(typed);
  });

  it.each([
    ["confirmation", "registration_confirmed"],
    ["documents", "registration_documents_due"],
    ["payment", "registration_payment_due"],
    ["day_before", "registration_day_before"],
    ["thanks", "registration_thanks"],
  ] as const)("%s: the standard one has only words that organisers may write", (kind, template) => {
    for (const messages of [ptBR, enUS, es419]) {
      const standard = messages[template];
      const edited = [standard.subject, standard.text].map(editableText).join("\n");
      expect(edited).toContain("{nome}");
      expect(unknownWords(edited, placeholdersOf(kind))).toEqual([]);
    }
  });

  it("have a link in the text only, and no word that their mail does not know", () => {
    expect(isWritable("thanks", { subject: "{evento}", body: "{nome}: {link}" })).toBe(true);
    expect(isWritable("thanks", { subject: "{link}", body: "{nome}" })).toBe(false);
    expect(isWritable("thanks", { subject: "a", body: "{valor}" })).toBe(false);
  });

  it("name the amount only where something is to be paid", () => {
    expect(placeholdersOf("payment")).toContain("amount");
    expect(placeholdersOf("thanks")).not.toContain("amount");
    expect([isTimed("confirmation"), isTimed("payment")]).toEqual([false, true]);
  });
});

describe("the page of automatic mails", () => {
  it("is beside the one of messages, in the console and in the panel", () => {
    expect(automaticAddress("/painel/eventos/1/mensagens")).toBe("/painel/eventos/1/mensagens/automaticas");
    expect(automaticAddress("/admin/events/1/edit?aba=mensagens")).toBe(
      "/admin/events/1/edit?aba=mensagens&ver=automaticas",
    );
  });
});

describe("the map of an event", () => {
  it("has directions to its position, or a search for its place", () => {
    const place = "Praça, Lages - SC";
    expect(mapOfFacts({ lat: -27.5, lng: -48.5, place })).toMatch(/maps\/dir\/.*destination=-27\.5,-48\.5$/);
    expect(mapOfFacts({ lat: null, lng: null, place })).toMatch(
      /maps\/search\/.*query=Pra%C3%A7a%2C%20Lages%20-%20SC$/,
    );
  });
});
