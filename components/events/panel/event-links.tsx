import { getLocale, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/ui/tab-links";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";

const PAGES = ["event_edit", "event_registrations", "event_confirmation", "event_promotion"] as const;

type EventLinksProps = { eventId: string; current: (typeof PAGES)[number] };

/** Links between the pages of one event. */
export async function EventLinks({ eventId, current }: EventLinksProps) {
  const t = await getTranslations("events/panel.pages");
  const locale = await getLocale();
  const tabs = PAGES.map((page) => ({
    key: page,
    href: localePath(locale, panelPathWith(page, { eventId })),
    label: t(page),
    isCurrent: page === current,
  }));
  return <TabLinks label={t("label")} tabs={tabs} />;
}
