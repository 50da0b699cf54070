import { Download, IdCard } from "lucide";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { Pager } from "@/components/ui/pager";
import { PrintBadges } from "@/components/events/print-batches/print-badges";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { listAnsweredForms, listDuplicates, listNotes, listRegistrations } from "@/lib/events/panel/list/queries";
import {
  answerChoices,
  readRegistrationQuery,
  registrationSearch,
  type RegistrationQuery,
} from "@/lib/events/panel/list/rules";
import { getRegistration, registrationTotals, type PanelEvent } from "@/lib/events/panel/queries";
import { fieldsIn } from "@/lib/events/registrations/questions/rules";
import { pageCount } from "@/lib/platform/paging";
import { listPrintBatches } from "@/lib/events/print-batches/queries";
import { AddRegistration } from "@/components/events/panel/add-registration";
import { FilterLine } from "@/components/events/panel/filter-line";
import { RegistrationDetail } from "@/components/events/panel/registration-detail";
import { RegistrationFilter } from "@/components/events/panel/registration-filter";
import { RegistrationRows } from "@/components/events/panel/registration-rows";
import { TypeTotals } from "@/components/events/panel/type-totals";

type Params = Record<string, string | string[] | undefined>;
type Props = {
  event: PanelEvent;
  /** Query of the address; `inscricao` shows one registration. */
  search: Params;
  /** Address of the list: of the panel of the team, or of the console of the organiser. */
  address: string;
  mayContract: boolean;
};

/** The registrations of an event, or one of them. */
export async function EventRegistrations({ event, search, address, mayContract }: Props) {
  const { inscricao } = search;
  const query = readRegistrationQuery(search);
  if (typeof inscricao !== "string") return <All event={event} query={query} address={address} />;
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

async function All({ event, query, address }: { event: PanelEvent; query: RegistrationQuery; address: string }) {
  const [t, locale] = [await getTranslations("events/panel.detail"), await getLocale()];
  const [found, totals, batches, forms] = await Promise.all([
    listRegistrations(event.id, query),
    registrationTotals(event.id),
    listPrintBatches(event.id, "badges"),
    listAnsweredForms(event.id),
  ]);
  const types = event.event_registration_types;
  const answers = answerChoices(
    forms.map((questions) => fieldsIn(locale, questions)),
    { yes: t("yes"), no: t("no") },
  );
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
      <RegistrationRows event={event} query={query} found={found} address={address} />
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

/** Downloads of the filtered list, and the way to the badges; none beside one registration. */
export async function RegistrationExports({ event, search }: Pick<Props, "event" | "search">) {
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
      <Button asChild variant="outline">
        <a href="#crachas">
          <Icon of={IdCard} /> {(await getTranslations("events/print-batches"))("button")}
        </a>
      </Button>
      {exports}
    </>
  );
}
