import { Mail, MessageCircle } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Icon } from "@/components/ui/icon";
import { resendRegistrationAction } from "@/lib/events/panel/actions";
import type { RegistrationNote } from "@/lib/events/panel/list/queries";
import type { Duplicate } from "@/lib/events/panel/list/schema";
import type { PanelEvent, PanelRegistration } from "@/lib/events/panel/queries";
import { orderReceiptPath } from "@/lib/events/registrations/orders/rules";
import { fieldsIn, type FormField } from "@/lib/events/registrations/questions/rules";
import { questionsSchema } from "@/lib/events/registrations/questions/schema";
import { storedAnswers } from "@/lib/events/registrations/rules";
import { formatMoney, formatShortMoment } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import { pageUrl } from "@/lib/platform/site-url";
import { STATUS_PATH } from "@/lib/events/registrations/rules";
import { BadgeLink } from "./badge-link";
import { DecisionForms } from "./decision-forms";
import { DocumentChecks } from "./document-checks";
import { EditAnswers } from "./edit-answers";
import { EditRegistration } from "./edit-registration";
import { RegistrationAnswers } from "./registration-answers";
import { RegistrationDuplicates } from "./registration-duplicates";
import { RegistrationHistory } from "./registration-history";
import { RegistrationNotes } from "./registration-notes";
import { RegistrationStatusMark } from "./registration-status";
import { StandForm } from "./stand-form";

type Props = {
  event: PanelEvent;
  registration: PanelRegistration;
  notes: readonly RegistrationNote[];
  duplicates: readonly Duplicate[];
  /** Address of the list. */
  address: string;
  /** Address of the list with the filter from which the person came. */
  back: string;
  mayContract: boolean;
};

/** One registration: facts, duplicates, decisions, documents, notes, stand, contact and history. */
export async function RegistrationDetail(props: Props) {
  const { event, registration, notes, duplicates, address, back, mayContract } = props;
  const [t, locale] = [await getTranslations("events/panel"), await getLocale()];
  const questions = questionsSchema.parse(registration.form_template_versions?.schema);
  const fields = fieldsIn(locale, questions);
  return (
    <>
      <p>
        <Link href={back} className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
          {t("detail.back")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-3xl wrap-anywhere">{registration.full_name}</h2>
        <RegistrationStatusMark status={registration.status} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Facts event={event} registration={registration} />
          <RegistrationDuplicates event={event} duplicates={duplicates} address={address} />
          <RegistrationAnswers registration={registration} />
          <Answers registration={registration} fields={fields} />
          <DocumentChecks
            documents={registration.registration_documents}
            required={
              event.event_registration_types.find(({ id }) => id === registration.type_id)?.required_documents ?? []
            }
            questions={questions}
          />
          <RegistrationHistory entries={registration.registration_events} fields={fields} />
        </div>
        <div className="grid gap-5">
          <DecisionForms registration={registration} />
          <RegistrationNotes registration={registration.id} notes={notes} />
          <Contact event={event} registration={registration} mayContract={mayContract} />
          {event.event_stands.length > 0 && <StandForm event={event} registration={registration} />}
          <EditRegistration registration={registration} />
        </div>
      </div>
    </>
  );
}

/** The form with the stored answers; a file is refused and sent again as a document. */
async function Answers({ registration, fields }: Pick<Props, "registration"> & { fields: readonly FormField[] }) {
  const shown = fields.filter(({ kind }) => kind !== "file");
  if (shown.length === 0) return null;
  const messages = await getMessages();
  const { optional, chooseOption } = messages["events/registrations"].form;
  return (
    <EditAnswers
      key={registration.updated_at}
      registration={registration.id}
      version={registration.updated_at}
      fields={shown}
      values={storedAnswers(registration.answers)}
      texts={messages["events/panel"].answers}
      form={{ optional, chooseOption }}
      validation={messages["events/registrations"].validation}
    />
  );
}

async function Facts({ event, registration: one }: Pick<Props, "event" | "registration">) {
  const [t, receipt, locale] = [
    await getTranslations("events/panel"),
    await getTranslations("events/orders.receipt"),
    await getLocale(),
  ];
  const type = event.event_registration_types.find(({ id }) => id === one.type_id);
  const facts: [string, string | null | undefined][] = [
    [t("head.code"), one.code],
    [t("head.type"), type?.name],
    [t("field.email"), one.email],
    [t("field.phone"), one.phone],
    [t("field.document"), one.document],
    [t("field.town"), [one.town, one.state_abbr].filter(Boolean).join("/")],
    [t("field.club"), one.club],
    [t("field.company"), one.company],
    [t("field.companions"), one.companions.join(", ")],
    [t("head.places"), String(one.places)],
    [t("detail.amount"), one.price_cents > 0 ? formatMoney(one.price_cents, locale) : t("detail.free")],
    [t("detail.difference"), one.difference_cents > 0 ? formatMoney(one.difference_cents, locale) : ""],
    [t("detail.heldUntil"), one.held_until && formatShortMoment(one.held_until, locale)],
    [t("detail.attending"), t(`attending.${one.attending as "yes"}`)],
    [t("detail.source"), t(`source.${one.source as "form"}`)],
    [t("head.created"), formatShortMoment(one.created_at, locale)],
    [t("detail.note"), one.status_note],
  ];
  return (
    <SystemSection title={t("detail.facts")}>
      <FactList rows={facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))} />
      {one.payment_id && (
        <a
          href={orderReceiptPath(one.id, locale)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {receipt("file")}
        </a>
      )}
    </SystemSection>
  );
}

/** The badge link of a confirmed registration, with a message in the language of the person. */
async function Badge({ event, registration }: Pick<Props, "event" | "registration">) {
  const locale = registration.locale as Locale;
  const [t, messages] = [await getTranslations({ locale, namespace: "events/panel.badgeLink" }), await getMessages()];
  return (
    <BadgeLink
      registration={registration.id}
      phone={registration.phone}
      message={t("message", { name: registration.full_name, event: event.title, link: "#" })}
      locale={locale}
      texts={messages["events/panel"].badgeLink}
    />
  );
}

async function Contact({ event, registration, mayContract }: Pick<Props, "event" | "registration" | "mayContract">) {
  const [t, locale] = [await getTranslations("events/panel.contact"), await getLocale()];
  const { id, phone, email, code, full_name: name } = registration;
  const status = pageUrl(locale, STATUS_PATH);
  const message = t("message", { name, event: event.title, code, link: status });
  return (
    <SystemSection title={t("title")}>
      <p className="flex flex-wrap gap-3 *:h-auto *:min-h-10 *:max-w-full *:py-2 *:whitespace-normal">
        {phone && (
          <Button asChild variant="outline">
            <a href={whatsappAddress(phone, message)} target="_blank" rel="noopener noreferrer">
              <Icon of={MessageCircle} /> WhatsApp
            </a>
          </Button>
        )}
        <Button asChild variant="outline">
          <a href={`mailto:${email}`}>
            <Icon of={Mail} /> {t("mail")}
          </a>
        </Button>
        {mayContract && (
          <Button asChild variant="outline">
            <Link href={localePath(locale, panelPathWith("event_contract", { eventId: event.id, registrationId: id }))}>
              {t("contract")}
            </Link>
          </Button>
        )}
      </p>
      <CommandForm
        action={resendRegistrationAction}
        hidden={{ registration: id }}
        variant="outline"
        label={t(registration.status === "confirmed" ? "resendBadge" : "resendLink")}
      />
      {registration.status === "confirmed" && <Badge event={event} registration={registration} />}
    </SystemSection>
  );
}
