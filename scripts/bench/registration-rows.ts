import type { Sql } from "postgres";
import { id } from "./event-rows";

const MEASURED = "encontro-medido";
/** An event beside it of the same size, so that a query which reads every registration is slower. */
const OTHER = "encontro-ao-lado";
export const CAR = { number: 4321, plate: "DEF-4C21" };
export const QUESTION = { name: "trailer", answer: "true" };

const AT = "now() - n * interval '2 minutes'";
const CARS = "(array['Fusca', 'Opala', 'Corcel', 'Maverick', 'Karmann-Ghia TC', 'Rural Willys'])[1 + n % 6]";
/** Seven of ten are confirmed; the others have the states of a meeting that is still filling up. */
const STATUS = `(array['confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed',
  'pending', 'waitlisted', 'cancelled'])[1 + n % 10]`;

/** `$1`: name of the event, `$2`: its organiser, `$3`: number of its registrations. */
const STATEMENTS = [
  `insert into public.events (id, slug, title, kind, status, organizer_name, organizer_id, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, published_at)
    select ${id("event", "$1::text")}, $1::text, 'Encontro medido', 'meeting', 'published', 'Clube medido', $2::uuid, state_abbr, ibge_code, name, lat, lng, now() - interval '2 hours', now() + interval '10 hours', now()
    from public.cities where ibge_code = 4209300 and $3::int > 0`,
  `insert into public.event_members (event_id, account_id, role) select ${id("event", "$1::text")}, $2::uuid, 'owner' where $3::int > 0`,
  `insert into public.event_registration_types (id, event_id, kind, name, price_cents, capacity, max_companions, required_documents, position, taken)
    select ${id("type", "$1::text || kind")}, ${id("event", "$1::text")}, kind, name, price, 100000, 5, documents, position, $3::int
    from (values ('publico', 'Visitante', 0, '{}'::text[], 0), ('expositor', 'Carro em exposição', 3000, '{crlv}'::text[], 1)) as kinds (kind, name, price, documents, position) where $2::uuid is not null`,
  `insert into public.event_registrations (id, code, event_id, type_id, form_version_id, full_name, email, phone, document, town, state_abbr, club, companions, places, answers, status, waiting_since, confirmed_at, price_cents, attending, created_at)
    select ${id("registration", "$1::text || n")}, translate(upper(substr(md5($1::text || n), 1, 8)), '01', 'GH'), ${id("event", "$1::text")}, ${id("type", "$1::text || case when n % 4 = 0 then 'publico' else 'expositor' end")},
      (select form.id from public.form_template_versions as form join public.form_templates as template on template.id = form.template_id
        where form.published_at is not null and template.type_id is null and template.registration_kind = case when n % 4 = 0 then 'publico' else 'expositor' end order by form.version desc limit 1),
      (array['Ana', 'Bruno', 'Carla', 'Davi', 'Elis'])[1 + n % 5] || ' ' || (array['Souza', 'Lima', 'Prado', 'Rocha', 'Nunes', 'Alves', 'Reis'])[1 + n % 7] || ' ' || n,
      'inscrito' || n || '@example.org', '48 9' || lpad(n::text, 8, '0'), case when n % 2 = 0 then lpad((n * 7919)::text, 11, '0') end, 'Lages', 'SC', 'Clube ' || n % 40,
      case when n % 3 = 0 then array['Acompanhante ' || n] else '{}' end, 1 + (n % 3 = 0)::int,
      jsonb_build_object('rules_consent', true, '${QUESTION.name}', n % 20 = 0, 'arrival', (array['Sexta', 'Sábado', 'Domingo'])[1 + n % 3]),
      ${STATUS}, case when ${STATUS} = 'waitlisted' then ${AT} end, case when ${STATUS} = 'confirmed' then ${AT} end, case when n % 4 = 0 then 0 else 3000 end, (array['yes', 'no', 'unknown'])[1 + n % 3], ${AT}
    from generate_series(1, $3::int) as n where $2::uuid is not null`,
  `insert into public.registration_vehicles (registration_id, position, make, model, year, color, plate)
    select ${id("registration", "$1::text || n")}, 1, 'Volkswagen', ${CARS}, 1950 + n % 40, 'Azul', case when n = ${CAR.number} then '${CAR.plate}' when n % 100 = 1 then 'REP-1A11' else 'ABC-' || lpad(n::text, 4, '0') end
    from generate_series(1, $3::int) as n where n % 4 <> 0 and $2::uuid is not null`,
  `insert into public.registration_documents (registration_id, kind, path, status)
    select ${id("registration", "$1::text || n")}, 'crlv', $1::text || '/' || n || '.pdf', (array['sent', 'ok', 'ok', 'refused'])[1 + n % 4]
    from generate_series(1, $3::int) as n where n % 4 <> 0 and n % 5 <> 0 and $2::uuid is not null`,
  `insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at)
    select 'registration', ${id("registration", "$1::text || n")}, 'pix', 3000, 'pix', case when n % 3 = 0 then 'pending' else 'paid' end, case when n % 3 <> 0 then ${AT} end
    from generate_series(1, $3::int) as n where n % 4 <> 0 and $2::uuid is not null`,
  `insert into public.registration_notes (id, registration_id, author_id, body)
    select ${id("note", "$1::text || n")}, ${id("registration", "$1::text || n")}, $2::uuid, 'Chega na sexta com carreta.' from generate_series(1, $3::int) as n where n % 25 = 0`,
  `insert into public.event_checkin_lists (id, event_id, name) select ${id("list", "$1::text")}, ${id("event", "$1::text")}, 'Entrada' where $2::uuid is not null and $3::int > 0`,
  `insert into public.event_checkins (list_id, registration_id, nonce, kind, result, scanned_at, people, places, moved, inside)
    select ${id("list", "$1::text")}, ${id("registration", "$1::text || n")}, ${id("nonce", "$1::text || n")}, 'entry', 'ok', now() - n * interval '1 second', 1 + (n % 3 = 0)::int, 1 + (n % 3 = 0)::int, 1 + (n % 3 = 0)::int, 1 + (n % 3 = 0)::int
    from generate_series(1, $3::int) as n where n % 10 < 4 and $2::uuid is not null`,
];

/** Two events with `rows` registrations each, of an organiser with an ordinary account; returns the id of the measured one. */
export async function fillEvents(sql: Sql, organiser: string, rows: number): Promise<string> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const name of [OTHER, MEASURED])
      for (const statement of STATEMENTS) await tx.unsafe(statement, [name, organiser, rows]);
  });
  await sql`vacuum analyze`;
  const [event] = await sql<{ id: string }[]>`select id from public.events where slug = ${MEASURED}`;
  return event!.id;
}
