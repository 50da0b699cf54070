set check_function_bodies = off;

-- Distances.

create function private.metres_between(lat_a double precision, lng_a double precision, lat_b double precision,
  lng_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat_b - lat_a) / 2) ^ 2 + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_b - lng_a) / 2) ^
      2
  )))
$$;

-- The 27 states of Brazil.

create table public.states (
  abbr char(2) primary key check (abbr ~ '^[A-Z]{2}$'),
  name text not null unique,
  macro_region text not null check (macro_region in ('Norte', 'Nordeste', 'Centro-Oeste', 'Sudeste', 'Sul')),
  capital_ibge integer,
  lat double precision not null,
  lng double precision not null,
  bbox double precision[] not null check (array_length(bbox, 1) = 4),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.states is 'The 27 federative units, static.';
comment on column public.states.capital_ibge is
  'IBGE code of the capital (cities.ibge_code); not a foreign key, because cities references states.';
comment on column public.states.lat is 'Centre of the largest part of the simplified shape, for placing a map.';
comment on column public.states.bbox is
  'Bounding box of the mainland in degrees: west, south, east, north; distant islands are left out, because they '
  'would make the area of the map too large.';
alter table public.states enable row level security;
grant select on public.states to anon, authenticated;
grant all on public.states to service_role;

insert into public.states (abbr, name, macro_region, capital_ibge, lat, lng, bbox) values
  ('AC', 'Acre', 'Norte', 1200401, -9.299, -70.471, '{-74.009, -11.134, -66.655, -7.127}'),
  ('AL', 'Alagoas', 'Nordeste', 2704302, -9.517, -36.626, '{-38.236, -10.498, -35.148, -8.832}'),
  ('AP', 'Amapá', 'Norte', 1600303, 1.456, -51.980, '{-54.800, -1.213, -49.874, 4.440}'),
  ('AM', 'Amazonas', 'Norte', 1302603, -4.184, -64.719, '{-73.811, -9.839, -56.312, 2.236}'),
  ('BA', 'Bahia', 'Nordeste', 2927408, -12.474, -41.704, '{-46.570, -18.324, -37.378, -8.528}'),
  ('CE', 'Ceará', 'Nordeste', 2304400, -5.099, -39.625, '{-41.450, -7.853, -37.238, -2.793}'),
  ('DF', 'Distrito Federal', 'Centro-Oeste', 5300108, -15.772, -47.785, '{-48.276, -16.042, -47.301, -15.500}'),
  ('ES', 'Espírito Santo', 'Sudeste', 3205309, -19.567, -40.666, '{-41.884, -21.274, -39.672, -17.875}'),
  ('GO', 'Goiás', 'Centro-Oeste', 5208707, -16.024, -49.604, '{-53.247, -19.483, -45.911, -12.398}'),
  ('MA', 'Maranhão', 'Nordeste', 2111300, -5.099, -45.291, '{-48.723, -10.319, -41.811, -1.065}'),
  ('MT', 'Mato Grosso', 'Centro-Oeste', 5103403, -12.959, -55.923, '{-61.612, -18.016, -50.236, -7.338}'),
  ('MS', 'Mato Grosso do Sul', 'Centro-Oeste', 5002704, -20.334, -54.845, '{-58.163, -24.051, -50.944, -17.189}'),
  ('MG', 'Minas Gerais', 'Sudeste', 3106200, -18.449, -44.676, '{-51.026, -22.893, -39.861, -14.251}'),
  ('PA', 'Pará', 'Norte', 1501402, -4.180, -53.272, '{-58.971, -9.843, -46.069, 2.607}'),
  ('PB', 'Paraíba', 'Nordeste', 2507507, -7.119, -36.825, '{-38.746, -8.278, -34.800, -6.027}'),
  ('PR', 'Paraná', 'Sul', 4106902, -24.632, -51.631, '{-54.610, -26.697, -48.032, -22.522}'),
  ('PE', 'Pernambuco', 'Nordeste', 2611606, -8.333, -37.996, '{-41.369, -9.488, -34.805, -7.272}'),
  ('PI', 'Piauí', 'Nordeste', 2211001, -7.410, -42.988, '{-45.983, -10.896, -40.412, -2.746}'),
  ('RJ', 'Rio de Janeiro', 'Sudeste', 3304557, -22.188, -42.657, '{-44.859, -23.353, -40.963, -20.790}'),
  ('RN', 'Rio Grande do Norte', 'Nordeste', 2408102, -5.841, -36.680, '{-38.606, -6.975, -34.963, -4.829}'),
  ('RS', 'Rio Grande do Sul', 'Sul', 4314902, -29.735, -53.317, '{-57.612, -33.742, -49.707, -27.071}'),
  ('RO', 'Rondônia', 'Norte', 1100205, -10.916, -62.846, '{-66.831, -13.662, -59.825, -8.001}'),
  ('RR', 'Roraima', 'Norte', 1400100, 2.067, -61.405, '{-64.813, -1.400, -58.872, 5.267}'),
  ('SC', 'Santa Catarina', 'Sul', 4205407, -27.251, -50.503, '{-53.829, -29.353, -48.376, -25.983}'),
  ('SP', 'São Paulo', 'Sudeste', 3550308, -22.259, -48.729, '{-53.152, -25.308, -44.163, -19.779}'),
  ('SE', 'Sergipe', 'Nordeste', 2800308, -10.580, -37.441, '{-38.245, -11.567, -36.407, -9.527}'),
  ('TO', 'Tocantins', 'Norte', 1721000, -10.142, -48.327, '{-50.741, -13.385, -45.757, -5.165}');

create policy "anonymous visitors read every state" on public.states
  for select to anon using (true);
create policy "signed-in accounts read every state" on public.states
  for select to authenticated using (true);
create trigger states_touch before update on public.states
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('states', 'not_personal', '{*}', 'guide'),
  private.declare_columns('states', 'not_personal', '{name}', 'name of a thing, not of a person');

alter table public.profiles add constraint profiles_home_state_fkey
  foreign key (home_state) references public.states (abbr);
alter table public.page_views add constraint page_views_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);
alter table public.page_view_daily add constraint page_view_daily_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);
alter table public.page_source_daily add constraint page_source_daily_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);

