import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { EventRegistrations, RegistrationExports } from "@/app/[locale]/event-registrations";
import { consolePath, opensPage } from "@/lib/events/members/rules";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

type Props = {
  params: Promise<{ eventId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = unlistedMetadata("events/panel.registrations", "title");

/** The registrations of an event for its organisers; `?inscricao=` shows one of them. */
export default async function OwnRegistrationsPage({ params, searchParams }: Props) {
  const { own } = await openConsole((await params).eventId, "registrations");
  const [event, given] = [await getPanelEvent(own.id), await searchParams];
  if (!event) notFound();
  const locale = await getLocale();
  const address = localePath(locale, consolePath(own.id, "registrations"));
  const messages = opensPage(own, "messages") ? localePath(locale, consolePath(own.id, "messages")) : null;
  return (
    <EventConsole
      own={own}
      current="registrations"
      actions={<RegistrationExports event={event} search={given} messages={messages} />}
    >
      <EventRegistrations event={event} search={given} address={address} mayContract={false} messages={messages} />
    </EventConsole>
  );
}
