import type { Sql } from "postgres";
import { id } from "./event-rows";

const CARS = 20;
/** The car of every generated garage whose pages are measured; it has half of all entries. */
export const LARGE_CAR = "00000000-0000-4000-8000-00000000ca50";
/** Every how many entries the car has one row of what a person adds less often. */
const SELDOM = 100;

/** Statements that add rows up to `entries` entries to the garage of 20 cars of `owner`. */
const statements = (owner: string, entries: number) => [
  `insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, fuel, litres, is_full, category, total_cents, distance_km)
  select gen_random_uuid(), case when n % 2 = 0 then '${LARGE_CAR}'::uuid else (array(select id from public.vehicles where owner_id = '${owner}'::uuid order by id))[1 + n % ${CARS}] end, '${owner}'::uuid,
    kind, current_date - n / 4, 900000 - n * 15, case when kind = 'fuel' then (array['gasoline', 'ethanol'])[1 + n / 8 % 2] end,
    case when kind = 'fuel' then 40 end, case when kind = 'fuel' then n % 7 > 0 end,
    case when kind = 'service' then 'service' when kind = 'expense' then 'part' end, 10000, case when kind = 'trip' then 120 end
  from generate_series((select count(*)::int + 1 from public.vehicle_entries where owner_id = '${owner}'::uuid), ${entries}) as n,
    lateral (select (array['fuel', 'service', 'expense', 'note', 'trip'])[1 + n / 2 % 5]) as kinds (kind)`,
  `insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, origin, destination, states, km_source)
    select id, vehicle_id, owner_id, 'Lages', 'Urubici', '{SC}', 'odometer' from public.vehicle_entries
    where owner_id = '${owner}'::uuid and kind = 'trip' on conflict do nothing`,
  `insert into public.vehicle_files (id, vehicle_id, owner_id, entry_id, kind, extension, bytes)
    select gen_random_uuid(), vehicle_id, owner_id, id, 'receipt', 'pdf', 1000 from public.vehicle_entries as entry
    where owner_id = '${owner}'::uuid and kind = 'service' and not exists (select from public.vehicle_files where entry_id = entry.id)`,
  `insert into public.vehicle_diary_entries (id, vehicle_id, owner_id, on_date, title, body)
    select gen_random_uuid(), '${LARGE_CAR}', '${owner}'::uuid, current_date - n, 'Dia ' || n, repeat('Serra. ', 40)
    from generate_series((select count(*)::int + 1 from public.vehicle_diary_entries where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.vehicle_parts (id, vehicle_id, owner_id, name)
    select gen_random_uuid(), '${LARGE_CAR}', '${owner}'::uuid, 'Peça ' || n
    from generate_series((select count(*)::int + 1 from public.vehicle_parts where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.vehicle_documents (id, vehicle_id, owner_id, kind, expires_on)
    select gen_random_uuid(), '${LARGE_CAR}', '${owner}'::uuid, 'other', current_date + n
    from generate_series((select count(*)::int + 1 from public.vehicle_documents where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.vehicle_tasks (id, vehicle_id, owner_id, title)
    select gen_random_uuid(), '${LARGE_CAR}', '${owner}'::uuid, 'Tarefa ' || n
    from generate_series((select count(*)::int + 1 from public.vehicle_tasks where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months, start_on, due_on)
    select gen_random_uuid(), (array(select id from public.vehicles where owner_id = '${owner}'::uuid order by id))[1 + n % ${CARS}], '${owner}'::uuid, 'Lembrete ' || n, 'date', 6, current_date, current_date + n
    from generate_series((select count(*)::int + 1 from public.maintenance_reminders where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.vehicle_checklists (id, vehicle_id, owner_id, kind, title, finished_at, signed_on, result, started_at)
    select gen_random_uuid(), '${LARGE_CAR}', '${owner}'::uuid, 'pre_trip', 'Antes da viagem', now(), current_date - n, 'ok', now() - n * interval '1 day'
    from generate_series((select count(*)::int + 1 from public.vehicle_checklists where owner_id = '${owner}'::uuid), ${entries} / ${SELDOM}) as n`,
  `insert into public.vehicle_checklist_items (id, checklist_id, vehicle_id, owner_id, position, section, text, status)
    select gen_random_uuid(), list.id, list.vehicle_id, list.owner_id, n, 'Motor', 'Item ' || n, 'ok'
    from public.vehicle_checklists as list, generate_series(1, 40) as n where list.owner_id = '${owner}'::uuid on conflict do nothing`,
];

/** Fills the garage of an account up to `entries` entries. */
export async function growGarageTo(sql: Sql, owner: string, entries: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.vehicles (id, owner_id, nickname)
      select case when n = 1 then ${LARGE_CAR}::uuid else ${id("car")} end, ${owner}, 'Carro ' || n
      from generate_series(1, ${CARS}::int) as n on conflict do nothing`;
    for (const statement of statements(owner, entries)) await tx.unsafe(statement);
  });
  await sql`vacuum analyze`;
}
