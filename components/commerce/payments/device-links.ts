import { PAYMENT_LINKS_KEY } from "@/lib/platform/device-storage/rules";
import { isLinkToken } from "@/lib/platform/links/rules";

const MAX_LINKS = 20;

/** Tokens of payment links opened on this device, the newest first. */
export function rememberedTokens(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PAYMENT_LINKS_KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((token): token is string => typeof token === "string" && isLinkToken(token)).slice(0, MAX_LINKS)
      : [];
  } catch {
    return [];
  }
}

/** Moves a link to the front; errors are ignored where storage is blocked. */
export function rememberToken(token: string): void {
  const others = rememberedTokens().filter((one) => one !== token);
  try {
    localStorage.setItem(PAYMENT_LINKS_KEY, JSON.stringify([token, ...others].slice(0, MAX_LINKS)));
  } catch {
    // Storage may be blocked in private windows.
  }
}
