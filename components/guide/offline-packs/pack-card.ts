import type { Locale } from "@/lib/platform/i18n/routing";
import type { PackLabels } from "./pack-labels";

export type PackProps = { uf: string; name: string; locale: Locale; labels: PackLabels; shelf: string };

export const CARD =
  "grid gap-3 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-[1fr_auto] sm:items-center";
export const BUTTON = "inline-flex h-12 items-center rounded-xl px-5 font-semibold";
export const MAIN = `${BUTTON} bg-primary text-primary-ink`;
