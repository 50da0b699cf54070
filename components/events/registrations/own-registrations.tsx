import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { eventWhen } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { OwnRegistration } from "@/lib/events/registrations/queries";
import { shownStatus, splitTickets, TICKETS_PATH, translated } from "@/lib/events/registrations/rules";
import type { RegistrationStatus } from "@/lib/events/registrations/schema";

/** Most registrations in the panel of the account; the tickets show all. */
const SHOWN = 3;

type Props = {
  registrations: readonly OwnRegistration[];
  /** Registrations whose receipt or card payment is being checked. */
  reviewed: ReadonlySet<string>;
  now: number;
};

/** The next registrations of the signed-in account, and the link to its tickets. */
export async function OwnRegistrations({ registrations, reviewed, now }: Props) {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  if (registrations.length === 0) return null;
  const { coming } = splitTickets(registrations, now);
  return (
    <Card className="grid gap-4">
      <CardTitle>{t("own.title")}</CardTitle>
      {coming.length === 0 && <p className="text-muted">{t("tickets.noneComing")}</p>}
      <ul className="grid gap-4 empty:hidden">
        {coming.slice(0, SHOWN).map(({ id, status, event, type }) => (
          <li key={id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
            <p className="font-semibold wrap-anywhere">
              {event && translated(event.translations, "title", locale, event.title)}
            </p>
            <p className="text-muted">{event && `${eventWhen(event, locale)} · ${event.town}/${event.state_abbr}`}</p>
            <p>
              {type && translated(type.translations, "name", locale, type.name)} ·{" "}
              {t(`status.names.${shownStatus(status as RegistrationStatus, reviewed.has(id))}`)}
            </p>
          </li>
        ))}
      </ul>
      <Link
        href={localePath(locale, TICKETS_PATH)}
        className={buttonClass({ look: coming.length > 0 ? "primary" : "outline", className: "w-fit" })}
      >
        {t("own.tickets", { count: coming.length })}
      </Link>
    </Card>
  );
}
