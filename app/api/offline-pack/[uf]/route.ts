import { getOfflinePack } from "@/lib/offline/queries";
import { packRequestSchema } from "@/lib/offline/schema";
import { AppError } from "@/lib/platform/error";
import { reportError } from "@/lib/platform/report";

type Props = { params: Promise<{ uf: string }> };

const answer = (body: unknown, status: number, cacheControl = "no-store") =>
  Response.json(body, { status, headers: { "cache-control": cacheControl } });

/** Data of a state's offline pack: routes, stops, photo points, phones and the list of its pages. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const locale = new URL(request.url).searchParams.get("locale") ?? undefined;
  const parameters = packRequestSchema.safeParse({ uf: (await params).uf, locale });
  if (!parameters.success) return answer({ code: "input.invalid" }, 404);
  try {
    return answer(
      await getOfflinePack(parameters.data.uf, parameters.data.locale),
      200,
      "public, max-age=0, s-maxage=60",
    );
  } catch (error) {
    reportError("offline-pack", error);
    const known = error instanceof AppError && error.code === "service.unavailable";
    return answer({ code: known ? error.code : "unexpected" }, known ? 503 : 500);
  }
}
