import path from "node:path";
import { RoutingThread } from "../../lib/geo/roads/thread";
import { logAsJson } from "../../lib/platform/log";
import { compressBuild, compressCopy } from "../../web/compress-build";
import { COMPRESSED_AGAIN } from "../../web/static-files";

const root = path.resolve(import.meta.dirname, "../..");

/** Calculates the road network, so that the first route does not wait for it. The sources with a switch follow later. */
async function prepareRoads(): Promise<void> {
  const thread = new RoutingThread({ root, switched: [] });
  await thread.run({ kind: "nearest", point: [-15.79, -47.88] });
  await thread.close();
}

const files = path.join(root, ".next/static");

export type Work = "compress" | "compress quickly" | "compress again" | "roads";
const WORK: Record<Work, () => Promise<void>> = {
  compress: () => compressBuild(files),
  "compress quickly": () => compressBuild(files, { isQuick: true }),
  "compress again": () => compressCopy(files, path.join(root, COMPRESSED_AGAIN)),
  roads: prepareRoads,
};

// A process of its own: it works beside `next build`, or beside the site.
logAsJson("start", process.env.LOG_FORMAT);
process.once("disconnect", () => process.exit());
await WORK[process.argv[2] as Work]();
process.exit();
