import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sql } from "../as-role";
import { service, signedInUser, variable } from "../auth-client";
import { newDocument } from "./sale-support";

const SAVES = 100;
/** A worker is killed in one of its first saves: counted in saves, a life does not depend on the load of the machine. */
const MOST_SAVES_OF_LIFE = 16;
/** Milliseconds that a first save takes; later ones are measured. */
const FIRST_SAVE_MS = 100;
const ROOT = path.resolve(import.meta.dirname, "../../..");

const plans: string[] = [];
const sellers: string[] = [];

beforeAll(async () => {
  await sql`update public.ad_placements set max_ads = 1000`;
});
afterAll(async () => {
  await sql`update public.ad_placements set max_ads = 12`;
  await sql`delete from public.ads where sale_id in (select id from public.sales where seller_id in ${sql(sellers)})`;
  await sql`delete from public.sales where seller_id in ${sql(sellers)}`;
  await sql`delete from storage.objects where bucket_id = 'sales-assets' and split_part(name, '/', 1) in ${sql(sellers)}`;
  await sql`delete from public.sellers where id in ${sql(sellers)}`;
  await sql`delete from public.publication_plans where id in ${sql(plans)}`;
});

/** Starts a worker process that waits for its order. */
function prepare(): Promise<ChildProcess> {
  const worker = fork(path.join(import.meta.dirname, "sale-worker.ts"), {
    cwd: ROOT,
    execArgv: ["--conditions=react-server", "--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
}

/** Makes a worker save sales and kills it at a random moment of a random save. */
function killAtRandom(worker: ChildProcess, order: object): Promise<string[]> {
  const result: string[] = [];
  const last = Math.floor(Math.random() * MOST_SAVES_OF_LIFE);
  const begunAt: number[] = [];
  worker.on("message", (text: string) => {
    result.push(text);
    if (text !== "begun" || begunAt.push(Date.now()) !== last + 1) return;
    const msOfSave = last > 0 ? (begunAt[last]! - begunAt[0]!) / last : FIRST_SAVE_MS;
    setTimeout(() => worker.kill("SIGKILL"), Math.random() * msOfSave);
  });
  const ended = new Promise<string[]>((resolve) => {
    worker.once("exit", () => resolve(result));
  });
  worker.send(order);
  return ended;
}

async function orderFor() {
  const user = await signedInUser();
  await sql`update public.profiles set role = 'vendedor', email_verified_at = now() where id = ${user.id}`;
  const [seller] = await sql<
    { id: string }[]
  >`insert into public.sellers (user_id, full_name, document, phone, status) values (${user.id}, 'Vendedora', ${newDocument()}, '(49) 99999-0000', 'active') returning id`;
  const [plan] = await sql<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days) values ('Banner', 190.5, 30) returning id`;
  const [day] = await sql<{ today: string }[]>`select to_char(private.brazilian_today(), 'YYYY-MM-DD') as today`;
  sellers.push(seller!.id);
  plans.push(plan!.id);
  return {
    url: variable("TEST_SUPABASE_URL"),
    key: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
    token: user.session.access_token,
    sellerId: seller!.id,
    planId: plan!.id,
    today: day!.today,
  };
}

it(
  "kill -9 at random times leaves no sale without both signatures, and every orphaned file is reported",
  { timeout: 300_000 },
  async () => {
    const order = await orderFor();
    const result: string[] = [];
    let kills = 0;
    let next = prepare();
    const count = (word: string) => result.filter((text) => text === word).length;
    while (count("begun") < SAVES) {
      const worker = await next;
      next = prepare();
      result.push(...(await killAtRandom(worker, order)));
      kills += 1;
    }
    (await next).kill("SIGKILL");
    expect(result.filter((text) => text.startsWith("failed"))).toEqual([]);
    const manager = await signedInUser();
    await sql`update public.profiles set role = 'main_admin' where id = ${manager.id}`;
    const look = async () => {
      const sales = await sql<
        { seller_signature_url: string; client_signature_url: string }[]
      >`select seller_signature_url, client_signature_url from public.sales where seller_id = ${order.sellerId}`;
      const used = sales.flatMap((sale) => [sale.seller_signature_url, sale.client_signature_url]);
      const stored = await sql<
        { name: string }[]
      >`select name from storage.objects where bucket_id = 'sales-assets' and split_part(name, '/', 1) = ${order.sellerId}`;
      const orphanFiles = stored
        .map(({ name }) => name)
        .filter((name) => !used.includes(name))
        .toSorted();
      const { data } = await manager.client.rpc("orphan_signatures", { older_than_hours: 0 });
      const reported = (data as { path: string }[])
        .map(({ path: file }) => file)
        .filter((file) => file.startsWith(order.sellerId))
        .toSorted();
      return { sales, used, stored, lost: orphanFiles, reported };
    };
    // The backend may still be processing the last request of a killed process.
    await vi.waitFor(
      async () => {
        const { lost: orphanFiles, reported } = await look();
        expect(reported).toEqual(orphanFiles);
      },
      { timeout: 60_000, interval: 500 },
    );
    const { sales, used, stored, lost: orphanFiles, reported } = await look();
    const unreadable = [];
    for (const file of used)
      if ((await service.storage.from("sales-assets").download(file)).error) unreadable.push(file);
    expect(unreadable).toEqual([]);
    expect(sales.length).toBeGreaterThanOrEqual(count("saved"));
    console.info(
      `sale saves begun ${count("begun")}, kills ${kills}, sales ${sales.length}, files ${stored.length}, orphans ${orphanFiles.length}, reported ${reported.length}`,
    );
  },
);
