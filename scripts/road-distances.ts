/** Compares the routing engine with published road distances: `npm run roads:distances`. */
import path from "node:path";
import { listCities } from "@/lib/geo/municipalities/rules";
import { EmbeddedRouter } from "@/lib/geo/roads/embedded";
import { loadNetwork } from "@/lib/geo/roads/network-sources";
import { buildRoadGraph } from "@/lib/geo/roads/road-graph";
import pairs from "../tests/support/published-distances.json";

const cities = new Map(listCities().map((city) => [`${city.name}/${city.state_abbr}`, city]));
const { layers, credits } = loadNetwork({ root: path.join(import.meta.dirname, ".."), switched: [] });
const router = new EmbeddedRouter(buildRoadGraph(layers), credits);

const errors = pairs.map(({ from, to, km }) => {
  const points = [from, to].map((name) => {
    const city = cities.get(name);
    if (!city) throw new Error(`no municipality ${name}`);
    return [city.lat, city.lng] as const;
  });
  const routed = router.route(points, []).km;
  const error = (100 * (routed - km)) / km;
  console.log(`${from} – ${to}: published ${km} km, routed ${routed.toFixed(0)} km, ${error.toFixed(1)} %`);
  return Math.abs(error);
});

const sorted = errors.toSorted((a, b) => a - b);
const middle = sorted.length / 2;
const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
console.log(`median ${median.toFixed(1)} %, worst ${sorted.at(-1)!.toFixed(1)} %`);
