/** Adds `https://` to a URL without a protocol. */
export function webAddress(typed: string): string {
  return !typed || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
}

export function isWebAddress(typed: string): boolean {
  const address = webAddress(typed);
  return URL.canParse(address) && new URL(address).hostname.includes(".");
}
