import { EventConsole } from "@/components/events/members/event-console";
import { MemberList } from "@/components/events/members/member-list";
import { getPeople } from "@/lib/events/members/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/members.team", "title");

/** Who works for an event, for its owners. */
export default async function OwnTeamPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { account, own } = await openConsole((await params).eventId, "team");
  return (
    <EventConsole own={own} current="team">
      <MemberList event={own.id} people={await getPeople(own.id)} me={account.id} />
    </EventConsole>
  );
}
