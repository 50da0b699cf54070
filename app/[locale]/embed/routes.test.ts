// @vitest-environment happy-dom
import { createTranslator } from "next-intl";
import { beforeEach, expect, it, vi } from "vitest";
import { listUpcomingEvents, movedSlug, readEventNow } from "@/lib/events/events/queries";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { messageTree } from "@/tests/support/messages";
import { GET as getEvent } from "./evento/[slugOrId]/route";
import { GET as getAgenda } from "./eventos/[state]/route";
import { GET as getMissing } from "./nao-encontrado/route";

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ locale, namespace }: { locale: string; namespace: string }) =>
    createTranslator({ locale, namespace, messages: messageTree(locale) } as never),
}));
vi.mock("@/lib/events/events/queries", () => ({
  listUpcomingEvents: vi.fn<() => unknown>(),
  movedSlug: vi.fn<() => unknown>(),
  readEventNow: vi.fn<() => unknown>(),
}));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/auth/account", () => ({}));
vi.mock("@/lib/platform/auth/proof", () => ({}));
vi.mock("@/lib/platform/supabase/session", () => ({}));
vi.mock("@/lib/platform/supabase/public", () => ({}));

const EVENT = {
  slug: "encontro-a",
  title: "Encontro",
  kind: "meeting",
  status: "published",
  town: "Lages",
  state_abbr: "SC",
  starts_at: "2099-12-05T12:00:00Z",
  ends_at: "2099-12-05T20:00:00Z",
  time_zone: "America/Sao_Paulo",
  translations: {},
  event_registration_types: [],
};

beforeEach(() => {
  vi.mocked(takeAttempt).mockReset();
  vi.mocked(readEventNow).mockReset().mockResolvedValue(null);
  vi.mocked(movedSlug).mockReset().mockResolvedValue(null);
  vi.mocked(listUpcomingEvents).mockReset().mockResolvedValue([]);
  vi.spyOn(console, "error").mockReset().mockReturnValue();
});

const request = (path: string) => new Request(`http://localhost:3000${path}`);
const event = (slugOrId: string, query = "", locale = "pt-BR") =>
  getEvent(request(`/embed/evento/${slugOrId}${query}`), { params: Promise.resolve({ locale, slugOrId }) });
const agenda = (state: string) =>
  getAgenda(request(`/embed/eventos/${state}`), { params: Promise.resolve({ locale: "pt-BR", state }) });
const headersOf = ({ headers }: Response, ...names: string[]) => names.map((name) => headers.get(name));

it("a public event is stored for seconds, is no search result and sets no cookie or policy of its own", async () => {
  vi.mocked(readEventNow).mockResolvedValue(EVENT as never);
  const answer = await event("encontro-a", "?tema=escuro&x=1");
  expect(answer.status).toBe(200);
  expect(headersOf(answer, "cache-control", "x-robots-tag", "set-cookie", "content-security-policy")).toEqual([
    "public, max-age=15",
    "noindex",
    null,
    null,
  ]);
  expect(await answer.text()).toContain('data-theme="dark"');
  expect(takeAttempt).toHaveBeenCalledWith("eventPlaces", "192.0.2.1");
});

it("an event with another slug leads on in the same language and with the same theme", async () => {
  vi.mocked(movedSlug).mockResolvedValue("encontro-b");
  const answer = await event("encontro-a", "?tema=claro", "en-US");
  expect([answer.status, ...headersOf(answer, "location", "cache-control")]).toEqual([
    308,
    "/english/embed/evento/encontro-b?tema=claro",
    "no-store",
  ]);
});

it.each(["encontro-a", "ab", "../login", "a/b", "<script>"])(
  "%s without a public event is a 404 page",
  async (address) => {
    const answer = await event(encodeURI(address));
    expect([answer.status, ...headersOf(answer, "content-type", "cache-control", "x-robots-tag")]).toEqual([
      404,
      "text/html; charset=utf-8",
      "no-store",
      "noindex",
    ]);
    expect(await answer.text()).toContain("Evento não encontrado");
  },
);

it.each([
  [new AppError("rate.limited", { retryAfter: 7 }), 429],
  [new Error("the database does not answer"), 503],
])("%s is a page with status %i that names no cause", async (error, status) => {
  vi.mocked(readEventNow).mockRejectedValue(error);
  const answer = await event("encontro-a");
  expect(answer.status).toBe(status);
  const text = await answer.text();
  expect(text).toContain("Não foi possível mostrar o evento");
  expect(text).not.toContain("database");
});

it.each([
  ["sc", 200],
  ["SC", 200],
  ["zz", 404],
])("the events of %s answer %i", async (state, status) => {
  const answer = await agenda(state);
  expect([answer.status, ...headersOf(answer, "content-type", "x-robots-tag")]).toEqual([
    status,
    "text/html; charset=utf-8",
    "noindex",
  ]);
});

it("the 404 page of frames is in the language of its address", async () => {
  const answer = await getMissing(request("/espanol/embed/nao-encontrado"));
  expect([answer.status, (await answer.text()).includes("Evento no encontrado")]).toEqual([404, true]);
});
