import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { NextIntlClientProvider } from "next-intl";
import { SystemSection } from "@/components/ui/system-page";
import type { PanelEvent } from "@/lib/events/panel/queries";
import type { EventMessage, PersonLinkRow } from "@/lib/events/messages/queries";
import type { Counts } from "@/lib/events/messages/rules";
import { formatZone } from "@/lib/platform/format";
import { STATUS_PATH } from "@/lib/events/registrations/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { LinkList } from "./link-list";
import { MessageForm } from "./message-form";
import { MessageHistory } from "./message-history";

type Props = {
  event: PanelEvent;
  address: string;
  stored: { messages: EventMessage[]; counts: ReadonlyMap<string, Counts> };
};

/** Messages to registered people: the form and what was sent before. */
export async function MessagesTab({ event, address, stored }: Props) {
  const [t, locale, texts] = [await getTranslations("events/messages"), await getLocale(), await getMessages()];
  const panel = texts["events/panel"];
  return (
    <>
      <SystemSection title={t("form.title")} lead={t("form.lead")}>
        <NextIntlClientProvider
          messages={{
            "events/messages": texts["events/messages"],
            "events/panel": { status: panel.status, attending: panel.attending },
          }}
        >
          <MessageForm
            // A stored message gives the next form an id of its own.
            key={stored.messages[0]?.id ?? "first"}
            id={crypto.randomUUID()}
            event={event.id}
            zone={formatZone(event.time_zone, locale)}
            types={event.event_registration_types.map(({ id, name }) => ({ id, name }))}
            link={pageUrl(locale, STATUS_PATH)}
          />
        </NextIntlClientProvider>
      </SystemSection>
      <MessageHistory messages={stored.messages} counts={stored.counts} address={address} timeZone={event.time_zone} />
    </>
  );
}

type LinksProps = {
  event: PanelEvent;
  address: string;
  message: string;
  rows: readonly PersonLinkRow[];
};

/** The list of WhatsApp links of one message. */
export async function MessageLinks({ event, address, message, rows }: LinksProps) {
  const texts = await getMessages();
  return (
    <NextIntlClientProvider messages={{ "events/messages": texts["events/messages"] }}>
      <LinkList message={message} event={event} rows={rows} back={address} />
    </NextIntlClientProvider>
  );
}
