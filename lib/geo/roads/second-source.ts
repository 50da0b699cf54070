import { decodeLine, type LinePoint } from "../geo/lines";
import { EmbeddedRouter } from "./embedded";
import { federalRoads, type NetworkFiles } from "./network-sources";
import type { SecondSource } from "./plausible";
import { buildRoadGraph } from "./road-graph";

/** The roads of DNIT alone; read when they are first needed, in about 2 seconds and 12 MB. */
export function secondSource(root: NetworkFiles["root"]): SecondSource {
  let router: EmbeddedRouter | undefined;
  return {
    source: "dnit",
    partsBetween: (from: LinePoint, to: LinePoint) => {
      router ??= new EmbeddedRouter(buildRoadGraph([federalRoads(root)]), new Map());
      const { sections } = router.route([from, to], [], false);
      return sections.map((section) => ({ ...section, points: decodeLine(section.line) }));
    },
  };
}
