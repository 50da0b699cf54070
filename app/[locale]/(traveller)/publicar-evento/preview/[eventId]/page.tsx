import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/events/publishing/preview-bar";
import { getOwnEvent } from "@/lib/events/members/queries";
import { readSavedEvent } from "@/lib/events/publishing/queries";
import { previewPath } from "@/lib/events/publishing/rules";
import { readPreviewEvent } from "@/lib/events/events/queries";
import { isEventId } from "@/lib/events/events/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { EventPage } from "../../../../(guide)/event-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("events/publishing.page", "previewTitle");

/** An event on the page that visitors will see, for its organiser, those who run its club, and event managers. */
export default async function EventPreviewPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  await requireAccount(previewPath(encodeURIComponent(eventId)));
  const event = isEventId(eventId) ? await readSavedEvent(await createSessionClient(), eventId) : null;
  const shown = event && (await readPreviewEvent(event.id));
  if (!event || !shown) notFound();
  return (
    <EventPage
      event={shown}
      bar={
        <PreviewBar
          event={event}
          url={pageUrl(await getLocale(), previewPath(event.id))}
          isOwn={(await getOwnEvent(event.id)) !== null}
        />
      }
    />
  );
}
