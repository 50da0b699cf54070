import { getLocale, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/ui/tab-links";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** The list and the calendar of events, each with its own address. */
export async function ViewLinks({ current }: { current: "list" | "calendar" }) {
  const t = await getTranslations("events/panel.views");
  const address = localePath(await getLocale(), panelPath("events"));
  const tabs = [
    { key: "list", href: address, label: t("list"), isCurrent: current === "list" },
    { key: "calendar", href: `${address}?ver=calendario`, label: t("calendar"), isCurrent: current === "calendar" },
  ];
  return <TabLinks label={t("label")} tabs={tabs} />;
}
