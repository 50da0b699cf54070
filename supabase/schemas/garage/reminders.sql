-- Maintenance reminders: presets, due dates and announcements.

create table public.reminder_presets (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 80),
  why text not null check (why !~ '^\s*$' and char_length(why) <= 600),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  interval_km integer check (interval_km between 100 and 500000),
  interval_months smallint check (interval_months between 1 and 240),
  body_kinds text[] not null default '{}' check (body_kinds <@ private.body_kinds()),
  cooling text[] not null default '{}' check (cooling <@ '{air,water}'),
  fuel_systems text[] not null default '{}' check (fuel_systems <@ private.fuel_systems()),
  position integer not null default 0 check (position between 0 and 9999),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint preset_has_an_interval check (interval_km is not null or interval_months is not null)
);
comment on table public.reminder_presets is
  'Maintenance that drivers may be reminded of, with its reason and common intervals as starting points.';
comment on column public.reminder_presets.translations is '{en: {title, why}, es: {…}}';
comment on column public.reminder_presets.body_kinds is
  'Kinds of vehicles it is offered for; empty for all. The same holds for cooling and fuel_systems.';
comment on column public.reminder_presets.is_active is 'Offered to drivers; reminders made from it earlier stay.';
comment on column public.reminder_presets.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index reminder_presets_position_idx on public.reminder_presets (position);
alter table public.reminder_presets enable row level security;
grant select, insert, update, delete on public.reminder_presets to authenticated;
grant all on public.reminder_presets to service_role;

-- Common intervals as starting points; the page asks drivers to compare them with the manual of their car.
insert into public.reminder_presets (position, key, title, why, interval_km, interval_months, body_kinds, cooling,
  fuel_systems, translations)
select preset.position * 10, preset.key, preset.title, preset.why, preset.km, preset.months, preset.body_kinds::text[],
  preset.cooling::text[], preset.fuel_systems::text[],
  jsonb_build_object('en', jsonb_build_object('title', preset.title_en, 'why', preset.why_en), 'es',
    jsonb_build_object('title', preset.title_es, 'why', preset.why_es))
