-- The library of maintenance reminders that drivers are offered; the team edits it in the panel.

create table public.reminder_presets (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 80),
  why text not null check (why !~ '^\s*$' and char_length(why) <= 600),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  interval_km integer check (interval_km between 100 and 500000),
  interval_months smallint check (interval_months between 1 and 240),
  body_kinds text[] not null default '{}' check (body_kinds <@ '{car,pickup,motorcycle,truck}'),
  cooling text[] not null default '{}' check (cooling <@ '{air,water}'),
  fuel_systems text[] not null default '{}' check (fuel_systems <@ '{carburettor,injection,diesel,electric}'),
  position integer not null default 0 check (position between 0 and 9999),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint preset_has_an_interval check (interval_km is not null or interval_months is not null)
);
comment on table public.reminder_presets is 'Maintenance that drivers may be reminded of, with its reason and common intervals as starting points.';
comment on column public.reminder_presets.translations is '{en: {title, why}, es: {…}}';
comment on column public.reminder_presets.body_kinds is 'Kinds of vehicles it is offered for; empty for all. The same holds for cooling and fuel_systems.';
comment on column public.reminder_presets.is_active is 'Offered to drivers; reminders made from it earlier stay.';
comment on column public.reminder_presets.search_name is 'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index reminder_presets_position_idx on public.reminder_presets (position);

alter table public.reminder_presets enable row level security;
revoke all on public.reminder_presets from anon, authenticated;
grant select, insert, update, delete on public.reminder_presets to authenticated;
grant all on public.reminder_presets to service_role;
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
insert into private.audit_log_permissions (entity, permission) values ('reminder_presets', 'maintenance_reminders');
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('reminder_presets', '*', 'not_personal', 'published texts');

-- Common intervals as starting points; the page asks drivers to compare them with the manual of their car.
insert into public.reminder_presets (position, key, title, why, interval_km, interval_months, body_kinds, cooling, fuel_systems, translations)
select preset.position * 10, preset.key, preset.title, preset.why, preset.km, preset.months, preset.body_kinds::text[], preset.cooling::text[], preset.fuel_systems::text[],
  jsonb_build_object('en', jsonb_build_object('title', preset.title_en, 'why', preset.why_en), 'es', jsonb_build_object('title', preset.title_es, 'why', preset.why_es))
