import { getLocale, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/ui/tab-links";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** The two parts of `/admin/maintenance-reminders`: the library and what was sent. */
export async function QueueTabs({ current }: { current: "library" | "sendings" }) {
  const [t, locale] = [await getTranslations("garage/reminders.queue"), await getLocale()];
  const address = localePath(locale, panelPath("reminder_presets"));
  const tabs = (["library", "sendings"] as const).map((key) => ({
    key,
    href: key === "library" ? address : `${address}?ver=envios`,
    label: t(key),
    isCurrent: key === current,
  }));
  return <TabLinks label={t("tabs")} tabs={tabs} />;
}
