import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_CSP } from "../csp";
import { readRequestTarget, ROUTER_HEADER } from "../request-target";
import { handlePage } from "./middleware";

const loadSession = vi.hoisted(() => vi.fn());
vi.mock("./account", () => ({ loadSession }));
vi.mock("../supabase/session", () => ({ createSessionClientOn: () => ({}) }));
vi.mock("../supabase/public", () => ({ createPublicClient: () => ({}) }));

const USER = { role: "user", permissions: [], rolePermissions: null };

beforeEach(() => void loadSession.mockReset());

function open(path: string, session: unknown, headers: Record<string, string> = {}) {
  loadSession.mockResolvedValue(session);
  return handlePage(new NextRequest(`http://localhost:3000${path}`, { headers }));
}

it.each([
  ["/admin", { account: USER, state: "live" }, "/home", "access.denied"],
  ["/painel", { account: null, state: "idle" }, "/login?next=%2Fpainel", "session.idle"],
  ["/painel", { account: null, state: "expired" }, "/login?next=%2Fpainel", "session.expired"],
])(
  "%s is redirected with a notice, and a click inside the app loads the page first",
  async (path, session, to, code) => {
    const full = await open(path, session);
    expect([full.status, full.headers.get("location")]).toEqual([307, `http://localhost:3000${to}`]);
    const click = await open(path, session, { [ROUTER_HEADER]: "1" });
    expect([click.status, click.headers.get("location"), await click.text()]).toEqual([204, null, ""]);
    for (const answer of [full, click]) {
      expect(answer.cookies.get("flash")?.value).toBe(code);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
  },
);

it("a click of a visitor on a guarded page is redirected to the sign-in page without a notice", async () => {
  const answer = await open("/painel", { account: null, state: "none" }, { [ROUTER_HEADER]: "1" });
  expect([answer.status, answer.cookies.get("flash")]).toEqual([307, undefined]);
});

describe("frames of other sites", () => {
  const ancestors = async (path: string) => {
    const policy = (await open(path, { account: null, state: "none" })).headers.get("content-security-policy");
    return policy === FRAME_CSP ? "*" : (/frame-ancestors ([^;]+)/.exec(policy ?? "")?.[1] ?? "no policy");
  };

  it.each([
    "/embed/evento/encontro-a",
    "/embed/evento/encontro-a?tema=escuro",
    "/english/embed/evento/encontro-a",
    "/espanol/embed/evento/00000000-0000-4000-8000-0000000000ff",
    "/embed/eventos/sc",
    "/espanol/embed/eventos/zz",
    "/embed/nao-encontrado",
  ])("may show %s", async (path) => {
    expect(await ancestors(path)).toBe("*");
  });

  it.each([
    "/",
    "/home",
    "/login",
    "/english/login",
    "/eventos/lacambeche/encontro-a",
    "/eventos/lacambeche/embed",
    "/eventos/encontro-a/inscricao",
    "/embed",
    "/embed/evento",
    "/embed/evento/a/b",
    "/embed/evento/a/../../../login",
    "/embed/evento/..%2f..%2flogin/x",
    "/embed//evento/a",
    "//embed/evento/a",
    "/embed/evento//a",
    "/EMBED/evento/a",
    "/%65mbed/evento/a",
    "/embed%2fevento/a",
    "/x/embed/evento/a",
    "/sc/embed/evento/a",
    "/english/english/embed/evento/a",
    "/nao-encontrado",
    "/indisponivel",
    "/embed/evento/%E0%A4%A",
  ])("may not show %s", async (path) => {
    expect(await ancestors(path)).toBe("'none'");
  });

  it.each(["/embed//evento/a", "/%65mbed/evento/a", "/x/../embed/./evento/a", "/embed\\evento/a"])(
    "are decided on the canonical address, to which our server redirects %s",
    (spelling) => {
      expect(readRequestTarget(spelling)).toMatchObject({ path: "/embed/evento/a", isCanonical: false });
    },
  );

  it.each(["/embed%2fevento/a", "/embed/evento/..%2f..%2flogin"])(
    "never reach %s, which has no such address",
    (spelling) => {
      expect(readRequestTarget(spelling)).toBeNull();
    },
  );

  it("does not open guarded pages, and redirects the internal language id", async () => {
    const guarded = await open("/painel?embed/evento/a", { account: null, state: "none" });
    expect(guarded.headers.get("location")).toContain("/login");
    const internal = await open("/pt-BR/embed/evento/a", null);
    expect([internal.status, internal.headers.get("location")]).toEqual([308, "http://localhost:3000/embed/evento/a"]);
  });
});
