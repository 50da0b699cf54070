// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, it, vi } from "vitest";
import type { EventCardRow, PublicEvent } from "@/lib/events/events/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { messageTree } from "@/tests/support/messages";
import { agendaFrame } from "./agenda-frame";
import { eventFrame } from "./event-frame";
import { frameQuery, refuseFrame } from "./frame-document";

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ locale, namespace }: { locale: string; namespace: string }) =>
    createTranslator({ locale, namespace, messages: messageTree(locale) } as never),
}));

const NOW = Date.parse("2026-11-30T12:00:00Z");
const TYPE = {
  id: "t1",
  kind: "publico",
  name: "Visitante",
  translations: {},
  price_cents: 2500,
  capacity: 10,
  taken: 9,
  has_waiting_list: false,
  opens_at: null,
  closes_at: null,
};
const EVENT = {
  id: "00000000-0000-4000-8000-0000000000aa",
  slug: "encontro-a",
  title: 'Encontro <b>"do João"</b>',
  kind: "meeting",
  status: "published",
  public_note: null,
  is_demo: false,
  venue: "Parque",
  address: "Rua A, 1",
  town: "Lages",
  state_abbr: "SC",
  starts_at: "2026-12-05T12:00:00Z",
  ends_at: "2026-12-06T20:00:00Z",
  time_zone: "America/Sao_Paulo",
  poster_path: null,
  translations: { en: { title: "Meeting A" } },
  event_registration_types: [TYPE],
};

type Change = Partial<Omit<typeof EVENT, "public_note" | "poster_path">> & {
  public_note?: string;
  poster_path?: string;
};

