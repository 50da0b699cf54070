import type { ReactNode } from "react";
import { ExamplePlans } from "@/components/commerce/plans/example-plans";
import { ContentCalendar } from "@/components/panel/admin/content-calendar";
import { StateCompleteness } from "@/components/panel/admin/state-completeness";
import { StateCoverage } from "@/components/panel/admin/state-coverage";
import { LineFindings } from "@/components/panel/admin/line-findings";
import { LeadConversion } from "@/components/events/promotion/lead-conversion";
import { ViewLinks } from "@/components/events/panel/view-links";
import { LeadBoard } from "@/components/events/promotion/lead-board";
import { QueueTabs } from "@/components/garage/reminders/queue-tabs";
import { PublishLinks } from "@/components/events/publishing/publish-links";
import { listExamplePlans } from "@/lib/commerce/plans/queries";
import { readPeriod } from "@/lib/panel/analytics/rules";
import { contentCalendar, listCompleteness, listLineFindings, listUncovered } from "@/lib/guide/coverage/queries";
import type { Holder } from "@/lib/platform/auth/permissions";
import { leadBoard, leadConversion } from "@/lib/events/promotion/leads/queries";
import { listPublishLinks } from "@/lib/events/publishing/links/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { roadSourcesOn } from "@/lib/platform/settings/rules";

type Params = Record<string, string | string[] | undefined>;

/** Content shown above the rows of some lists. */
export async function aboveRows(resource: string, account: Holder, params: Params): Promise<ReactNode> {
  if (resource === "reminder_presets") return <QueueTabs current="library" />;
  if (resource === "advertising_plans") return <ExamplePlans plans={await listExamplePlans()} />;
  if (resource === "state_contents") return <StateCompleteness states={await listCompleteness()} />;
  if (resource === "regions")
    return <LineFindings findings={await listLineFindings(roadSourcesOn(await getSettings()))} />;
  if (resource === "state_assignments") return <StateCoverage duties={await listUncovered()} />;
  if (resource === "event_prospecting") {
    const days = readPeriod(params, new Date());
    const [columns, rows] = await Promise.all([leadBoard(), leadConversion(days)]);
    return (
      <>
        <LeadBoard columns={columns} now={new Date()} />
        <LeadConversion days={days} rows={rows} />
      </>
    );
  }
  if (resource === "events")
    return (
      <>
        <ViewLinks current="list" />
        <PublishLinks links={await listPublishLinks()} now={new Date()} />
      </>
    );
  if (resource !== "admin_tasks") return null;
  const now = new Date();
  return <ContentCalendar entries={await contentCalendar(account, now)} now={now} />;
}
