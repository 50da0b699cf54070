import "server-only";
import type { createSessionClient } from "../../platform/supabase/session";
import { isAcknowledgedDocument } from "./rules";
import { accountCopySchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Date when the account will be erased; null without an erasure request. */
export async function erasureDueAt(client: SessionClient, accountId: string): Promise<string | null> {
  const data = orThrow(await client.from("account_erasures").select("due_at").eq("user_id", accountId).maybeSingle());
  return data?.due_at ?? null;
}

/** Current legal texts whose version the account has not acknowledged. */
export async function newLegalVersions(client: SessionClient) {
  const data = orThrow(await client.rpc("new_legal_versions"));
  return data.flatMap(({ document, ...version }) =>
    isAcknowledgedDocument(document) ? [{ document, ...version }] : [],
  );
}

/** Data export of an account, for its owner or a manager; throws access.permission for other accounts. */
export async function accountCopy(client: SessionClient, account: string) {
  const data = orThrow(await client.rpc("export_account", { account }), { "42501": "access.permission" });
  const { files, ...copy } = accountCopySchema.parse(data);
  return { files, copy };
}
