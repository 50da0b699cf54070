import { FLASH_COOKIE } from "@/lib/platform/device-storage/rules";
import type { Notice } from "./notify";

/** Accepts codes only: any other cookie value is ignored. */
const FLASH = new RegExp(`(?:^|; )${FLASH_COOKIE}=([a-z]+(?:\\.[a-zA-Z]+)*)(?:;|$)`);
const SUCCESS = /\.(?:succeeded|saved|updated|verified)$/;

/** The notice that a redirect stored in a cookie for this page, returned once. */
export function takeFlash(): Notice | null {
  const code = FLASH.exec(document.cookie)?.[1];
  if (!code) return null;
  document.cookie = `${FLASH_COOKIE}=; path=/; max-age=0`;
  if (SUCCESS.test(code))
    return { code, variant: "success", durationMs: code === "signup.succeeded" ? 9000 : undefined };
  return { code, variant: code === "state.select" ? "default" : "destructive" };
}
