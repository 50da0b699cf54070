import type { Page } from "@playwright/test";

/** Sets the browser's geolocation permission, so that no browser prompt appears. */
export async function setPositionPermission(page: Page, setting: "granted" | "denied" | "prompt"): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { browserContextId } = (await session.send("Target.getTargetInfo")).targetInfo;
  await session.send("Browser.setPermission", { permission: { name: "geolocation" }, setting, browserContextId });
}
