import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { BadgeSheet } from "@/components/events/registrations/badge-sheet";
import { buttonClass } from "@/components/ui/button-class";
import { eventWhen } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { screenZoom } from "@/lib/events/registrations/badges/rules";
import { translated } from "@/lib/events/registrations/rules";
import type { Badge } from "@/lib/events/registrations/schema";

type Props = { eventId: string; badge: Badge | null; qr: string };

/** The badge of a real person with the stored settings of the event, and the way to the PDF of all badges. */
export async function BadgePreview({ eventId, badge, qr }: Props) {
  const [t, locale] = [await getTranslations("events/panel.badges"), await getLocale()];
  const print = `${localePath(locale, panelPathWith("event_registrations", { eventId }))}#crachas`;
  return (
    <SystemSection title={t("preview")} lead={t(badge ? "previewLead" : "noSample")}>
      {badge && (
        <div className="max-w-full overflow-x-auto">
          <style>{screenZoom(badge.event.badge_size)}</style>
          <BadgeSheet
            badge={badge}
            size={badge.event.badge_size}
            qr={qr}
            title={translated(badge.event.translations, "title", locale, badge.event.title)}
            date={eventWhen(badge.event, locale)}
            kindName={translated(badge.kind_translations, "name", locale, badge.kind_name)}
          />
        </div>
      )}
      <Link href={print} className={buttonClass({ look: "outline", className: "w-fit" })}>
        {t("print")}
      </Link>
    </SystemSection>
  );
}
