import { getLocale, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/ui/tab-links";
import { localePath } from "@/lib/platform/i18n/routing";
import { diaryPath } from "@/lib/garage/diary/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";

/** The two pages of the tab: driven and planned trips, and the diary. */
export async function DiaryTabs({ vehicle, current }: { vehicle: string; current: "list" | "diary" }) {
  const [t, locale] = [await getTranslations("garage/diary.nav"), await getLocale()];
  const paths = { list: vehiclePath(vehicle, "trips"), diary: diaryPath(vehicle) };
  const tabs = (["list", "diary"] as const).map((key) => ({
    key,
    href: localePath(locale, paths[key]),
    label: t(key),
    isCurrent: key === current,
  }));
  return <TabLinks label={t("label")} tabs={tabs} />;
}
