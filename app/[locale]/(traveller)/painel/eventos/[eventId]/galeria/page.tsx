import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { GallerySection } from "@/components/events/gallery/gallery-section";
import { EventConsole } from "@/components/events/members/event-console";
import { PublishResult } from "@/components/events/votes/publish-result";
import { isPast } from "@/lib/events/events/rules";
import { getGallery } from "@/lib/events/gallery/queries";
import { getVoteResult } from "@/lib/events/votes/queries";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/gallery", "metaTitle");

/** What the organisers publish after an event: pictures and the result of the votes. */
export default async function OwnGalleryPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { own } = await openConsole((await params).eventId, "gallery");
  const [pictures, result, messages] = await Promise.all([getGallery(own.id), getVoteResult(own.id), getMessages()]);
  const { image, errors } = messages["panel/records"];
  const now = Date.now();
  const stage = now < Date.parse(own.starts_at) ? "before" : isPast(own, now) ? "after" : "during";
  return (
    <EventConsole own={own} current="gallery">
      <NextIntlClientProvider
        messages={{
          "panel/records": { image, errors: { picture: errors.picture } },
          "events/gallery": { form: messages["events/gallery"].form },
        }}
      >
        <GallerySection event={own.id} pictures={pictures} stage={stage} />
      </NextIntlClientProvider>
      {result && <PublishResult event={own} result={result} />}
    </EventConsole>
  );
}
