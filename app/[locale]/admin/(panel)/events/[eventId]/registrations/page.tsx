import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { EventLinks } from "@/components/events/panel/event-links";
import { EventRegistrations, RegistrationExports } from "@/app/[locale]/event-registrations";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";
import { eventTabTitle } from "../../tab-title";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("events/panel.registrations");
  return { title: await eventTabTitle((await params).eventId, t("title")), robots: { index: false } };
}

/** The registrations of one event; `?inscricao=` shows one of them. */
export default async function EventRegistrationsPage({ params, searchParams }: Props) {
  const { eventId } = await params;
  const path = panelPathWith("event_registrations", { eventId });
  const account = await requireAccount(path);
  const [event, given] = [await getPanelEvent(eventId), await searchParams];
  if (!event) notFound();
  const [t, locale] = [await getTranslations("events/panel.registrations"), await getLocale()];
  const messages = `${localePath(locale, panelPathWith("event_edit", { eventId }))}?aba=mensagens`;
  return (
    <AdminShell account={account}>
      <SystemPage
        title={t("title")}
        lead={event.title}
        actions={<RegistrationExports event={event} search={given} messages={messages} />}
      >
        <EventLinks eventId={eventId} current="event_registrations" />
        <EventRegistrations
          event={event}
          search={given}
          address={localePath(locale, path)}
          messages={messages}
          mayContract={hasPermission(account, "event_contracts")}
        />
      </SystemPage>
    </AdminShell>
  );
}
