import { getTranslations } from "next-intl/server";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { roadRouteSchema } from "@/lib/roads/schema";
import { findNearestRoad, findRoadRoute } from "@/lib/roads/service";
import { RoutingError } from "@/lib/roads/thread";
import { getSettings } from "@/lib/settings/queries";
import { roadSourcesOn } from "@/lib/settings/rules";

const STATUS = { "rate.limited": 429, "input.invalid": 400, "service.unavailable": 503 } as const;
type Code = keyof typeof STATUS;

/** The route on roads as JSON: `?points=lat,lng;lat,lng&avoid=toll,ferry&locale=`; of one point, the nearest road. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  try {
    await takeAttempt("roadRoute", await callerAddress());
    const question = roadRouteSchema.safeParse(parameters);
    if (!question.success) throw new AppError("input.invalid");
    const { points, avoid } = question.data;
    const [first, ...others] = points;
    const switched = roadSourcesOn(await getSettings());
    const answer =
      others.length > 0
        ? await findRoadRoute(points, { avoid, switched })
        : { nearest: await findNearestRoad(first!, { switched }) };
    return Response.json(answer, { headers: { "cache-control": "public, max-age=3600" } });
  } catch (error) {
    const known = error instanceof AppError && error.code in STATUS;
    const code: Code = known ? (error.code as Code) : "service.unavailable";
    const isBusy = error instanceof RoutingError && error.problem === "busy";
    if (code === "service.unavailable" && !isBusy) reportError("road-route", error);
    const t = await getTranslations({
      locale: isLocale(parameters.locale) ? parameters.locale : DEFAULT_LOCALE,
      namespace: "errors",
    });
    return Response.json(
      { code, message: t(`${code}.description`) },
      { status: STATUS[code], headers: { "cache-control": "no-store" } },
    );
  }
}
