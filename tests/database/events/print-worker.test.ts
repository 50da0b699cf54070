import { readFileSync } from "node:fs";
import type { TransactionSql } from "postgres";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pdfPages } from "../../support/pdf-pages";
import { repetitions } from "../../support/repetitions";
import { becomeRole, sql } from "../as-role";
import { service, variable } from "../auth-client";
import { addEntrant, addMeeting, addTemplate, type Meeting } from "./certificate-rows";
import { runningWorker, startWorker } from "../worker-process";

const PAGES = repetitions(30, 300);
const LARGEST_GROWTH_MB = 300;
const WAIT = { timeout: 120_000, interval: 100 };

let meeting: Meeting;

const removeAll = async () => {
  await sql`delete from public.print_batches`;
  await sql`delete from public.certificates`;
  await sql`delete from public.certificate_templates where name = 'Modelo de teste'`;
  const events = sql`(select id from public.events where slug = 'encontro-de-teste')`;
  await sql`delete from public.event_checkins where registration_id in (select id from public.event_registrations where event_id in ${events})`;
  await sql`delete from public.event_registrations where event_id in ${events}`;
  await sql`delete from public.events where slug = 'encontro-de-teste'`;
  await sql`delete from private.outbox`;
  const [schema] = await sql`select to_regclass('pgboss.job') is not null as exists`;
  if (schema?.exists) await sql`delete from pgboss.job`;
};

beforeEach(async () => {
  await removeAll();
  meeting = await addMeeting(sql);
});
afterEach(removeAll);

async function addPeople(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await addEntrant(sql, meeting, { name: `Łucja Testadora ${String(number).padStart(4, "0")}` });
}

async function addCertificates(): Promise<void> {
  const template = await addTemplate(sql);
  await sql`update public.certificate_templates as model set fields = first.fields
    from (select fields from public.certificate_templates where language = 'pt-BR' order by created_at limit 1) as first where model.id = ${template}`;
  await sql`select private.issue_certificate(id, ${template}, 8, null, null) from public.event_registrations where event_id = ${meeting.event}`;
}

const asAdmin = (run: (tx: TransactionSql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await becomeRole(tx, "admin");
    await run(tx);
  });

const print = (kind: "badges" | "certificates", size = "a6") =>
  asAdmin((tx) =>
    kind === "badges"
      ? tx`select public.print_badges(${meeting.event}, null, null, null, ${size}, 'pt-BR')`
      : tx`select public.print_certificates(${meeting.event})`,
  );

type Batch = { id: string; done: number; pages: number | null; path: string | null; failure: string | null };
const newest = async (): Promise<Batch> => {
  const [row] = await sql<Batch[]>`
    select id, done, pages, path, failure from public.print_batches where event_id = ${meeting.event} order by created_at desc limit 1`;
  return row!;
};
const isReady = async () => (await newest()).path !== null;

async function fileOf({ path }: Batch): Promise<Uint8Array> {
  const { data, error } = await service.storage.from("print-batches").download(path!);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

it(
  `draws ${PAGES} badges and ${PAGES} certificates within a growth of ${LARGEST_GROWTH_MB} MB @stress`,
  { timeout: 600_000 },
  async () => {
    await addPeople(PAGES);
    await addCertificates();
    const { child } = await runningWorker();
    const before = memoryMb(child.pid!);
    let peak = before;
    const waits: number[] = [];
    for (const kind of ["badges", "certificates"] as const) {
      const begun = Date.now();
      await print(kind);
      const seen = new Set<number>();
      const watch = async () => {
        peak = Math.max(peak, memoryMb(child.pid!));
        const asked = Date.now();
        const answer = await fetch(`${variable("TEST_SUPABASE_URL")}/rest/v1/states?select=abbr&limit=1`, {
          headers: { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY") },
        });
        expect(answer.status).toBe(200);
        waits.push(Date.now() - asked);
        seen.add((await newest()).done);
        return isReady();
      };
      await vi.waitUntil(watch, WAIT);
      const batch = await newest();
      const file = await fileOf(batch);
      console.info(
        `${kind}: ${batch.pages} pages, ${file.length} bytes, ${Date.now() - begun} ms with the queue, progress seen ${[...seen].join(" ")}`,
      );
      const pages = await pdfPages(file);
      expect(pages).toHaveLength(PAGES);
      const [first, last] = [pages[0]!, pages.at(-1)!];
      expect([first.width, first.height]).toEqual(kind === "badges" ? [105, 148] : [297, 209.9]);
      expect(first.text).toContain("Łucja Testadora 0001");
      expect(last.text).toContain(`Łucja Testadora ${String(PAGES).padStart(4, "0")}`);
    }
    waits.sort((a, b) => a - b);
    console.info(
      `worker: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; ${waits.length} reads meanwhile, median ${waits[waits.length >> 1]} ms, slowest ${waits.at(-1)} ms`,
    );
    expect(peak - before).toBeLessThan(LARGEST_GROWTH_MB);
  },
);

it("draws the whole file again when the worker was killed in the middle", { timeout: 300_000 }, async () => {
  await addPeople(120);
  const killed = startWorker();
  await killed.ready;
  await print("badges", "card");
  await vi.waitUntil(async () => (await newest()).done > 0, WAIT);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const left = await newest();
  expect(left.path).toBeNull();
  await runningWorker();
  // The expiry of the attempt of the dead worker and the delay of the retry have passed.
  await sql`update pgboss.job set started_on = started_on - interval '1 hour' where name = 'print-batch' and state = 'active'`;
  await vi.waitUntil(async () => {
    await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'print-batch' and state = 'retry'`;
    return isReady();
  }, WAIT);
  const pages = await pdfPages(await fileOf(await newest()));
  expect(pages).toHaveLength(120);
  expect(new Set(pages.map(({ text }) => text)).size).toBe(120);
  const { data } = await service.storage.from("print-batches").list();
  expect(data?.filter(({ name }) => name.startsWith(left.id))).toHaveLength(1);
});

it("shows why a file could not be made and makes it at the next attempt", { timeout: 120_000 }, async () => {
  await addPeople(1);
  await sql`update storage.buckets set allowed_mime_types = array['image/png'] where id = 'print-batches'`;
  try {
    await print("badges", "label");
    await runningWorker();
    await vi.waitUntil(async () => (await newest()).failure !== null, WAIT);
    expect((await newest()).failure).toContain("storage");
  } finally {
    await sql`update storage.buckets set allowed_mime_types = array['application/pdf'] where id = 'print-batches'`;
  }
  const { id } = await newest();
  await asAdmin((tx) => tx`select public.retry_print_batch(${id})`);
  await vi.waitUntil(isReady, WAIT);
  const [page] = await pdfPages(await fileOf(await newest()));
  expect([page!.width, page!.height]).toEqual([90, 29]);
});
