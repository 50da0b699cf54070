import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { readPublicEvent } from "@/lib/events/events/queries";
import { eventPath, isEventAddress, isEventId } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { EventHub, eventHubMetadata } from "../../../../event-hub";
import { EventPage, eventMetadata } from "../../../../event-page";

type Props = { params: Promise<{ stateOrEvent: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

/** Two letters of a state, an id, which redirects to the slug, or a slug. */
async function load(params: Props["params"]) {
  const { stateOrEvent: address } = await params;
  const state = stateOfSegment(address);
  if (state) return { state, event: null };
  const event = isEventAddress(address) ? await readPublicEvent(address) : null;
  if (!event) return redirectOrNotFound(eventPath(address));
  if (isEventId(address)) permanentRedirect(localePath(await getLocale(), eventPath(event.slug)));
  return { state: null, event };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load(params);
  return found.event ? eventMetadata(found.event) : eventHubMetadata(found.state);
}

export default async function StateOrEventPage({ params }: Props) {
  const found = await load(params);
  return found.event ? <EventPage event={found.event} /> : <EventHub state={found.state} />;
}
