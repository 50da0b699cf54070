import { isCountryUnclear, whatsappLink, whatsappNumber, withoutTrunkPrefix } from "../../platform/whatsapp";
import { slugOf } from "../../platform/slug";

export const QR_KINDS = ["page", "link", "whatsapp", "wifi"] as const;
export type QrKind = (typeof QR_KINDS)[number];

export const ERROR_LEVELS = ["L", "M", "Q", "H"] as const;
export type ErrorLevel = (typeof ERROR_LEVELS)[number];

export const WIFI_SECURITY = ["WPA", "WEP", "nopass"] as const;
export type WifiSecurity = (typeof WIFI_SECURITY)[number];

/** Content of a QR code, as entered in the form. */
export type QrContent =
  | { kind: "page"; path: string }
  | { kind: "link"; url: string }
  | { kind: "whatsapp"; phone: string; message: string }
  | { kind: "wifi"; network: string; password: string; security: WifiSecurity; hidden: boolean };

export type QrProblem =
  | "pageInvalid"
  | "linkInvalid"
  | "phoneInvalid"
  | "phoneCountry"
  | "networkMissing"
  | "passwordShort"
  | "tooLong";
export type QrText = { text: string } | { problem: QrProblem };

/** Longer codes cannot be scanned reliably from a poster. */
const MAX_LENGTH = 700;

/** Text of the QR code, or the problem of the form input. */
export function qrText(content: QrContent, siteUrl: string): QrText {
  const result = textOf(content, siteUrl);
  return "text" in result && result.text.length > MAX_LENGTH ? { problem: "tooLong" } : result;
}

function textOf(content: QrContent, siteUrl: string): QrText {
  switch (content.kind) {
    case "page":
      return pageText(content.path.trim(), siteUrl);
    case "link":
      return linkText(content.url.trim());
    case "whatsapp":
      return whatsappText(content);
    case "wifi":
      return wifiText(content);
  }
}

/** Accepts a path of the portal, or a full URL copied from the browser. */
function pageText(path: string, siteUrl: string): QrText {
  const typed = path.startsWith("/") || /^https?:/i.test(path) ? path : `/${path}`;
  if (!path || !URL.canParse(typed, siteUrl)) return { problem: "pageInvalid" };
  const url = new URL(typed, siteUrl);
  return url.origin === new URL(siteUrl).origin ? { text: url.href } : { problem: "pageInvalid" };
}

function linkText(typed: string): QrText {
  const url = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(url)) return { problem: "linkInvalid" };
  const { protocol, hostname, href } = new URL(url);
  return /^https?:$/.test(protocol) && /^[^.]+(?:\.[^.]+)+$/.test(hostname)
    ? { text: href }
    : { problem: "linkInvalid" };
}

function whatsappText({ phone, message }: { phone: string; message: string }): QrText {
  if (isCountryUnclear(phone)) return { problem: "phoneCountry" };
  const full = whatsappNumber(withoutTrunkPrefix(phone));
  if (full.length < 10 || full.length > 15) return { problem: "phoneInvalid" };
  return { text: whatsappLink(full, message.trim()) };
}

function wifiText({ network, password, security, hidden }: Extract<QrContent, { kind: "wifi" }>): QrText {
  if (!network) return { problem: "networkMissing" };
  if (security === "WPA" && password.length < 8) return { problem: "passwordShort" };
  const escape = (value: string) => value.replace(/[\\;,":]/g, "\\$&");
  const secret = security === "nopass" ? "" : `P:${escape(password)};`;
  return { text: `WIFI:T:${security};S:${escape(network)};${secret}${hidden ? "H:true;" : ""};` };
}

/** Whether a camera can read the code: dark modules on a light background with enough contrast. */
export function isReadable(dark: string, light: string): boolean {
  const [ink, paper] = [luminance(dark), luminance(light)];
  return (paper + 0.05) / (ink + 0.05) >= 4;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The modules of a code; true is dark. */
export type QrModules = { size: number; isDark: (row: number, column: number) => boolean };

export type Bar = { x: number; y: number; width: number };

/** Merges adjacent dark modules of a row into one bar, so that no gaps are visible between them. */
export function barsOf({ size, isDark }: QrModules): Bar[] {
  const bars: Bar[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const last = bars.at(-1);
      if (!isDark(y, x)) continue;
      if (last && last.y === y && last.x + last.width === x) last.width += 1;
      else bars.push({ x, y, width: 1 });
    }
  }
  return bars;
}

/** File name from the caption: `qr-pousada-da-serra.png`. */
export function fileName(caption: string, kind: QrKind, ending: string): string {
  return `qr-${slugOf(caption, 40) || kind}.${ending}`;
}
