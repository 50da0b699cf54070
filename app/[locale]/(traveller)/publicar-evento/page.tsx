import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { editPath } from "@/lib/events/publishing/rules";
import { PublishEvent } from "../../publish-event";

type Props = { searchParams: Promise<{ evento?: string | string[] }> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/publishing.page");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false } };
}

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
