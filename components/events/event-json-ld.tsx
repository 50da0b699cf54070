import { JsonLd } from "@/components/layout/json-ld";
import type { PublicEvent } from "@/lib/events/queries";
import { translated } from "@/lib/platform/i18n/content";
import type { Locale } from "@/lib/platform/i18n/routing";

type Props = { event: PublicEvent; title: string; description: string; url: string; image: string; locale: Locale };

const STATUS: Record<string, string> = {
  postponed: "https://schema.org/EventPostponed",
  cancelled: "https://schema.org/EventCancelled",
};

/** The event as structured data; the example of the embedded backend has none. */
export function EventJsonLd({ event, title, description, url, image, locale }: Props) {
  if (event.is_demo) return null;
  return (
    <JsonLd
      data={{
        "@type": "Event",
        name: title,
        description: description || undefined,
        url,
        image,
        startDate: event.starts_at,
        endDate: event.ends_at,
        eventStatus: STATUS[event.status] ?? "https://schema.org/EventScheduled",
        eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
        location: {
          "@type": "Place",
          name: event.venue ?? event.town,
          address: {
            "@type": "PostalAddress",
            streetAddress: event.address ?? undefined,
            addressLocality: event.town,
            addressRegion: event.state_abbr,
            addressCountry: "BR",
          },
          geo:
            event.lat !== null && event.lng !== null
              ? { "@type": "GeoCoordinates", latitude: event.lat, longitude: event.lng }
              : undefined,
        },
        organizer: { "@type": "Organization", name: event.organizer_name, url: event.website ?? undefined },
        offers: event.event_registration_types.map((type) => ({
          "@type": "Offer",
          name: translated(type, "name", locale).text,
          price: (type.price_cents / 100).toFixed(2),
          priceCurrency: "BRL",
          validFrom: type.opens_at ?? undefined,
          url,
        })),
      }}
    />
  );
}
