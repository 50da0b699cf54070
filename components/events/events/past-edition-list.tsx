import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { listPastEditions } from "@/lib/events/events/queries";
import { eventDays, eventPath, eventTitle } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";

/** Earlier events of the same series or club, each with its page, which has the gallery and the results. */
export async function PastEditionList({ editions }: { editions: Awaited<ReturnType<typeof listPastEditions>> }) {
  const [t, locale] = [await getTranslations("events/events.editions"), await getLocale()];
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("title")}</h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {editions.map((edition) => (
          <li key={edition.id}>
            <Link
              href={localePath(locale, eventPath(edition.slug))}
              className="grid min-h-11 gap-1 rounded-xl border-2 border-line bg-surface p-4 hover:border-faixa hover:bg-raised"
            >
              <span className="font-semibold wrap-anywhere">{eventTitle(edition, locale)}</span>
              <span className="text-muted tabular">
                {eventDays(edition, locale)} · {edition.town} {edition.state_abbr}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
