const STORE = "payment-links";
const MAX_LINKS = 20;
const TOKEN = /^[0-9a-f]{64}$/;

/** Tokens of payment links opened on this device, the newest first. */
export function rememberedTokens(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((token): token is string => typeof token === "string" && TOKEN.test(token)).slice(0, MAX_LINKS) : [];
  } catch {
    return [];
  }
}

/** Puts a link in front of the others; a device that keeps nothing is no reason to fail. */
export function rememberToken(token: string): void {
  const others = rememberedTokens().filter((one) => one !== token);
  try {
    localStorage.setItem(STORE, JSON.stringify([token, ...others].slice(0, MAX_LINKS)));
  } catch {
    // Private windows may refuse.
  }
}
