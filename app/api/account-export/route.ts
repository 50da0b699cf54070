import { z } from "zod";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { accountCopy } from "@/lib/accounts/privacy/queries";
import { copyChunks, type CopiedFile } from "@/lib/accounts/privacy/rules";

export const dynamic = "force-dynamic";

/** Exports all data and files of an account as JSON: the caller's own, or one named by a manager. The database checks the access. */
export const GET = accountHandler(
  {
    name: "account export",
    // A link on another site must not start the download.
    origin: true,
    query: z.object({ account: z.uuid().optional() }),
    isProved: ({ query, account }) => (query.account ?? account.id) !== account.id,
  },
  async ({ query, account: caller, client, by }) => {
    const account = query.account ?? caller.id;
    const body = await streamCostly("export", { ...by, points: 1 }, async () => {
      const { copy, files } = await accountCopy(client, account);
      return streamOf(copyChunks(copy, files, readFile));
    });
    return new Response(body, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${query.account ? `conta-${account}` : "meus-dados-lacambeche"}.json"`,
      },
    });
  },
);

/** The database has listed the file as one of the account. */
async function readFile({ bucket, name }: CopiedFile): Promise<Uint8Array | null> {
  const { data } = await createServiceClient().storage.from(bucket).download(name);
  return data && new Uint8Array(await data.arrayBuffer());
}

function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        reportError("account export", error);
        controller.error(error);
      }
    },
    cancel: () => void chunks.return(undefined),
  });
}
