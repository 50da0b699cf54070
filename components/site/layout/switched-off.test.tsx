// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { RADIO_EVENT } from "../../guide/radio/radio-signal";
import { RadioOff } from "../../guide/radio/radio-off";
import { ClientShell } from "./client-shell";
import { Splash } from "./splash";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string) => key,
  getLocale: async () => "en-US",
}));
vi.mock("./page-views", () => ({ PageViews: () => null }));
vi.mock("./shell-behaviour", () => ({ ShellBehaviour: () => null }));
vi.mock("../../guide/radio/mini-player", () => ({ MiniPlayer: () => <aside data-slot="mini-player" /> }));

afterEach(cleanup);

const mini = () => document.querySelector("[data-slot=mini-player]");

it.each([true, false])("with the radio %s, the mini player is rendered only if the radio is enabled", async (radio) => {
  sessionStorage.setItem("radio", "[]");
  render(
    <ClientShell radio={radio} question={{ confirm: "", cancel: "" }} favouritesFailed="">
      {null}
    </ClientShell>,
  );
  await act(async () => {
    window.dispatchEvent(new Event(RADIO_EVENT));
    await import("../../guide/radio/mini-player");
  });
  expect(mini() !== null).toBe(radio);
});

it("a page contains the splash only if it is enabled, and always the fallback for a slow start", async () => {
  const html = async (isEnabled: boolean) => renderToStaticMarkup(await Splash({ logoUrl: "", isEnabled }));
  expect(await html(true)).toContain('id="splash"');
  const off = await html(false);
  expect(off).not.toContain('id="splash"');
  expect(off).toContain('id="stuck"');
  expect(off).toContain("<script>");
});

it("the radio page shows an advertising link when it has no station, and none when the radio is disabled", async () => {
  const html = async (switchedOff: boolean) => renderToStaticMarkup(await RadioOff({ switchedOff }));
  expect(await html(true)).toMatch(/closedTitle.*closedText.*href="\/english\/home#estados"/);
  expect(await html(true)).not.toContain("anuncie-aqui");
  expect(await html(false)).toContain('href="/english/anuncie-aqui"');
});