from (values
(1, 'oleo-do-motor', 5000, 6, '{}', '{}', '{carburettor,injection,diesel}',
 'Óleo do motor e filtro',
   'O óleo perde aditivos e junta água e combustível mesmo com o carro parado. Por isso conta o que vier primeiro: quilômetros ou meses.',
 'Engine oil and filter',
   'Oil loses additives and collects water and fuel even when the car is parked. So whichever comes first counts: kilometres or months.',
 'Aceite del motor y filtro',
   'El aceite pierde aditivos y junta agua y combustible aunque el auto esté parado. Por eso cuenta lo que llegue primero: kilómetros o meses.'),
(2, 'filtro-de-ar', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Filtro de ar', 'Filtro sujo enriquece a mistura e gasta mais. Quem roda em estrada de terra confere bem antes.',
 'Air filter', 'A dirty filter makes the mixture rich and wastes fuel. If you drive on dirt roads, check it much earlier.',
 'Filtro de aire', 'Un filtro sucio enriquece la mezcla y gasta más. Si andas por caminos de tierra, revísalo mucho antes.'),
(3, 'filtro-de-combustivel', 10000, 12, '{}', '{}', '{carburettor,injection}',
 'Filtro de combustível', 'Tanque antigo solta ferrugem e borra, que entopem o carburador ou os bicos.',
 'Fuel filter', 'An old tank sheds rust and sludge, which block the carburettor or the injectors.',
 'Filtro de combustible', 'Un tanque viejo suelta óxido y suciedad, que tapan el carburador o los inyectores.'),
(4, 'filtro-separador-diesel', 10000, 12, '{}', '{}', '{diesel}',
 'Filtro de diesel e separador de água',
   'Água no diesel enferruja a bomba injetora e cria borra. Drene o separador e troque o filtro.',
 'Diesel filter and water separator',
   'Water in diesel rusts the injection pump and grows sludge. Drain the separator and replace the filter.',
 'Filtro de diésel y separador de agua',
   'El agua en el diésel oxida la bomba inyectora y forma lodo. Drena el separador y cambia el filtro.'),
(5, 'fluido-de-freio', null, 24, '{}', '{}', '{}',
 'Fluido de freio', 'O fluido absorve água do ar: ferve mais cedo em descida de serra e enferruja cilindros e tubos por dentro.',
 'Brake fluid', 'The fluid absorbs water from the air: it boils earlier on long descents and rusts cylinders and pipes from inside.',
 'Líquido de frenos', 'El líquido absorbe agua del aire: hierve antes en las bajadas largas y oxida cilindros y tubos por dentro.'),
(6, 'freios', 10000, 12, '{}', '{}', '{}',
 'Revisão dos freios',
   'Lonas, pastilhas, flexíveis e cilindros envelhecem mesmo sem uso. Pedal baixo ou carro que puxa para um lado não espera o prazo.',
 'Brake inspection', 'Shoes, pads, hoses and cylinders age even without use. A low pedal or pulling to one side cannot wait for the date.',
 'Revisión de frenos',
   'Cintas, pastillas, flexibles y cilindros envejecen aun sin uso. Un pedal bajo o un auto que tira hacia un lado no espera la fecha.'),
(7, 'liquido-de-arrefecimento', null, 24, '{}', '{water}', '{}',
 'Líquido de arrefecimento e mangueiras',
   'O aditivo contra corrosão se esgota. Só água enferruja o bloco e entope o radiador; mangueira ressecada estoura na estrada.',
 'Coolant and hoses', 'The corrosion inhibitor wears out. Plain water rusts the block and clogs the radiator, and a dry hose bursts on the road.',
 'Refrigerante y mangueras',
   'El aditivo anticorrosivo se agota. El agua sola oxida el bloque y tapa el radiador; una manguera reseca revienta en la ruta.'),
(8, 'aletas-e-ventoinha', 10000, 12, '{}', '{air}', '{}',
 'Limpeza das aletas e da ventoinha',
   'Motor a ar esfria pelas aletas: óleo com poeira vira uma capa que segura o calor. Veja também as chapas e a correia da ventoinha.',
 'Cooling fins and fan',
   'An air-cooled engine loses its heat through the fins: oil with dust becomes a coat that holds heat. Check the tinware and the fan belt too.',
 'Aletas y turbina de enfriamiento',
   'Un motor enfriado por aire pierde calor por las aletas: el aceite con polvo forma una capa que lo retiene. Mira también las chapas y la correa.'),
(9, 'platinado-e-ponto', 5000, 12, '{}', '{}', '{carburettor}',
 'Platinado, condensador e ponto de ignição',
   'O platinado gasta e muda o ponto: o carro perde força, esquenta e gasta mais. Quem usa ignição eletrônica confere só o ponto.',
 'Points, condenser and ignition timing',
   'The points wear and shift the timing: the car loses power, runs hot and uses more fuel. With electronic ignition only check the timing.',
 'Platinos, condensador y punto de encendido',
   'Los platinos se gastan y corren el punto: el auto pierde fuerza, calienta y gasta más. Con encendido electrónico revisa solo el punto.'),
(10, 'velas-e-cabos', 10000, 24, '{}', '{}', '{carburettor,injection}',
 'Velas e cabos', 'Vela gasta falha na subida e dificulta a partida. A cor da vela também mostra se a mistura está certa.',
 'Spark plugs and leads',
   'A worn plug misfires uphill and makes starting hard. The colour of the plug also shows whether the mixture is right.',
 'Bujías y cables', 'Una bujía gastada falla en las subidas y dificulta el arranque. Su color también muestra si la mezcla está bien.'),
(11, 'valvulas', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Regulagem das válvulas',
   'Folga errada queima válvula ou faz barulho e tira força. Motor com tucho hidráulico em geral não precisa: veja o manual.',
 'Valve clearance', 'A wrong clearance burns valves, or makes noise and costs power. Hydraulic lifters usually need none: see the manual.',
 'Luz de válvulas', 'Una luz equivocada quema válvulas, o hace ruido y quita fuerza. Con botadores hidráulicos casi nunca hace falta: mira el manual.'),
(12, 'carburador', null, 24, '{}', '{}', '{carburettor}',
 'Limpeza e regulagem do carburador',
   'Combustível parado vira goma que entope os giclês. Juntas e diafragmas também ressecam.',
 'Carburettor cleaning and adjustment',
   'Fuel that stands turns into gum that blocks the jets. Gaskets and diaphragms dry out too.',
 'Limpieza y regulación del carburador',
   'El combustible parado se vuelve goma y tapa los surtidores. Juntas y diafragmas también se resecan.'),
(13, 'mangueiras-de-combustivel', null, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Mangueiras e conexões de combustível',
   'Borracha antiga resseca e o etanol da gasolina acelera isso. Vazamento perto do motor quente é a causa clássica de incêndio.',
 'Fuel hoses and fittings',
   'Old rubber dries out, and the ethanol in petrol speeds it up. A leak near the hot engine is the classic cause of fire.',
 'Mangueras y conexiones de combustible',
   'La goma vieja se reseca y el etanol de la nafta lo acelera. Una fuga junto al motor caliente es la causa clásica de incendio.'),
(14, 'correias', 15000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Correias: tensão e estado',
   'Correia frouxa não carrega a bateria e deixa o motor esquentar. Trinca ou fio solto é hora de trocar.',
 'Belts: tension and condition',
   'A loose belt does not charge the battery and lets the engine overheat. Cracks or loose threads mean it is time to replace it.',
 'Correas: tensión y estado',
   'Una correa floja no carga la batería y deja calentar el motor. Con grietas o hilos sueltos es hora de cambiarla.'),
(15, 'correia-dentada', 40000, 48, '{}', '{}', '{carburettor,injection,diesel}',
 'Correia dentada', 'Só para motores que têm: se ela arrebenta, as válvulas podem bater nos pistões. A borracha envelhece mesmo com o carro parado.',
 'Timing belt', 'Only for engines that have one: when it breaks, valves may hit the pistons. The rubber ages even when the car is parked.',
 'Correa de distribución',
   'Solo para motores que la tienen: si se corta, las válvulas pueden golpear los pistones. La goma envejece aunque el auto no ande.'),
(16, 'graxa', 5000, 6, '{car,pickup,truck}', '{}', '{}',
 'Lubrificação: graxeiras e dobradiças',
   'Pivôs, terminais e cruzetas com graxeira perdem graxa e juntam água. Sem graxa, a folga aparece na direção.',
 'Greasing: nipples and hinges',
   'Ball joints, tie rods and universal joints with nipples lose grease and collect water. Without grease the steering gets play.',
 'Engrase: alemites y bisagras',
   'Rótulas, extremos y crucetas con alemite pierden grasa y juntan agua. Sin grasa aparece juego en la dirección.'),
(17, 'cambio-e-diferencial', 40000, 48, '{car,pickup,truck}', '{}', '{}',
 'Óleo do câmbio e do diferencial',
   'O óleo perde viscosidade e junta limalha. Marcha que arranha e zumbido atrás são sinais.',
 'Gearbox and differential oil',
   'The oil loses viscosity and collects metal dust. Grinding gears and a hum from the rear are signs.',
 'Aceite de caja y diferencial',
   'El aceite pierde viscosidad y junta limaduras. Un cambio que raspa y un zumbido atrás son señales.'),
(18, 'corrente', 1000, null, '{motorcycle}', '{}', '{}',
 'Corrente: tensão e lubrificação', 'Corrente seca ou frouxa gasta coroa e pinhão e pode soltar.',
 'Chain: tension and lubrication', 'A dry or loose chain wears the sprockets and can come off.',
 'Cadena: tensión y lubricación', 'Una cadena seca o floja gasta corona y piñón y puede salirse.'),
(19, 'pneus-idade', null, 12, '{}', '{}', '{}',
 'Pneus: idade e estado',
   'A borracha endurece com o tempo, mesmo com bons sulcos. A data está na lateral: os quatro dígitos do código DOT são semana e ano. Não esqueça o estepe.',
 'Tyres: age and condition',
   'Rubber hardens with time, even with good tread. The date is on the sidewall: the four digits of the DOT code are week and year. Do not forget the spare.',
 'Neumáticos: edad y estado',
   'La goma se endurece con el tiempo, aunque tenga buen dibujo. La fecha está en el costado: los cuatro dígitos del código DOT son semana y año. No olvides el auxilio.'),
(20, 'calibragem', null, 1, '{}', '{}', '{}',
 'Calibragem dos pneus', 'Pneu perde pressão parado. Calibre frio, e o estepe junto.',
 'Tyre pressure', 'Tyres lose pressure while parked. Check them cold, and the spare too.',
 'Presión de los neumáticos', 'Los neumáticos pierden presión parados. Revísalos en frío, con el auxilio.'),
(21, 'bateria', null, 6, '{}', '{}', '{}',
 'Bateria e terminais', 'Clássico que roda pouco descarrega a bateria. Limpe os terminais, veja o nível e a carga.',
 'Battery and terminals',
   'A classic that is driven little drains its battery. Clean the terminals and check level and charge.',
 'Batería y bornes', 'Un clásico que anda poco descarga la batería. Limpia los bornes y revisa nivel y carga.'),
(22, 'carro-parado', null, 1, '{}', '{}', '{}',
 'Rodar com o carro parado',
   'Ligar só por ligar junta água no óleo e no escapamento. Rode até a temperatura normal, use os freios e todas as marchas.',
 'Drive the parked car',
   'Starting it without driving collects water in the oil and exhaust. Drive until it is warm and use the brakes and every gear.',
 'Sacar a rodar el auto parado',
   'Encenderlo sin andar junta agua en el aceite y el escape. Anda hasta que tome temperatura y usa los frenos y todas las marchas.'),
(23, 'palhetas-e-luzes', null, 12, '{}', '{}', '{}',
 'Palhetas, luzes e buzina', 'O que ninguém testa até chover ou escurecer. Leve também lâmpadas e fusíveis de reserva.',
 'Wipers, lights and horn', 'What nobody tests until it rains or gets dark. Carry spare bulbs and fuses too.',
 'Escobillas, luces y bocina',
   'Lo que nadie prueba hasta que llueve u oscurece. Lleva también lámparas y fusibles de repuesto.'),
(24, 'extintor', null, 12, '{car,pickup,truck}', '{}', '{}',
 'Extintor: validade e pressão', 'Se você leva um a bordo, confira o ponteiro na faixa verde e a data de validade.',
 'Fire extinguisher: date and pressure',
   'If you carry one, check that the needle is in the green and that it has not expired.',
 'Extintor: fecha y presión', 'Si llevas uno a bordo, revisa que la aguja esté en verde y que no haya vencido.'),
(25, 'licenciamento', null, 12, '{}', '{}', '{}',
 'Licenciamento e IPVA',
   'O calendário muda com o estado e o final da placa, e vários estados isentam carros antigos do IPVA. Confira no Detran e marque a data fixa.',
 'Annual licence and vehicle tax',
   'The calendar depends on the state and the last digit of the plate, and several states exempt old cars from the tax. Check with the Detran and set a fixed date.',
 'Licencia anual e impuesto',
   'El calendario cambia según el estado y el final de la placa, y varios estados eximen del impuesto a los autos antiguos. Consulta el Detran y pon una fecha fija.'),
(26, 'seguro', null, 12, '{}', '{}', '{}',
 'Seguro e assistência',
   'Renove antes do fim: sem apólice não há guincho nem cobertura. Para clássicos, confira o valor combinado na apólice.',
 'Insurance and roadside assistance',
   'Renew before the end: without a policy there is no tow and no cover. For classics, check the agreed value in the policy.',
 'Seguro y asistencia',
   'Renueva antes del final: sin póliza no hay grúa ni cobertura. Para clásicos, revisa el valor acordado en la póliza.'),
(27, 'certificado-de-originalidade', null, 12, '{}', '{}', '{}',
 'Certificado de originalidade (placa preta)',
   'O certificado tem validade e o clube agenda a vistoria com antecedência. Marque a data que está no seu.',
 'Certificate of originality (collection plate)',
   'The certificate expires, and the club books inspections in advance. Set the date that is on yours.',
 'Certificado de originalidad (placa negra)',
   'El certificado vence y el club agenda la inspección con anticipación. Pon la fecha que figura en el tuyo.')
) as preset (position, key, km, months, body_kinds, cooling, fuel_systems, title, why, title_en, why_en, title_es,
  why_es);

