/** MapLibre's worker: the bundler does not emit it, so it is served from public/. Its version renews cached copies. */
export const WORKER_PATH = "/map/maplibre-gl-worker.mjs?v=6.17.0";
