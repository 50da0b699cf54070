// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { notify, type Notice, type NoticeHandle } from "./notify";
import { ToastHost } from "./toast-host";

const pathname = vi.hoisted(() => vi.fn<() => string>(() => "/home"));
vi.mock("next/navigation", () => ({ usePathname: pathname }));

const DEFAULT_MS = 5000;
/** Codes of seven notices: two more than the toaster shows at once. */
const CODES = [
  "access.denied",
  "login.failed",
  "rate.limited",
  "state.select",
  "gps.found",
  "install.started",
  "profile.saved",
];
const TITLES = [
  "Acesso Negado",
  "Falha no Login",
  "Muitas tentativas",
  "Selecione um Estado",
  "Localização Ativada!",
  "Instalação Iniciada!",
  "Dados salvos",
];

const toasts = () => [...document.querySelectorAll("[data-slot=toast]")];
const titles = () => toasts().map((toast) => TITLES.find((title) => toast.textContent.includes(title)));
const show = (notice: Notice) => act(async () => void notify(notice));
const showOne = (notice: Notice) => act(async () => notify(notice));

// Preloads the toaster, which otherwise loads with the first notice, so that no test waits for it.
beforeAll(async () => void (await Promise.all([import("./toaster"), import("@/messages/pt-BR/platform/errors.json")])));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function renderHost() {
  render(<ToastHost />);
  await show({ code: "email.verified" });
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  await act(async () => vi.advanceTimersByTime(DEFAULT_MS));
  expect(toasts()).toHaveLength(0);
}

