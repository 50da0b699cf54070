import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { ResultsTable } from "@/components/events/rally/results-table";
import { PrintButton } from "@/components/travel/saved-trips/print-button";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { readPublicEvent } from "@/lib/events/events/queries";
import { eventPath, isEventAddress } from "@/lib/events/events/rules";
import { coDriverPath } from "@/lib/events/rally/rules";
import { readStandings } from "@/lib/events/rally/queries";
import { localePath } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/rally.results", "title");

/** Results of a rally as they arrive; before the organiser shows them, when they will be here. */
export default async function RallyResultsPage({ params }: { params: Promise<{ stateOrEvent: string }> }) {
  const { stateOrEvent: address } = await params;
  const event = isEventAddress(address) ? await readPublicEvent(address) : null;
  if (event?.kind !== "rally") notFound();
  const [t, locale, standings] = [
    await getTranslations("events/rally.results"),
    await getLocale(),
    await readStandings(event.id),
  ];
  const isOver = standings?.stages.every(({ finished_at: finished }) => finished !== null) ?? false;
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] content-start gap-5 py-8 print:py-0">
      <header className="grid gap-2">
        <p className="text-muted">{t("title")}</p>
        <h1 className="display-1 wrap-anywhere print:text-3xl">{event.title}</h1>
        {standings && <p>{t(isOver ? "final" : "partial")}</p>}
        {standings?.rules.authorisation_number && (
          <p className="text-muted">
            {t("authorised", {
              authority: standings.rules.authority ?? "",
              number: standings.rules.authorisation_number,
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-3 print:hidden">
          {standings && <PrintButton label={t("print")} />}
          {/* A whole page: the service worker keeps it for the stage, which it does not do for a soft navigation. */}
          <a href={localePath(locale, coDriverPath(event.id))} className={buttonClass({ look: "outline" })}>
            {(await getTranslations("events/rally.drive"))("title")}
          </a>
          <Link
            href={localePath(locale, eventPath(event.slug))}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t("back")}
          </Link>
        </div>
      </header>
      {standings ? <ResultsTable {...standings} /> : <p className="text-muted">{t("unpublished")}</p>}
      {!isOver && <AutoRefresh />}
    </main>
  );
}
