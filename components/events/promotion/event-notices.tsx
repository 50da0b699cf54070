import { Bell } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** Links to the form of notices, filled in for this event; nothing is sent from here. */
export async function EventNotices({ event }: { event: { id: string; state_abbr: string } }) {
  const [t, locale] = [await getTranslations("events/promotion.notices"), await getLocale()];
  const form = `${localePath(locale, panelPath("notifications"))}?evento=${event.id}`;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <p className="flex flex-wrap gap-2">
        {(["state", "event"] as const).map((audience) => (
          <Button key={audience} asChild variant="outline">
            <Link href={`${form}&publico=${audience}`}>
              <Icon of={Bell} /> {t(audience, { state: event.state_abbr })}
            </Link>
          </Button>
        ))}
      </p>
    </SystemSection>
  );
}
