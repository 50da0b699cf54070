import { NextIntlClientProvider } from "next-intl";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { DeliverPanel } from "@/components/panel/inbox/deliver-panel";
import { InboxFacts } from "@/components/panel/inbox/inbox-facts";
import { saveRequestedTrip } from "@/components/travel/saved-trips/save-trip";
import { TripPlanner } from "@/components/travel/trips/trip-planner";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { INBOX, panelPlannerPath } from "@/lib/panel/inbox/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { DEFAULT_LOCALE, isLocale, localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { firstPlan, getPanelRequest } from "@/lib/panel/requests/trip-panels/queries";
import { getRequestedTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";
import { DeliveredPanel } from "./delivered-panel";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = {
  params: Promise<{ requestId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
type Asked = NonNullable<Awaited<ReturnType<typeof getPanelRequest>>>;

export const generateMetadata = unlistedMetadata("panel/inbox.planner", "title");

/** The planner with the trip of an application for a trip panel; after its delivery the trip and its link. */
export default async function PanelPlannerPage({ params, searchParams }: Props) {
  const { requestId } = await params;
  const account = await requireAccount(panelPlannerPath(requestId));
  const client = await createSessionClient();
  const asked = isTripId(requestId) ? await getPanelRequest(client, requestId) : null;
  if (!asked) notFound();
  const trip = await getRequestedTrip(client, asked.id);
  const [t, locale, { entregue }] = [await getTranslations("panel/inbox"), await getLocale(), await searchParams];
  const isOpen = asked.status === "received" || asked.status === "in_progress";
  return (
    <AdminShell account={account}>
      <SystemPage
        title={`${asked.origin} → ${asked.destination}`}
        lead={`${t("planner.title")} · ${asked.protocol} · ${t(`status.${asked.status}` as "status.received")}`}
      >
        <TextLink href={localePath(locale, INBOX.trip_panel.page)} className="justify-self-start">
          {t("planner.back")}
        </TextLink>
        <AskedFacts asked={asked} isOpen={isOpen} />
        {isOpen ? (
          <OpenPlanner asked={asked} trip={trip} />
        ) : (
          <DeliveredPanel client={client} asked={asked} trip={trip} place={String(entregue ?? "")} />
        )}
      </SystemPage>
    </AdminShell>
  );
}

async function AskedFacts({ asked, isOpen }: { asked: Asked; isOpen: boolean }) {
  const [t, { "panel/inbox": inbox }] = [await getTranslations("panel/inbox.planner"), await getMessages()];
  return (
    <details open={isOpen} className="rounded-xl border-2 border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("asked")}</summary>
      <div className="mt-2">
        <NextIntlClientProvider messages={{ "panel/inbox": inbox }}>
          <InboxFacts item={{ facts: INBOX.trip_panel.facts(asked), photos: [], documents: [] }} />
        </NextIntlClientProvider>
      </div>
    </details>
  );
}

async function OpenPlanner({ asked, trip }: { asked: Asked; trip: SavedTrip | null }) {
  const [t, locale, { "panel/inbox": inbox }] = [
    await getTranslations("panel/inbox.planner"),
    await getLocale(),
    await getMessages(),
  ];
  const { plan, unknown } = firstPlan(asked);
  const path = localePath(locale, panelPlannerPath(asked.id));
  const language = asked.locale ?? "";
  const answer = await getTranslations({
    locale: isLocale(language) ? language : DEFAULT_LOCALE,
    namespace: "panel/inbox.planner.deliver",
  });
  return (
    <>
      {!trip && unknown.length > 0 && (
        <p role="status" className="rounded-lg border-2 border-faixa p-3">
          {t("unknown", { places: unknown.map((place) => `“${place}”`).join(", ") })}
        </p>
      )}
      <TripPlanner
        initial={trip ?? { id: "", version: null, plan, route: null, updatedAt: "" }}
        draftKey={`request-${asked.id}`}
        stateAbbr={asked.states.length === 1 ? asked.states[0]! : null}
        save={saveRequestedTrip}
        signInPath={null}
        exports={
          <DeliverPanel application={asked.id} path={path} answer={answer("first")} texts={inbox.planner.deliver} />
        }
      />
    </>
  );
}
