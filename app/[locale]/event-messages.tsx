import { AutomaticList } from "@/components/events/messages/automatic-list";
import { MessagePages } from "@/components/events/messages/message-pages";
import { MessageLinks, MessagesTab } from "@/components/events/messages/messages-tab";
import { listAutomaticMessages } from "@/lib/events/messages/automatic/queries";
import { listLinks, listMessages } from "@/lib/events/messages/queries";
import { stageOf } from "@/lib/events/messages/rules";
import { readRegistrationQuery } from "@/lib/events/panel/list/rules";
import { isUuid } from "@/lib/events/panel/rules";
import type { PanelEvent } from "@/lib/events/panel/queries";
import { eventAnswerChoices } from "./event-answer-choices";

type Props = {
  event: PanelEvent;
  /** Address of the messages: in the panel of the team, or in the console of the organiser. */
  address: string;
  /**
   * Query of the address: `mensagem` shows the WhatsApp links of a message, `alterar` changes a scheduled one, the rest is
   * the filter of a new one.
   */
  search: Record<string, string | string[] | undefined>;
};

/** Messages to the registered people of an event, or the WhatsApp links of one message. */
export async function EventMessages({ event, address, search }: Props) {
  const { mensagem: message, alterar: changedId } = search;
  if (typeof message === "string" && isUuid(message)) {
    const rows = await listLinks(event.id, message);
    return <MessageLinks event={event} address={address} message={message} rows={rows} />;
  }
  const [stored, answers] = await Promise.all([listMessages(event.id), eventAnswerChoices(event.id)]);
  return (
    <>
      <MessagePages address={address} current="written" />
      <MessagesTab
        event={event}
        address={address}
        stored={stored}
        answers={answers}
        query={readRegistrationQuery(search)}
        changed={stored.messages.find((one) => one.id === changedId && stageOf(one) === "scheduled")}
      />
    </>
  );
}

/** The automatic mails of an event. */
export async function EventAutomaticMessages({ event, address }: Omit<Props, "search">) {
  const { messages, certificate, values } = await listAutomaticMessages(event.id);
  return (
    <>
      <MessagePages address={address} current="automatic" />
      <AutomaticList event={event.id} messages={messages} certificate={certificate} values={values} />
    </>
  );
}
