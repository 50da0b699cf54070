import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { OwnEventList } from "@/components/events/members/own-event-list";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { listOwnEvents } from "@/lib/events/members/queries";
import { OWN_EVENTS_PATH } from "@/lib/events/members/rules";
import { publishPath } from "@/lib/events/publishing/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("events/members.list", "title");

/** All events that the account works for; their consoles are below this address. */
export default async function OwnEventsPage() {
  await requireAccount(OWN_EVENTS_PATH);
  const [t, locale, events] = [await getTranslations("events/members.list"), await getLocale(), await listOwnEvents()];
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] content-start gap-6 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <Card className="grid gap-4">
        {events.length > 0 ? <OwnEventList events={events} /> : <p className="text-lg">{t("none")}</p>}
        <Link
          href={localePath(locale, publishPath(null))}
          className={buttonClass({ look: "outline", className: "w-fit" })}
        >
          {t("publish")}
        </Link>
      </Card>
    </main>
  );
}
