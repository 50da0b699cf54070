import { LANGUAGE, localePath, type Locale } from "../../platform/i18n/routing";

/**
 * Allowed hosts of push services; a name that begins with a dot matches its subdomains. Sources: Chromium
 * (components/push_messaging/push_messaging_constants.cc), Mozilla (autopush documentation), Microsoft ("Push
 * notification service request and response headers": channel addresses are of notify.windows.com) and Apple
 * ("Sending web push notifications in web apps and browsers": any name below push.apple.com).
 */
const PUSH_SERVICES = ["fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/** Whether the server may send to an endpoint supplied by a browser (prevents SSRF); `testOrigin` is the mock server of the tests. */
export function isPushEndpoint(address: string, testOrigin?: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(address);
  if (username || password) return false;
  if (testOrigin && origin === testOrigin) return true;
  return (
    protocol === "https:" &&
    port === "" &&
    PUSH_SERVICES.some((name) => (name.startsWith(".") ? hostname.endsWith(name) : hostname === name))
  );
}

type Words = { title?: string; body?: string };
type Written = { title: string; body: string; translations: unknown };

/** Title and text of a notification in a language, in Portuguese when there is no translation. */
export function textsIn({ title, body, translations }: Written, locale: Locale): Required<Words> {
  const translation = (translations as Partial<Record<string, Words>> | null)?.[LANGUAGE[locale]];
  return { title: translation?.title || title, body: translation?.body || body };
}

/** Push messages are limited to 4 kB and screens show two lines. */
const MAX_BODY = 300;

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= MAX_BODY
    ? text
    : `${letters
        .slice(0, MAX_BODY - 1)
        .join("")
        .trimEnd()}…`;
}

export type PushMessage = { title: string; body: string; link: string; tag: string };

/** Push message for a device; without a link it opens the list of notifications. */
export function messageOf(campaign: Written & { id: string; link: string | null }, locale: Locale): PushMessage {
  const { title, body } = textsIn(campaign, locale);
  return {
    title,
    body: shortened(body),
    link: localePath(locale, campaign.link ?? "/painel#avisos"),
    tag: campaign.id,
  };
}

/** A push job without progress for this long counts as interrupted. */
const BROKEN_AFTER_MS = 30 * 60_000;
const STALE_AFTER_MS = 24 * 60 * 60_000;

type Pushed = {
  push: boolean;
  status: string;
  sent_at: string | null;
  push_taken_at: string | null;
  push_done_at: string | null;
};

/** Push status of a campaign; null when it has no push. */
export function pushState(
  campaign: Pushed,
  now: number,
): "planned" | "waiting" | "stale" | "sending" | "broken" | "done" | null {
  if (!campaign.push || campaign.status === "cancelled") return null;
  if (campaign.push_done_at) return "done";
  if (campaign.push_taken_at) return now - Date.parse(campaign.push_taken_at) < BROKEN_AFTER_MS ? "sending" : "broken";
  if (!campaign.sent_at) return "planned";
  return now - Date.parse(campaign.sent_at) < STALE_AFTER_MS ? "waiting" : "stale";
}

/** Host name of a push service for display, such as `fcm.googleapis.com`. */
export const serviceOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).hostname : "?");

/** Why push cannot be enabled on a device. */
export type Obstacle = "unsupported" | "install" | "denied" | "noWorker" | "offline";

type Device = {
  supported: boolean;
  ios: boolean;
  installed: boolean;
  permission: string;
  online: boolean;
  worker: boolean;
};

/** The first reason why push cannot be enabled on a device, the most permanent reason first. */
export function obstacleOf({ supported, ios, installed, permission, online, worker }: Device): Obstacle | null {
  if (!supported) return ios && !installed ? "install" : "unsupported";
  if (permission === "denied") return "denied";
  if (!online) return "offline";
  return worker ? null : "noWorker";
}
