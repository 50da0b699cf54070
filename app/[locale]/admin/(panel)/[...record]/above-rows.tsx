import type { ReactNode } from "react";
import { ContentCalendar } from "@/components/admin/content-calendar";
import { StateCompleteness } from "@/components/admin/state-completeness";
import { StateCoverage } from "@/components/admin/state-coverage";
import { LineFindings } from "@/components/admin/line-findings";
import { contentCalendar, listCompleteness, listLineFindings, listUncovered } from "@/lib/coverage/queries";
import type { Holder } from "@/lib/platform/auth/permissions";
import { getSettings } from "@/lib/settings/queries";
import { ROAD_SOURCES, roadSourceKey } from "@/lib/settings/rules";

/** Content shown above the rows of some lists. */
export async function aboveRows(resource: string, account: Holder): Promise<ReactNode> {
  if (resource === "state_contents") return <StateCompleteness states={await listCompleteness()} />;
  if (resource === "regions") return <LineFindings findings={await listLineFindings(await roadSourcesOn())} />;
  if (resource === "state_assignments") return <StateCoverage duties={await listUncovered()} />;
  if (resource !== "admin_tasks") return null;
  const now = new Date();
  return <ContentCalendar entries={await contentCalendar(account, now)} now={now} />;
}

async function roadSourcesOn(): Promise<string[]> {
  const settings = await getSettings();
  return ROAD_SOURCES.filter((source) => settings[roadSourceKey(source)]);
}
