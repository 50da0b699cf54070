import { findResource } from "@/lib/panel/admin/registry";
import { titleOfRow } from "@/lib/panel/admin/row-queries";

/** Title of the tab of a page of an event: the event before the page. */
export async function eventTabTitle(eventId: string, page: string): Promise<string> {
  const resource = findResource("events");
  const event = resource ? await titleOfRow(resource, eventId) : null;
  return `${event ? `${event} · ` : ""}${page} | LACAMBECHE`;
}
