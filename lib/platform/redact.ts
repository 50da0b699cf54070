/** A token of 32 bytes in base64url, or an older hexadecimal one; without lookbehind, which older browsers do not support. */
const TOKEN = /(^|[^\w-])(?:(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}|[0-9a-f]{64})(?![\w-])/g;

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[redacted]"],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, "[redacted]"],
  [/([?&#](?:token|token_hash|code|access_token|refresh_token|apikey|password)=)[^&#\s"']+/gi, "$1[redacted]"],
  [/(\b[a-z][a-z+]*:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/gi, "$1[redacted]"],
  [TOKEN, "$1[redacted]"],
];

/** Removes link tokens, session tokens, keys and passwords in URLs from a log message. */
export const redactSecrets = (text: string): string =>
  SECRETS.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text);

/** Path for statistics; tokens are removed. */
export const redactPath = (path: string): string => path.replace(TOKEN, "$1:token");
