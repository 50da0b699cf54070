import { MessageLinks, MessagesTab } from "@/components/events/messages/messages-tab";
import { listLinks, listMessages } from "@/lib/events/messages/queries";
import { isUuid } from "@/lib/events/panel/rules";
import type { PanelEvent } from "@/lib/events/panel/queries";

type Props = {
  event: PanelEvent;
  /** Address of the messages: in the panel of the team, or in the console of the organiser. */
  address: string;
  /** Message whose WhatsApp links are shown, as it is in the address. */
  message: unknown;
};

/** Messages to the registered people of an event, or the WhatsApp links of one message. */
export async function EventMessages({ event, address, message }: Props) {
  if (typeof message !== "string" || !isUuid(message))
    return <MessagesTab event={event} address={address} stored={await listMessages(event.id)} />;
  const rows = await listLinks(event.id, message);
  return <MessageLinks event={event} address={address} message={message} rows={rows} />;
}
