let serial = 0;

/** Addresses of the callers of these tests: a proxy on this machine names them. */
const addressOf = (visitor: number) => `10.77.${visitor >> 8}.${visitor & 255}`;

type Sent = { body?: BodyInit; headers?: Record<string, string>; signal?: AbortSignal };

/** Sends a request as a visitor with an address of its own and reads the whole answer. */
export async function call(url: string, path: string, visitor: number, { body, headers, signal }: Sent = {}) {
  const begun = performance.now();
  const answer = await fetch(url + path.replaceAll("N", String(++serial)), {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-forwarded-for": addressOf(visitor), origin: url, ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - begun, retryAfter: answer.headers.get("retry-after") };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats a request in `lanes` parallel loops until the time is over; the results in the order of the answers. */
export async function repeat(
  send: () => Promise<{ status: number; ms: number }>,
  until: number,
  pauseMs = 0,
  lanes = 1,
) {
  const results: { status: number; ms: number }[] = [];
  const loop = async () => {
    while (Date.now() < until) {
      results.push(await send());
      await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, loop));
  return results;
}

/** The value that 95 of 100 do not exceed, in whole milliseconds. */
export function p95(results: readonly { ms: number }[]): number {
  const sorted = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
}

export const longest = (results: readonly { ms: number }[]) => Math.round(Math.max(0, ...results.map(({ ms }) => ms)));

/** How many answers had each status. */
export const statuses = (results: readonly { status: number }[]) =>
  Object.fromEntries(
    [...new Set(results.map(({ status }) => status))]
      .toSorted((a, b) => a - b)
      .map((status) => [status, results.filter((one) => one.status === status).length]),
  );
