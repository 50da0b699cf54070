import { getOfflinePack } from "@/lib/guide/offline-packs/queries";
import { packRequestSchema } from "@/lib/guide/offline-packs/schema";
import { addressCaller, runCostly } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";

type Props = { params: Promise<{ uf: string }> };

const answer = (body: unknown, status: number, cacheControl = "no-store") =>
  Response.json(body, { status, headers: { "cache-control": cacheControl } });

/** Data of a state's offline pack: routes, stops, photo points, phones and the list of its pages. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const locale = new URL(request.url).searchParams.get("locale") ?? undefined;
  const parameters = packRequestSchema.safeParse({ uf: (await params).uf, locale });
  if (!parameters.success) return answer({ code: "input.invalid" }, 404);
  const { uf, locale: language } = parameters.data;
  return withRefusals("offline-pack", async () => {
    const job = { ...(await addressCaller(request)), points: 1, isShort: true };
    const pack = await runCostly("offlinePack", job, () => getOfflinePack(uf, language));
    return answer(pack, 200, "public, max-age=0, s-maxage=60");
  });
}
