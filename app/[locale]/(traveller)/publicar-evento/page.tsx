import { editPath } from "@/lib/events/publishing/rules";
import { PublishEvent } from "../../publish-event";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<{ evento?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/publishing.page", "metaTitle");

export default async function PublishEventPage({ searchParams }: Props) {
  const { evento } = await searchParams;
  const eventId = evento === undefined ? undefined : String(evento);
  return (
    <PublishEvent
      path={eventId === undefined ? "/publicar-evento" : editPath(encodeURIComponent(eventId))}
      state={null}
      eventId={eventId}
    />
  );
}
