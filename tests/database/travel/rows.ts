import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";

type Db = Sql | TransactionSql;

export const TRIP = "00000000-0000-4000-8000-00000000f001";
export const TOKEN = "t".repeat(43);

const stop = (name: string, lat: number, lng: number) => ({ id: name, kind: "stop", name, lat, lng, nights: 0 });

/** A plan with the parts that the database reads. */
export const planOf = (title: string, leaveOn: string | null = "2027-01-10") => ({
  title,
  leaveOn,
  stops: [stop("Lages", -27.81, -50.32), stop("Urubici", -28.01, -49.59)],
  car: { name: "Fusca" },
});

export const ROUTE = { sections: [{ kind: "road", line: "_p~iF~ps|U", km: 90 }], legs: [], km: 90 };

export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Stores a trip of `owner` as the owner of the database. */
export async function addTrip(tx: Db, owner: Account = "user", id = TRIP): Promise<string> {
  await tx`
    insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route)
    values (${id}, ${ID_OF[owner]}, 'Serra', 'SC', '2027-01-10', ${tx.json(planOf("Serra"))}, ${tx.json(ROUTE)})`;
  return id;
}

type Share = { token?: string; scope?: "view" | "edit"; days?: number; revoked?: boolean; owner?: Account };

/** Makes a link to the stored trip. */
export async function addShare(tx: Db, { token = TOKEN, scope = "view", days = 30, ...rest }: Share = {}) {
  const [row] = await tx<{ id: string }[]>`
    insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, revoked_at, created_by, created_at)
    values (
      gen_random_uuid(), ${TRIP}, ${hashOf(token)}, ${scope}, now() + make_interval(days => ${days}),
      ${rest.revoked ? new Date() : null}, ${ID_OF[rest.owner ?? "user"]}, now() - interval '60 days'
    ) returning id`;
  return row!.id;
}

export type SaveAnswer = {
  outcome: "saved" | "conflict" | "refused" | "gone";
  reason?: string;
  version?: number;
  theirs?: { version: number; plan: { title: string }; route: unknown };
};

type Save = { id?: string; version: number | null; title?: string; plan?: unknown; route?: unknown };

/** Saves a trip as the current caller. */
export async function save(
  tx: Db,
  { id = TRIP, version, title = "Nova", plan, route = ROUTE }: Save,
): Promise<SaveAnswer> {
  const [row] = await tx<{ answer: SaveAnswer }[]>`
    select public.save_trip(
      ${id}, ${version}, ${tx.json((plan ?? planOf(title)) as never)}, ${route === null ? null : tx.json(route as never)}, 'SC'
    ) as answer`;
  return row!.answer;
}

export async function saveShared(
  tx: Db,
  { id = TRIP, version, title = "Nova", token = TOKEN, plan = planOf(title) }: Save & { token?: string },
): Promise<SaveAnswer> {
  const [row] = await tx<{ answer: SaveAnswer }[]>`
    select public.save_shared_trip(${token}, ${id}, ${version}, ${tx.json(plan as never)}, ${tx.json(ROUTE)}, 'SC') as answer`;
  return row!.answer;
}