create policy "signed-in accounts read reminder presets" on public.reminder_presets
  for select to authenticated using ((select private.account_id()) is not null);
create policy "reminder managers add presets" on public.reminder_presets
  for insert to authenticated with check ((select private.has_permission('maintenance_reminders')));
create policy "reminder managers update presets" on public.reminder_presets
  for update to authenticated
  using ((select private.has_permission('maintenance_reminders')))
  with check ((select private.has_permission('maintenance_reminders')));
create policy "reminder managers delete presets" on public.reminder_presets
  for delete to authenticated using ((select private.has_permission('maintenance_reminders')));
create trigger reminder_presets_touch before update on public.reminder_presets
  for each row execute function private.touch_updated_at();
create trigger reminder_presets_audit after insert or update or delete on public.reminder_presets
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('reminder_presets', 'maintenance_reminders');

select private.declare_columns('reminder_presets', 'not_personal', '{*}', 'published texts');

create table public.maintenance_reminders (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  preset_id uuid references public.reminder_presets (id) on delete set null,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  notes text not null default '' check (char_length(notes) <= 1000),
  metric text not null check (metric = any (private.reminder_metrics())),
  interval_months smallint check (interval_months between 1 and 240),
  interval_km integer check (interval_km between 100 and 500000),
  is_fixed boolean not null default false,
  start_on date check (start_on between '1900-01-01' and '2200-01-01'),
  start_km numeric(9, 1) check (start_km between 0 and 9999999),
  date_step smallint not null default 0 check (date_step >= 0),
  km_step integer not null default 0 check (km_step >= 0),
  last_done_on date check (last_done_on between '1900-01-01' and '2200-01-01'),
  last_done_km numeric(9, 1) check (last_done_km between 0 and 9999999),
  due_on date,
  due_km numeric(9, 1),
  warn_days smallint not null default 14 check (warn_days between 0 and 365),
  warn_km integer not null default 500 check (warn_km between 0 and 20000),
  channels text[] not null default private.reminder_channels() check (
    channels <@ private.reminder_channels() and cardinality(channels) <= 3
  ),
  paused_at timestamptz,
  snoozed_until date,
  snoozed_until_km numeric(9, 1) check (snoozed_until_km between 0 and 9999999),
  occurrence integer not null default 1,
  announced_at timestamptz,
  previous jsonb,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  -- A repeated reminder has the interval of each of its measures; one that happens once has none and is fixed.
  constraint reminder_intervals check (
    (is_fixed and interval_months is null and interval_km is null)
    or ((interval_months is not null) = (metric in ('date', 'both'))
      and (interval_km is not null) = (metric in ('km', 'both')))
  ),
  constraint reminder_is_due check ((due_on is not null) = (metric in ('date', 'both'))
    and (due_km is not null) = (metric in ('km', 'both')))
);
comment on table public.maintenance_reminders is
  'Maintenance of a car that comes due by date, kilometres or whichever is first. Readers of the car read it, its '
  'owner and editors write it.';
