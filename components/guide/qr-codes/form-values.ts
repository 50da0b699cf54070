import type { Messages } from "next-intl";
import type { ErrorLevel, QrContent, QrKind, WifiSecurity } from "@/lib/guide/qr-codes/rules";

export type QrTexts = Messages["guide/qr-codes"]["studio"];

/** All values of the form; each kind keeps its own values while another is selected. */
export type QrFormValues = {
  kind: QrKind;
  path: string;
  url: string;
  phone: string;
  message: string;
  network: string;
  password: string;
  security: WifiSecurity;
  hidden: boolean;
  dark: string;
  light: string;
  caption: string;
  pixels: number;
  level: ErrorLevel;
};

export type Change = (changes: Partial<QrFormValues>) => void;

export const SIZES = [256, 512, 1024, 2048] as const;

export const INITIAL_VALUES: QrFormValues = {
  kind: "page",
  path: "",
  url: "",
  phone: "",
  message: "",
  network: "",
  password: "",
  security: "WPA",
  hidden: false,
  dark: "#0b1220",
  light: "#ffffff",
  caption: "",
  pixels: 1024,
  level: "M",
};

/** The values that are encoded in the QR code. */
export function contentOf({
  kind,
  path,
  url,
  phone,
  message,
  network,
  password,
  security,
  hidden,
}: QrFormValues): QrContent {
  if (kind === "page") return { kind, path };
  if (kind === "link") return { kind, url };
  return kind === "whatsapp" ? { kind, phone, message } : { kind, network, password, security, hidden };
}

/** Whether anything was entered for the chosen kind: an untouched form shows no errors. */
export function isStarted({ kind, path, url, phone, network }: QrFormValues): boolean {
  return Boolean({ page: path, link: url, whatsapp: phone, wifi: network }[kind].trim());
}