describe("ToastHost", () => {
  it("renders nothing before the first notice", () => {
    const { container } = render(<ToastHost />);
    expect(container.innerHTML).toBe("");
  });

  it.each(["access.denied", "access.permission", "session.idle", "session.expired", "state.select"])(
    "shows the notice %s that a redirect stored after a click inside the app",
    async (code) => {
      const { rerender } = render(<ToastHost />);
      document.cookie = `flash=${code}; path=/`;
      pathname.mockReturnValue(`/after/${code}`);
      await act(async () => rerender(<ToastHost />));
      await vi.waitFor(() => expect(toasts()).toHaveLength(1));
      expect(document.cookie).not.toContain("flash=");
    },
  );

  it("shows at most five notices: the newest ones", async () => {
    await renderHost();
    for (const code of CODES) await show({ code });
    expect(new Set(titles())).toEqual(new Set(TITLES.slice(2)));
    expect(toasts()).toHaveLength(5);
  });

  it.each([
    [
      "one after the other",
      async () => {
        for (const code of CODES.slice(0, 3)) await show({ code });
      },
    ],
    ["all at once", async () => act(async () => CODES.slice(0, 3).forEach((code) => notify({ code })))],
  ])("shows the newest first when they are sent %s", async (_name, showThree) => {
    await renderHost();
    await showThree();
    const viewport = screen.getByRole("list");
    const order = viewport.className.includes("flex-col-reverse") ? titles().toReversed() : titles();
    expect(order).toEqual(TITLES.slice(0, 3).toReversed());
  });

  it("removes a notice after 5000 ms", async () => {
    await renderHost();
    await show({ code: "login.failed", variant: "destructive" });
    await act(async () => vi.advanceTimersByTime(DEFAULT_MS - 1));
    expect(titles()).toEqual(["Falha no Login"]);
    await act(async () => vi.advanceTimersByTime(1));
    expect(titles()).toEqual([]);
  });

  it.each([9000, 12_000, 15_000])("shows a notice of %i ms for exactly that time", async (durationMs) => {
    await renderHost();
    await show({ code: "login.failed", durationMs });
    await act(async () => vi.advanceTimersByTime(durationMs - 1));
    expect(titles()).toEqual(["Falha no Login"]);
    await act(async () => vi.advanceTimersByTime(1));
    expect(titles()).toEqual([]);
  });

  it("keeps a notice with infinite duration until it is closed", async () => {
    await renderHost();
    await show({ code: "login.failed", durationMs: Infinity });
    await act(async () => vi.advanceTimersByTime(600_000));
    expect(titles()).toEqual(["Falha no Login"]);
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Fechar aviso" })));
    expect(titles()).toEqual([]);
  });

  it("shows the action of a notice as a button, runs it once and closes the notice", async () => {
    await renderHost();
    const run = vi.fn();
    await show({ code: "profile.saved", action: { label: "undo", run } });
    const button = screen.getByRole("button", { name: "Desfazer" });
    await act(async () => fireEvent.click(button));
    await act(async () => fireEvent.click(button));
    expect(run).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual([]);
  });

  it("announces the keyboard shortcut of the action to screen readers", async () => {
    await renderHost();
    await show({ code: "profile.saved", action: { label: "undo", run: vi.fn() } });
    await act(async () => vi.advanceTimersByTime(100));
    const announced = screen.getAllByRole("status").find((status) => status.getAttribute("aria-live") === "polite");
    expect(announced?.textContent).toContain("Dados salvos");
    expect(announced?.textContent).toContain("pressione F8");
  });

  it("updates a notice in place: text, variant and duration", async () => {
    await renderHost();
    const saving = await showOne({ code: "install.started", durationMs: Infinity });
    await show({ code: "login.failed", durationMs: Infinity });
    const before = titles();
    await act(async () => vi.advanceTimersByTime(60_000));
    await act(async () => saving.update({ code: "profile.saved", variant: "success" }));
    expect(titles()).toEqual(before.map((title) => (title === "Instalação Iniciada!" ? "Dados salvos" : title)));
    expect(toasts().find((toast) => toast.textContent.includes("Dados salvos"))?.className).toContain("bg-rota");
    await act(async () => vi.advanceTimersByTime(DEFAULT_MS - 1));
    expect(titles()).toContain("Dados salvos");
    await act(async () => vi.advanceTimersByTime(1));
    expect(titles()).toEqual(["Falha no Login"]);
  });

  it("stops the running timer when an update makes the duration infinite", async () => {
    await renderHost();
    const notice = await showOne({ code: "install.started" });
    await act(async () => notice.update({ code: "profile.saved", durationMs: Infinity }));
    await act(async () => vi.advanceTimersByTime(600_000));
    expect(titles()).toEqual(["Dados salvos"]);
    await act(async () => notice.dismiss());
    expect(titles()).toEqual([]);
  });

  it("announces an updated notice and keeps the focus in it", async () => {
    await renderHost();
    let notice: NoticeHandle | undefined;
    notice = await showOne({
      code: "install.started",
      action: {
        label: "undo",
        keepsOpen: true,
        run: () => notice?.update({ code: "login.failed", variant: "destructive" }),
      },
    });
    await act(async () => vi.advanceTimersByTime(2000));
    const button = screen.getByRole("button", { name: "Desfazer" });
    button.focus();
    await act(async () => fireEvent.click(button));
    expect(titles()).toEqual(["Falha no Login"]);
    expect(toasts()[0]).toBe(document.activeElement);
    expect(toasts()[0]?.querySelector("[aria-live=assertive]")?.textContent).toContain("Falha no Login");
  });

  it("shows the update of a notice that was closed meanwhile", async () => {
    await renderHost();
    const notice = await showOne({ code: "install.started" });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Fechar aviso" })));
    await act(async () => notice.update({ code: "login.failed", variant: "destructive" }));
    expect(titles()).toEqual(["Falha no Login"]);
  });

  it("fills in the values of a notice", async () => {
    await renderHost();
    await show({ code: "oauth.failed", values: { provider: "Google", reason: "Negado." } });
    expect(toasts()[0]?.textContent).toContain("Falha no login com Google");
    expect(toasts()[0]?.textContent).toContain("Negado.");
  });
});