async function parsed(response: Response): Promise<Document> {
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

const frameOf = async (change: Change = {}, locale: Locale = "pt-BR", theme?: "light" | "dark") =>
  parsed(await eventFrame({ ...EVENT, ...change } as unknown as PublicEvent, { locale, theme, now: NOW }));
const textOf = (page: Document, selector = "main") => page.querySelector(selector)?.textContent ?? "";
const linksOf = (page: Document) =>
  [...page.querySelectorAll("a")].map((link) => ["href", "target", "rel"].map((name) => link.getAttribute(name)));
const withType = (change: Partial<Record<keyof typeof TYPE, unknown>>): Change => ({
  event_registration_types: [{ ...TYPE, ...change } as typeof TYPE],
});

describe("the frame of an event", () => {
  it("has title, dates, place, price and places left, and one button to the registration in a new tab", async () => {
    const page = await frameOf();
    expect(textOf(page, "h1")).toBe(EVENT.title);
    const text = textOf(page);
    for (const part of ["5 – 6 de dez. de 2026", "09:00", "17:00", "Parque, Rua A, 1, Lages SC", "Visitante"])
      expect(text).toContain(part);
    expect(text).toMatch(/R\$\s25,00/);
    expect(text).toContain("Resta 1 vaga");
    expect(linksOf(page)).toEqual([
      ["http://localhost:3000/eventos/lacambeche/encontro-a#inscricoes", "_blank", "noopener"],
    ]);
  });

  it("has no script, no form and no request but its picture, and search engines take the page of the portal", async () => {
    const page = await frameOf({ poster_path: "2026-11/a.webp" });
    expect(page.querySelectorAll("script, form, iframe, link:not([rel=canonical]), [onclick]")).toHaveLength(0);
    expect([...page.querySelectorAll("img")].map((picture) => picture.getAttribute("src"))).toEqual([
      "/arquivo-evento/2026-11/a.webp",
    ]);
    expect(page.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      "http://localhost:3000/eventos/lacambeche/encontro-a",
    );
  });

  it("is in the language of its address, and has the theme of its address", async () => {
    const page = await frameOf({}, "en-US", "dark");
    expect(page.documentElement.lang).toBe("en-US");
    expect(page.documentElement.dataset.theme).toBe("dark");
    expect(textOf(page, "h1")).toBe("Meeting A");
    expect(linksOf(page)[0]?.[0]).toBe("http://localhost:3000/english/eventos/lacambeche/encontro-a#inscricoes");
    expect((await frameOf()).documentElement.hasAttribute("data-theme")).toBe(false);
  });

  it.each([
    ["no places", { taken: 10 }, "Vagas esgotadas", false],
    ["a waiting list", { taken: 10, has_waiting_list: true }, "Vagas esgotadas, com lista de espera", true],
    ["several places", { taken: 4 }, "Restam 6 vagas", true],
    ["no limit", { capacity: null }, "Inscrição: aberta", true],
    ["a later start", { opens_at: "2026-12-01T12:00:00Z" }, "Inscrição: abre em 1 de dez. de 2026, 09:00", false],
    ["an end that has passed", { closes_at: "2026-11-29T12:00:00Z" }, "Inscrição: encerrada", false],
    ["no price", { price_cents: 0 }, "Grátis", true],
  ])("of a kind with %s says so", async (_name, change, sentence, isOffered) => {
    const page = await frameOf(withType(change));
    expect(textOf(page, "li")).toContain(sentence);
    expect(textOf(page, ".button")).toContain(isOffered ? "Fazer inscrição" : "Ver o evento");
  });

  it.each([
    [{ status: "cancelled", public_note: "Chuva" }, "Evento cancelado. Chuva"],
    [{ status: "postponed" }, "Evento adiado"],
    [{ ends_at: "2026-11-29T12:00:00Z" }, "Este evento já aconteceu."],
    [{ is_demo: true }, "Evento de demonstração"],
  ] as [Change, string][])("%o says: %s", async (change, sentence) => {
    const page = await frameOf(change);
    expect(textOf(page)).toContain(sentence);
    expect(textOf(page).includes("Visitante")).toBe(change.is_demo === true);
    expect(textOf(page, ".button")).toContain(change.is_demo ? "Fazer inscrição" : "Ver o evento");
  });
});

describe("the frame of a state", () => {
  const state = stateOfSegment("sc")!;
  const card = (number: number, change: object = {}) =>
    ({
      ...EVENT,
      title_en: null,
      title_es: null,
      slug: `e-${number}`,
      title: `Encontro ${number}`,
      ...change,
    }) as unknown as EventCardRow;
  const agendaOf = async (events: EventCardRow[]) =>
    parsed(await agendaFrame({ state, events, locale: "pt-BR", theme: undefined }));

  it("lists the first eight events, with their state, and links to them and to all events", async () => {
    const page = await agendaOf(
      Array.from({ length: 12 }, (_, index) => card(index, index === 1 ? { status: "cancelled" } : {})),
    );
    const lines = [...page.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
    expect(lines).toHaveLength(8);
    expect(lines.map((line) => line.includes("Cancelado"))).toEqual([false, true, ...Array<boolean>(6).fill(false)]);
    const targets = linksOf(page);
    expect(targets[0]).toEqual(["http://localhost:3000/eventos/lacambeche/e-0", "_blank", "noopener"]);
    expect(targets.at(-1)).toEqual(["http://localhost:3000/eventos/lacambeche/sc", "_blank", "noopener"]);
  });

  it("without events says so", async () => {
    expect(textOf(await agendaOf([]))).toContain("Ainda não há evento com data marcada em Santa Catarina.");
  });
});

describe("a refusal in a frame", () => {
  const refused = async (path: string, status: number) => {
    const response = await refuseFrame({ status } as never, {
      request: new Request(`http://localhost:3000${path}`),
      body: undefined,
    });
    return response as Response;
  };

  it.each([
    ["/embed/evento/nada", 404, "Evento não encontrado"],
    ["/english/embed/evento/nada", 404, "Event not found"],
    ["/es-419/embed/evento/nada", 404, "Evento no encontrado"],
    ["/embed/evento/nada", 503, "Não foi possível mostrar o evento"],
    ["/embed/evento/nada", 429, "Não foi possível mostrar o evento"],
  ])("of %s with %i is a page: %s", async (address, status, title) => {
    const response = await refused(address, status);
    expect(response.status).toBe(status);
    const page = await parsed(response);
    expect(textOf(page, "h1")).toBe(title);
    expect(linksOf(page)).toHaveLength(1);
  });
});

it.each([
  [{}, undefined],
  [{ tema: "claro" }, "light"],
  [{ tema: "escuro" }, "dark"],
  [{ tema: '"><script>', other: "1" }, undefined],
])("the parameters %o ask for the theme %s", (parameters, theme) => {
  expect(frameQuery.parse(parameters).tema).toBe(theme);
});

it("frames have the colours of the site", async () => {
  const response = await eventFrame(EVENT as unknown as PublicEvent, { locale: "pt-BR", theme: undefined, now: NOW });
  const style = /<style>([\s\S]*)<\/style>/.exec(await response.text())?.[1] ?? "";
  const site = readFileSync(path.resolve("app/globals.css"), "utf8");
  const blockOf = (selector: string) =>
    new Map(
      [
        ...site
          .split(`\n${selector} {`)[1]!
          .split("}")[0]!
          .matchAll(/(--[\w-]+): (#\w{6});/g),
      ].map(([, name, colour]) => [name, colour]),
    );
  const [light, dark] = [blockOf(":root"), blockOf(".dark")];
  const coloursOf = (block: string) =>
    [...block.matchAll(/(--[\w-]+):(#\w{6})/g)].map(([, name, colour]) => [name, colour]);
  const [first = "", ...others] = style.trim().split("\n");
  expect(coloursOf(first).length).toBeGreaterThan(8);
  expect(coloursOf(first).filter(([name, colour]) => light.get(name) !== colour)).toEqual([]);
  expect(others.flatMap(coloursOf).filter(([name, colour]) => dark.get(name) !== colour)).toEqual([]);
});
