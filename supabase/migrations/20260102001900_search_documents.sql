-- One row per thing a visitor can find, kept by triggers on what it is made of.
create text search configuration private.guide (copy = pg_catalog.portuguese);
alter text search configuration private.guide
  alter mapping for hword, hword_part, word with extensions.unaccent, pg_catalog.portuguese_stem;
comment on text search configuration private.guide is 'Portuguese without accents: the same for what is stored and what is asked.';

create function private.plain_words(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.fold(value), '[^a-z0-9]+', ' ', 'g'))
$$;
comment on function private.plain_words(text) is 'Folded words without punctuation: D''Oeste → d oeste.';

-- Names also stay unstemmed, for words still being typed: gramad… would miss the stem gram. Kind and state are lexemes
-- too, so one index answers word, kind and state together; no stored word holds a colon.
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
    private.plain_words(concat_ws(' ', keywords, translations #>> '{en,title}', translations #>> '{es,title}')) as clue (words)
$$;
comment on function private.search_vector(text, text, text, text, text, jsonb) is
  'Title A; keywords and translated titles B; summaries C; then what it is and where.';

create table public.search_documents (
  kind text not null check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'club', 'page')),
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
comment on table public.search_documents is 'What search_portal looks through: published items only, written by triggers.';
comment on column public.search_documents.keywords is 'Found by, not shown: town, roads, stops, tags.';
comment on column public.search_documents.weight is 'How much an item counts beside others that match as well.';
comment on column public.search_documents.visible_from is 'When a scheduled post appears.';
comment on column public.search_documents.translations is '{en: {title, summary}, es: {…}}';

create index search_documents_tsv_idx on public.search_documents using gin (tsv);
create index search_documents_title_trgm_idx on public.search_documents using gin (title_norm extensions.gin_trgm_ops);
create index search_documents_title_prefix_idx on public.search_documents (title_norm text_pattern_ops);
create index search_documents_state_abbr_idx on public.search_documents (state_abbr);

alter table public.search_documents enable row level security;
grant select on public.search_documents to anon, authenticated;
grant all on public.search_documents to service_role;

create policy "anonymous visitors read documents that are visible" on public.search_documents
  for select to anon using (visible_from is null or visible_from <= now());
create policy "signed-in accounts read documents that are visible" on public.search_documents
  for select to authenticated using (visible_from is null or visible_from <= now());

-- {en: {name, description}} → {en: {title, summary}}, for the two names the source has.
create function private.search_translations(translations jsonb, title_key text, summary_key text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(locale, jsonb_strip_nulls(jsonb_build_object(
    'title', texts -> title_key, 'summary', left(texts ->> summary_key, 300)
  ))), '{}')
  from jsonb_each(translations) as translation (locale, texts)
  where locale in ('en', 'es') and jsonb_typeof(texts) = 'object'
$$;

-- One view per source, with the source's own id first: the triggers below read them by it.
create view private.searchable_region with (security_invoker = true) as
select
  regions.id as source_id, 'region' as kind, regions.id::text as entity_id, regions.state_abbr, regions.name as title,
  left(regions.summary, 300) as summary,
  concat_ws(' ', states.name, array_to_string(regions.roads, ' '), array_to_string(regions.themes, ' '), regions.biome, (
    select string_agg(stop.name, ' ' order by stop.position) from public.region_waypoints as stop where stop.region_id = regions.id
  )) as keywords,
  (private.addresses_of('region', regions.state_abbr, regions.slug))[1] as path, 1.2::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(regions.translations, 'name', 'summary') as translations
from public.regions join public.states on states.abbr = regions.state_abbr
where regions.status = 'published' and regions.deleted_at is null;

create view private.searchable_city with (security_invoker = true) as
select
  cities.ibge_code as source_id, 'city' as kind, cities.ibge_code::text as entity_id, cities.state_abbr, cities.name as title,
  coalesce(left(cities.intro, 300), '') as summary, states.name as keywords,
  (private.addresses_of('city', cities.state_abbr, cities.slug))[1] as path,
  (case when cities.is_published or cities.is_capital then 1 else 0.8 end)::real as weight, null::timestamptz as visible_from,
  private.search_translations(cities.translations, 'name', 'intro') as translations
from public.cities join public.states on states.abbr = cities.state_abbr;

create view private.searchable_service with (security_invoker = true) as
select
  services.id as source_id, 'service' as kind, services.id::text as entity_id, services.state_abbr, services.name as title,
  left(services.description, 300) as summary,
  concat_ws(' ', category.name, category.translations #>> '{en,name}', category.translations #>> '{es,name}', cities.name) as keywords,
  (private.addresses_of('service', services.state_abbr, services.slug))[1] as path, 1::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(services.translations, 'name', 'description') as translations
from public.services
join public.service_categories as category on category.key = services.category_key
left join public.cities on cities.ibge_code = services.city_ibge
where services.status = 'published' and services.deleted_at is null;

create view private.searchable_photo_point with (security_invoker = true) as
select
  photo_points.id as source_id, 'photo_point' as kind, photo_points.id::text as entity_id, photo_points.state_abbr,
  photo_points.name as title, left(photo_points.description, 300) as summary,
  concat_ws(' ', cities.name, photo_points.biome, 'foto photo') as keywords,
  (private.addresses_of('photo_point', photo_points.state_abbr, photo_points.slug))[1] as path, 0.9::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(photo_points.translations, 'name', 'description') as translations
from public.photo_points join public.cities on cities.ibge_code = photo_points.city_ibge
where photo_points.status = 'published' and photo_points.deleted_at is null;

create view private.searchable_club with (security_invoker = true) as
select
  clubs.id as source_id, 'club' as kind, clubs.id::text as entity_id, clubs.state_abbr, clubs.name as title,
  left(clubs.story, 300) as summary,
  concat_ws(' ', cities.name, array_to_string(clubs.makes, ' '), 'clube club') as keywords,
  '/' || lower(clubs.state_abbr) || '/clubes-parceiros#' || clubs.slug as path, 0.8::real as weight,
  null::timestamptz as visible_from, private.search_translations(clubs.translations, 'name', 'story') as translations
from public.clubs left join public.cities on cities.ibge_code = clubs.city_ibge
where clubs.status in ('to_confirm', 'published') and clubs.deleted_at is null;

create view private.searchable_post with (security_invoker = true) as
select
  blog_posts.id as source_id, 'post' as kind, blog_posts.id::text as entity_id, blog_posts.state_abbr,
  blog_posts.title, left(blog_posts.excerpt, 300) as summary,
  concat_ws(' ', category.name, array_to_string(blog_posts.tags, ' '), 'blog') as keywords,
  (private.addresses_of('post', blog_posts.state_abbr, blog_posts.slug))[1] as path, 1::real as weight,
  blog_posts.publish_at as visible_from, private.search_translations(blog_posts.translations, 'title', 'excerpt') as translations
from public.blog_posts join public.blog_categories as category on category.key = blog_posts.category_key
where blog_posts.status <> 'draft' and blog_posts.deleted_at is null;

-- Argument: kind. Whole statements at a time: the seed inserts 5,571 cities in one.
create function private.index_for_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  id_column text := case when tg_argv[0] = 'city' then 'ibge_code' else 'id' end;
begin
  if tg_op <> 'INSERT' then
    execute format(
      'delete from public.search_documents as doc where doc.kind = %L and doc.entity_id in (select %I::text from old_rows)',
      tg_argv[0], id_column
    );
  end if;
  if tg_op <> 'DELETE' then
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations
      from private.%I where source_id in (select %I from new_rows)',
      'searchable_' || tg_argv[0], id_column
    );
  end if;
  return null;
end $$;
comment on function private.index_for_search() is 'Rewrites the search documents of the rows a statement touched; a row that is not shown has none.';

do $$
declare
  source text[];
begin
  foreach source slice 1 in array array[
    ['regions', 'region'], ['cities', 'city'], ['services', 'service'],
    ['photo_points', 'photo_point'], ['clubs', 'club'], ['blog_posts', 'post']
  ] loop
    execute format(
      'create trigger %I after insert on public.%I referencing new table as new_rows
      for each statement execute function private.index_for_search(%L)', source[1] || '_search_insert', source[1], source[2]
    );
    execute format(
      'create trigger %I after update on public.%I referencing old table as old_rows new table as new_rows
      for each statement execute function private.index_for_search(%L)', source[1] || '_search_update', source[1], source[2]
    );
    execute format(
      'create trigger %I after delete on public.%I referencing old table as old_rows
      for each statement execute function private.index_for_search(%L)', source[1] || '_search_delete', source[1], source[2]
    );
  end loop;
end $$;

-- What is there already; a database made now has only the states.
do $$
declare
  kind text;
begin
  foreach kind in array array['region', 'city', 'service', 'photo_point', 'club', 'post'] loop
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations from private.%I',
      'searchable_' || kind
    );
  end loop;
