import { positionOf } from "@/lib/guide/cities/rules";
import type { Category, Service } from "@/lib/guide/services/queries";
import { openHoursOf, schemaTypeOf, type Weekday } from "@/lib/guide/services/rules";

const DAY: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

type Page = { service: Service; category: Category; description: string; url: string; image: string };

/** A place in schema.org format, with the type of its category; unknown values are left out. */
export function placeData({ service, category, description, url, image }: Page): Record<string, unknown> {
  const position = positionOf(service);
  return {
    "@type": schemaTypeOf(category.kind),
    name: service.name,
    description: description || undefined,
    url,
    image,
    telephone: service.phone ?? undefined,
    sameAs: [service.website, service.instagram && `https://www.instagram.com/${service.instagram}/`].filter(Boolean),
    address: {
      "@type": "PostalAddress",
      streetAddress: service.address ?? undefined,
      addressLocality: service.city?.name,
      addressRegion: service.state_abbr,
      addressCountry: "BR",
    },
    // A town's centre is not the position of the place.
    geo:
      position && position.precision !== "town"
        ? { "@type": "GeoCoordinates", latitude: position.lat, longitude: position.lng }
        : undefined,
    openingHoursSpecification: openHoursOf(service.opening_hours).flatMap(({ day, spans }) =>
      spans.map(([opens, closes]) => ({ "@type": "OpeningHoursSpecification", dayOfWeek: DAY[day], opens, closes })),
    ),
  };
}
