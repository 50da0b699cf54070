import { TokenList } from "@/components/events/integrations/token-list";
import { WebhookList } from "@/components/events/integrations/webhook-list";
import { EventConsole } from "@/components/events/members/event-console";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { getIntegrations } from "@/lib/events/integrations/queries";
import { firstLastDay } from "@/lib/events/integrations/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/integrations", "title");

/** Tokens of the read API and webhooks of an event, for its owners. */
export default async function OwnIntegrationsPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { own } = await openConsole((await params).eventId, "integrations");
  const { tokens, webhooks } = await getIntegrations(own.id);
  const isSending = webhooks.some(({ deliveries }) =>
    deliveries.some(({ status, attempts }) => status === "waiting" && attempts === 0),
  );
  return (
    <EventConsole own={own} current="integrations">
      <TokenList event={own.id} tokens={tokens} site={siteUrl()} lastDay={firstLastDay(own.ends_at, Date.now())} />
      <WebhookList event={own.id} webhooks={webhooks} />
      {isSending && <AutoRefresh />}
    </EventConsole>
  );
}
