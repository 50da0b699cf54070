import { backupChunks, type Totals } from "@/lib/panel/backups/rules";
import { backupSource, beginBackup, type BackupFailure } from "@/lib/panel/backups/service";
import { admitAccount } from "@/lib/platform/auth/guard";
import { answerWithoutProof } from "@/lib/platform/auth/proof";
import { accountCaller, streamCostly } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import { isSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

/** Every table and every file as one archive, streamed while it is read; only for the superadministrador because it contains all personal data. */
export async function GET(request: Request) {
  const account = await admitAccount(({ role }) => role === "superadministrador");
  if (account instanceof Response) return account;
  // A link on another site must not start the backup.
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const refusal = await answerWithoutProof(request);
  if (refusal) return refusal;
  const job = { ...accountCaller(account, request), points: 1 };
  return withRefusals("backup", async () => {
    const body = await streamCostly("export", job, () => openArchive(account.id));
    const day = new Date().toISOString().slice(0, 10);
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="lacambeche-${day}.zip"`,
        "cache-control": "private, no-store",
      },
    });
  });
}

/** The archive as a stream, with its row in the list of backups. */
async function openArchive(account: string): Promise<ReadableStream<Uint8Array>> {
  const client = createServiceClient();
  const record = await beginBackup(client, account);
  let totals: Totals | null = null;
  const chunks = backupChunks(backupSource(client), new Date(), (end) => (totals = end));
  const finish = (failure: BackupFailure) =>
    record.end(totals ?? failure).catch((error: unknown) => reportError("backup", error));
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        // A stream cancelled while the chunk was read takes no more data.
        if (isCancelled) return;
        if (!done) return controller.enqueue(value);
        await finish("error");
        controller.close();
      } catch (error) {
        reportError("backup", error);
        await finish("error");
        controller.error(error);
      }
    },
    async cancel() {
      isCancelled = true;
      await chunks.return(undefined);
      await finish("cancelled");
    },
  });
}
