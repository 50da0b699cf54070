import type { Notice } from "./notify";

const FLASH = /(?:^|; )flash=([^;]*)/;
const SUCCESS = /\.(?:succeeded|saved|updated|verified)$/;

/** The notice a redirect left in a cookie for this page, shown once. */
export function takeFlash(): Notice | null {
  const code = decodeURIComponent(FLASH.exec(document.cookie)?.[1] ?? "");
  if (!/^[a-z]+(?:\.[a-zA-Z]+)*$/.test(code)) return null;
  document.cookie = "flash=; path=/; max-age=0";
  if (SUCCESS.test(code)) return { code, variant: "success", durationMs: code === "signup.succeeded" ? 9000 : undefined };
  return { code, variant: code === "state.select" ? "default" : "destructive" };
}
