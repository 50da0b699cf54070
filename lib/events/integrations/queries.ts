import "server-only";
import { deriveToken } from "../../platform/links/queries";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

type ServiceClient = Pick<ReturnType<typeof createServiceClient>, "rpc">;

/** The secret with which deliveries of a webhook are signed; the database stores its hash only. */
export const webhookSecret = (webhook: string): string => deriveToken("event_webhook", webhook, 1);

/** Tokens, webhooks and last deliveries of an event, for its owners. */
export async function getIntegrations(event: string): Promise<schema.Integrations> {
  const data = orThrow(await (await createSessionClient()).rpc("event_integrations", { event }), {
    "42501": "access.permission",
  });
  return schema.integrationsSchema.parse(data);
}

/** Event and columns of a token that works now; null for every other text. */
export async function openToken(client: ServiceClient, token: string): Promise<schema.OpenedToken | null> {
  return schema.openedTokenSchema.parse(orThrow(await client.rpc("open_event_api_token", { token })));
}

type PageQuery = { token: string; event: string; after: { at: string; id: string } | undefined; most: number };

/** Rows of an event with the columns of the token; null when the token was revoked meanwhile. */
export async function readApiPage(
  client: ServiceClient,
  resource: "registrations" | "checkins",
  { token, event, after, most }: PageQuery,
) {
  const asked = { token, event, most, ...(after && { after_at: after.at, after_id: after.id }) };
  const answer =
    resource === "registrations"
      ? await client.rpc("read_api_registrations", asked)
      : await client.rpc("read_api_checkins", asked);
  return schema.apiPageSchema.parse(orThrow(answer));
}
