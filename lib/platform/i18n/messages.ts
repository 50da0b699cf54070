import type { Locale } from "./routing";

/** One namespace per file of `messages/<locale>/`; a test checks that the list is complete. */
export const NAMESPACES = [
  "accounts",
  "admin",
  "ads",
  "analytics",
  "approvals",
  "blog",
  "breakdown",
  "certificates",
  "checklists",
  "cities",
  "climate",
  "clubs",
  "convoys",
  "driving",
  "errors",
  "event-follows",
  "event-messages",
  "event-panel",
  "event-promotion",
  "event-publishing",
  "event-votes",
  "events",
  "favourites",
  "gate",
  "imports",
  "inbox",
  "layout",
  "links",
  "magazines",
  "mails",
  "map",
  "map-places",
  "notifications",
  "offline",
  "own-places",
  "pages",
  "passport",
  "payments",
  "photo-points",
  "print-batches",
  "privacy",
  "qr-codes",
  "radio",
  "records",
  "regions",
  "registrations",
  "requests",
  "sales",
  "saved-trips",
  "search",
  "sellers",
  "service-plans",
  "services",
  "states",
  "system",
  "trip-conditions",
  "trips",
  "vehicle-csv",
  "vehicle-diary",
  "vehicle-history",
  "vehicle-statistics",
  "vehicle-reminders",
  "vehicle-checklists",
  "vehicle-entries",
  "vehicle-sharing",
  "vehicles",
  "vouchers",
  "voucher-downloads",
  "voucher-desk",
] as const;

type Namespace = (typeof NAMESPACES)[number];

/** Messages of one namespace. */
export async function loadNamespace(locale: Locale, name: Namespace): Promise<Record<string, unknown>> {
  return (await import(`../../../messages/${locale}/${name}.json`)).default;
}

/** All messages of a language, keyed by namespace. */
export async function loadMessages(locale: Locale): Promise<Record<string, Record<string, unknown>>> {
  const files = await Promise.all(NAMESPACES.map(async (name) => [name, await loadNamespace(locale, name)] as const));
  return Object.fromEntries(files);
}
