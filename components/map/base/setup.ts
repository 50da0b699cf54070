import * as maplibre from "maplibre-gl";
import { loadTile } from "./tiles";

// The bundler does not emit MapLibre's worker; it is served from public/, and the version in the address renews the cached copy.
maplibre.setWorkerUrl(`/map/maplibre-gl-worker.mjs?v=${maplibre.getVersion()}`);
maplibre.addProtocol("base", loadTile);

export { maplibre };
