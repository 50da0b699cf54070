import type { Locale } from "./routing";

/** One namespace per file: its path below `messages/<locale>/`; a test checks that the list is complete. */
export const NAMESPACES = [
  "platform/errors",
  "platform/links",
  "platform/mails",
  "platform/offline",
  "geo/climate",
  "geo/imports",
  "geo/map",
  "geo/search",
  "geo/states",
  "guide/blog",
  "guide/breakdown",
  "guide/checklists",
  "guide/cities",
  "guide/clubs",
  "guide/favourites",
  "guide/magazines",
  "guide/map-places",
  "guide/pages",
  "guide/passport",
  "guide/photo-points",
  "guide/qr-codes",
  "guide/radio",
  "guide/regions",
  "guide/services",
  "travel/conditions",
  "travel/convoys",
  "travel/driving",
  "travel/saved-trips",
  "travel/trips",
  "garage/checklists",
  "garage/csv",
  "garage/diary",
  "garage/entries",
  "garage/history",
  "garage/reminders",
  "garage/sharing",
  "garage/statistics",
  "garage/vehicles",
  "accounts/accounts",
  "accounts/notifications",
  "accounts/privacy",
  "site/layout",
  "panel/admin",
  "panel/analytics",
  "panel/approvals",
  "panel/inbox",
  "panel/records",
  "panel/requests",
  "panel/system",
  "events/certificates",
  "events/events",
  "events/follows",
  "events/frames",
  "events/gallery",
  "events/gate",
  "events/integrations",
  "events/members",
  "events/messages",
  "events/orders",
  "events/panel",
  "events/print-batches",
  "events/promotion",
  "events/publishing",
  "events/rally",
  "events/recipients",
  "events/registrations",
  "events/series",
  "events/sponsors",
  "events/votes",
  "commerce/ads",
  "commerce/fees",
  "commerce/payments",
  "commerce/payouts",
  "commerce/plans",
  "commerce/sales",
  "commerce/sellers",
  "partners/desk",
  "partners/downloads",
  "partners/own-places",
  "partners/service-plans",
  "partners/vouchers",
] as const;

type Namespace = (typeof NAMESPACES)[number];

/** Messages of one namespace. */
export async function loadNamespace(locale: Locale, name: Namespace): Promise<Record<string, unknown>> {
  const [group, noun] = name.split("/");
  return (await import(`../../../messages/${locale}/${group}/${noun}.json`)).default;
}

const loaded = new Map<Locale, Promise<Record<string, Record<string, unknown>>>>();

async function readMessages(locale: Locale): Promise<Record<string, Record<string, unknown>>> {
  const files = await Promise.all(NAMESPACES.map(async (name) => [name, await loadNamespace(locale, name)] as const));
  return Object.fromEntries(files);
}

/** All messages of a language, keyed by namespace; the first call imports them, later calls share the result. */
export function loadMessages(locale: Locale): Promise<Record<string, Record<string, unknown>>> {
  const messages = loaded.get(locale) ?? readMessages(locale);
  loaded.set(locale, messages);
  return messages;
}
