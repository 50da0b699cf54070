import autocannon from "autocannon";

const CONNECTIONS = 8;

export type Rates = { guide: number; other: number; failures: number };

type Request = { path: string };

let serial = 0;

/** Loads these paths in order with eight connections; `N` in a path is a different number each time. */
function load(url: string, paths: readonly string[], seconds: number) {
  const setupRequest = (request: Request) => ({ ...request, path: request.path.replace("N", String(++serial)) });
  return autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": "gzip", "x-forwarded-for": "10.60.0.2" },
    requests: paths.map((path) => (path.includes("N") ? { path, setupRequest } : { path })),
  });
}

async function both(url: string, guide: readonly string[], other: readonly string[], seconds: number): Promise<Rates> {
  const [ours, beside] = await Promise.all([load(url, guide, seconds), load(url, other, seconds)]);
  return {
    guide: Math.round(ours["2xx"] / seconds),
    other: Math.round((beside["2xx"] + beside["4xx"]) / seconds),
    failures: ours.non2xx + ours.errors + beside["5xx"] + beside.errors,
  };
}

/** Guide pages per second of eight connections while eight others also request guide pages. */
export const guideRate = (url: string, guide: readonly string[], seconds: number) => both(url, guide, guide, seconds);

/** Guide pages per second of eight connections while eight others request unknown addresses. */
export const mixedRate = (url: string, guide: readonly string[], unknown: readonly string[], seconds: number) =>
  both(url, guide, unknown, seconds);