comment on column public.maintenance_reminders.id is
  'Made by the browser, so that a reminder that is sent twice is stored once.';
comment on column public.maintenance_reminders.is_fixed is
  'Fixed: counted from the planned date or kilometres. Otherwise rolling: from the day it was done.';
comment on column public.maintenance_reminders.start_on is
  'Fixed: the first planned date. Rolling: where the count starts until it was done once. The same holds for '
  'start_km.';
comment on column public.maintenance_reminders.start_km is
  'Kilometres of the car, not the reading of an odometer; so are all kilometres of this table.';
comment on column public.maintenance_reminders.date_step is
  'How many intervals a fixed reminder has passed since start_on; km_step since start_km.';
comment on column public.maintenance_reminders.due_on is 'Computed by private.reminder_due; so is due_km.';
comment on column public.maintenance_reminders.warn_days is
  'How many days before due_on it counts as soon; warn_km before due_km.';
comment on column public.maintenance_reminders.channels is 'How the owner is told. Empty: only the lists show it.';
comment on column public.maintenance_reminders.occurrence is
  'Counts what is announced once: a new due date, or a snooze.';
comment on column public.maintenance_reminders.announced_at is 'When the present occurrence was announced.';
comment on column public.maintenance_reminders.previous is
  'Values before it was done last, with the log entry, to undo it.';
comment on column public.maintenance_reminders.deleted_at is 'In the trash for 30 days.';
create index maintenance_reminders_vehicle_id_idx on public.maintenance_reminders (vehicle_id, owner_id);
create index maintenance_reminders_owner_id_idx on public.maintenance_reminders (owner_id);
create index maintenance_reminders_preset_id_idx on public.maintenance_reminders (preset_id);
create index maintenance_reminders_waiting_idx on public.maintenance_reminders (owner_id)
  where announced_at is null and deleted_at is null and paused_at is null;
create index maintenance_reminders_deleted_at_idx on public.maintenance_reminders (deleted_at) where deleted_at
  is not null;
alter table public.maintenance_reminders enable row level security;
grant select on public.maintenance_reminders to authenticated;
grant insert (
  id, vehicle_id, owner_id, preset_id, title, notes, metric, interval_months, interval_km, is_fixed, start_on,
  start_km, last_done_on, last_done_km, warn_days, warn_km, channels
) on public.maintenance_reminders to authenticated;
grant update (
  title, notes, metric, interval_months, interval_km, is_fixed, start_on, start_km, last_done_on, last_done_km,
  warn_days, warn_km, channels, paused_at, snoozed_until, snoozed_until_km, deleted_at
) on public.maintenance_reminders to authenticated;
grant all on public.maintenance_reminders to service_role;
create policy "authenticated readers of a car read its reminders" on public.maintenance_reminders
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add reminders" on public.maintenance_reminders
  for insert to authenticated with check (private.edits_vehicle(vehicle_id));
create policy "authenticated owners and editors update reminders" on public.maintenance_reminders
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));

create function private.stamp_reminder_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
    new.paused_at := case when new.paused_at is not null then coalesce(old.paused_at, now()) end;
  end if;
  return new;
