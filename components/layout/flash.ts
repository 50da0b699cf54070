import { FLASH_COOKIE } from "@/lib/device-storage/rules";
import type { Notice } from "./notify";

/** Codes only: whatever else somebody wrote into the cookie is no notice. */
const FLASH = new RegExp(`(?:^|; )${FLASH_COOKIE}=([a-z]+(?:\\.[a-zA-Z]+)*)(?:;|$)`);
const SUCCESS = /\.(?:succeeded|saved|updated|verified)$/;

/** The notice a redirect left in a cookie for this page, shown once. */
export function takeFlash(): Notice | null {
  const code = FLASH.exec(document.cookie)?.[1];
  if (!code) return null;
  document.cookie = `${FLASH_COOKIE}=; path=/; max-age=0`;
  if (SUCCESS.test(code)) return { code, variant: "success", durationMs: code === "signup.succeeded" ? 9000 : undefined };
  return { code, variant: code === "state.select" ? "default" : "destructive" };
}
