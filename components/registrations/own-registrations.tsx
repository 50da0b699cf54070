import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { translated } from "@/lib/registrations/rules";
import type { RegistrationStatus } from "@/lib/registrations/schema";
import { eventMoment } from "./event-line";

type Own = {
  id: string;
  code: string;
  status: string;
  event: { title: string; slug: string; starts_at: string; time_zone: string; town: string; state_abbr: string } | null;
  type: { name: string; translations: unknown } | null;
};

/** Registrations of the signed-in account. */
export async function OwnRegistrations({ registrations }: { registrations: readonly Own[] }) {
  const [t, locale] = [await getTranslations("registrations"), await getLocale()];
  if (registrations.length === 0) return null;
  return (
    <Card>
      <CardTitle className="mb-4">{t("own.title")}</CardTitle>
      <ul className="grid gap-4">
        {registrations.map(({ id, code, status, event, type }) => (
          <li key={id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
            <p className="font-semibold wrap-anywhere">{event?.title}</p>
            <p className="text-muted">
              {event && `${eventMoment(event.starts_at, event.time_zone, locale)} · ${event.town}/${event.state_abbr}`}
            </p>
            <p>
              {type && translated(type.translations, "name", locale, type.name)} ·{" "}
              {t(`status.names.${status as RegistrationStatus}`)} · <span className="tabular">{code}</span>
            </p>
            <a href={`/api/registrations/mine/${id}?idioma=${locale}`} className={buttonClass({ className: "w-fit" })}>
              {t("own.open")}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
