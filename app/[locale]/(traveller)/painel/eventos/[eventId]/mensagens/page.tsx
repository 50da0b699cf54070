import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { EventMessages } from "@/app/[locale]/event-messages";
import { consolePath } from "@/lib/events/members/rules";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = unlistedMetadata("events/messages.form", "title");

/** Messages of the organisers to registered people; `?mensagem=` shows the WhatsApp links of one. */
export default async function OwnMessagesPage({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "messages");
  const [event, search] = [await getPanelEvent(own.id), await searchParams];
  if (!event) notFound();
  const address = localePath(await getLocale(), consolePath(own.id, "messages"));
  return (
    <EventConsole own={own} current="messages">
      <EventMessages event={event} address={address} search={search} />
    </EventConsole>
  );
}