end $$;
comment on function private.stamp_reminder_times is
  'Trigger function: an API caller decides whether a reminder is paused or in the trash, the server since when.';

create trigger maintenance_reminders_times before update on public.maintenance_reminders
  for each row execute function private.stamp_reminder_times();
create trigger maintenance_reminders_touch before update on public.maintenance_reminders
  for each row execute function private.touch_updated_at();

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_km numeric := (select odometer_km from public.vehicles where id = new.vehicle_id);
begin
  if tg_op = 'INSERT' and 200 <= (select count(*) from public.maintenance_reminders where vehicle_id = new.vehicle_id
    and deleted_at is null) then
    raise exception 'reminder_limit' using errcode = '54000';
  elsif tg_op = 'UPDATE' and old.is_fixed = new.is_fixed then
    -- A form that repeats the shown due date does not move the first planned date.
    new.start_on := case when new.start_on is null or (new.is_fixed and new.start_on = old.due_on) then old.start_on
      else new.start_on end;
    new.start_km := case when new.start_km is null or (new.is_fixed and new.start_km = old.due_km) then old.start_km
      else new.start_km end;
    new.date_step := case when new.is_fixed and new.start_on is distinct from old.start_on then 0 else new.date_step
      end;
    new.km_step := case when new.is_fixed and new.start_km is distinct from old.start_km then 0 else new.km_step end;
  elsif tg_op = 'UPDATE' then
    new.date_step := 0;
    new.km_step := 0;
  end if;
  if not new.is_fixed then
    new.start_on := coalesce(new.start_on, private.brazilian_today());
    new.start_km := coalesce(new.start_km, known_km);
  end if;
  select due.due_on, due.due_km into new.due_on, new.due_km from private.reminder_due(new) as due;
  if tg_op = 'UPDATE' and (
    (new.due_on, new.due_km) is distinct from (old.due_on, old.due_km)
    or (new.snoozed_until is not null and new.snoozed_until is distinct from old.snoozed_until)
    or (new.snoozed_until_km is not null and new.snoozed_until_km is distinct from old.snoozed_until_km)
  ) then
    new.occurrence := old.occurrence + 1;
    -- Undoing restores the value of the earlier occurrence.
    new.announced_at := case when new.announced_at is distinct from old.announced_at then new.announced_at end;
  end if;
  return new;
end $$;
comment on function private.plan_reminder is
  'Trigger function: computes when a reminder is due; another due date or a snooze is a new occurrence.';

create trigger maintenance_reminders_plan before insert or update on public.maintenance_reminders
  for each row execute function private.plan_reminder();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('maintenance_reminders', 'owner_id', 'account', 'own', 'Lembretes de manutenção', 'delete', 111);

select private.declare_columns('maintenance_reminders', 'exported',
  '{id,vehicle_id,owner_id,preset_id,title,notes,metric,interval_months,interval_km,is_fixed,start_on,start_km,
    date_step,km_step,last_done_on,last_done_km,due_on,due_km,warn_days,warn_km,channels,paused_at,snoozed_until,
    snoozed_until_km,occurrence,announced_at,previous,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_maintenance_reminders', 'public.maintenance_reminders', 'deleted_at', '30 days', 'deleted_at is not null',
    425);

