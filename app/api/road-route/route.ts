import { getTranslations } from "next-intl/server";
import { addressCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { retryHeaders } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import { roadRouteSchema } from "@/lib/roads/schema";
import { findNearestRoad, findRoadRoute } from "@/lib/roads/service";
import { getSettings } from "@/lib/settings/queries";
import { roadSourcesOn } from "@/lib/settings/rules";

const STATUS = { "rate.limited": 429, "input.invalid": 400, "service.busy": 503, "service.unavailable": 503 } as const;
type Code = keyof typeof STATUS;

/** The route on roads as JSON: `?points=lat,lng;lat,lng&avoid=toll,ferry&locale=`; of one point, the nearest road. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const by = await addressCaller(request);
    await takeAttempt("roadRoute", by.caller);
    const question = roadRouteSchema.safeParse(parameters);
    if (!question.success) throw new AppError("input.invalid");
    const { points, avoid } = question.data;
    const [first, ...others] = points;
    const switched = roadSourcesOn(await getSettings());
    const answer =
      others.length > 0
        ? await findRoadRoute(points, { avoid, switched, by })
        : { nearest: await findNearestRoad(first!, { switched, by }) };
    return Response.json(answer, { headers: { "cache-control": "public, max-age=3600" } });
  } catch (error) {
    const known = error instanceof AppError && error.code in STATUS;
    const code: Code = known ? (error.code as Code) : "service.unavailable";
    if (code === "service.unavailable" && !request.signal.aborted) reportError("road-route", error);
    const t = await getTranslations({
      locale: isLocale(parameters.locale) ? parameters.locale : DEFAULT_LOCALE,
      namespace: "errors",
    });
    return Response.json(
      { code, message: t(`${code}.description`) },
      { status: STATUS[code], headers: { "cache-control": "no-store", ...retryHeaders(error) } },
    );
  }
}
