import { Download, IdCard, Mail } from "lucide";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { Pager } from "@/components/ui/pager";
import { PrintBadges } from "@/components/events/print-batches/print-badges";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { listDuplicates, listNotes, listRegistrations } from "@/lib/events/panel/list/queries";
import {
  readRegistrationQuery,
  registrationSearch,
  withQuery,
  type RegistrationQuery,
} from "@/lib/events/panel/list/rules";
import { getRegistration, registrationTotals, type PanelEvent } from "@/lib/events/panel/queries";
import { pageCount } from "@/lib/platform/paging";
import { listPrintBatches } from "@/lib/events/print-batches/queries";
import { AddRegistration } from "@/components/events/panel/add-registration";
import { FilterLine } from "@/components/events/panel/filter-line";
import { RegistrationDetail } from "@/components/events/panel/registration-detail";
import { RegistrationFilter } from "@/components/events/panel/registration-filter";
import { RegistrationRows } from "@/components/events/panel/registration-rows";
import { TypeTotals } from "@/components/events/panel/type-totals";
import { eventAnswerChoices } from "./event-answer-choices";

type Params = Record<string, string | string[] | undefined>;
type Props = {
  event: PanelEvent;
  /** Query of the address; `inscricao` shows one registration. */
  search: Params;
  /** Address of the list: of the panel of the team, or of the console of the organiser. */
  address: string;
  mayContract: boolean;
  /** Address where messages are written; null for people who may not. */
  messages: string | null;
};

/** The registrations of an event, or one of them. */
export async function EventRegistrations({ event, search, address, mayContract, messages }: Props) {
  const { inscricao } = search;
  const query = readRegistrationQuery(search);
  if (typeof inscricao !== "string") return <All event={event} query={query} address={address} messages={messages} />;
  const registration = await getRegistration(event.id, inscricao);
  if (!registration) notFound();
  const [notes, duplicates] = await Promise.all([listNotes(registration.id), listDuplicates(registration.id)]);
  return (
    <RegistrationDetail
      event={event}
      registration={registration}
      notes={notes}
      duplicates={duplicates}
      address={address}
      back={`${address}${registrationSearch(query)}`}
      mayContract={mayContract}
    />
  );
}

type AllProps = Pick<Props, "event" | "address" | "messages"> & { query: RegistrationQuery };

async function All({ event, query, address, messages }: AllProps) {
  const [found, totals, batches, answers] = await Promise.all([
    listRegistrations(event.id, query),
    registrationTotals(event.id),
    listPrintBatches(event.id, "badges"),
    eventAnswerChoices(event.id),
  ]);
  const types = event.event_registration_types;
  return (
    <>
      <RegistrationFilter action={address} query={query} types={types} answers={answers} />
      <FilterLine
        address={address}
        query={query}
        types={types}
        answers={answers}
        total={found.total}
        places={found.places}
      />
      <RegistrationRows event={event} query={query} found={found} address={address} messages={messages} />
      <Pager
        page={query.page}
        last={pageCount(found.total, query.per)}
        hrefOf={(page) => `${address}${registrationSearch({ ...query, page })}`}
      />
      <TypeTotals types={types} totals={totals} />
      <PrintBadges event={event.id} types={types} batches={batches} />
      {types.length > 0 && <AddRegistration eventId={event.id} requestId={crypto.randomUUID()} types={types} />}
    </>
  );
}

/** A message to the filtered list, its downloads, and the way to the badges; none beside one registration. */
export async function RegistrationExports({ event, search, messages }: Pick<Props, "event" | "search" | "messages">) {
  if (typeof search.inscricao === "string") return null;
  const t = await getTranslations("events/panel.registrations");
  const query = registrationSearch({ ...readRegistrationQuery(search), page: 1 });
  const exports = ["csv", "xlsx"].map((format) => (
    <Button key={format} asChild variant="outline">
      <ProvedDownload href={`/api/event-registrations/${event.id}/${format}${query}`}>
        <Icon of={Download} /> {t("export", { format: format.toUpperCase() })}
      </ProvedDownload>
    </Button>
  ));
  return (
    <>
      {messages && (
        <Button asChild variant="outline">
          <Link href={withQuery(messages, query)}>
            <Icon of={Mail} /> {t("message")}
          </Link>
        </Button>
      )}
      <Button asChild variant="outline">
        <a href="#crachas">
          <Icon of={IdCard} /> {(await getTranslations("events/print-batches"))("button")}
        </a>
      </Button>
      {exports}
    </>
  );
}
