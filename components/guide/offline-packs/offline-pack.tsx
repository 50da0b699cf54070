import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { OFFLINE_PATH } from "@/lib/platform/offline/rules";
import { PackButton } from "./pack-button";
import type { PackLabels } from "./pack-card";
import { PackTexts } from "./pack-texts";

const PLAIN = [
  "text",
  "pause",
  "resume",
  "update",
  "remove",
  "removeTitle",
  "removeText",
  "cancel",
  "shelf",
  "network",
  "space",
  "service",
] as const;

/** 'Levar {estado} offline' with all its later texts in the page's language. */
export async function OfflinePack({ uf, name }: { uf: string; name: string }) {
  const t = await getTranslations("platform/offline.pack");
  const locale = await getLocale();
  const plain = Object.fromEntries(PLAIN.map((key) => [key, t(key, { state: name })])) as Record<
    (typeof PLAIN)[number],
    string
  >;
  const labels: PackLabels = {
    ...plain,
    take: t("take", { state: name }),
    progress: t("progress", { done: "{done}", total: "{total}", size: "{size}" }),
    partial: t("partial", { state: name, size: "{size}" }),
    saved: t("saved", { state: name, size: "{size}", date: "{date}" }),
  };
  return (
    <PackTexts value={labels}>
      <PackButton uf={uf} name={name} locale={locale} shelf={localePath(locale, OFFLINE_PATH)} />
    </PackTexts>
  );
}
