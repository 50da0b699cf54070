import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import sharp from "sharp";
import { matchRoute } from "../../lib/platform/paths";
import { cookieHeader } from "../../tests/e2e/support/accounts";
import { addGate, type TestGate } from "../../tests/e2e/support/gate";
import { createAccount } from "../../tests/e2e/support/own-account";
import { addressesOf } from "../bench/pages";
import { send, sendText } from "./send";

const EDITORS = 8;
const DEVICES = 20;
const PEOPLE = 3000;
const PLACES = 1_000_000;
/** The network is loaded while nobody waits for it too. */
const ROAD_TRIES = 40;
const ROAD_PAUSE_MS = 10_000;
/** Addresses of a page type that are read often; the others are read rarely. */
const OFTEN = 12;

/** `page`: the public page of the route that only this editor changes. */
export type Editor = { cookie: string; region: string; page: string };
export type Plan = {
  site: string;
  /** Pages that are read often, the most read ones first, and all others. */
  often: string[];
  rare: string[];
  editors: Editor[];
  /** Kind of registration of an event that takes registrations. */
  registrationType: string;
  gate: { devices: string[]; list: string; people: string[] };
  /** JPEG files in base64. */
  pictures: string[];
  /** Latitude and longitude of towns by state. */
  towns: string[][];
};

/** Page types in turn, so that each has pages among those that are read most; the start pages are first. */
function byPopularity(addresses: readonly string[]): Pick<Plan, "often" | "rare"> {
  const types = new Map<string, string[]>();
  for (const address of addresses) {
    const { pathname } = new URL(address);
    const pattern = matchRoute(pathname)?.route.pattern;
    if (pattern) types.set(pattern, [...(types.get(pattern) ?? []), pathname]);
  }
  const starts = (pattern: string) => Number(/home$|^\/$/.test(pattern));
  const sorted = [...types].toSorted(([a], [b]) => starts(b) - starts(a)).map(([, paths]) => paths);
  return {
    often: Array.from({ length: OFTEN }, (_, index) => sorted.flatMap((paths) => paths[index] ?? [])).flat(),
    rare: sorted.flatMap((paths) => paths.slice(OFTEN)),
  };
}

async function addEditor(sql: Sql, number: number): Promise<Editor> {
  const { session } = await createAccount(sql, "editor");
  const slug = `rota-da-medicao-${number}`;
  const [region] = await sql<{ id: string }[]>`
    insert into public.regions (name, slug, state_abbr, status)
    values (${`Rota da medição ${number}`}, ${slug}, 'SC', 'published') returning id`;
  return { cookie: cookieHeader(session.cookies), region: region!.id, page: `/sc/rota/${slug}` };
}

async function addRegistrations(sql: Sql): Promise<string> {
  const { eventId, typeId } = await addGate(sql);
  await sql`update public.events set starts_at = now() + interval '30 days', ends_at = now() + interval '31 days' where id = ${eventId}`;
  await sql`update public.event_registration_types set capacity = ${PLACES} where id = ${typeId}`;
  return typeId;
}

/** Opens the gate with the first device, which makes its lists. */
async function listOf(site: string, token: string): Promise<string> {
  const answer = await sendText(`${site}/api/gate/list`, { headers: { authorization: `Device ${token}` } });
  const { lists } = JSON.parse(answer.text) as { lists: { id: string }[] };
  return lists[0]!.id;
}

async function addPeople(sql: Sql, { eventId, typeId }: TestGate): Promise<string[]> {
  await sql`update public.event_registration_types set capacity = ${PLACES} where id = ${typeId}`;
  const rows = await sql<{ id: string }[]>`
    insert into public.event_registrations (code, event_id, type_id, full_name, email, status, confirmed_at)
    select private.new_registration_code(), ${eventId}, ${typeId}, 'Pessoa ' || number, 'medicao@example.org', 'confirmed', now()
    from generate_series(1, ${PEOPLE}) as number returning id`;
  return rows.map(({ id }) => id);
}

async function openGate(sql: Sql, site: string): Promise<Plan["gate"]> {
  const gate = await addGate(sql);
  const links = await Promise.all(Array.from({ length: DEVICES }, (_, number) => gate.enrol(`Portaria ${number}`)));
  const devices = links.map((link) => link.split("/").at(-1)!);
  return { devices, list: await listOf(site, devices[0]!), people: await addPeople(sql, gate) };
}

/** Photos with 3 and 12 megapixels as phones store them, and a progressive one. */
async function drawPictures(): Promise<string[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { width: 500, height: 375, channels: 3, background: "#000", noise } })
    .png()
    .toBuffer();
  const sizes = [
    { width: 2000, progressive: false },
    { width: 4000, progressive: false },
    { width: 2000, progressive: true },
  ];
  return Promise.all(
    sizes.map(async ({ width, progressive }) => {
      const picture = sharp(grain)
        .resize(width, width * 0.75)
        .jpeg({ quality: 80, progressive });
      return (await picture.toBuffer()).toString("base64");
    }),
  );
}

async function readTowns(sql: Sql): Promise<string[][]> {
  const rows = await sql<{ towns: string[] }[]>`
    select array_agg(round(lat::numeric, 5) || ',' || round(lng::numeric, 5)) as towns
    from public.cities group by state_abbr having count(*) > 5`;
  return rows.map(({ towns }) => towns);
}

/** Loads the road network, which a new installation calculates at its first route; with a busy processor it takes minutes. */
async function loadRoads(site: string, [from, to]: string[]): Promise<void> {
  for (let tries = 0; tries < ROAD_TRIES; tries++) {
    const { status } = await send(`${site}/api/road-route?points=${from};${to}`, {});
    if (status === 200) return;
    await sleep(ROAD_PAUSE_MS);
  }
  throw new Error("no route was answered");
}

/** Adds the rows that the load needs and reads what it asks for. */
export async function makePlan(sql: Sql, site: string): Promise<Plan> {
  const [editors, towns]: [Editor[], string[][]] = [[], await readTowns(sql)];
  await loadRoads(site, towns[0]!);
  for (let number = 0; number < EDITORS; number++) editors.push(await addEditor(sql, number));
  return {
    site,
    ...byPopularity(await addressesOf(`${site}/sitemap.xml`)),
    editors,
    registrationType: await addRegistrations(sql),
    gate: await openGate(sql, site),
    pictures: await drawPictures(),
    towns,
  };
}
