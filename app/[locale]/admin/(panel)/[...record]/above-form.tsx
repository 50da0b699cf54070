import type { ReactNode } from "react";
import { getLocale, getMessages } from "next-intl/server";
import { ExamplePlans } from "@/components/commerce/plans/example-plans";
import { ClubMembers } from "@/components/guide/clubs/club-members";
import { LeadFacts } from "@/components/events/promotion/lead-facts";
import { VerifyPlace } from "@/components/guide/map-places/verify-place";
import { PlaceMembers } from "@/components/partners/own-places/place-members";
import { listExamplePlans } from "@/lib/commerce/plans/queries";
import { listClubMembers } from "@/lib/guide/clubs/queries";
import { getLead } from "@/lib/events/promotion/leads/queries";
import { eventPath, HUB_PATH } from "@/lib/events/events/rules";
import { getPeople } from "@/lib/partners/own-places/queries";
import { pageUrl } from "@/lib/platform/site-url";
import { hasPermission, type Holder } from "@/lib/platform/auth/permissions";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";
import { localePath } from "@/lib/platform/i18n/routing";

async function verifyPlace(id: string): Promise<ReactNode> {
  const { "guide/map-places": texts } = await getMessages();
  const path = localePath(await getLocale(), PANEL_PAGES.services.path);
  return <VerifyPlace id={id} texts={texts.verify} recordsPath={path} />;
}

/** Content shown above the form of a row of some resources. */
export async function aboveForm(resource: string, id: string, account: Holder): Promise<ReactNode> {
  if (resource === "advertising_plans")
    return <ExamplePlans plans={(await listExamplePlans()).filter((plan) => plan.id === id)} isForm />;
  if (resource === "clubs") return <ClubMembers club={id} members={await listClubMembers(id)} />;
  if (resource === "services") return <PlaceMembers service={id} people={await getPeople(id)} />;
  if (resource === "map_places") return verifyPlace(id);
  if (resource !== "event_prospecting") return null;
  const lead = await getLead(id);
  if (!lead) return null;
  const isPublic = lead.event && ["published", "postponed"].includes(lead.event.status);
  const path = isPublic ? eventPath(lead.event!.slug) : HUB_PATH;
  const link = pageUrl(await getLocale(), path);
  return <LeadFacts lead={lead} link={link} mayInvite={hasPermission(account, "events")} />;
}
