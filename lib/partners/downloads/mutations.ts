import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { downloadAnswerSchema, type DownloadAnswer, type DownloadInput } from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Downloads a voucher once per request; the database decides whether it is still available. */
export async function downloadVoucher(
  client: SessionClient,
  { guest, ...request }: DownloadInput,
): Promise<DownloadAnswer> {
  return downloadAnswerSchema.parse(orThrow(await client.rpc("download_voucher", { ...request, ...guest })));
}

/** Gives an unused voucher of the account back; `gone` when it was used, has expired or was given back before. */
export async function cancelVoucherDownload(client: SessionClient, download: string) {
  const answer = await client.rpc("cancel_voucher_download", { download });
  return savedOrGone.parse(orThrow(answer, { "42501": "auth.required" }));
}
