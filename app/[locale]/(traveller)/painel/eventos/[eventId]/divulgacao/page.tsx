import { notFound } from "next/navigation";
import { EventKit } from "@/app/[locale]/event-kit";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { EventConsole } from "@/components/events/members/event-console";
import { EditionSection } from "@/components/events/series/edition-section";
import { getPromotion } from "@/lib/events/promotion/queries";
import { getEditions } from "@/lib/events/series/queries";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/promotion.kit", "title");

/** What the organisers of an event send and print, and the other editions of it. */
export default async function OwnPromotionPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { own } = await openConsole((await params).eventId, "share");
  const [promotion, editions] = await Promise.all([getPromotion(own.id), getEditions(own.id)]);
  if (!promotion) notFound();
  return (
    <EventConsole own={own} current="share">
      <EventKit promotion={promotion} />
      <EditionSection event={own.id} editions={editions} />
    </EventConsole>
  );
}
