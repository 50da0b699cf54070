import { z } from "zod";
import { currentAccount } from "@/lib/platform/auth/account";
import { answerWithoutProof } from "@/lib/platform/auth/proof";
import { accountCaller, streamCostly } from "@/lib/platform/costs";
import { refusal } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { accountCopy } from "@/lib/accounts/privacy/queries";
import { copyChunks, type CopiedFile } from "@/lib/accounts/privacy/rules";

export const dynamic = "force-dynamic";

const parameter = z.uuid().optional();

/** Exports all data and files of an account as JSON: the caller's own, or one named by a manager. The database checks the access. */
export async function GET(request: Request): Promise<Response> {
  const accountParameter = parameter.safeParse(new URL(request.url).searchParams.get("account") ?? undefined);
  if (!accountParameter.success) return new Response(null, { status: 400 });
  const caller = await currentAccount();
  if (!caller) return new Response(null, { status: 401 });
  // A link on another site must not start the download.
  if (!["same-origin", "none", null].includes(request.headers.get("sec-fetch-site")))
    return new Response(null, { status: 403 });
  const account = accountParameter.data ?? caller.id;
  try {
    const unproved = account === caller.id ? null : await answerWithoutProof(request);
    if (unproved) return unproved;
    const job = { ...accountCaller(caller, request), points: 1 };
    const body = await streamCostly("export", job, async () => {
      const { copy, files } = await accountCopy(await createSessionClient(), account);
      return streamOf(copyChunks(copy, files, readFile));
    });
    return new Response(body, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${accountParameter.data ? `conta-${account}` : "meus-dados-lacambeche"}.json"`,
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    return refusal("account export", error);
  }
}

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
