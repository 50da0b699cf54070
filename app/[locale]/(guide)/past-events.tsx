import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { EventCard } from "@/components/events/events/event-card";
import { PageLinks } from "@/components/ui/page-links";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { listPastEvents } from "@/lib/events/events/queries";
import { HUB_PATH, pastEventsPath } from "@/lib/events/events/rules";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

export async function pastEventsMetadata(page: number) {
  const t = await getTranslations("events/events.past");
  return pageMetadata({
    locale: await getLocale(),
    path: pastEventsPath(page),
    title: page === 1 ? t("metaTitle") : t("metaTitlePage", { page }),
    description: t("metaDescription"),
    image: postcardPath("cidade-historica", "eventos-passados", "png"),
  });
}

/** One page of the events that are over, newest first. */
export async function PastEvents({ page }: { page: number }) {
  const t = await getTranslations("events/events.past");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const { events, hasMore } = await listPastEvents(page);
  if (page > 1 && events.length === 0) notFound();
  const to = (path: string) => localePath(locale, path);
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs
        startsAtHome={false}
        crumbs={[
          { name: layout("nav.events"), path: HUB_PATH },
          { name: t("title"), path: pastEventsPath(page) },
        ]}
      />
      <div className="page">
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 max-w-3xl text-lg text-muted">{events.length > 0 ? t("lead") : t("empty")}</p>
        <ul className="mt-6 grid gap-4 lg:grid-cols-2">
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} headingLevel={2} />
            </li>
          ))}
        </ul>
        <PageLinks
          newer={page > 1 ? to(pastEventsPath(page - 1)) : null}
          older={hasMore ? to(pastEventsPath(page + 1)) : null}
          labels={{ pages: t("pages"), pageNumber: t("pageNumber", { page }), newer: t("newer"), older: t("older") }}
        />
      </div>
    </main>
  );
}
