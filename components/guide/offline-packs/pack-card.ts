import type { Locale } from "@/lib/platform/i18n/routing";

/** Texts of the pack button; `{done}`, `{total}`, `{size}` and `{date}` are filled in by the browser. */
export type PackLabels = Record<
  | "text"
  | "take"
  | "progress"
  | "partial"
  | "saved"
  | "pause"
  | "resume"
  | "update"
  | "remove"
  | "removeTitle"
  | "removeText"
  | "cancel"
  | "shelf"
  | "network"
  | "space"
  | "service",
  string
>;

export type PackProps = { uf: string; name: string; locale: Locale; shelf: string };

export const CARD =
  "grid gap-3 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-[1fr_auto] sm:items-center";
export const BUTTON = "inline-flex h-12 items-center rounded-xl px-5 font-semibold";
export const MAIN = `${BUTTON} bg-primary text-primary-ink`;
