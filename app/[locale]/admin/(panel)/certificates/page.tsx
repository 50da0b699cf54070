import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { DataTable } from "@/components/ui/data-table";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { CertificateActions, MailButton } from "@/components/events/certificates/certificate-actions";
import { IssueForm } from "@/components/events/certificates/issue-form";
import { PrintCertificates } from "@/components/events/print-batches/print-certificates";
import { Button } from "@/components/ui/button";
import { controlClass, Input } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import * as queries from "@/lib/events/certificates/queries";
import { certificatePath } from "@/lib/events/certificates/rules";
import { factsSchema, layoutSchema } from "@/lib/events/certificates/schema";
import { eventMoment } from "@/lib/events/events/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatMoment } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { listPrintBatches } from "@/lib/events/print-batches/queries";
import { whatsappMessage } from "@/lib/platform/whatsapp";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/admin/certificates";

export const generateMetadata = unlistedMetadata("events/certificates.admin", "title");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };
const word = (value: string | string[] | undefined) => (typeof value === "string" ? value.trim().slice(0, 80) : "");

/** Issues certificates of an event and lists those that were issued. */
export default async function CertificatesPage({ searchParams }: Props) {
  const account = await requireAccount(PATH);
  const [t, locale, params] = [
    await getTranslations("events/certificates.admin"),
    await getLocale(),
    await searchParams,
  ];
  const [events, all, checks] = [
    await queries.listEndedEvents(),
    await queries.listTemplates(),
    await queries.countChecks(),
  ];
  const templates = all.filter(({ is_active }) => is_active);
  const event = events.find(({ id }) => id === word(params.evento)) ?? events[0];
  const template =
    templates.find(({ id }) => id === word(params.modelo)) ??
    templates.find(({ id }) => id === event?.certificate_template_id) ??
    templates.find(({ language }) => language === locale) ??
    templates[0];
  const { "events/certificates": certificates } = await getMessages();
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        {!event || !template ? (
          <p className="text-muted">{t(event ? "noTemplates" : "noEvents")}</p>
        ) : (
          <NextIntlClientProvider messages={{ "events/certificates": certificates }}>
            <form className="flex flex-wrap items-end gap-3">
              <Choice
                name="evento"
                label={t("event")}
                value={event.id}
                options={events.map(({ id, title, starts_at: at, time_zone: zone }) => [
                  id,
                  `${title} (${eventMoment(at, zone, locale, { dateStyle: "medium" })})`,
                ])}
              />
              <Choice
                name="modelo"
                label={t("template")}
                value={template.id}
                options={templates.map(({ id, name }) => [id, name])}
              />
              <label className="grid gap-1 text-sm">
                {t("search")}
                <Input name="busca" type="search" defaultValue={word(params.busca)} maxLength={80} />
              </label>
              <Button type="submit" variant="outline">
                {t("show")}
              </Button>
            </form>
            <Issue event={event.id} template={template.id} hours={event.certificate_hours} />
            <Issued event={event.id} search={word(params.busca)} locale={locale} />
          </NextIntlClientProvider>
        )}
        <SystemSection title={t("checks")}>
          <p>{t("checksText", checks)}</p>
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}

type ChoiceProps = { name: string; label: string; value: string; options: (readonly [string, string])[] };

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="grid min-w-0 gap-1 text-sm">
      {label}
      <select name={name} defaultValue={value} className={controlClass}>
        {options.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

async function Issue({ event, template, hours }: { event: string; template: string; hours: number | null }) {
  const t = await getTranslations("events/certificates.admin");
  const [people, batches] = await Promise.all([queries.listPeople(event, template), queries.listBatches(event)]);
  return (
    <SystemSection title={t("people")}>
      {people.length === 0 ? (
        <p className="text-muted">{t("noPeople")}</p>
      ) : (
        <IssueForm
          key={`${event}${template}`}
          hours={hours}
          event={event}
          template={template}
          people={people}
          isRunning={batches.some(({ ended_at }) => !ended_at)}
        />
      )}
      {batches.length > 0 && <h3 className="text-xl">{t("batches")}</h3>}
      {batches.map(({ id, done, total, issued }) => (
        <div key={id} className="grid gap-1">
          <p>{t("progress", { done, total: total ?? 0, issued })}</p>
          <ProgressBar value={done} max={total ?? 1} label={t("batches")} />
        </div>
      ))}
    </SystemSection>
  );
}

/** The message of the specification, in the language of the certificate. */
async function messageOf({ code, full_name, facts, layout }: queries.IssuedCertificate): Promise<string> {
  const { language } = layoutSchema.parse(layout);
  const t = await getTranslations({ locale: language, namespace: "events/certificates" });
  const link = pageUrl(language, certificatePath(code));
  return t("message", { name: full_name, event: factsSchema.parse(facts).event, link });
}

async function Issued({ event, search, locale }: { event: string; search: string; locale: Locale }) {
  const t = await getTranslations("events/certificates.admin");
  const { rows, valid } = await queries.listCertificates(event, search);
  const batches = await listPrintBatches(event, "certificates");
  const messages = await Promise.all(rows.map(messageOf));
  const unsent = rows.filter(({ sent_at, revoked_at }) => !sent_at && !revoked_at).map(({ id }) => id);
  return (
    <>
      {(valid > 0 || batches.length > 0) && <PrintCertificates event={event} batches={batches} />}
      <SystemSection title={t("issued")}>
        {unsent.length > 0 && (
          <p>
            <MailButton certificates={unsent} label={t("mailAll")} />
          </p>
        )}
        <DataTable
          caption={t("issued")}
          heads={[t("person"), t("state"), t("actions")]}
          empty={t("none")}
          rows={rows.map((row, index) => ({
            id: row.id,
            cells: [
              row.full_name,
              row.revoked_at
                ? t("revoked", { reason: row.revoke_reason ?? "" })
                : row.sent_at
                  ? t("sent", { when: formatMoment(row.sent_at, locale) })
                  : t("notSent"),
              <span key="actions" className="flex flex-wrap items-center gap-2">
                {!row.revoked_at && (
                  <a href={`/api/certificates/${row.id}`} className="underline">
                    {t("pdf")}
                  </a>
                )}
                <a href={localePath(locale, certificatePath(row.code))} className="underline">
                  {t("validate")}
                </a>
                <CertificateActions
                  id={row.id}
                  name={row.full_name}
                  isValid={!row.revoked_at}
                  whatsapp={whatsappMessage(row.event_registrations?.phone, messages[index] ?? "")}
                />
              </span>,
            ],
          }))}
        />
      </SystemSection>
    </>
  );
}
