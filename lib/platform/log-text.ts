import { splitPath } from "./i18n/routing";
import { matchRoute } from "./paths";
import { redactPath, redactSecrets } from "./redact";

const EMAIL = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi;
const QUERY = /([\w/~.%:-])\?(?:[\w%~.[\]-]+=)[^\s"'<>)]*/g;
/** An absolute path, also after the origin of a URL; not a path inside a relative one (`app/api/x`). */
const PATH = /(^|[\s"'(=:]|[a-z]+:\/\/[^\s/"'<>]+)(\/[^\s"'<>()?#,;]+)/gi;
/** Numbers with eight digits or more, with the separators of telephone numbers, CPF and CNPJ. */
const NUMBER = /\+?\d[\d .()/-]{6,}\d/g;
const DIGITS = 8;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Of a handler only its name is kept: every further segment may be an id or a token. */
function pathWithoutIds(path: string): string {
  const inside = splitPath(path).path;
  const handler = /^(\/api\/[a-z-]+)\/./.exec(inside)?.[1];
  if (handler) return `${handler}/:id`;
  const route = matchRoute(inside)?.route;
  return route?.personal ? route.pattern : redactPath(path).replace(UUID, ":id");
}

/** A text for the log: without secrets, e-mail addresses, query strings, and tokens and ids in paths. */
export function logText(text: string): string {
  return redactSecrets(text)
    .replace(QUERY, "$1?[query]")
    .replace(EMAIL, "[e-mail]")
    .replace(PATH, (_, before: string, path: string) => before + pathWithoutIds(path));
}

/** The message of an error for the log, which can quote what a person typed. */
export function logMessage(text: string): string {
  return logText(text).replace(NUMBER, (number) =>
    number.replaceAll(/\D/g, "").length < DIGITS ? number : "[number]",
  );
}
