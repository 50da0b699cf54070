import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { AdDraftCard } from "@/components/events/promotion/ad-draft";
import { AdForm } from "@/components/events/promotion/ad-form";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { listEventChoices, listDrafts, type EventChoice } from "@/lib/events/promotion/queries";
import { isUuid } from "@/lib/events/promotion/rules";
import { textService } from "@/lib/events/promotion/service";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = unlistedMetadata("events/promotion.ads", "title");

/** Texts that announce events; `?evento=` shows those of one event. */
export default async function EventAdsPage({ searchParams }: Props) {
  const account = await requireAccount(panelPath("event_ai_ads"));
  const { evento } = await searchParams;
  const event = isUuid(evento) ? evento : "";
  const [t, events, drafts] = await Promise.all([
    getTranslations("events/promotion.ads"),
    listEventChoices(),
    listDrafts(event),
  ]);
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <AdForm events={events} event={event} hasService={textService !== null} />
        <SystemSection title={t("history")}>
          <EventFilter events={events} event={event} />
          {drafts.length === 0 && <p className="text-muted">{t("empty")}</p>}
          <div className="grid gap-4 xl:grid-cols-2">
            {drafts.map((draft) => (
              <AdDraftCard key={draft.id} draft={draft} events={events} />
            ))}
          </div>
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}

async function EventFilter({ events, event }: { events: readonly EventChoice[]; event: string }) {
  const [t, locale] = [await getTranslations("events/promotion.ads"), await getLocale()];
  return (
    <form action={localePath(locale, panelPath("event_ai_ads"))} className="flex flex-wrap items-end gap-3">
      <LabelledSelect
        name="evento"
        label={t("event")}
        value={event}
        options={events.map(({ id, title }) => [id, title])}
        all={t("allEvents")}
        className="min-w-0"
      />
      <Button type="submit" variant="outline">
        {t("filter")}
      </Button>
    </form>
  );
}
