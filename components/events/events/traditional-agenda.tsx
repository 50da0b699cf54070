import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { SourceLinks } from "@/components/guide/services/source-links";
import { cityPath } from "@/lib/guide/cities/rules";
import type { TraditionalMeeting } from "@/lib/events/events/queries";
import { byMonth } from "@/lib/events/events/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { formatMonth } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

/** Yearly meetings by month, from the present month on; only the month is known, so no date is shown. */
export async function TraditionalAgenda({ meetings }: { meetings: readonly TraditionalMeeting[] }) {
  const t = await getTranslations("events/events.traditional");
  const locale = await getLocale();
  if (meetings.length === 0) return null;
  const months = byMonth(meetings, Number(brazilianDay(Date.now()).slice(5, 7)));
  return (
    <section id="agenda-tradicional" className="mt-14 scroll-mt-20">
      <h2 className="display-2">{t("title")}</h2>
      <p className="mt-1 max-w-3xl text-lg text-muted">{t("lead")}</p>
      <div className="mt-5 grid gap-8">
        {months.map(({ month, items }) => (
          <div key={month} className="[contain-intrinsic-height:auto_40rem] [content-visibility:auto]">
            <h3 className="text-2xl text-placa-text first-letter:uppercase">{formatMonth(month, locale)}</h3>
            <ul className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {items.map((meeting) => (
                <li key={meeting.slug}>
                  <Meeting meeting={meeting} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

async function Meeting({ meeting }: { meeting: TraditionalMeeting }) {
  const t = await getTranslations("events/events.traditional");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const note = translated(meeting, "note", locale);
  return (
    <article className="flex h-full flex-col gap-1.5 rounded-2xl border-2 border-line bg-surface p-4">
      <h4 className="text-xl wrap-anywhere">{translated(meeting, "name", locale).text}</h4>
      <p className="text-muted">
        <Link
          href={localePath(locale, cityPath(meeting.city))}
          className="inline-block py-1 text-link underline underline-offset-4"
        >
          {meeting.city.name}
        </Link>
        {` ${meeting.state_abbr}`}
      </p>
      {note.text && (
        <p>
          {note.text}
          <FallbackMark label={layout("fallback")} show={note.fallback} />
        </p>
      )}
      <p className="mt-auto font-semibold text-faixa-text">{t("confirm")}</p>
      <SourceLinks label={t("sources")} sources={meeting.sources} />
    </article>
  );
}
