import { editPath } from "@/lib/events/publishing/rules";
import { PublishEvent } from "../../publish-event";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Search = Partial<Record<"evento" | "etapa" | "modelo", string | string[]>>;
type Props = { searchParams: Promise<Search> };

export const generateMetadata = unlistedMetadata("events/publishing.page", "metaTitle");

export default async function PublishEventPage({ searchParams }: Props) {
  const { evento, ...search } = await searchParams;
  const eventId = evento === undefined ? undefined : String(evento);
  return (
    <PublishEvent
      path={eventId === undefined ? "/publicar-evento" : editPath(encodeURIComponent(eventId))}
      state={null}
      eventId={eventId}
      search={search}
    />
  );
}