end $$;

insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight)
select 'page', '/' || lower(abbr) || '/home', abbr, name, 'Guia do estado: rotas, cidades, lugares e clubes', 'estado state ' || abbr, '/' || lower(abbr) || '/home', 1.3
from public.states;

insert into public.search_documents (kind, entity_id, title, summary, keywords, path, translations)
select 'page', path, title, summary, keywords, path, jsonb_build_object(
  'en', jsonb_build_object('title', title_en, 'summary', summary_en), 'es', jsonb_build_object('title', title_es, 'summary', summary_es)
)
from (values
  ('/mapa-interativo', 'Mapa interativo', 'Rotas, lugares e pontos fotográficos no mapa', 'mapas', 'Interactive map', 'Routes, places and photo spots on the map', 'Mapa interactivo', 'Rutas, lugares y puntos fotográficos en el mapa'),
  ('/clubes-parceiros', 'Clubes parceiros', 'Clubes de carros antigos do Brasil', 'clube associacao', 'Partner clubs', 'Classic car clubs of Brazil', 'Clubes aliados', 'Clubes de autos antiguos de Brasil'),
  ('/blog', 'Blog', 'Artigos sobre viajar e cuidar de carro antigo', 'noticias artigos', 'Blog', 'Articles on travelling with and keeping old cars', 'Blog', 'Artículos sobre viajar y cuidar autos antiguos'),
  ('/revista-digital', 'Revista digital', 'Edições para ler e baixar', 'pdf edicao', 'Digital magazine', 'Issues to read and download', 'Revista digital', 'Ediciones para leer y descargar'),
  ('/radio', 'Rádio', 'Música para a estrada', 'ouvir musica', 'Radio', 'Music for the road', 'Radio', 'Música para la ruta'),
  ('/checklist-viagem', 'Checklist de viagem', 'O que conferir antes de sair', 'lista conferir preparar', 'Travel checklist', 'What to check before you leave', 'Checklist de viaje', 'Qué revisar antes de salir'),
  ('/gerar-qrcode', 'Gerar QR Code', 'QR Code em PNG, SVG e PDF', 'codigo', 'QR code maker', 'QR codes as PNG, SVG and PDF', 'Generar código QR', 'Código QR en PNG, SVG y PDF'),
  ('/solicitar-painel-viagem', 'Solicitar painel de viagem', 'Peça uma viagem preparada pela equipe', 'roteiro pedido', 'Ask for a trip panel', 'A trip prepared by the team', 'Pedir panel de viaje', 'Un viaje preparado por el equipo'),
  ('/anuncie-aqui', 'Anuncie aqui', 'Mídia kit e contato comercial', 'publicidade anuncio', 'Advertise here', 'Media kit and contact', 'Anuncie aquí', 'Kit de medios y contacto'),
  ('/avaliar-app', 'Avaliar o portal', 'Opiniões de quem usa', 'avaliacao nota', 'Rate the portal', 'What people say', 'Calificar el portal', 'Opiniones de quienes lo usan'),
  ('/como-funciona', 'Como funciona', 'Passo a passo, perguntas e glossário', 'ajuda duvidas faq', 'How it works', 'Step by step, questions and glossary', 'Cómo funciona', 'Paso a paso, preguntas y glosario'),
  ('/sobre', 'Sobre o portal', 'Quem faz e por quê', 'contato equipe', 'About the portal', 'Who makes it and why', 'Sobre el portal', 'Quién lo hace y por qué'),
  ('/termos-de-uso', 'Termos de uso', 'Regras de uso do portal', 'legal', 'Terms of use', 'Rules of the portal', 'Términos de uso', 'Reglas de uso del portal'),
  ('/politica-de-privacidade', 'Política de privacidade', 'Dados pessoais e LGPD', 'lgpd dados', 'Privacy policy', 'Personal data', 'Política de privacidad', 'Datos personales'),
  ('/direitos-autorais', 'Direitos autorais', 'Créditos e pedidos de retirada', 'copyright credito', 'Copyright', 'Credits and takedown requests', 'Derechos de autor', 'Créditos y pedidos de retiro')
) as page (path, title, summary, keywords, title_en, summary_en, title_es, summary_es);
