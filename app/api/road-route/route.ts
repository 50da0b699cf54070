import { getTranslations } from "next-intl/server";
import { activePaceSettings } from "@/lib/geo/pace/queries";
import { addressCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { retryHeaders } from "@/lib/platform/refusal";
import { env } from "@/lib/platform/env";
import { reportError } from "@/lib/platform/report";
import { roadRouteSchema } from "@/lib/geo/roads/schema";
import type { RoadRoute } from "@/lib/geo/roads/rules";
import { findNearestRoad, findRoadRoute } from "@/lib/geo/roads/service";
import { getSettings } from "@/lib/platform/settings/queries";
import { missingSources } from "@/lib/travel/saved-trips/states";
import { roadSourcesOn, type RoadSource } from "@/lib/platform/settings/rules";

const STATUS = { "rate.limited": 429, "input.invalid": 400, "service.busy": 503, "service.unavailable": 503 } as const;
type Code = keyof typeof STATUS;

/** The state roads that the route lacks, unless a server with roads of its own answered. */
const withMissing = (route: RoadRoute, missing: RoadSource[]) =>
  missing.length === 0 || env.ROUTING_URL ? route : { ...route, missing };

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
    const [switched, pace] = [roadSourcesOn(await getSettings()), await activePaceSettings()];
    const answer =
      others.length > 0
        ? withMissing(await findRoadRoute(points, { avoid, switched, pace, by }), missingSources(points, switched))
        : { nearest: await findNearestRoad(first!, { switched, pace, by }) };
    return Response.json(answer, { headers: { "cache-control": "public, max-age=3600" } });
  } catch (error) {
    const known = error instanceof AppError && error.code in STATUS;
    const code: Code = known ? (error.code as Code) : "service.unavailable";
    if (code === "service.unavailable" && !request.signal.aborted) reportError("road-route", error);
    const t = await getTranslations({
      locale: isLocale(parameters.locale) ? parameters.locale : DEFAULT_LOCALE,
      namespace: "platform/errors",
    });
    return Response.json(
      { code, message: t(`${code}.description`) },
      { status: STATUS[code], headers: { "cache-control": "no-store", ...retryHeaders(error) } },
    );
  }
}
