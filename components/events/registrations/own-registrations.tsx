import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { eventWhen } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { badgePath, translated } from "@/lib/events/registrations/rules";
import type { RegistrationStatus } from "@/lib/events/registrations/schema";

type Own = {
  id: string;
  code: string;
  status: string;
  event: {
    title: string;
    slug: string;
    starts_at: string;
    ends_at: string;
    time_zone: string;
    town: string;
    state_abbr: string;
  } | null;
  type: { name: string; translations: unknown } | null;
};

type Props = {
  registrations: readonly Own[];
  /** Entrance codes as images, by id: of confirmed registrations whose event is not over. */
  codes: Readonly<Record<string, string>>;
};

/** Registrations of the signed-in account, with the code that is scanned at the entrance. */
export async function OwnRegistrations({ registrations, codes }: Props) {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  if (registrations.length === 0) return null;
  return (
    <Card>
      <CardTitle className="mb-4">{t("own.title")}</CardTitle>
      <ul className="grid gap-4">
        {registrations.map(({ id, code, status, event, type }) => (
          <li key={id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
            <p className="font-semibold wrap-anywhere">{event?.title}</p>
            <p className="text-muted">{event && `${eventWhen(event, locale)} · ${event.town}/${event.state_abbr}`}</p>
            <p>
              {type && translated(type.translations, "name", locale, type.name)} ·{" "}
              {t(`status.names.${status as RegistrationStatus}`)} · <span className="tabular">{code}</span>
            </p>
            {codes[id] && (
              <details className="rounded-xl border-2 border-line p-3">
                <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("own.code")}</summary>
                <img
                  src={codes[id]}
                  alt={t("badge.qr")}
                  width={256}
                  height={256}
                  className="mt-2 w-full max-w-64 rounded-xl bg-white p-2"
                />
                <p className="mt-2 text-sm text-muted">{t("own.codeNote")}</p>
              </details>
            )}
            <p className="flex flex-wrap gap-2">
              <a href={`/api/registrations/mine/${id}?idioma=${locale}`} className={buttonClass()}>
                {t("own.open")}
              </a>
              {codes[id] && (
                <Link href={localePath(locale, badgePath(id))} className={buttonClass()}>
                  {t("own.badge")}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
