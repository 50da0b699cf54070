import type { Sql } from "postgres";
import { EVENT_CODE, EVENT_TOKEN } from "./event-names";

/** Registrations of the event that every size measures. */
const OF_MEASURED = 500;
const AT = "now() - n * interval '5 minutes'";
const WORDS = "(array['Ana', 'Bruno', 'Carla', 'Davi', 'Elis'])[1 + n % 5] || ' Souza ' || n";
const STATUS =
  "(array['confirmed', 'confirmed', 'confirmed', 'pending', 'waitlisted', 'awaiting_payment', 'cancelled'])[1 + n % 7]";

/** SQL of the id of generated row number n of a kind, the same one at every size, in the form of a random UUID. */
export const id = (kind: string, n = "n") =>
  `overlay(overlay(md5('${kind}-' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * Statements that fill the tables of events up to `$1` rows each. Event 1 begins in 30 days and has 500 registrations at
 * every size; event 2 has half of all others, the rest are spread over the events of two years.
 */
const STATEMENTS = [
  `insert into public.events (id, slug, title, kind, status, organizer_name, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, club_id, votes_open_at, votes_close_at, published_at, created_at, updated_at)
    select ${id("event")}, 'evento-gerado-' || n, 'Encontro ' || n || ' em ' || name, 'meeting', case when n % 50 = 0 then 'pending' else 'published' end, 'Clube ' || n,
      state_abbr, ibge_code, name, lat, lng, starts_at, starts_at + interval '8 hours', case when n % 20 = 0 then (select id from public.clubs limit 1) end,
      case when n = 1 then now() - interval '2 days' end, case when n = 1 then now() + interval '1 day' end, now(), ${AT}, ${AT}
    from (
      select n, case when n < 3 then now() + interval '30 days' else now() + (n * 7919 % 730 - 365) * interval '1 day' + n % 600 * interval '1 minute' end as starts_at
      from generate_series((select count(*)::int + 1 from public.events where slug like 'evento-gerado-%'), $1::int) as n
    ) as dated join place on place.number = case when n < 3 then (select min(number) from place where state_abbr = 'SC') else n % (select count(*) from place) end`,
  `insert into public.event_registration_types (id, event_id, kind, name, price_cents, capacity)
    select ${id("type")}, ${id("event")}, 'expositor', 'Expositor', 1000, 100000
    from generate_series((select count(*)::int + 1 from public.event_registration_types where name = 'Expositor' and capacity = 100000), $1::int) as n`,
  `insert into public.event_registrations (id, code, event_id, type_id, user_id, full_name, email, phone, status, waiting_since, held_until, request_id, created_at, updated_at)
    select ${id("registration")}, case when n = 1 then '${EVENT_CODE}' else translate(upper(substr(md5('code-' || n), 1, 8)), '01', 'GH') end, ${id("event", "event")}, ${id("type", "event")},
      case when n % 25 = 0 and n <= ${OF_MEASURED} then (select id from public.profiles where role = 'superadministrador' limit 1) end, ${WORDS}, 'inscrito' || n || '@example.org', '48 99999-' || lpad((n % 10000)::text, 4, '0'),
      case when n = 1 then 'confirmed' else ${STATUS} end, ${AT}, now() + interval '1 day', ${id("request")}, ${AT}, ${AT}
    from (
      select n, case when n <= ${OF_MEASURED} then 1 when n % 2 = 0 then 2 else n end as event
      from generate_series((select count(*)::int + 1 from public.event_registrations where full_name like '% Souza %'), $1::int) as n
    ) as given on conflict do nothing`,
  `insert into public.registration_vehicles (id, registration_id, position, make, model, year)
    select ${id("vehicle")}, ${id("registration")}, 1, 'Volkswagen', 'Fusca', 1950 + n % 40
    from generate_series((select count(*)::int + 1 from public.registration_vehicles where model = 'Fusca' and make = 'Volkswagen'), $1::int) as n`,
  `insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    select ${id("registration")}, 'registration', 1, case when n = 1 then private.token_hash('${EVENT_TOKEN}') else md5(n::text) || md5(n::text) end, now() + interval '90 days'
    from generate_series((select count(*)::int + 1 from public.registration_links), $1::int) as n`,
  `insert into public.registration_events (registration_id, to_status, created_at)
    select ${id("registration")}, 'confirmed', ${AT} from generate_series((select count(*)::int + 1 from public.registration_events), $1::int) as n`,
  `insert into public.event_checkin_lists (id, event_id, name)
    select ${id("list")}, ${id("event")}, 'Entrada' from generate_series((select count(*)::int + 1 from public.event_checkin_lists where name = 'Entrada'), $1::int) as n on conflict do nothing`,
  `insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at, received_at)
    select ${id("list", `case when n <= ${OF_MEASURED} then 1 when n % 2 = 0 then 2 else n end`)}, ${id("registration")}, ${id("nonce")}, 'ok', ${AT}, ${AT}
    from generate_series((select count(*)::int + 1 from public.event_checkins), $1::int) as n`,
  `insert into public.event_votes (event_id, vehicle_id, registration_id)
    select ${id("event", `case when n <= ${OF_MEASURED} then 1 when n % 2 = 0 then 2 else n end`)}, ${id("vehicle")}, ${id("registration")}
    from generate_series((select count(*)::int + 1 from public.event_votes), $1::int) as n`,
  `insert into public.certificates (code, event_id, registration_id, full_name, facts, layout, issued_at)
    select translate(upper(substr(md5('certificate-' || n), 1, 10)), '01', 'GH'), ${id("event", `case when n <= ${OF_MEASURED} then 1 when n % 2 = 0 then 2 else n end`)}, ${id("registration")}, ${WORDS},
      '{"event": "Encontro", "starts_at": "2026-01-01T12:00:00+00:00", "ends_at": "2026-01-01T20:00:00+00:00", "time_zone": "America/Sao_Paulo", "town": "Lages/SC"}', '{"version": 1, "language": "pt-BR", "background": null, "fields": []}', ${AT}
    from generate_series((select count(*)::int + 1 from public.certificates), $1::int) as n on conflict do nothing`,
  `insert into public.event_leads (kind, name, phone, email, state_abbr, stage, next_contact_on, updated_at)
    select 'organizer', 'Contato ' || n, '48 9' || lpad(n::text, 8, '0'), 'contato' || n || '@example.org', 'SC', (array['new', 'contacted', 'won', 'lost'])[1 + n % 4], current_date + n % 60, ${AT}
    from generate_series((select count(*)::int + 1 from public.event_leads), $1::int) as n`,
];

/** Fills the tables of events up to `rows` rows each. */
export async function growEventsTo(sql: Sql, rows: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table place on commit drop as
      select row_number() over () - 1 as number, ibge_code, name, state_abbr, lat, lng from public.cities where lat is not null`;
    for (const statement of STATEMENTS) await tx.unsafe(statement, [rows]);
  });
  await sql`vacuum analyze`;
}
