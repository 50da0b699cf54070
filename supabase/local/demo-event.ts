import type { TransactionSql } from "postgres";
import { addDays, brazilianDay } from "../../lib/platform/dates";
import type { Backend } from "./backend";

const SLUG = "encontro-demonstracao";
const DAYS_AHEAD = 60;
const MUNICIPALITY = 4205407;

const EVENT = {
  title: "Encontro de demonstração",
  kind: "meeting",
  status: "published",
  organizer_name: "Clube de demonstração",
  organizer_phone: "(48) 00000-0000",
  organizer_email: "organizacao@lacambeche.local",
  state_abbr: "SC",
  municipality_ibge: MUNICIPALITY,
  town: "Florianópolis",
  venue: "Local de demonstração",
  access_notes: "Este evento não existe: serve para experimentar inscrições, crachás e portaria.",
  lat: -27.5945,
  lng: -48.5477,
  description:
    "Evento de demonstração: não existe e nenhum carro vai aparecer. Use-o para experimentar as cinco inscrições, o pagamento de teste, o crachá, a portaria e o certificado.",
  rules: "Carros expostos precisam ter 30 anos ou mais no ano do evento.",
  min_vehicle_age: 30,
  solidarity_item: "1 kg de alimento não perecível (opcional)",
  translations: {
    en: {
      title: "Demonstration meeting",
      description:
        "Demonstration event: it does not exist and no car will be there. Use it to try the five registrations, the test payment, the badge, the gate and the certificate.",
      rules: "Cars on show must be 30 years old or older in the year of the event.",
      access_notes: "This event does not exist: it is for trying registrations, badges and the gate.",
      solidarity_item: "1 kg of non-perishable food (optional)",
    },
    es: {
      title: "Encuentro de muestra",
      description:
        "Evento de muestra: no existe y ningún auto va a estar ahí. Úsalo para probar las cinco inscripciones, el pago de prueba, la credencial, la entrada y el certificado.",
      rules: "Los autos expuestos deben tener 30 años o más en el año del evento.",
      access_notes: "Este evento no existe: sirve para probar inscripciones, credenciales y la entrada.",
      solidarity_item: "1 kg de alimentos no perecederos (opcional)",
    },
  },
};

const DAYS = [
  [
    { time: "08:00", text: "Abertura dos portões", en: "Gates open", es: "Apertura de las puertas" },
    {
      time: "10:00",
      text: "Desfile dos carros expostos",
      en: "Parade of the cars on show",
      es: "Desfile de los autos",
    },
    { time: "15:00", text: "Mercado de pulgas", en: "Flea market", es: "Mercado de pulgas de la tarde" },
  ],
  [
    { time: "09:00", text: "Passeio até a praia", en: "Drive to the beach", es: "Paseo hasta la playa" },
    { time: "16:00", text: "Entrega dos troféus", en: "Trophies", es: "Entrega de trofeos" },
  ],
];

const kind = (values: object) => ({
  price_cents: 0,
  capacity: null as number | null,
  requires_approval: false,
  max_vehicles: 1,
  max_companions: 0,
  required_documents: [] as string[],
  chooses_stand: false,
  ...values,
});

const TYPES = [
  kind({ kind: "publico", name: "Público", en: "Visitor", es: "Visitante", capacity: 500, max_companions: 5 }),
  kind({
    kind: "expositor",
    name: "Expositor",
    en: "Exhibitor",
    es: "Expositor de autos",
    requires_approval: true,
    capacity: 80,
    max_vehicles: 3,
    max_companions: 3,
  }),
  kind({
    kind: "mercado_pulga",
    name: "Mercado de pulgas",
    en: "Flea market",
    es: "Mercado de pulgas (venta)",
    price_cents: 8000,
    capacity: 4,
    chooses_stand: true,
    max_companions: 1,
  }),
  kind({
    kind: "food_truck",
    name: "Food truck",
    en: "Food vendor truck",
    es: "Camión de comida",
    price_cents: 15000,
    capacity: 2,
    requires_approval: true,
    required_documents: ["sanitary_licence", "company_registration"],
  }),
  kind({
    kind: "expositor_comercial",
    name: "Expositor comercial",
    en: "Trade exhibitor",
    es: "Expositor comercial de productos",
    price_cents: 30000,
    capacity: 4,
    chooses_stand: true,
    max_companions: 2,
  }),
];

