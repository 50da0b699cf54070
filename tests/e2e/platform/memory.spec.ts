import sharp from "sharp";
import { repetitions } from "../../support/repetitions";
import { startOwnServer } from "../support/own-server";
import { call } from "../support/pressure";
import { expect, test } from "../support/test";

const PORT = "3218";
const MAX_MB = 600;

/** Runs `send` for each item in eight parallel loops. */
async function inParallel<T>(items: T[], send: (item: T, index: number) => Promise<void>): Promise<void> {
  let index = 0;
  const loop = async () => {
    for (let item = items.shift(); item !== undefined; item = items.shift()) await send(item, index++);
  };
  await Promise.all(Array.from({ length: 8 }, loop));
}

/** Two photos with 12 megapixels: one as cameras store it, one progressive. */
async function photos(): Promise<Blob[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { width: 500, height: 375, channels: 3, background: "#000", noise } })
    .png()
    .toBuffer();
  const picture = sharp(grain).resize(4000, 3000);
  const files = [picture.clone().jpeg({ quality: 80 }), picture.clone().jpeg({ quality: 70, progressive: true })];
  return Promise.all(files.map(async (file) => new Blob([new Uint8Array(await file.toBuffer())])));
}

test("the web server stays below 600 MB after pages, uploads and routes @stress", async ({ sql }) => {
  const [pages, uploads, routes] = [repetitions(40, 6000), repetitions(6, 200), repetitions(6, 60)];
  test.setTimeout(300_000 + pages * 500 + uploads * 5000 + routes * 5000);
  const server = await startOwnServer({ PORT, NEXT_PUBLIC_SITE_URL: `http://localhost:${PORT}` });
  const figures = [`start ${server.memory().toFixed(0)} MB`];
  let highest = 0;
  const note = (what: string) => figures.push(`${what} ${server.memory().toFixed(0)} MB`);
  const send = async (path: string, visitor: number, body?: Blob) => {
    let answer = await call(server.url, path, visitor, body && { body });
    // A full queue: the client waits as long as it was asked to.
    for (let tries = 0; [429, 503].includes(answer.status) && answer.retryAfter && tries < 60; tries++) {
      await new Promise((resolve) => setTimeout(resolve, Number(answer.retryAfter) * 1000));
      answer = await call(server.url, path, visitor, body && { body });
    }
    expect(answer.status, path).toBeLessThan(300);
    highest = Math.max(highest, server.memory());
  };
  try {
    const cities = await sql<
      { state_abbr: string; slug: string }[]
    >`select lower(state_abbr) as state_abbr, slug from public.cities order by ibge_code`;
    const paths = ["", "/english"].flatMap((prefix) =>
      cities.map(({ state_abbr, slug }) => `${prefix}/${state_abbr}/cidade/${slug}`),
    );
    await inParallel(paths.slice(0, pages), (path, index) => send(path, index % 200));
    note("pages");
    const files = await photos();
    const turns = Array.from({ length: uploads }, (_, index) => index);
    await inParallel(turns, (turn) => send("/api/request-photos", 1000 + turn, files[turn % 2]));
    note("uploads");
    // Points spread over the country by the golden ratio.
    const part = (index: number) => (index * 0.618034) % 1;
    const point = (index: number) =>
      `${(-30 + 25 * part(index)).toFixed(4)},${(-56 + 14 * part(index * 7 + 3)).toFixed(4)}`;
    const questions = Array.from(
      { length: routes },
      (_, index) => `/api/road-route?points=${[0, 1, 2].map((stop) => point(index * 3 + stop)).join(";")}`,
    );
    await inParallel(questions, (question, index) => send(question, 2000 + index));
    note("routes");
    console.log(`${figures.join(", ")}, highest ${highest.toFixed(0)} MB`);
    expect(server.memory()).toBeLessThanOrEqual(MAX_MB);
    expect(highest).toBeLessThanOrEqual(MAX_MB);
  } finally {
    await server.stop();
  }
});
