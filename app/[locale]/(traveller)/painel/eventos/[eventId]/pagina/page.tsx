import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { notFound } from "next/navigation";
import { EventConsole } from "@/components/events/members/event-console";
import { SponsorSection } from "@/components/events/sponsors/sponsor-section";
import { EventPageEditor } from "@/app/[locale]/event-page-editor";
import { consolePath } from "@/lib/events/members/rules";
import { readSavedEvent } from "@/lib/events/publishing/queries";
import { getSponsors } from "@/lib/events/sponsors/queries";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = { params: Promise<{ eventId: string }>; searchParams: Promise<{ etapa?: string | string[] }> };

export const generateMetadata = unlistedMetadata("events/publishing.checklist", "metaTitle");

/** Checklist, form and sponsors of an event for its organisers; `?etapa=` opens a step of the form. */
export default async function OwnEventPageEditor({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "page");
  const event = await readSavedEvent(await createSessionClient(), own.id);
  if (!event) notFound();
  const { image, errors } = (await getMessages())["panel/records"];
  return (
    <EventConsole own={own} current="page">
      <EventPageEditor event={event} path={consolePath(own.id, "page")} step={(await searchParams).etapa} />
      <NextIntlClientProvider messages={{ "panel/records": { image, errors: { picture: errors.picture } } }}>
        <SponsorSection event={own.id} sponsors={await getSponsors(own.id)} />
      </NextIntlClientProvider>
    </EventConsole>
  );
}