const STANDS = ["A1", "A2", "A3", "A4"].flatMap((label, index) => [
  {
    label,
    area: "Mercado",
    kinds: ["mercado_pulga"],
    width_m: 3,
    depth_m: 3,
    power_kva: null,
    x: 15 + index * 20,
    y: 30,
  },
  {
    label: label.replace("A", "B"),
    area: "Comercial",
    kinds: ["expositor_comercial"],
    width_m: 4,
    depth_m: 3,
    power_kva: 2.5,
    x: 15 + index * 20,
    y: 65,
  },
]);

/** The first Saturday at least sixty days ahead, in Brazilian time. */
function firstDay(now: number): string {
  const day = addDays(brazilianDay(now), DAYS_AHEAD);
  return addDays(day, (6 - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7);
}

async function addEvent(tx: TransactionSql, organizerEmail: string): Promise<void> {
  const day = firstDay(Date.now());
  const ends = `${addDays(day, 1)}T17:00:00-03:00`;
  const now = new Date().toISOString();
  const [event] = await tx<{ id: string }[]>`
    insert into public.events ${tx({
      ...EVENT,
      translations: tx.json(EVENT.translations),
      slug: SLUG,
      is_demo: true,
      starts_at: `${day}T08:00:00-03:00`,
      ends_at: ends,
      // Open at once, so that people's choice can be tried before the event.
      votes_open_at: now,
      votes_close_at: ends,
      published_at: now,
    })}
    on conflict (slug) do nothing returning id`;
  if (!event) return;
  await tx`
    update public.events set organizer_id = (select id from auth.users where email = ${organizerEmail}) where id = ${event.id}`;
  for (const [index, items] of DAYS.entries())
    await tx`insert into public.event_days (event_id, day, items) values (${event.id}, ${addDays(day, index)}, ${tx.json(items)})`;
  for (const [position, type] of TYPES.entries()) {
    const { en, es, ...columns } = type as typeof type & { en: string; es: string };
    const translations = tx.json({ en: { name: en }, es: { name: es } });
    await tx`insert into public.event_registration_types ${tx({ ...columns, event_id: event.id, translations, position })}`;
  }
  for (const stand of STANDS) await tx`insert into public.event_stands ${tx({ ...stand, event_id: event.id })}`;
}

/** Adds the example event, marked as a demonstration on every page; an existing one stays unchanged until it is over. */
export async function ensureDemoEvent({ sql }: Backend, organizerEmail: string): Promise<void> {
  const [table] = await sql`select 1 from pg_class where oid = to_regclass('public.event_stands')`;
  if (!table) return;
  await sql.begin((tx) => addEvent(tx, organizerEmail));
  await moveEndedEvent(sql);
}

/** Moves the example to new dates after its last day, so that its registrations are open at every start. */
async function moveEndedEvent(sql: Backend["sql"]): Promise<void> {
  const day = firstDay(Date.now());
  await sql.begin(async (tx) => {
    const [ended] = await tx<{ id: string; days: number }[]>`
      select id, ${day}::date - (starts_at at time zone 'America/Sao_Paulo')::date as days
      from public.events where slug = ${SLUG} and is_demo and ends_at < now() for update`;
    if (!ended) return;
    await tx`
      update public.events set status = 'published', starts_at = starts_at + make_interval(days => ${ended.days}),
        ends_at = ends_at + make_interval(days => ${ended.days}), votes_open_at = now(),
        votes_close_at = ends_at + make_interval(days => ${ended.days}) where id = ${ended.id}`;
  });
}