create table public.reminder_announcements (
  id uuid primary key default gen_random_uuid(),
  reminder_id uuid not null references public.maintenance_reminders (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  occurrence integer not null,
  channel text not null check (channel = any (private.reminder_channels())),
  job_id uuid,
  status text not null check (status = any (private.delivery_statuses())),
  reason text check (char_length(reason) <= 300),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (reminder_id, occurrence, channel)
);
comment on table public.reminder_announcements is
  'One row per announced occurrence of a reminder and channel; functions write and read it, no API role does.';
comment on column public.reminder_announcements.account_id is 'Who was told: the owner of the car at that time.';
comment on column public.reminder_announcements.job_id is
  'Id of the mail or push job, which several reminders share; null in the portal.';
comment on column public.reminder_announcements.status is
  'queued: in the outbox or its queue. failed: the last attempt; the worker tries again.';
create index reminder_announcements_account_id_idx on public.reminder_announcements (account_id);
create index reminder_announcements_job_id_idx on public.reminder_announcements (job_id);
create index reminder_announcements_created_at_idx on public.reminder_announcements (created_at desc);
alter table public.reminder_announcements enable row level security;

insert into private.audit_log_permissions (entity, permission) values
  ('reminder_announcements', 'maintenance_reminders');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('reminder_announcements', 'account_id', 'account', 'own', 'Avisos de manutenção enviados', 'delete', 112);

select
  private.declare_columns('reminder_announcements', 'exported',
    '{reminder_id,occurrence,channel,status,created_at,changed_at}'),
  private.declare_columns('reminder_announcements', 'not_personal',
    '{id,job_id,reason}', 'technical keys and reason of a failure'),
  private.declare_columns('reminder_announcements', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('reminder_announcements', 'public.reminder_announcements', 'created_at', '90 days', 426);

-- A daily job announces by date; new kilometres announce within seconds.
create function private.announce_after_km() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.waiting_reminders(new.owner_id) where vehicle_id = new.id and metric <> 'date') and
    not exists (
    select from private.outbox where job = 'announce-reminders' and data ->> 'owner' = new.owner_id::text
  ) then
    perform private.enqueue_job('announce-reminders', jsonb_build_object('owner', new.owner_id));
  end if;
  return null;
end $$;
comment on function private.announce_after_km is
  'Trigger function: enqueues the announcement when the kilometres of a car make a reminder due.';

create trigger vehicles_announce after update of odometer_km on public.vehicles
  for each row when (new.odometer_km is distinct from old.odometer_km) execute function private.announce_after_km();

-- Whole months are added to the first date at once: 31 January, 28 February, 31 March.
create function private.reminder_due(reminder public.maintenance_reminders, out due_on date, out due_km numeric)
language sql immutable set search_path = '' as $$
  select
    case when reminder.metric in ('date', 'both') then (
      case when reminder.is_fixed
        then reminder.start_on + reminder.date_step * make_interval(months => coalesce(reminder.interval_months, 0))
      else coalesce(reminder.last_done_on, reminder.start_on) + make_interval(months => reminder.interval_months) end
    )::date end,
    case when reminder.metric in ('km', 'both') then
      case when reminder.is_fixed then reminder.start_km + reminder.km_step * coalesce(reminder.interval_km, 0)
      else coalesce(reminder.last_done_km, reminder.start_km) + reminder.interval_km end
    end
$$;
comment on function private.reminder_due is
  'The only place where the due date and kilometres of a reminder are computed.';

-- The kilometres come with the next refuelling, so a reminder counts as due for warn_km before it counts as overdue.
create function private.reminder_status(reminder public.maintenance_reminders, odometer_km numeric, today date)
  returns text
language sql immutable set search_path = '' as $$
  select case
    when reminder.paused_at is not null then 'paused'
    when today > reminder.due_on or odometer_km > reminder.due_km + reminder.warn_km then 'overdue'
    when today >= reminder.due_on or odometer_km >= reminder.due_km then 'due'
    when today >= reminder.due_on - reminder.warn_days or odometer_km >= reminder.due_km - reminder.warn_km then 'soon'
    else 'ok'
  end
$$;
comment on function private.reminder_status is
  'ok, soon, due, overdue or paused, for the kilometres of the car (null: unknown) and a day.';

create function private.is_snoozed(reminder public.maintenance_reminders, odometer_km numeric, today date)
  returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(reminder.snoozed_until > today, false) or coalesce(reminder.snoozed_until_km > coalesce(odometer_km,
    0), false)
$$;
comment on function private.is_snoozed is 'Whether a reminder is put off at these kilometres and on this day.';

create function private.next_reminder(existing public.maintenance_reminders, done_on date, done_km numeric)
  returns public.maintenance_reminders
language plpgsql immutable set search_path = '' as $$
declare
  following public.maintenance_reminders := existing;
begin
  following.last_done_on := done_on;
  following.last_done_km := coalesce(done_km, existing.last_done_km);
  if existing.is_fixed and existing.interval_months is not null then
    -- The next planned date; planned dates that passed before it was done are skipped.
    loop
      following.date_step := following.date_step + 1;
      exit when (select due.due_on from private.reminder_due(following) as due) > done_on;
    end loop;
  end if;
  if existing.is_fixed and existing.interval_km is not null then
    following.km_step := greatest(existing.km_step + 1, floor((coalesce(done_km,
      0) - existing.start_km) / existing.interval_km)::integer + 1);
  end if;
  return following;
end $$;
comment on function private.next_reminder is 'A repeated reminder after it was done.';

create function private.complete_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.maintenance_reminders;
  following public.maintenance_reminders;
  answer jsonb;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.maintenance_reminders where id = reminder for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.previous ->> 'entry' = entry::text then
    return private.saved();
  elsif existing.deleted_at is not null then
    return private.gone();
  end if;
  answer := private.save_vehicle_entry(entry, existing.vehicle_id, null, content);
  if answer ->> 'outcome' <> 'saved' then
    return answer - 'entry';
  end if;
  following := private.next_reminder(existing, (answer #>> '{entry,on_date}')::date, coalesce(
    (answer #>> '{entry,km}')::numeric, (select odometer_km from public.vehicles where id = existing.vehicle_id)
  ));
  update public.maintenance_reminders set
    last_done_on = following.last_done_on, last_done_km = following.last_done_km, date_step = following.date_step,
      km_step = following.km_step,
    snoozed_until = null, snoozed_until_km = null,
    previous = jsonb_build_object(
      'entry', entry, 'last_done_on', existing.last_done_on, 'last_done_km', existing.last_done_km, 'date_step',
        existing.date_step,
      'km_step', existing.km_step, 'snoozed_until', existing.snoozed_until, 'snoozed_until_km',
        existing.snoozed_until_km,
      'announced_at', existing.announced_at
    ),
    deleted_at = case when existing.is_fixed and existing.interval_months is null and existing.interval_km is null
      then now() end
  where id = reminder;
  return private.saved();
end $$;
comment on function private.complete_reminder is
  'Notes the maintenance in the log and moves the reminder on, in one transaction; one that happens once goes into '
  'the trash. A repeated call with the same entry changes nothing.';

create function private.undo_reminder(reminder uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.maintenance_reminders;
  before public.maintenance_reminders;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.maintenance_reminders where id = reminder for update;
  if existing.previous is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  end if;
  perform private.set_vehicle_entry_deleted((existing.previous ->> 'entry')::uuid, true);
  before := jsonb_populate_record(existing, existing.previous - 'entry');
  update public.maintenance_reminders set
    last_done_on = before.last_done_on, last_done_km = before.last_done_km, date_step = before.date_step,
      km_step = before.km_step,
    snoozed_until = before.snoozed_until, snoozed_until_km = before.snoozed_until_km,
      announced_at = coalesce(before.announced_at, announced_at),
    previous = null, deleted_at = null
  where id = reminder;
  return private.saved();
end $$;
comment on function private.undo_reminder is
  'Takes back that a reminder was done: saved or gone. Its log entry goes into the trash.';

create function private.waiting_reminders(of_owner uuid) returns setof public.maintenance_reminders
language sql stable security definer set search_path = '' as $$
  select reminder.*
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where (of_owner is null or reminder.owner_id = of_owner)
    and reminder.announced_at is null and reminder.deleted_at is null and reminder.paused_at is null
    and car.deleted_at is null and car.status <> 'sold'
    and private.reminder_status(reminder, car.odometer_km, private.brazilian_today()) in ('soon', 'due', 'overdue')
    and not private.is_snoozed(reminder, car.odometer_km, private.brazilian_today())
$$;
comment on function private.waiting_reminders is 'Reminders to announce now, of one owner or of all (null).';

-- Numbers and dates in the form of the language; the line has no words that would need a translation.
create function private.reminder_line(reminder public.maintenance_reminders, locale text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(reminder.title, '\s+', ' ', 'g') || ': ' || concat_ws(' / ',
    case locale when 'en-US' then to_char(reminder.due_on, 'Mon FMDD, YYYY') else to_char(reminder.due_on, 'DD/MM/YYYY')
      end,
    case locale when 'en-US' then to_char(reminder.due_km, 'FM9,999,999')
      else translate(to_char(reminder.due_km, 'FM9,999,999'), ',', '.') end || ' km'
  )
$$;
comment on function private.reminder_line is 'Title, due date and kilometres of a reminder for a message.';

create function private.reminder_lines(reminders uuid[], locale text, names_vehicle boolean) returns text
language sql stable set search_path = '' as $$
  select string_agg('• ' || case when names_vehicle then regexp_replace(car.nickname, '\s+', ' ', 'g') || ' – ' else ''
    end
    || private.reminder_line(reminder, locale), e'\n' order by car.nickname, car.id, reminder.due_on, reminder.due_km,
      reminder.id)
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_lines is 'One line per reminder, with the name of the car if asked.';

create function private.vehicle_reminder_notice(vehicle uuid, reminders uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', left('Manutenção: ' || car.nickname, 120), 'body', left(private.reminder_lines(reminders, 'pt-BR', false),
      1000),
    'link', '/diario-de-bordo/' || car.id || '/lembretes',
    'translations', jsonb_build_object(
      'en', jsonb_build_object('title', left('Maintenance: ' || car.nickname, 120), 'body',
        left(private.reminder_lines(reminders, 'en-US', false), 1000)),
      'es', jsonb_build_object('title', left('Mantenimiento: ' || car.nickname, 120), 'body',
        left(private.reminder_lines(reminders, 'es-419', false), 1000))
    )
  )
  from public.vehicles as car where car.id = vehicle
$$;
comment on function private.vehicle_reminder_notice is 'Notice of one car in three languages.';

create function private.record_announcements(reminders uuid[], channel text, job uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, job_id, status)
  select id, owner_id, occurrence, record_announcements.channel, job, case record_announcements.channel when 'portal'
    then 'sent' else 'queued' end
  from public.maintenance_reminders where id = any (reminders)
$$;
comment on function private.record_announcements is
  'Notes that reminders were announced; the unique key refuses a second time.';

create function private.announce_to(person record, told public.maintenance_reminders[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  car uuid;
  chosen uuid[];
  notice jsonb;
  mail uuid;
begin
  for car in select distinct vehicle_id from unnest(told) order by 1 loop
    chosen := array(select id from unnest(told) where vehicle_id = car and 'portal' = any (channels));
    if cardinality(chosen) > 0 then
      notice := private.vehicle_reminder_notice(car, chosen);
      insert into public.notifications (user_id, title, body, link, translations)
      values (person.id, notice ->> 'title', notice ->> 'body', notice ->> 'link', notice -> 'translations');
      perform private.record_announcements(chosen, 'portal', null);
    end if;
    chosen := array(select id from unnest(told) where vehicle_id = car and 'push' = any (channels));
    if cardinality(chosen) > 0 and exists (select from public.push_subscriptions where user_id = person.id) then
      perform private.record_announcements(chosen, 'push', private.enqueue_job(
        'push-reminders', jsonb_build_object('account', person.id, 'notice',
          private.vehicle_reminder_notice(car, chosen))
      ));
    end if;
  end loop;
  chosen := array(select id from unnest(told) where 'mail' = any (channels));
  if cardinality(chosen) > 0 and person.email is not null then
    begin
      mail := private.enqueue_mail(person.email, 'maintenance_reminders', jsonb_build_object(
        'name', person.username, 'count', cardinality(chosen), 'reminders', private.reminder_facts(chosen),
        'first', (select title from unnest(told) where id = any (chosen) order by due_on, due_km, id limit 1),
        'path', '/painel#manutencao', 'end_path', '/painel#manutencao'
      ), person.locale);
      perform private.record_announcements(chosen, 'mail', mail);
    exception when invalid_parameter_value then
      -- An account that cannot receive mail still gets the notice.
      null;
    end;
  end if;
end $$;
comment on function private.announce_to is
  'Enqueues what an owner is told: a notice and a push message per car, one mail for all.';

create function private.announce_reminders(of_owner uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  told public.maintenance_reminders[];
  people integer := 0;
begin
  for person in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.profiles join auth.users on users.id = profiles.id
    where profiles.blocked_at is null and profiles.id in (select owner_id from private.waiting_reminders(of_owner))
    order by profiles.id limit most for no key update of profiles
  loop
    -- A worker that waited for the lock finds the reminders already marked.
    with marked as (
      update public.maintenance_reminders as reminder set announced_at = now()
      where id in (select id from private.waiting_reminders(person.id)) and announced_at is null returning reminder.*
    )
    select array_agg(marked::public.maintenance_reminders) into told from marked;
    people := people + 1;
    if told is not null then
      perform private.announce_to(person, told);
    end if;
  end loop;
  return people;
end $$;
comment on function private.announce_reminders is
  'Announces the due reminders of one owner, or of as many owners as given (null): marks and enqueues in one '
  'transaction. Answers how many people; 0 when nobody waits.';

create function private.note_reminder_job(job uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.reminder_announcements
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where job_id = job and status <> 'sent'
$$;
comment on function private.note_reminder_job is 'Result of an attempt to send a mail or push message of reminders.';

-- What the panel shows: no names, addresses or own titles.
create function private.reminder_queue() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('maintenance_reminders');
  return jsonb_build_object(
    'waiting', (select count(*) from private.waiting_reminders(null)),
    'due_today', (select count(*) from public.maintenance_reminders where due_on = private.brazilian_today()
      and deleted_at is null and paused_at is null),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'count', total)
        order by channel, status), '[]')
      from (
        select channel, status, count(*) as total from public.reminder_announcements
        where created_at > now() - interval '30 days' group by channel, status
      ) as counted
    ),
    'sendings', (
      select coalesce(jsonb_agg(to_jsonb(sending) order by sending.status = 'failed' desc, sending.created_at desc),
        '[]') from (
        select coalesce(job_id, id) as id, channel, status, max(reason) as reason, count(*) as reminders,
          max(created_at) as created_at, max(changed_at) as changed_at
        from public.reminder_announcements
        group by coalesce(job_id, id), channel, status order by status = 'failed' desc, max(created_at) desc limit 200
      ) as sending
    )
  );
end $$;
comment on function private.reminder_queue is 'Figures and the newest 200 sendings, failed ones first.';

create function private.retry_reminder(sending uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('maintenance_reminders');
  if to_regclass('pgboss.job') is null or not exists (select from public.reminder_announcements where job_id = sending
    and status = 'failed') then
    return private.gone();
  end if;
  execute 'update pgboss.job set state = ''retry'', retry_limit = greatest(retry_limit, retry_count + 1), start_after = now(), completed_on = null
    where name in (''send-mail'', ''push-reminders'') and id = $1 and state::text in (''failed'', ''retry'')' using sending;
  get diagnostics changed = row_count;
  if changed > 0 then
    update public.reminder_announcements set status = 'queued', changed_at = now() where job_id = sending;
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'reminder_announcements', sending::text, '{"status": "queued"}',
      'sent again');
  end if;
  return private.saved_or_gone(changed > 0);
end $$;
comment on function private.retry_reminder is
  'A failed mail or push message is tried again now; gone when it is not in its queue any more.';

create function public.list_maintenance_reminders(vehicles uuid[]) returns table (
  id uuid, vehicle_id uuid, preset_id uuid, title text, notes text, metric text, interval_months smallint,
    interval_km integer,
  is_fixed boolean, last_done_on date, last_done_km numeric, due_on date, due_km numeric, warn_days smallint,
    warn_km integer,
  channels text[], snoozed_until date, snoozed_until_km numeric, status text, is_snoozed boolean, can_undo boolean,
  vehicle text, odometer_km numeric
)
language sql stable security invoker set search_path = ''
begin atomic
  select
    reminder.id, reminder.vehicle_id, reminder.preset_id, reminder.title, reminder.notes, reminder.metric,
      reminder.interval_months,
    reminder.interval_km, reminder.is_fixed, reminder.last_done_on, reminder.last_done_km, reminder.due_on,
      reminder.due_km,
    reminder.warn_days, reminder.warn_km, reminder.channels, reminder.snoozed_until, reminder.snoozed_until_km,
    private.reminder_status(reminder, car.odometer_km, private.brazilian_today()),
    private.is_snoozed(reminder, car.odometer_km, private.brazilian_today()), reminder.previous is not null,
      car.nickname, car.odometer_km
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.vehicle_id = any (vehicles) and reminder.deleted_at is null and car.deleted_at is null;
end;
comment on function public.list_maintenance_reminders is
  'Reminders of the cars that the caller reads, with status (ok, soon, due, overdue or paused), is_snoozed and the '
  'kilometres of the car.';
grant execute on function public.list_maintenance_reminders to authenticated, service_role;

create function public.complete_maintenance_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.complete_reminder(reminder, entry, content);
comment on function public.complete_maintenance_reminder is
  'For editors of the car: saves the entry and moves the reminder on, with the outcomes of save_vehicle_entry.';
grant execute on function public.complete_maintenance_reminder to authenticated, service_role;

create function public.undo_maintenance_reminder(reminder uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_reminder(reminder);
comment on function public.undo_maintenance_reminder is
  'For editors of the car: takes back that a reminder was done: saved or gone.';
grant execute on function public.undo_maintenance_reminder to authenticated, service_role;

create function public.reminder_devices(account uuid) returns table (id uuid, endpoint text, p256dh text, auth text,
  locale text)
language sql stable security invoker set search_path = '' as $$
  select device.id, device.endpoint, device.p256dh, device.auth, device.locale
  from public.push_subscriptions as device join public.profiles as reader on reader.id = device.user_id
  where device.user_id = account and reader.blocked_at is null order by device.id
$$;
comment on function public.reminder_devices is 'For the server only: devices of an owner who is told about reminders.';
grant execute on function public.reminder_devices to service_role;

create function public.reminder_queue() returns jsonb
language sql stable security invoker set search_path = ''
return private.reminder_queue();
comment on function public.reminder_queue is
  'For reminder managers: {waiting, due_today, counts, sendings} without personal data.';
grant execute on function public.reminder_queue to authenticated, service_role;

create function public.retry_reminder_sending(sending uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.retry_reminder(sending);
comment on function public.retry_reminder_sending is
  'For reminder managers: tries a failed mail or push message again; gone when it cannot be tried.';
grant execute on function public.retry_reminder_sending to authenticated, service_role;
