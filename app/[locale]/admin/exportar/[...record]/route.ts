import { csvCells } from "@/lib/admin/csv";
import { exportRows } from "@/lib/admin/queries";
import { findRecord } from "@/lib/admin/registry";
import { csvColumns, readListQuery } from "@/lib/admin/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountCaller, streamCostly } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { CSV_START, csvLines } from "@/lib/platform/sheets";

type Context = { params: Promise<{ record: string[] }> };

/** The filtered rows of a list as a CSV file, streamed while they are read. */
export async function GET(request: Request, { params }: Context) {
  const found = findRecord((await params).record);
  const resource = found?.mode === "list" ? found.resource : null;
  const account = await admitAccount((one) => !resource || hasPermission(one, resource.permission));
  if (account instanceof Response) return account;
  if (!resource) return new Response(null, { status: 404 });
  const query = readListQuery(resource, Object.fromEntries(new URL(request.url).searchParams));
  const pages = exportRows(resource, query);
  const encoder = new TextEncoder();
  let head = CSV_START + csvLines([csvColumns(resource)]);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = (await pages.next()) as IteratorResult<Record<string, unknown>[], undefined>;
      controller.enqueue(encoder.encode(head + csvLines((value ?? []).map((row) => csvCells(resource, row)))));
      head = "";
      if (done) controller.close();
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  const job = { ...accountCaller(account, request), points: 1 };
  return withRefusals(
    "admin export",
    async () =>
      new Response(await streamCostly("export", job, () => body), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${resource.key}.csv"`,
          "cache-control": "no-store",
        },
      }),
  );
}
