import type { InstallOffer } from "@/lib/platform/inline-scripts";
import { isInstalled, isIos } from "@/components/ui/device";

/** Shows the install button of the footer where the browser offers the installation, or has it in its menu (iOS). */
export function showInstallButton(): void {
  const isOffered = isIos() || (window as InstallOffer).installOffer !== undefined;
  if (!isOffered || isInstalled()) return;
  for (const button of document.querySelectorAll<HTMLElement>("[data-install]")) button.hidden = false;
}

/** The browser makes its offer once, at any time after the page is loaded. */
export function followInstallOffer(): void {
  // After the listener that keeps the offer.
  addEventListener("beforeinstallprompt", () => setTimeout(showInstallButton));
}
