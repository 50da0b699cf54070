import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { NextIntlClientProvider } from "next-intl";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import type { PanelEvent } from "@/lib/events/panel/queries";
import type { AnswerChoice, RegistrationFilter } from "@/lib/events/panel/list/rules";
import type { EventMessage, PersonLinkRow } from "@/lib/events/messages/queries";
import { queryOfFilter, type Channel, type Counts } from "@/lib/events/messages/rules";
import { storedFilterSchema } from "@/lib/events/messages/schema";
import { localIn } from "@/lib/platform/dates";
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
  answers: readonly AnswerChoice[];
  /** Who a new message is for, from the address. */
  query: RegistrationFilter;
  /** The scheduled message that is changed. */
  changed: EventMessage | undefined;
};

const EMPTY = { channel: "mail", subject: "", body: "", sendAt: "" } as const;

/** The stored message as values of the form; a selection by ids or by a search is kept as it is. */
function formOf(changed: EventMessage, { time_zone: zone }: PanelEvent, address: string) {
  const { ids, ...filter } = storedFilterSchema.parse(changed.filter);
  return {
    id: changed.id,
    query: queryOfFilter(filter),
    draft: {
      channel: changed.channel as Channel,
      subject: changed.subject ?? "",
      body: changed.body,
      sendAt: localIn(changed.send_at, zone),
    },
    changeOf: { address, isKept: ids !== undefined },
  };
}

/** Messages to registered people: the form and what was sent before. */
export async function MessagesTab({ event, address, stored, answers, query, changed }: Props) {
  const [t, locale, texts] = [await getTranslations("events/messages"), await getLocale(), await getMessages()];
  const { status, attending, filter, paid, papers, mark, detail } = texts["events/panel"];
  const types = event.event_registration_types.map(({ id, name }) => ({ id, name }));
  const form = changed
    ? formOf(changed, event, address)
    : { id: crypto.randomUUID(), query, draft: EMPTY, changeOf: null };
  return (
    <>
      <SystemSection title={changed ? t("form.changeTitle") : t("form.title")} lead={t("form.lead")}>
        {changed && (
          <Link
            href={address}
            className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
          >
            {t("form.leaveChange")}
          </Link>
        )}
        <NextIntlClientProvider
          messages={{
            "events/messages": { form: texts["events/messages"].form },
            "events/panel": {
              status,
              attending,
              filter,
              paid,
              papers,
              mark,
              detail: { yes: detail.yes, no: detail.no },
            },
          }}
        >
          <MessageForm
            // A stored message gives the next form an id of its own, and the form of a change is another one.
            key={changed ? `change-${changed.id}` : (stored.messages[0]?.id ?? "first")}
            id={form.id}
            event={event.id}
            zone={formatZone(event.time_zone, locale)}
            audience={{ query: form.query, types, answers }}
            draft={form.draft}
            link={pageUrl(locale, STATUS_PATH)}
            changeOf={form.changeOf}
          />
        </NextIntlClientProvider>
      </SystemSection>
      <MessageHistory
        messages={stored.messages}
        counts={stored.counts}
        address={address}
        timeZone={event.time_zone}
        names={{ types, answers }}
      />
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
    <NextIntlClientProvider messages={{ "events/messages": { links: texts["events/messages"].links } }}>
      <LinkList message={message} event={event} rows={rows} back={address} />
    </NextIntlClientProvider>
  );
}
