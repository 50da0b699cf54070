import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";
import { addGate, addRegistration, GATE_EVENT } from "./gate-rows";

export const RALLY_EVENT = GATE_EVENT;
export const STAGE = "00000000-0000-4000-8000-00000000ea01";
export const CONTROL = {
  open: "00000000-0000-4000-8000-00000000ea11",
  secret: "00000000-0000-4000-8000-00000000ea12",
} as const;
export const CREW = "00000000-0000-4000-8000-00000000ea21";
export const TAP = "00000000-0000-4000-8000-00000000ea31";
/** The drive of the tests: north along a meridian, 1,111.95 m for a hundredth of a degree. */
const LINE = { lat: -27.6, lng: -48.55 };
const METRES_PER_DEGREE = 111_195;

/** What `save_rally` takes. */
export const RULES = {
  authority: "Polícia Rodoviária Federal",
  authorisation_number: "08/2027",
  max_average_kmh: 60,
  interval_seconds: 60,
  unit_ms: 1000,
  points_early: 1,
  points_late: 1,
  tolerance_ms: 0,
  max_early: null,
  max_late: null,
  missing_points: 100,
  tie_rule: "shared",
} as const;

/** Latitude of a distance of the drive. */
const latAt = (metres: number): number => LINE.lat + metres / METRES_PER_DEGREE;

/**
 * A published rally of `user` with a stage of 10 km at 36 km/h that began an hour ago, an open control at 3 km and a
 * secret one at 5 km; `crew` drives car number 1, `vendedor` is a marshal.
 */
export async function addRally(tx: TransactionSql, crew: Account = "user"): Promise<void> {
  await addGate(tx);
  const registration = await addRegistration(tx, 1);
  await tx`update public.events set organizer_id = ${ID_OF.user}, kind = 'rally' where id = ${RALLY_EVENT}`;
  await tx`update public.event_registrations set user_id = ${ID_OF[crew]} where id = ${registration}`;
  await tx`
    insert into public.registration_vehicles (registration_id, position, make, model, year, class_name)
    values (${registration}, 1, 'VW', 'Fusca', 1972, 'Clássicos')`;
  await tx`
    insert into public.event_members (event_id, account_id, role) values (${RALLY_EVENT}, ${ID_OF.vendedor}, 'gate')`;
  await tx`insert into public.rallies ${tx({ ...RULES, event_id: RALLY_EVENT, published_at: new Date() })}`;
  await tx`
    insert into public.rally_stages (id, event_id, name, starts_at)
    values (${STAGE}, ${RALLY_EVENT}, 'Serra', date_trunc('second', now()) - interval '1 hour')`;
  await tx`
    insert into public.rally_sections (stage_id, position, kind, metres, average_kmh)
    values (${STAGE}, 1, 'regularity', 10000, 36)`;
  await tx`
    insert into public.rally_controls (id, stage_id, kind, metres, lat, lng, bearing)
    values (${CONTROL.open}, ${STAGE}, 'open', 3000, ${latAt(3000)}, ${LINE.lng}, 0),
      (${CONTROL.secret}, ${STAGE}, 'secret', 5000, ${latAt(5000)}, ${LINE.lng}, 0)`;
  await tx`
    insert into public.rally_crews (id, event_id, registration_id, number, class_name)
    values (${CREW}, ${RALLY_EVENT}, ${registration}, 1, 'Clássicos')`;
}

/** The tap of a marshal at the open control, 5 seconds late. */
export async function addTap(tx: TransactionSql): Promise<void> {
  await tx`
    insert into public.rally_passes (id, control_id, crew_id, source, passed_at)
    select ${TAP}, ${CONTROL.open}, ${CREW}, 'tap', starts_at + interval '305 seconds'
    from public.rally_stages where id = ${STAGE}`;
}

/** Start of the stage in milliseconds since 1970. */
export const startMs = async (tx: TransactionSql): Promise<number> => {
  const [row] = await tx<{ ms: string }[]>`
    select (extract(epoch from starts_at) * 1000)::bigint as ms from public.rally_stages where id = ${STAGE}`;
  return Number(row!.ms);
};

/** Positions of a drive north, once a second; `drift` is what the clock of the device is off. */
export const drive = (start: number, from: number, seconds: number, { speed = 10, drift = 0 } = {}) =>
  Array.from({ length: seconds }, (_, index) => [
    start + drift + (from + index) * 1000,
    Number(latAt((from + index) * speed).toFixed(6)),
    LINE.lng,
  ]);

/** Sends a piece of the drive as the actor of the transaction. */
export const send = (tx: TransactionSql, number: number, points: readonly (readonly number[])[]) =>
  tx`select public.send_rally_positions(${STAGE}, ${number}, ${tx.json(points as never)}) as answer`;
