import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { ContractEditor, type ContractDraft } from "@/components/events/panel/contract-editor";
import { ContractState } from "@/components/events/panel/contract-state";
import {
  getContract,
  getPanelEvent,
  getRegistration,
  listContractTemplates,
  type PanelContract,
  type PanelEvent,
  type PanelRegistration,
} from "@/lib/events/panel/queries";
import { mergedClauses } from "@/lib/events/panel/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { formatMoney, formatTimestamp } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { eventTabTitle } from "../../../../tab-title";

type Props = {
  params: Promise<{ eventId: string; registrationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
type Template = Awaited<ReturnType<typeof listContractTemplates>>[number];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/panel.contract");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

/** Values of the variables of a template; the contract is in Portuguese like its template. */
function valuesOf(event: PanelEvent, one: PanelRegistration): Record<string, string> {
  const type = event.event_registration_types.find(({ id }) => id === one.type_id);
  const stand = event.event_stands.find(({ id }) => id === one.stand_id);
  const answers = Object.entries((one.answers ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  return {
    ...Object.fromEntries(answers),
    nome: one.company ?? one.full_name,
    responsavel: one.full_name,
    documento: one.document ?? "",
    email: one.email,
    telefone: one.phone ?? "",
    cidade: [one.town, one.state_abbr].filter(Boolean).join("/"),
    evento: event.title,
    local: event.venue ?? event.town,
    cidade_evento: `${event.town}/${event.state_abbr}`,
    data: formatTimestamp(event.starts_at, "pt-BR", { dateStyle: "long", timeZone: event.time_zone }),
    tipo: type?.name ?? "",
    espaco: stand?.label ?? "",
    valor: formatMoney(one.price_cents, "pt-BR"),
  };
}

/** The text to edit: the stored one, or a template filled in with the registration when one was chosen. */
function draftOf(
  contract: PanelContract | null,
  template: Template | undefined,
  values: Record<string, string>,
): ContractDraft | null {
  if (template) return { template: template.id, title: template.title, clauses: mergedClauses(template.body, values) };
  if (!contract?.template_version_id) return null;
  return { template: contract.template_version_id, title: contract.title, clauses: contract.clauses };
}

/** The contract of one registration: written from a template, sent by link, signed by hand. */
export default async function RegistrationContractPage({ params, searchParams }: Props) {
  const { eventId, registrationId } = await params;
  const account = await requireAccount(panelPathWith("event_contract", { eventId, registrationId }));
  // Personal data of the registration needs the permission for events as well.
  const event = hasPermission(account, "events") ? await getPanelEvent(eventId) : null;
  const registration = event && (await getRegistration(event.id, registrationId));
  if (!registration) notFound();
  const [t, locale, contract, templates, { modelo }] = [
    await getTranslations("events/panel.contract"),
    await getLocale(),
    await getContract(registrationId),
    await listContractTemplates(),
    await searchParams,
  ];
  const chosen = templates.find(({ id }) => id === modelo);
  const list = localePath(locale, panelPathWith("event_registrations", { eventId }));
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={`${registration.full_name} · ${event.title}`}>
        <p>
          <Link
            href={`${list}?inscricao=${registrationId}`}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t("back")}
          </Link>
        </p>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          {contract && <ContractState contract={contract} person={registration} event={event.title} />}
          {contract?.status !== "signed" && (
            <ContractEditor
              eventId={eventId}
              registrationId={registrationId}
              templates={templates}
              draft={draftOf(contract, chosen, valuesOf(event, registration))}
            />
          )}
        </div>
      </SystemPage>
    </AdminShell>
  );
}
