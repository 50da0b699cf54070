import { NextRequest } from "next/server";
import { beforeEach, expect, it, vi } from "vitest";
import { ROUTER_HEADER } from "../request-target";
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
