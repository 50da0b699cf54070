/** Browsers require a notification for every push message, so an unreadable one shows the portal's name. */
const UNREADABLE = { title: "LACAMBECHE" };
const ICON = "/icons/icon-192.png";
const BADGE = "/icons/badge-96.png";

type PushNotice = { title: string; body?: string; tag?: string; icon: string; badge: string; data: { link: string } };

const textOrUndefined = (value: unknown, max: number) =>
  typeof value === "string" && value.trim() ? value.slice(0, max) : undefined;

/** The notification for a push message with any content; `read` may throw. */
export function readPush(read: () => unknown): PushNotice {
  let message: unknown;
  try {
    message = read();
  } catch {
    message = null;
  }
  const { title, body, link, tag } = (typeof message === "object" && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  const known = {
    title: textOrUndefined(title, 200) ?? UNREADABLE.title,
    body: textOrUndefined(body, 1000),
    tag: textOrUndefined(tag, 100),
  };
  return { ...known, icon: ICON, badge: BADGE, data: { link: textOrUndefined(link, 500) ?? "/" } };
}

/** The target of a notification: a path of this site, or the front page for anything else. */
export function linkOf(data: unknown, origin: string): string {
  const { link } = (typeof data === "object" && data !== null ? data : {}) as { link?: unknown };
  if (typeof link !== "string" || !/^\/(?![/\\])/.test(link) || !URL.canParse(link, origin)) return "/";
  const { origin: own, pathname, search, hash } = new URL(link, origin);
  return own === origin ? pathname + search + hash : "/";
}

/** Whether a window shows a path; the hash is ignored. */
export function isShownAt(url: string, path: string, origin: string): boolean {
  const withoutHash = (address: URL) => address.origin + address.pathname + address.search;
  return URL.canParse(url) && withoutHash(new URL(url)) === withoutHash(new URL(path, origin));
}
