import { notFound } from "next/navigation";
import { EventConsole } from "@/components/events/members/event-console";
import { EventPageEditor } from "@/app/[locale]/event-page-editor";
import { consolePath } from "@/lib/events/members/rules";
import { readSavedEvent } from "@/lib/events/publishing/queries";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = { params: Promise<{ eventId: string }>; searchParams: Promise<{ etapa?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/publishing.checklist", "metaTitle");

/** Checklist and form of an event for its organisers; `?etapa=` opens a step of the form. */
export default async function OwnEventPageEditor({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "page");
  const event = await readSavedEvent(await createSessionClient(), own.id);
  if (!event) notFound();
  return (
    <EventConsole own={own} current="page">
      <EventPageEditor event={event} path={consolePath(own.id, "page")} step={(await searchParams).etapa} />
    </EventConsole>
  );
}