-- Monthly values of climate stations.

create function private.is_month_values(monthly numeric[], lowest numeric, highest numeric) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(monthly) = 12 and array_ndims(monthly) = 1 and not exists (
    select from unnest(monthly) as month_value where month_value not between lowest and highest
  )
$$;
comment on function private.is_month_values is 'One value or null for each month, January first, inside the limits.';

create table public.climate_stations (
  code text primary key check (code ~ '^\d{5}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  state_abbr char(2) not null references public.states (abbr),
  lat double precision not null check (lat between -34 and 6),
  lng double precision not null check (lng between -74 and -28),
  max_c numeric(4, 1)[] not null check (private.is_month_values(max_c, -10, 45)),
  min_c numeric(4, 1)[] not null check (private.is_month_values(min_c, -20, 35)),
  rain_mm numeric(6, 1)[] not null check (private.is_month_values(rain_mm, 0, 1500)),
  source text not null check (source !~ '^\s*$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.climate_stations is
  'Weather stations with their climate normals (means of 30 years); the seed writes them, the panel does not edit '
  'them.';
comment on column public.climate_stations.code is 'Station number of the World Meteorological Organization.';
comment on column public.climate_stations.max_c is
  'Mean daily maximum in °C of January to December; null where the source has none.';
comment on column public.climate_stations.min_c is
  'Mean daily minimum in °C of January to December; null where the source has none.';
comment on column public.climate_stations.rain_mm is
  'Mean rain in mm of January to December; null where the source has none.';
create index climate_stations_position_idx on public.climate_stations (lat, lng);
create index climate_stations_state_abbr_idx on public.climate_stations (state_abbr);
alter table public.climate_stations enable row level security;
grant select on public.climate_stations to anon, authenticated;
grant all on public.climate_stations to service_role;
create policy "anonymous visitors read every climate station" on public.climate_stations
  for select to anon using (true);
create policy "signed-in accounts read every climate station" on public.climate_stations
  for select to authenticated using (true);
create trigger climate_stations_touch before update on public.climate_stations
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('climate_stations', 'not_personal', '{*}', 'guide'),
  private.declare_columns('climate_stations', 'not_personal', '{name}', 'name of a weather station');

-- Lines of routes and recorded drives: which values are valid.

-- A track is the path of a route from an imported recording.
create function private.is_track(track jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(track) = 'array' and jsonb_array_length(track) between 2 and 2000 and not exists (
    select from jsonb_array_elements(track) as point
    where case
      when jsonb_typeof(point) <> 'array' or jsonb_array_length(point) <> 2 then true
      when jsonb_typeof(point -> 0) <> 'number' or jsonb_typeof(point -> 1) <> 'number' then true
      else not ((point ->> 0)::numeric between -34 and 6 and (point ->> 1)::numeric between -74 and -28)
    end
  )
$$;
comment on function private.is_track is 'Whether a value is [[lat, lng], …] with 2 to 2000 points in Brazil.';

create function private.is_track_piece(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(points) is distinct from 'array' then false
    when jsonb_array_length(points) not between 1 and 100 then false
    else not exists (
      select from jsonb_array_elements(points) as point
      where case
        when jsonb_typeof(point) <> 'array' then true
        when jsonb_array_length(point) <> 5 then true
        when exists (
          select from jsonb_array_elements(point) with ordinality as value (content, place)
          where jsonb_typeof(content) <> 'number' and not (place = 5 and content = 'null')
        ) then true
        else (point ->> 0)::numeric not between 0 and 10000000 or (point ->> 0)::numeric % 1 <> 0
          or (point ->> 1)::numeric not between -9000000 and 9000000
          or (point ->> 2)::numeric not between -18000000 and 18000000
          or (point ->> 3)::numeric not between 0 and 1000
          or coalesce((point ->> 4)::numeric, 0) not between -500 and 9000
      end
    )
  end
$$;
comment on function private.is_track_piece is
  'Whether a value is 1 to 100 points [tenths of a second since the start, latitude and longitude in 1/100,000 '
  'degree, accuracy in metres, altitude in metres or null].';

-- The limit of the device is lower (lib/trip-tracks/rules.ts), so that rounding never refuses a recorded piece.
create function private.is_plausible_track(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select from (
      select seconds, lat, lng, lag(seconds) over way as seconds_before, lag(lat) over way as lat_before, lag(lng)
        over way as lng_before
      from (
        select (point ->> 0)::double precision / 10 as seconds, (point ->> 1)::double precision / 100000 as lat,
          (point ->> 2)::double precision / 100000 as lng, place
        from jsonb_array_elements(points) with ordinality as one (point, place)
      ) as read
      window way as (order by place)
    ) as step
    where seconds_before is not null and (
      seconds <= seconds_before
      or private.metres_between(lat_before, lng_before, lat, lng) > 500 + (seconds - seconds_before) * 300000 / 3600
    )
  )
$$;
comment on function private.is_plausible_track is
  'Whether the times of some points increase and no step is faster than 300 km/h; 500 m are always possible.';

-- Time zones of states and towns.

create function private.zone_of_state(abbr text) returns text
language sql immutable set search_path = '' as $$
  select case
    when abbr = 'AC' then 'America/Rio_Branco'
    when abbr = 'AM' then 'America/Manaus'
    when abbr in ('AL', 'SE') then 'America/Maceio'
    when abbr in ('AP', 'PA') then 'America/Belem'
    when abbr = 'BA' then 'America/Bahia'
    when abbr in ('CE', 'MA', 'PB', 'PI', 'RN') then 'America/Fortaleza'
    when abbr = 'MS' then 'America/Campo_Grande'
    when abbr = 'MT' then 'America/Cuiaba'
    when abbr = 'PE' then 'America/Recife'
    when abbr = 'RO' then 'America/Porto_Velho'
    when abbr = 'RR' then 'America/Boa_Vista'
    when abbr = 'TO' then 'America/Araguaina'
    else 'America/Sao_Paulo'
  end
$$;
comment on function private.zone_of_state is
  'Time zone of a state, as lib/time-zones; all of Brazil has had no daylight saving time since 2019.';

create function private.zone_of_town(abbr text, ibge integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when ibge = 2605459 then 'America/Noronha'
    -- Lei 12.876/2013: the municipalities of Amazonas west of the line from Tabatinga to Porto Acre.
    when ibge in (1300201, 1300607, 1300706, 1301407, 1301506, 1301654, 1301803, 1301951, 1302306, 1302405, 1303502,
      1303908, 1304062)
      then 'America/Eirunepe'
    else private.zone_of_state(abbr)
  end
$$;
comment on function private.zone_of_town is
  'Time zone of a municipality by its IBGE code, or of its state when the municipality is not known; as '
  'lib/time-zones.';

create function private.in_zone(moment timestamptz, old_zone text, new_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone old_zone) at time zone new_zone
$$;
comment on function private.in_zone is 'The same day and hour in another time zone.';

-- Search over everything that the guide shows.

create text search configuration private.guide (copy = pg_catalog.portuguese);
alter text search configuration private.guide
  alter mapping for hword, hword_part, word with extensions.unaccent, pg_catalog.portuguese_stem;
comment on text search configuration private.guide is
  'Portuguese without accents, used for stored documents and for queries.';

-- Letters of every alphabet, so that names in Greek or Cyrillic letters are found too.
create function private.plain_words(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function private.plain_words is
  'Returns the words of a text in lower case without accents and punctuation: D''Oeste → d oeste.';

-- Names are also stored unstemmed, for words still being typed: gramad… would miss the stem gram. Kind and state are
-- lexemes too, so that one index finds word, kind and state together; no stored word contains a colon.
create function private.search_vector(
  kind text, state_abbr text, title text, keywords text, summary text, translations jsonb
) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select setweight(to_tsvector('private.guide'::regconfig, name.words), 'A')
    || setweight(to_tsvector('pg_catalog.simple'::regconfig, name.words), 'A')
    || setweight(to_tsvector('private.guide'::regconfig, clue.words), 'B')
    || setweight(to_tsvector('pg_catalog.simple'::regconfig, clue.words), 'B')
    || setweight(to_tsvector('private.guide'::regconfig, private.plain_words(concat_ws(' ', summary,
      translations #>> '{en,summary}', translations #>> '{es,summary}'
    ))), 'C')
    || array_to_tsvector(array_remove(array['kind:' || kind, 'state:' || state_abbr], null))
  from private.plain_words(title) as name (words),
    private.plain_words(concat_ws(' ', keywords, translations #>> '{en,title}', translations #>> '{es,title}'))
      as clue (words)
$$;
comment on function private.search_vector is
  'Returns the tsvector of a document: title with weight A, keywords and translated titles B, summaries C, and the '
  'lexemes kind:… and state:….';

create table public.search_documents (
  kind text not null check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'club', 'page', 'magazine',
    'event')),
  entity_id text not null,
  state_abbr char(2) references public.states (abbr),
  title text not null,
  summary text not null default '',
  keywords text not null default '',
  path text not null check (path ~ '^/'),
  weight real not null default 1 check (weight > 0),
  visible_from timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  title_norm text not null generated always as (private.plain_words(title)) stored,
  tsv tsvector not null generated always as (
    private.search_vector(kind, state_abbr::text, title, keywords, summary, translations)
  ) stored,
  updated_at timestamptz not null default now(),
  primary key (kind, entity_id)
);
comment on table public.search_documents is
  'Documents that search_portal searches: published items and pages; triggers write those of published items.';
comment on column public.search_documents.keywords is
  'Words that are searched but not shown: town, roads, stops, tags.';
comment on column public.search_documents.weight is 'Factor by which the score of the item is multiplied.';
comment on column public.search_documents.visible_from is
  'Time from which a post is found (its publish_at); null: always.';
comment on column public.search_documents.translations is '{en: {title, summary}, es: {…}}';
create index search_documents_tsv_idx on public.search_documents using gin (tsv);
create index search_documents_title_trgm_idx on public.search_documents using gin (title_norm extensions.gin_trgm_ops);
create index search_documents_title_prefix_idx on public.search_documents (title_norm text_pattern_ops);
create index search_documents_state_abbr_idx on public.search_documents (state_abbr);
alter table public.search_documents enable row level security;
grant select on public.search_documents to anon, authenticated;
grant all on public.search_documents to service_role;

insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight)
select 'page', '/' || lower(abbr) || '/home', abbr, name, 'Guia do estado: rotas, cidades, lugares e clubes',
  'estado state ' || abbr, '/' || lower(abbr) || '/home', 1.3
from public.states;

insert into public.search_documents (kind, entity_id, title, summary, keywords, path, translations)
select 'page', path, title, summary, keywords, path, jsonb_build_object(
  'en', jsonb_build_object('title', title_en, 'summary', summary_en), 'es',
    jsonb_build_object('title', title_es, 'summary', summary_es)
)
from (values
  ('/mapa-interativo', 'Mapa interativo', 'Rotas, lugares e pontos fotográficos no mapa', 'mapas', 'Interactive map',
    'Routes, places and photo spots on the map', 'Mapa interactivo', 'Rutas, lugares y puntos fotográficos en el mapa'),
  ('/clubes-parceiros', 'Clubes parceiros', 'Clubes de carros antigos do Brasil', 'clube associacao', 'Partner clubs',
    'Classic car clubs of Brazil', 'Clubes aliados', 'Clubes de autos antiguos de Brasil'),
  ('/blog', 'Blog', 'Artigos sobre viajar e cuidar de carro antigo', 'noticias artigos', 'Blog',
    'Articles on travelling with and keeping old cars', 'Blog', 'Artículos sobre viajar y cuidar autos antiguos'),
  ('/revista-digital', 'Revista digital', 'Edições para ler e baixar', 'pdf edicao', 'Digital magazine',
    'Issues to read and download', 'Revista digital', 'Ediciones para leer y descargar'),
  ('/radio', 'Rádio', 'Música para a estrada', 'ouvir musica', 'Radio', 'Music for the road', 'Radio',
    'Música para la ruta'),
  ('/checklist-viagem', 'Checklist de viagem', 'O que conferir antes de sair', 'lista conferir preparar',
    'Travel checklist', 'What to check before you leave', 'Checklist de viaje', 'Qué revisar antes de salir'),
  ('/gerar-qrcode', 'Gerar QR Code', 'QR Code em PNG, SVG e PDF', 'codigo', 'QR code maker',
    'QR codes as PNG, SVG and PDF', 'Generar código QR', 'Código QR en PNG, SVG y PDF'),
  ('/solicitar-painel-viagem', 'Solicitar painel de viagem', 'Peça uma viagem preparada pela equipe', 'roteiro pedido',
    'Ask for a trip panel', 'A trip prepared by the team', 'Pedir panel de viaje', 'Un viaje preparado por el equipo'),
  ('/anuncie-aqui', 'Anuncie aqui', 'Mídia kit e contato comercial', 'publicidade anuncio', 'Advertise here',
    'Media kit and contact', 'Anuncie aquí', 'Kit de medios y contacto'),
  ('/avaliar-app', 'Avaliar o portal', 'Opiniões de quem usa', 'avaliacao nota', 'Rate the portal', 'What people say',
    'Calificar el portal', 'Opiniones de quienes lo usan'),
  ('/como-funciona', 'Como funciona', 'Passo a passo, perguntas e glossário', 'ajuda duvidas faq', 'How it works',
    'Step by step, questions and glossary', 'Cómo funciona', 'Paso a paso, preguntas y glosario'),
  ('/sobre', 'Sobre o portal', 'Quem faz e por quê', 'contato equipe', 'About the portal', 'Who makes it and why',
    'Sobre el portal', 'Quién lo hace y por qué'),
  ('/termos-de-uso', 'Termos de uso', 'Regras de uso do portal', 'legal', 'Terms of use', 'Rules of the portal',
    'Términos de uso', 'Reglas de uso del portal'),
  ('/politica-de-privacidade', 'Política de privacidade', 'Dados pessoais e LGPD', 'lgpd dados', 'Privacy policy',
    'Personal data', 'Política de privacidad', 'Datos personales'),
  ('/direitos-autorais', 'Direitos autorais', 'Créditos e pedidos de retirada', 'copyright credito', 'Copyright',
    'Credits and takedown requests', 'Derechos de autor', 'Créditos y pedidos de retiro')
) as page (path, title, summary, keywords, title_en, summary_en, title_es, summary_es);

-- The emergency numbers are on the page of every state.
insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, translations)
select 'page', '/' || lower(abbr) || '/home#emergencia', abbr, 'Emergência na estrada: ' || name,
  'Telefones: Polícia Militar 190, Polícia Rodoviária Federal 191, SAMU 192, Bombeiros 193',
  'guincho reboque socorro acidente pane telefone prf 191 policia rodoviaria federal pm 190 samu ambulancia 192 bombeiros 193 tow truck police ambulance grua auxilio',
  '/' || lower(abbr) || '/home#emergencia',
  jsonb_build_object(
    'en', jsonb_build_object('title', 'Road emergencies: ' || name, 'summary',
      'Phone numbers: police 190, Federal Highway Police 191, ambulance 192, fire brigade 193'),
    'es', jsonb_build_object('title', 'Emergencias en la ruta: ' || name, 'summary',
      'Teléfonos: policía 190, Policía Federal de Caminos 191, ambulancia 192, bomberos 193')
  )
from public.states;

create policy "anonymous visitors read visible search documents" on public.search_documents
  for select to anon using (visible_from is null or visible_from <= now());
create policy "signed-in accounts read visible search documents" on public.search_documents
  for select to authenticated using (visible_from is null or visible_from <= now());

select private.declare_columns('search_documents', 'not_personal', '{*}', 'index of the guide');

-- {en: {name, description}} → {en: {title, summary}}, for the two names the source has.
create function private.search_translations(translations jsonb, title_key text, summary_key text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(locale, jsonb_strip_nulls(jsonb_build_object(
    'title', texts -> title_key, 'summary', left(texts ->> summary_key, 300)
  ))), '{}')
  from jsonb_each(translations) as translation (locale, texts)
  where locale in ('en', 'es') and jsonb_typeof(texts) = 'object'
$$;

-- Only the typed word is matched as a prefix: the stem of "lages" is "lag", which would match Laguna too.
create function private.words_query(typed text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (string_to_array(typed, ' '))[1:8];
  ending text;
  stem tsquery;
  asked tsquery := ''::tsquery;
begin
  for place in 1..coalesce(array_length(words, 1), 0) loop
    ending := case when place = array_length(words, 1) then ':*' else '' end;
    stem := to_tsquery('private.guide'::regconfig, words[place]);
    -- Skips stop words, and words of one or two letters beside longer ones.
    continue when numnode(stem) = 0 or (char_length(words[place]) < 3 and array_length(words, 1) > 1);
    asked := asked && (stem || (words[place] || ending)::tsquery);
  end loop;
  return asked;
end $$;
comment on function private.words_query is
  'Returns the tsquery of at most eight words from private.plain_words(); empty when all are stop words.';

create function private.filter_query(kinds text[], state_abbr text) returns tsquery
language sql immutable set search_path = '' as $$
  select coalesce(('(' || string_agg(quote_literal('kind:' || kind), ' | ') || ')')::tsquery, ''::tsquery)
    && coalesce(quote_literal('state:' || state_abbr)::tsquery, ''::tsquery)
  from unnest(kinds) as kind
$$;
comment on function private.filter_query is
  'Returns the tsquery of the lexemes kind:… and state:…; a filter that is not given matches every document.';

create function private.search_weighted(q text, in_state text, kinds text[], max_rows integer, weights jsonb)
  returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  typed text := left(private.usual_names(private.plain_words(left(coalesce(q, ''), 200))), 100);
  wanted_state text := upper(in_state);
  words tsquery := private.words_query(typed);
  -- Values outside these patterns are neither kinds nor states and could break the text of the query.
  wanted text[] := array(select kind from unnest(kinds) as kind where kind ~ '^[a-z_]{1,20}$');
  filter tsquery := private.filter_query(wanted, substring(wanted_state from '^[A-Z]{2}$'));
  rare_filter tsquery := filter && private.filter_query(array['page', 'region', 'post', 'magazine'], null);
  threshold text := coalesce(nullif(current_setting('pg_trgm.word_similarity_threshold', true), ''), '0.6');
begin
  if wanted_state !~ '^[A-Z]{2}$' or (cardinality(kinds) > 0 and cardinality(wanted) = 0) then
    return;
  end if;
  -- Set here because only a superuser may set it in the header before pg_trgm is loaded; an error resets it.
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  return query
  with starting as (
    select doc from public.search_documents as doc
    where char_length(typed) >= 2 and doc.title_norm like typed || '%'
      and (cardinality(wanted) = 0 or doc.kind = any (wanted)) and (wanted_state is null
        or doc.state_abbr = wanted_state)
    limit 200
  ), matching as (
    select doc from public.search_documents as doc
    where numnode(words) > 0 and doc.tsv @@ (words && filter)
    limit 300
  ), chosen as (
    -- For a frequent word, routes, pages and posts are read separately, so that the many places do not displace them.
    select doc from public.search_documents as doc
    where (select count(*) from matching) = 300 and doc.tsv @@ (words && rare_filter)
    limit 200
  ), sure as (
    select doc from starting union all select doc from matching union all select doc from chosen
  ), alike as (
    select doc from public.search_documents as doc
    where char_length(typed) >= 3 and (select count(*) from (select from sure limit 3) as few) < 3
      and typed operator(extensions.<%) doc.title_norm
      and (cardinality(wanted) = 0 or doc.kind = any (wanted)) and (wanted_state is null
        or doc.state_abbr = wanted_state)
    order by extensions.word_similarity(typed, doc.title_norm) desc
    limit 100
  ), found as (
    select distinct on ((doc).kind, (doc).entity_id) (doc).*
    from (select doc from sure union all select doc from alike) as every
  )
  select
    found.kind, found.entity_id, found.state_abbr::text, found.title, found.summary, found.path, found.translations,
    (found.weight * coalesce((weights ->> found.kind)::real, 1) * (
      coalesce((weights ->> 'words')::real, 1) * ts_rank(found.tsv, words)
      + coalesce((weights ->> 'likeness')::real, 1) * (extensions.similarity(typed,
        found.title_norm) + extensions.word_similarity(typed, found.title_norm))
      + coalesce((weights ->> 'exact')::real, 1) * case when found.title_norm = typed then 1
        when starts_with(found.title_norm, typed || ' ') then 0.5 else 0 end
    ))::real as score
  from found
  where found.visible_from is null or found.visible_from <= now()
  order by score desc, found.title, found.entity_id
  limit least(greatest(coalesce(max_rows, 20), 1), 100);
  perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
end $$;
comment on function private.search_weighted is
  'Searches like search_portal with the given weights: one factor per kind, and words, likeness and exact for the '
  'three parts of the score; a missing factor is 1.';

create function private.active_weights(of_algorithm text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select weights from public.algorithm_settings where algorithm = of_algorithm and is_active), '{}')
$$;
comment on function private.active_weights is
  'Returns the weights of the active version; an empty object while the built-in weights apply.';

-- Three bounded searches, then one ranking: titles that start with the typed text, matching words, similar titles.
-- The last one is for typing mistakes and runs only when the others found almost nothing.
create function private.search_portal(q text, in_state text, kinds text[], max_rows integer) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language sql stable security definer set search_path = '' as $$
  select * from private.search_weighted(q, in_state, kinds, max_rows, private.active_weights('search'))
$$;
comment on function private.search_portal is
  'Returns the documents that match a text, best score first, with the active weights.';

-- Replaces common names of a town by its official name.
create function private.usual_names(typed text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  spoken text[];
begin
  foreach spoken slice 1 in array array[
    ['floripa', 'florianopolis'], ['sampa', 'sao paulo'], ['beaga', 'belo horizonte'], ['bh', 'belo horizonte'],
    ['jampa', 'joao pessoa'], ['cwb', 'curitiba']
  ] loop
    typed := regexp_replace(typed, '\m' || spoken[1] || '\M', spoken[2], 'g');
  end loop;
  return typed;
end $$;
comment on function private.usual_names is
  'Plain words with the nicknames of towns replaced by their names: floripa → florianopolis.';

create function public.search_portal(
  q text, in_state text default null, kinds text[] default null, max_rows integer default 20
) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.search_portal(q, in_state, kinds, max_rows);
end;
comment on function public.search_portal is
  'Returns the routes, cities, places, photo points, posts, clubs, magazines and pages that match a text, best first, '
  'without regard to accents and with tolerance for typing errors; anyone may call it.';
grant execute on function public.search_portal to anon, authenticated, service_role;

reset check_function_bodies;
