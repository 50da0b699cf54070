import { getTranslations } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { PassBoard } from "@/components/events/rally/pass-board";
import { PublishBox } from "@/components/events/rally/publish-box";
import { ResultsTable } from "@/components/events/rally/results-table";
import { RulesForm } from "@/components/events/rally/rules-form";
import { StageEditor } from "@/components/events/rally/stage-editor";
import { StartOrder } from "@/components/events/rally/start-order";
import { SystemSection } from "@/components/ui/system-page";
import { getRally } from "@/lib/events/rally/queries";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listOwnTrips } from "@/lib/travel/saved-trips/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/rally", "title");

/** The rally of an event: its editors prepare it, its marshals record passes. */
export default async function OwnRallyPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { account, own } = await openConsole((await params).eventId, "rally");
  const [t, rally] = [await getTranslations("events/rally"), await getRally(own.id)];
  const mayEdit = own.rights.includes("page");
  const trips = mayEdit && rally ? await listOwnTrips(await createSessionClient(), account.id, { limit: 50 }) : [];
  return (
    <EventConsole own={own} current="rally">
      {!rally && !mayEdit && <p className="text-muted">{t("notYet")}</p>}
      {rally && <PassBoard rally={rally} timeZone={own.time_zone} />}
      {rally && (
        <SystemSection title={t("results.title")} lead={t("results.lead")}>
          <ResultsTable {...rally} />
        </SystemSection>
      )}
      {rally && <StartOrder event={own.id} timeZone={own.time_zone} rally={rally} mayEdit={mayEdit} />}
      {mayEdit && rally && <StageEditor event={own.id} timeZone={own.time_zone} stages={rally.stages} trips={trips} />}
      {mayEdit && <RulesForm event={own.id} rally={rally} />}
      {mayEdit && rally && <PublishBox event={own.id} slug={own.slug} rally={rally} />}
    </EventConsole>
  );
}
