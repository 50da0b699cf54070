import type postgres from "postgres";
import { attemptDelivery, type ClaimedDelivery } from "../../lib/events/integrations/service";
import type { Network } from "../../lib/platform/public-fetch";

/** Deliveries of one run; each has a time limit, so that a run ends before the claims do. */
const AT_ONCE = 50;

/** Sends the deliveries whose time has come and stores how each attempt ended. */
export async function sendWebhookDeliveries(
  sql: postgres.Sql | postgres.TransactionSql,
  network?: Network,
): Promise<void> {
  const claimed = await sql<ClaimedDelivery[]>`
    select id, webhook_id, url, secret_hash, body from private.claim_webhook_deliveries(${AT_ONCE})`;
  await Promise.all(
    claimed.map(async (delivery) => {
      const { status, problem } = await attemptDelivery(delivery, network);
      await sql`select private.note_webhook_attempt(${delivery.id}, ${status}, ${problem})`;
    }),
  );
}
