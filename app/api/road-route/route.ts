import { activePaceSettings } from "@/lib/geo/pace/queries";
import { publicHandler } from "@/lib/platform/handler";
import { env } from "@/lib/platform/env";
import { roadRouteSchema } from "@/lib/geo/roads/schema";
import type { RoadRoute } from "@/lib/geo/roads/rules";
import { findNearestRoad, findRoadRoute } from "@/lib/geo/roads/service";
import { getSettings } from "@/lib/platform/settings/queries";
import { missingSources } from "@/lib/travel/saved-trips/states";
import { roadSourcesOn, type RoadSource } from "@/lib/platform/settings/rules";
import { withMessage } from "../refusal-message";

/** The state roads that the route lacks, unless a server with roads of its own answered. */
const withMissing = (route: RoadRoute, missing: RoadSource[]) =>
  missing.length === 0 || env.ROUTING_URL ? route : { ...route, missing };

/** The route on roads as JSON: `?points=lat,lng;lat,lng&avoid=toll,ferry&locale=`; of one point, the nearest road. */
export const GET = publicHandler(
  {
    name: "road-route",
    limit: "roadRoute",
    query: roadRouteSchema,
    cache: "public, max-age=3600",
    refuse: withMessage,
  },
  async ({ query: { points, avoid }, by }) => {
    const [first, ...others] = points;
    const [switched, pace] = [roadSourcesOn(await getSettings()), await activePaceSettings()];
    return others.length > 0
      ? withMissing(await findRoadRoute(points, { avoid, switched, pace, by }), missingSources(points, switched))
      : { nearest: await findNearestRoad(first!, { switched, pace, by }) };
  },
);
