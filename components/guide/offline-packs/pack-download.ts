import { PACK_RECORD, type PackRecord } from "@/lib/guide/offline-packs/rules";
import type { OfflinePack } from "@/lib/guide/offline-packs/schema";
import { filesOf, isCacheable, packCache } from "@/lib/platform/offline/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { archivePath, archivesOfState } from "../../geo/map/base/archives";
import { packDataPath, writeRecord } from "./pack-store";

export type Failure = "network" | "space" | "service";

export class PackError extends Error {
  constructor(readonly reason: Failure) {
    super(reason);
    this.name = "PackError";
  }
}

type PackRequest = { uf: string; name: string; locale: Locale };
export type Progress = { done: number; total: number; bytes: number };
type Run = { cache: Cache; startedAt: number; signal: AbortSignal };

const MAP_FILES = ["/map/states.json", "/map/search.json", "/map/maplibre-gl-worker.mjs"];
const PARALLEL = 4;
const ATTEMPTS = 3;
const ANSWER_MS = 20_000;
const WAIT_MS = 800;

/** Older browsers have no AbortSignal.any; there is no timeout then, only the visitor can stop the download. */
const withDeadline = (signal: AbortSignal) =>
  "any" in AbortSignal ? AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) : signal;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A response that may be cached; null for any other one. */
async function load(path: string, signal: AbortSignal): Promise<Response | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(path, { cache: "no-cache", credentials: "omit", signal: withDeadline(signal) });
      if (answer.status < 500 && answer.status !== 429) return isCacheable(answer) ? answer : null;
      if (attempt === ATTEMPTS) throw new PackError("service");
    } catch (error) {
      if (signal.aborted || error instanceof PackError) throw error;
      if (attempt === ATTEMPTS) throw new PackError("network");
    }
    await pause(WAIT_MS * attempt);
  }
}

async function store(cache: Cache, path: string, answer: Response): Promise<void> {
  try {
    await cache.put(path, answer);
  } catch (error) {
    throw error instanceof DOMException && error.name === "QuotaExceededError" ? new PackError("space") : error;
  }
}

/** The cached copy of a path, or a new one; pages must be from this download, which may have been paused. */
async function fetchIntoCache(
  { cache, startedAt, signal }: Run,
  path: string,
  isPage: boolean,
): Promise<Response | null> {
  const cached = await cache.match(path);
  const cachedAt = Date.parse(cached?.headers.get("date") ?? "") || 0;
  if (cached && (!isPage || cachedAt >= startedAt)) return cached;
  const answer = await load(path, signal);
  if (!answer) return null;
  await store(cache, path, answer.clone());
  return answer;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

/** The files of the interactive maps of a state: their code is imported here so that `performance` lists the addresses. */
async function mapFiles(uf: string): Promise<string[]> {
  await Promise.allSettled([import("../../geo/map/route/interactive-map"), import("../../geo/map/atlas/map")]);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const code = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith("/_next/static/"),
  );
  const tiles = archivesOfState(uf.toUpperCase()).map(archivePath);
  return [...code.map(({ pathname }) => pathname), ...tiles, ...MAP_FILES];
}

const titleOf = (html: string) =>
  new DOMParser().parseFromString(/<title>[^<]*<\/title>/.exec(html)?.[0] ?? "", "text/html").title;

async function loadPlan({ uf, locale }: PackRequest, { cache, signal }: Run): Promise<OfflinePack> {
  const answer = await load(packDataPath(uf, locale), signal);
  if (!answer) throw new PackError("service");
  await store(cache, packDataPath(uf, locale), answer.clone());
  return (await answer.json()) as OfflinePack;
}

/** Downloads a state's pack, or its missing files; calls `report` for every file. */
export async function downloadPack(
  wanted: PackRequest,
  unfinished: PackRecord | null,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<PackRecord> {
  const cache = await caches.open(packCache(wanted.uf, wanted.locale));
  const startedAt = unfinished?.startedAt ?? Math.floor(Date.now() / 1000) * 1000;
  const record: PackRecord = { ...wanted, startedAt, savedAt: null, bytes: 0, pages: [] };
  const run = { cache, startedAt, signal };
  await writeRecord(cache, record);
  const plan = await loadPlan(wanted, run);
  const files = new Set([`/flags/${wanted.uf}.svg`, "/logo.svg", ...plan.files, ...(await mapFiles(wanted.uf))]);
  let done = 0;
  const count = (bytes: number) => {
    record.bytes += bytes;
    report({ done: ++done, total: plan.pages.length + files.size, bytes: record.bytes });
  };
  await inParallel(plan.pages, async (path) => {
    const page = await fetchIntoCache(run, path, true);
    const html = page ? await page.text() : "";
    for (const file of filesOf(html)) files.add(file);
    if (page) record.pages.push({ path, title: titleOf(html) });
    count(new Blob([html]).size);
  });
  await inParallel([...files], async (path) =>
    count((await (await fetchIntoCache(run, path, false))?.blob())?.size ?? 0),
  );
  await deleteOthers(cache, new Set([...plan.pages, ...files, packDataPath(wanted.uf, wanted.locale), PACK_RECORD]));
  record.pages.sort((a, b) => plan.pages.indexOf(a.path) - plan.pages.indexOf(b.path));
  record.savedAt = new Date().toISOString();
  await writeRecord(cache, record);
  return record;
}

async function deleteOthers(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!wanted.has(pathname + search)) await cache.delete(request);
  }
}
