import { notFound } from "next/navigation";
import { getOwnEvent } from "@/lib/events/members/queries";
import { consolePath, opensPage, type ConsolePage } from "@/lib/events/members/rules";
import { requireAccount } from "@/lib/platform/auth/guard";

/** The account and the event of a page of the console; 404 for accounts whose roles do not open the page. */
export async function openConsole(eventId: string, page: ConsolePage) {
  const account = await requireAccount(consolePath(eventId, page));
  const own = await getOwnEvent(eventId);
  if (!own || !opensPage(own, page)) notFound();
  return { account, own };
}