from (values
(1, 'oleo-do-motor', 5000, 6, '{}', '{}', '{carburettor,injection,diesel}',
 'Óleo do motor e filtro', 'O óleo perde aditivos e junta água e combustível mesmo com o carro parado. Por isso conta o que vier primeiro: quilômetros ou meses.',
 'Engine oil and filter', 'Oil loses additives and collects water and fuel even when the car is parked. So whichever comes first counts: kilometres or months.',
 'Aceite del motor y filtro', 'El aceite pierde aditivos y junta agua y combustible aunque el auto esté parado. Por eso cuenta lo que llegue primero: kilómetros o meses.'),
(2, 'filtro-de-ar', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Filtro de ar', 'Filtro sujo enriquece a mistura e gasta mais. Quem roda em estrada de terra confere bem antes.',
 'Air filter', 'A dirty filter makes the mixture rich and wastes fuel. If you drive on dirt roads, check it much earlier.',
 'Filtro de aire', 'Un filtro sucio enriquece la mezcla y gasta más. Si andas por caminos de tierra, revísalo mucho antes.'),
(3, 'filtro-de-combustivel', 10000, 12, '{}', '{}', '{carburettor,injection}',
 'Filtro de combustível', 'Tanque antigo solta ferrugem e borra, que entopem o carburador ou os bicos.',
 'Fuel filter', 'An old tank sheds rust and sludge, which block the carburettor or the injectors.',
 'Filtro de combustible', 'Un tanque viejo suelta óxido y suciedad, que tapan el carburador o los inyectores.'),
(4, 'filtro-separador-diesel', 10000, 12, '{}', '{}', '{diesel}',
 'Filtro de diesel e separador de água', 'Água no diesel enferruja a bomba injetora e cria borra. Drene o separador e troque o filtro.',
 'Diesel filter and water separator', 'Water in diesel rusts the injection pump and grows sludge. Drain the separator and replace the filter.',
 'Filtro de diésel y separador de agua', 'El agua en el diésel oxida la bomba inyectora y forma lodo. Drena el separador y cambia el filtro.'),
(5, 'fluido-de-freio', null, 24, '{}', '{}', '{}',
 'Fluido de freio', 'O fluido absorve água do ar: ferve mais cedo em descida de serra e enferruja cilindros e tubos por dentro.',
 'Brake fluid', 'The fluid absorbs water from the air: it boils earlier on long descents and rusts cylinders and pipes from inside.',
 'Líquido de frenos', 'El líquido absorbe agua del aire: hierve antes en las bajadas largas y oxida cilindros y tubos por dentro.'),
(6, 'freios', 10000, 12, '{}', '{}', '{}',
 'Revisão dos freios', 'Lonas, pastilhas, flexíveis e cilindros envelhecem mesmo sem uso. Pedal baixo ou carro que puxa para um lado não espera o prazo.',
 'Brake inspection', 'Shoes, pads, hoses and cylinders age even without use. A low pedal or pulling to one side cannot wait for the date.',
 'Revisión de frenos', 'Cintas, pastillas, flexibles y cilindros envejecen aun sin uso. Un pedal bajo o un auto que tira hacia un lado no espera la fecha.'),
(7, 'liquido-de-arrefecimento', null, 24, '{}', '{water}', '{}',
 'Líquido de arrefecimento e mangueiras', 'O aditivo contra corrosão se esgota. Só água enferruja o bloco e entope o radiador; mangueira ressecada estoura na estrada.',
 'Coolant and hoses', 'The corrosion inhibitor wears out. Plain water rusts the block and clogs the radiator, and a dry hose bursts on the road.',
 'Refrigerante y mangueras', 'El aditivo anticorrosivo se agota. El agua sola oxida el bloque y tapa el radiador; una manguera reseca revienta en la ruta.'),
(8, 'aletas-e-ventoinha', 10000, 12, '{}', '{air}', '{}',
 'Limpeza das aletas e da ventoinha', 'Motor a ar esfria pelas aletas: óleo com poeira vira uma capa que segura o calor. Veja também as chapas e a correia da ventoinha.',
 'Cooling fins and fan', 'An air-cooled engine loses its heat through the fins: oil with dust becomes a coat that holds heat. Check the tinware and the fan belt too.',
 'Aletas y turbina de enfriamiento', 'Un motor enfriado por aire pierde calor por las aletas: el aceite con polvo forma una capa que lo retiene. Mira también las chapas y la correa.'),
(9, 'platinado-e-ponto', 5000, 12, '{}', '{}', '{carburettor}',
 'Platinado, condensador e ponto de ignição', 'O platinado gasta e muda o ponto: o carro perde força, esquenta e gasta mais. Quem usa ignição eletrônica confere só o ponto.',
 'Points, condenser and ignition timing', 'The points wear and shift the timing: the car loses power, runs hot and uses more fuel. With electronic ignition only check the timing.',
 'Platinos, condensador y punto de encendido', 'Los platinos se gastan y corren el punto: el auto pierde fuerza, calienta y gasta más. Con encendido electrónico revisa solo el punto.'),
(10, 'velas-e-cabos', 10000, 24, '{}', '{}', '{carburettor,injection}',
 'Velas e cabos', 'Vela gasta falha na subida e dificulta a partida. A cor da vela também mostra se a mistura está certa.',
 'Spark plugs and leads', 'A worn plug misfires uphill and makes starting hard. The colour of the plug also shows whether the mixture is right.',
 'Bujías y cables', 'Una bujía gastada falla en las subidas y dificulta el arranque. Su color también muestra si la mezcla está bien.'),
(11, 'valvulas', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Regulagem das válvulas', 'Folga errada queima válvula ou faz barulho e tira força. Motor com tucho hidráulico em geral não precisa: veja o manual.',
 'Valve clearance', 'A wrong clearance burns valves, or makes noise and costs power. Hydraulic lifters usually need none: see the manual.',
 'Luz de válvulas', 'Una luz equivocada quema válvulas, o hace ruido y quita fuerza. Con botadores hidráulicos casi nunca hace falta: mira el manual.'),
(12, 'carburador', null, 24, '{}', '{}', '{carburettor}',
 'Limpeza e regulagem do carburador', 'Combustível parado vira goma que entope os giclês. Juntas e diafragmas também ressecam.',
 'Carburettor cleaning and adjustment', 'Fuel that stands turns into gum that blocks the jets. Gaskets and diaphragms dry out too.',
 'Limpieza y regulación del carburador', 'El combustible parado se vuelve goma y tapa los surtidores. Juntas y diafragmas también se resecan.'),
(13, 'mangueiras-de-combustivel', null, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Mangueiras e conexões de combustível', 'Borracha antiga resseca e o etanol da gasolina acelera isso. Vazamento perto do motor quente é a causa clássica de incêndio.',
 'Fuel hoses and fittings', 'Old rubber dries out, and the ethanol in petrol speeds it up. A leak near the hot engine is the classic cause of fire.',
 'Mangueras y conexiones de combustible', 'La goma vieja se reseca y el etanol de la nafta lo acelera. Una fuga junto al motor caliente es la causa clásica de incendio.'),
(14, 'correias', 15000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Correias: tensão e estado', 'Correia frouxa não carrega a bateria e deixa o motor esquentar. Trinca ou fio solto é hora de trocar.',
 'Belts: tension and condition', 'A loose belt does not charge the battery and lets the engine overheat. Cracks or loose threads mean it is time to replace it.',
 'Correas: tensión y estado', 'Una correa floja no carga la batería y deja calentar el motor. Con grietas o hilos sueltos es hora de cambiarla.'),
(15, 'correia-dentada', 40000, 48, '{}', '{}', '{carburettor,injection,diesel}',
 'Correia dentada', 'Só para motores que têm: se ela arrebenta, as válvulas podem bater nos pistões. A borracha envelhece mesmo com o carro parado.',
 'Timing belt', 'Only for engines that have one: when it breaks, valves may hit the pistons. The rubber ages even when the car is parked.',
 'Correa de distribución', 'Solo para motores que la tienen: si se corta, las válvulas pueden golpear los pistones. La goma envejece aunque el auto no ande.'),
(16, 'graxa', 5000, 6, '{car,pickup,truck}', '{}', '{}',
 'Lubrificação: graxeiras e dobradiças', 'Pivôs, terminais e cruzetas com graxeira perdem graxa e juntam água. Sem graxa, a folga aparece na direção.',
 'Greasing: nipples and hinges', 'Ball joints, tie rods and universal joints with nipples lose grease and collect water. Without grease the steering gets play.',
 'Engrase: alemites y bisagras', 'Rótulas, extremos y crucetas con alemite pierden grasa y juntan agua. Sin grasa aparece juego en la dirección.'),
(17, 'cambio-e-diferencial', 40000, 48, '{car,pickup,truck}', '{}', '{}',
 'Óleo do câmbio e do diferencial', 'O óleo perde viscosidade e junta limalha. Marcha que arranha e zumbido atrás são sinais.',
 'Gearbox and differential oil', 'The oil loses viscosity and collects metal dust. Grinding gears and a hum from the rear are signs.',
 'Aceite de caja y diferencial', 'El aceite pierde viscosidad y junta limaduras. Un cambio que raspa y un zumbido atrás son señales.'),
(18, 'corrente', 1000, null, '{motorcycle}', '{}', '{}',
 'Corrente: tensão e lubrificação', 'Corrente seca ou frouxa gasta coroa e pinhão e pode soltar.',
 'Chain: tension and lubrication', 'A dry or loose chain wears the sprockets and can come off.',
 'Cadena: tensión y lubricación', 'Una cadena seca o floja gasta corona y piñón y puede salirse.'),
(19, 'pneus-idade', null, 12, '{}', '{}', '{}',
 'Pneus: idade e estado', 'A borracha endurece com o tempo, mesmo com bons sulcos. A data está na lateral: os quatro dígitos do código DOT são semana e ano. Não esqueça o estepe.',
 'Tyres: age and condition', 'Rubber hardens with time, even with good tread. The date is on the sidewall: the four digits of the DOT code are week and year. Do not forget the spare.',
 'Neumáticos: edad y estado', 'La goma se endurece con el tiempo, aunque tenga buen dibujo. La fecha está en el costado: los cuatro dígitos del código DOT son semana y año. No olvides el auxilio.'),
(20, 'calibragem', null, 1, '{}', '{}', '{}',
 'Calibragem dos pneus', 'Pneu perde pressão parado. Calibre frio, e o estepe junto.',
 'Tyre pressure', 'Tyres lose pressure while parked. Check them cold, and the spare too.',
 'Presión de los neumáticos', 'Los neumáticos pierden presión parados. Revísalos en frío, con el auxilio.'),
(21, 'bateria', null, 6, '{}', '{}', '{}',
 'Bateria e terminais', 'Clássico que roda pouco descarrega a bateria. Limpe os terminais, veja o nível e a carga.',
 'Battery and terminals', 'A classic that is driven little drains its battery. Clean the terminals and check level and charge.',
 'Batería y bornes', 'Un clásico que anda poco descarga la batería. Limpia los bornes y revisa nivel y carga.'),
(22, 'carro-parado', null, 1, '{}', '{}', '{}',
 'Rodar com o carro parado', 'Ligar só por ligar junta água no óleo e no escapamento. Rode até a temperatura normal, use os freios e todas as marchas.',
 'Drive the parked car', 'Starting it without driving collects water in the oil and exhaust. Drive until it is warm and use the brakes and every gear.',
 'Sacar a rodar el auto parado', 'Encenderlo sin andar junta agua en el aceite y el escape. Anda hasta que tome temperatura y usa los frenos y todas las marchas.'),
(23, 'palhetas-e-luzes', null, 12, '{}', '{}', '{}',
 'Palhetas, luzes e buzina', 'O que ninguém testa até chover ou escurecer. Leve também lâmpadas e fusíveis de reserva.',
 'Wipers, lights and horn', 'What nobody tests until it rains or gets dark. Carry spare bulbs and fuses too.',
 'Escobillas, luces y bocina', 'Lo que nadie prueba hasta que llueve u oscurece. Lleva también lámparas y fusibles de repuesto.'),
(24, 'extintor', null, 12, '{car,pickup,truck}', '{}', '{}',
 'Extintor: validade e pressão', 'Se você leva um a bordo, confira o ponteiro na faixa verde e a data de validade.',
 'Fire extinguisher: date and pressure', 'If you carry one, check that the needle is in the green and that it has not expired.',
 'Extintor: fecha y presión', 'Si llevas uno a bordo, revisa que la aguja esté en verde y que no haya vencido.'),
(25, 'licenciamento', null, 12, '{}', '{}', '{}',
 'Licenciamento e IPVA', 'O calendário muda com o estado e o final da placa, e vários estados isentam carros antigos do IPVA. Confira no Detran e marque a data fixa.',
 'Annual licence and vehicle tax', 'The calendar depends on the state and the last digit of the plate, and several states exempt old cars from the tax. Check with the Detran and set a fixed date.',
 'Licencia anual e impuesto', 'El calendario cambia según el estado y el final de la placa, y varios estados eximen del impuesto a los autos antiguos. Consulta el Detran y pon una fecha fija.'),
(26, 'seguro', null, 12, '{}', '{}', '{}',
 'Seguro e assistência', 'Renove antes do fim: sem apólice não há guincho nem cobertura. Para clássicos, confira o valor combinado na apólice.',
 'Insurance and roadside assistance', 'Renew before the end: without a policy there is no tow and no cover. For classics, check the agreed value in the policy.',
 'Seguro y asistencia', 'Renueva antes del final: sin póliza no hay grúa ni cobertura. Para clásicos, revisa el valor acordado en la póliza.'),
(27, 'certificado-de-originalidade', null, 12, '{}', '{}', '{}',
 'Certificado de originalidade (placa preta)', 'O certificado tem validade e o clube agenda a vistoria com antecedência. Marque a data que está no seu.',
 'Certificate of originality (collection plate)', 'The certificate expires, and the club books inspections in advance. Set the date that is on yours.',
 'Certificado de originalidad (placa negra)', 'El certificado vence y el club agenda la inspección con anticipación. Pon la fecha que figura en el tuyo.')
) as preset (position, key, km, months, body_kinds, cooling, fuel_systems, title, why, title_en, why_en, title_es, why_es);
