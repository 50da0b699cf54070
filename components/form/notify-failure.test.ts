// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOTICE_EVENT, type SentNotice } from "@/components/ui/notify";
import { signInAddress } from "@/components/ui/session-end";
import { notifyFailure } from "./notify-failure";

const shown: SentNotice[] = [];
const keep = (event: Event) => void shown.push((event as CustomEvent<SentNotice>).detail);
const open = vi.fn<typeof window.open>();
const session = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal("open", open);
  vi.stubGlobal("fetch", session);
  window.addEventListener(NOTICE_EVENT, keep);
});
afterEach(() => {
  window.removeEventListener(NOTICE_EVENT, keep);
  delete document.documentElement.dataset.logged;
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

type Browser = { happyDOM: { setURL: (url: string) => void } };
const at = (pathname: string) =>
  (window as unknown as Browser).happyDOM.setURL(`https://portal.example.org${pathname}`);
const lost = async () => {
  notifyFailure({ thrownError: new Error("An unexpected response was received from the server.") });
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  return shown[0]!;
};

describe("a session that ended while saving", () => {
  it.each([
    ["/painel/lugares", "/login?next=%2Fpainel%2Flugares"],
    ["/vendedor/nova-venda", "/vendedor/login?next=%2Fvendedor%2Fnova-venda"],
    ["/espanol/vendedor/dashboard", "/espanol/vendedor/login?next=%2Fespanol%2Fvendedor%2Fdashboard"],
    ["/admin/blog", "/admin/login?next=%2Fadmin%2Fblog"],
    ["/vendedores", "/login?next=%2Fvendedores"],
  ])("on %s is signed in again at %s", (page, address) => {
    expect(signInAddress(page)).toBe(address);
  });

  it.each(["serverError", "thrownError"] as const)("offers the sign-in in another tab (%s)", async (kind) => {
    at("/vendedor/nova-venda");
    session.mockResolvedValue(Response.json({ account: null }));
    if (kind === "thrownError") await lost();
    else notifyFailure({ serverError: "auth.required" });
    expect(shown[0]).toMatchObject({
      code: "auth.required",
      variant: "destructive",
      durationMs: 10_000,
      action: { label: "signIn" },
    });
    shown[0]!.action!.run();
    expect(open).toHaveBeenCalledWith("/vendedor/login?next=%2Fvendedor%2Fnova-venda", "_blank");
  });
});

it("a session that ended on another page of an account is offered again too", async () => {
  at("/diario-de-bordo/anotar");
  document.documentElement.dataset.logged = "1";
  session.mockResolvedValue(Response.json({ account: null }));
  expect(await lost()).toMatchObject({ code: "auth.required", action: { label: "signIn" } });
});

it.each([
  ["with a session", "/painel", () => Promise.resolve(Response.json({ account: { username: "ana" } }))],
  ["without a connection", "/painel", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["on a public page", "/sc/home", () => Promise.resolve(Response.json({ account: null }))],
])("a lost answer %s is a failure of the service", async (_, page, answer) => {
  at(page);
  session.mockImplementation(answer);
  expect(await lost()).toMatchObject({ code: "service.unavailable" });
});
