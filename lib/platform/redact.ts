/** A derived or random token of 32 bytes as base64url, or one of the earlier hexadecimal ones; no lookbehind, which older browsers cannot read. */
const TOKEN = /(^|[^\w-])(?:(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}|[0-9a-f]{64})(?![\w-])/g;

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[redacted]"],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, "[redacted]"],
  [/([?&#](?:token|token_hash|code|access_token|refresh_token|apikey|password)=)[^&#\s"']+/gi, "$1[redacted]"],
  [/(\b[a-z][a-z+]*:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/gi, "$1[redacted]"],
  [TOKEN, "$1[redacted]"],
];

/** A text for a log without tokens of links, sessions, keys and passwords of addresses. */
export const redactSecrets = (text: string): string => SECRETS.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text);

/** A path as the statistics store it: tokens are removed on every route. */
export const redactPath = (path: string): string => path.replace(TOKEN, "$1:token");
