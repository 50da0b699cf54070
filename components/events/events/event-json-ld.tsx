import { JsonLd } from "@/components/ui/json-ld";
import type { PublicEvent } from "@/lib/events/events/queries";
import { registrationState, type RegistrationState } from "@/lib/events/events/rules";
import { withOffset } from "@/lib/platform/dates";
import { translated } from "@/lib/platform/i18n/content";
import type { Locale } from "@/lib/platform/i18n/routing";

type Props = { event: PublicEvent; title: string; description: string; url: string; image: string; locale: Locale };

const STATUS: Record<string, string> = {
  postponed: "https://schema.org/EventPostponed",
  cancelled: "https://schema.org/EventCancelled",
};

const AVAILABILITY: Record<RegistrationState, string> = {
  open: "https://schema.org/InStock",
  waiting_list: "https://schema.org/SoldOut",
  full: "https://schema.org/SoldOut",
  closed: "https://schema.org/Discontinued",
  not_yet: "https://schema.org/PreOrder",
};

const availabilityOf = (type: PublicEvent["event_registration_types"][number], event: PublicEvent): string =>
  AVAILABILITY[registrationState(type, event, Date.now())];

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
        startDate: withOffset(event.starts_at, event.time_zone),
        endDate: withOffset(event.ends_at, event.time_zone),
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
          validFrom: type.opens_at ? withOffset(type.opens_at, event.time_zone) : undefined,
          validThrough: type.closes_at ? withOffset(type.closes_at, event.time_zone) : undefined,
          availability: availabilityOf(type, event),
          url,
        })),
      }}
    />
  );
}
