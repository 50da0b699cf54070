import { backupChunks, type Totals } from "@/lib/panel/backups/rules";
import { backupSource, beginBackup, type BackupFailure } from "@/lib/panel/backups/service";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

type ServiceClient = ReturnType<typeof createServiceClient>;

/** Every table and every file as one archive, streamed while it is read; only for the superadministrador because it contains all personal data. */
export const GET = accountHandler(
  {
    name: "backup",
    // A link on another site must not start the backup.
    origin: true,
    permission: ({ role }) => role === "superadministrador",
    isProved: true,
    client: createServiceClient,
  },
  async ({ account, client, by }) => {
    const body = await streamCostly("export", { ...by, points: 1 }, () => openArchive(client, account.id));
    const day = new Date().toISOString().slice(0, 10);
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="lacambeche-${day}.zip"`,
      },
    });
  },
);

/** The archive as a stream, with its row in the list of backups. */
async function openArchive(client: ServiceClient, account: string): Promise<ReadableStream<Uint8Array>> {
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
