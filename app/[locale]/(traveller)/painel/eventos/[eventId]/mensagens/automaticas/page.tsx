import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { EventAutomaticMessages } from "@/app/[locale]/event-messages";
import { consolePath } from "@/lib/events/members/rules";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../../own-event";

type Props = { params: Promise<{ eventId: string }> };

export const generateMetadata = unlistedMetadata("events/messages.automatic", "title");

/** The mails that the portal sends for an event by itself, for its organisers. */
export default async function OwnAutomaticMessagesPage({ params }: Props) {
  const { own } = await openConsole((await params).eventId, "messages");
  const event = await getPanelEvent(own.id);
  if (!event) notFound();
  const address = localePath(await getLocale(), consolePath(own.id, "messages"));
  return (
    <EventConsole own={own} current="messages">
      <EventAutomaticMessages event={event} address={address} />
    </EventConsole>
  );
}
