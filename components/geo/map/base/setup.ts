import * as maplibre from "maplibre-gl";
import { loadTile } from "./tiles";
import { WORKER_PATH } from "./worker";

maplibre.setWorkerUrl(WORKER_PATH);
maplibre.addProtocol("base", loadTile);

export { maplibre };
