// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InstallOffer } from "@/lib/platform/inline-scripts";
import { followInstallOffer, showInstallButton } from "./install-offer";

const device = vi.hoisted(() => ({ isIos: vi.fn(() => false), isInstalled: vi.fn(() => false) }));
vi.mock("@/components/ui/device", () => device);

const button = () => document.querySelector<HTMLElement>("[data-install]")!;

beforeEach(() => {
  document.body.innerHTML = '<button data-install hidden="">Baixar App</button>';
});
afterEach(() => {
  delete (window as InstallOffer).installOffer;
  device.isIos.mockReturnValue(false);
  device.isInstalled.mockReturnValue(false);
});

it("stays hidden without an offer of the browser", () => {
  showInstallButton();
  expect(button().hidden).toBe(true);
});

it("is shown after the offer, also when it was made before", async () => {
  followInstallOffer();
  (window as InstallOffer).installOffer = new Event("beforeinstallprompt");
  dispatchEvent(new Event("beforeinstallprompt"));
  await vi.waitFor(() => expect(button().hidden).toBe(false));
  button().hidden = true;
  showInstallButton();
  expect(button().hidden).toBe(false);
});

it("is shown on iOS, but not in the installed app", () => {
  device.isIos.mockReturnValue(true);
  device.isInstalled.mockReturnValue(true);
  showInstallButton();
  expect(button().hidden).toBe(true);
  device.isInstalled.mockReturnValue(false);
  showInstallButton();
  expect(button().hidden).toBe(false);
});
