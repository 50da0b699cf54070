// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notifyFailure } from "../../form/notify-failure";
import { NOTICE_EVENT } from "../../ui/notify";
import { SessionWatch } from "./session-watch";

vi.mock("next/navigation", () => ({ usePathname: () => "/english/admin/users" }));

const TEXTS = { title: "Sessão encerrada", text: "O texto fica aqui.", signIn: "Entrar de novo", back: "Já entrei" };
const watch = () => (
  <>
    <textarea aria-label="Motivo" />
    <SessionWatch account={{ role: "editor", username: "ana" }} texts={TEXTS} />
  </>
);

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  Object.defineProperty(window, "location", { configurable: true, value: { reload } });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Advances the timers and applies the updates of the page. */
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn<typeof fetch>(answer));
const session = (account: { role: string; username?: string } | null) =>
  answering(() => Promise.resolve(Response.json({ account })));

describe("SessionWatch", () => {
  it.each([
    ["a blocked account", () => session(null), 1],
    ["another role", () => session({ role: "user" }), 1],
    ["the same role", () => session({ role: "editor" }), 0],
    ["a lost connection", () => answering(() => Promise.reject(new Error("offline"))), 0],
    ["a server that is down", () => answering(() => Promise.resolve(new Response(null, { status: 503 }))), 0],
  ] as const)("%s leads after one minute to the expected number of reloads (case %#)", async (_, arrange, times) => {
    arrange();
    render(watch());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(times);
  });

  it("keeps a page with typed text and shows that the session is over, with a sign-in link that returns to it", async () => {
    session(null);
    render(watch());
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Um motivo longo" } });
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog", { hidden: true }).textContent).toContain("Sessão encerrada");
    expect(screen.getByRole("link", { hidden: true }).getAttribute("href")).toBe(
      "/english/admin/login?next=%2Fenglish%2Fadmin%2Fusers",
    );
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { hidden: true }).value).toBe("Um motivo longo");
  });

  it("hides the dialog when the same account signs in again, and reloads for another account", async () => {
    session(null);
    render(watch());
    fireEvent.input(screen.getByRole("textbox"));
    await pass(60_000);
    session({ role: "editor", username: "ana" });
    fireEvent.click(screen.getByRole("button", { name: "Já entrei", hidden: true }));
    await pass(1);
    expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
    session({ role: "editor", username: "bia" });
    await pass(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("opens the dialog instead of a notice when a save is refused", () => {
    session(null);
    render(watch());
    const notice = vi.fn<() => void>();
    window.addEventListener(NOTICE_EVENT, notice);
    act(() => notifyFailure({ serverError: "auth.required" }));
    expect(screen.getByRole("dialog", { hidden: true }).textContent).toContain("Sessão encerrada");
    expect(notice).not.toHaveBeenCalled();
    window.removeEventListener(NOTICE_EVENT, notice);
  });
});
