import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { eventPath, eventWhen } from "@/lib/events/events/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { translated } from "@/lib/events/registrations/rules";

type LineEvent = {
  slug: string;
  title: string;
  translations?: unknown;
  is_demo: boolean;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  town: string;
  state_abbr: string;
  venue: string | null;
};

type Props = { event: LineEvent; locale: Locale; kindName?: string; href?: string; action?: string };

/** An event in one card: name, date, place and, optionally, the next step. */
export async function EventLine({ event, locale, kindName, href, action }: Props) {
  const t = await getTranslations("events/registrations.start");
  return (
    <section className="grid gap-1 rounded-2xl border-2 border-line bg-surface p-5">
      {event.is_demo && (
        <p className="w-fit rounded-md bg-faixa px-2 text-sm font-semibold text-faixa-ink">{t("demo")}</p>
      )}
      <h2 className="text-2xl wrap-anywhere">
        <Link href={localePath(locale, eventPath(event.slug))} className="underline-offset-4 hover:underline">
          {translated(event.translations, "title", locale, event.title)}
        </Link>
      </h2>
      {kindName && <p className="font-semibold">{kindName}</p>}
      <p>{eventWhen(event, locale)}</p>
      <p className="text-muted">{[event.venue, `${event.town}/${event.state_abbr}`].filter(Boolean).join(", ")}</p>
      {href && (
        <Link href={href} className={buttonClass({ look: "primary", className: "mt-2 w-fit" })}>
          {action}
        </Link>
      )}
    </section>
  );
}
