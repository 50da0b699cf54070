set check_function_bodies = off;

-- Weights of the search and of the condition of a trip.

-- Weights of the search. A change is a new version, so that every earlier one can be restored.
create table public.algorithm_settings (
  id uuid primary key default gen_random_uuid(),
  algorithm text not null check (algorithm in ('search', 'trip_conditions')),
  version integer not null check (version > 0),
  weights jsonb not null check (jsonb_typeof(weights) = 'object' and char_length(weights::text) <= 2000),
  note text not null default '' check (char_length(note) <= 300),
  is_active boolean not null default false,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (algorithm, version)
);
comment on table public.algorithm_settings is
  'Versions of the search weights; without an active version the built-in weights apply.';
comment on column public.algorithm_settings.algorithm is
  'search: weights of the search; trip_conditions: weights and limits of the formula that rates the stretches of a '
  'trip.';
create unique index algorithm_settings_active_idx on public.algorithm_settings (algorithm) where is_active;
create index algorithm_settings_created_by_idx on public.algorithm_settings (created_by);
alter table public.algorithm_settings enable row level security;
grant select (id, algorithm, version, weights, is_active, created_at, updated_at) on public.algorithm_settings to anon;
grant select, insert, update on public.algorithm_settings to authenticated;
grant all on public.algorithm_settings to service_role;
create policy "anonymous visitors read the active weights" on public.algorithm_settings
  for select to anon using (is_active);
create policy "signed-in accounts read the active weights, managers all" on public.algorithm_settings
  for select to authenticated using (is_active or (select private.has_permission('system_algorithms')));
create policy "algorithm managers add versions" on public.algorithm_settings
  for insert to authenticated with check ((select private.has_permission('system_algorithms')));
create policy "algorithm managers choose the active version" on public.algorithm_settings
  for update to authenticated
  using ((select private.has_permission('system_algorithms')))
  with check ((select private.has_permission('system_algorithms')));
create trigger algorithm_settings_touch before update on public.algorithm_settings
  for each row execute function private.touch_updated_at();
create trigger algorithm_settings_audit after insert or update or delete on public.algorithm_settings
  for each row execute function private.write_audit('id');
create trigger algorithm_settings_server_columns before insert or update on public.algorithm_settings
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('algorithm_settings', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 42);

select
  private.declare_columns('algorithm_settings', 'not_personal', '{*}', 'weights'),
  private.declare_columns('algorithm_settings', 'withheld', '{created_by}', 'listed as work of the team');

create function private.preview_search(q text, weights jsonb) returns table (kind text, title text, path text,
  score real)
language sql stable security definer set search_path = '' as $$
  select found.kind, found.title, found.path, found.score
  from private.search_weighted(q, null, null, 10, weights) as found
  where (select private.has_permission('system_algorithms'))
$$;
comment on function private.preview_search is
  'Returns the first ten documents of a search with the given weights; no rows without the permission '
  'system_algorithms.';

create function public.save_weights(of_algorithm text, new_weights jsonb, new_note text default '') returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  new_version integer := (select coalesce(max(version), 0) + 1 from public.algorithm_settings
    where algorithm = of_algorithm);
begin
  update public.algorithm_settings set is_active = false where algorithm = of_algorithm and is_active;
  -- Without weights the built-in ones apply.
  if new_weights is not null then
    insert into public.algorithm_settings (algorithm, version, weights, note, is_active)
      values (of_algorithm, new_version, new_weights, new_note, true);
  end if;
  return new_version;
end $$;
comment on function public.save_weights is
  'Makes new weights the active version, as the caller; null restores the built-in ones.';
grant execute on function public.save_weights to authenticated, service_role;

create function public.preview_search(q text, weights jsonb) returns table (kind text, title text, path text,
  score real)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.preview_search(q, weights);
end;
comment on function public.preview_search is
  'Returns the first ten documents of a search with the given weights; no rows without the permission '
  'system_algorithms.';
grant execute on function public.preview_search to authenticated, service_role;

-- The report of page views.

create function private.page_view_report(from_day date, to_day date, in_state text, in_locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live date;
  before_day date := from_day - (to_day - from_day + 1);
  answer jsonb;
begin
  perform private.require_permission('analytics');
  if from_day is null or to_day is null or from_day > to_day or to_day - from_day > 731 then
    raise exception 'invalid_period' using errcode = '22007';
  end if;
  live := private.roll_up_page_views();
  with views as materialized (
    select day, page_path, locale, state_abbr, views from public.page_view_daily
    where day between before_day and to_day and (in_state is null or state_abbr = in_state)
      and (in_locale is null or locale = in_locale)
    union all
    select private.day_of(created_at), page_path, locale, state_abbr, 1 from public.page_views
    where to_day >= live and created_at >= live::timestamp at time zone 'America/Sao_Paulo'
      and private.day_of(created_at) <= to_day
      and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
  ), arrivals as materialized (
    select day, source, views from public.page_source_daily
    where day between before_day and to_day and (in_state is null or state_abbr = in_state)
      and (in_locale is null or locale = in_locale)
    union all
    select private.day_of(created_at), private.source_of(referrer_host), 1 from public.page_views
    where to_day >= live and created_at >= live::timestamp at time zone 'America/Sao_Paulo'
      and private.day_of(created_at) <= to_day
      and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
  ), per_source as (
    select source, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
      coalesce(sum(views) filter (where day < from_day), 0)::int as previous
    from arrivals group by source
  ), per_day as (select day, sum(views)::int as views from views group by day),
  pages as (
    select page_path, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
      coalesce(sum(views) filter (where day < from_day), 0)::int as previous
    from views group by page_path
  )
  select jsonb_build_object(
    'total', coalesce((select sum(views) from per_day where day >= from_day), 0),
    'previous', coalesce((select sum(views) from per_day where day < from_day), 0),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', calendar.day, 'views', coalesce(now_days.views, 0),
        'previous', coalesce(old_days.views, 0)) order by calendar.day), '[]')
      from (select generate_series(from_day, to_day, interval '1 day')::date as day) as calendar
      left join per_day as now_days on now_days.day = calendar.day
      left join per_day as old_days on old_days.day = calendar.day - (to_day - from_day + 1)
    ),
    'pages', (select coalesce(jsonb_agg(to_jsonb(top)), '[]') from (select * from pages where views > 0
      order by views desc, page_path limit 50) as top),
    'states', (
      select coalesce(jsonb_agg(to_jsonb(state)), '[]') from (
        select state_abbr as key, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
          coalesce(sum(views) filter (where day < from_day), 0)::int as previous
        from views where state_abbr is not null group by 1 order by 2 desc, 1
      ) as state
    ),
    'locales', (
      select coalesce(jsonb_agg(to_jsonb(language)), '[]') from (
        select locale as key, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
          coalesce(sum(views) filter (where day < from_day), 0)::int as previous
        from views group by 1 order by 2 desc, 1
      ) as language
    ),
    'sources', (
      select coalesce(jsonb_agg(to_jsonb(top)), '[]') from (
        select source as key, views, previous from per_source where views > 0 order by views desc, source limit 30
      ) as top
    )
  ) into answer;
  return answer;
end $$;

-- Sources of visits by day: of another site only its name is stored.
create function private.source_of(host text) returns text
language sql immutable set search_path = ''
  as $$ select regexp_replace(lower(coalesce(host, '')), '^(www|m|l|lm)[.]', '') $$;
comment on function private.source_of is
  'Returns the host of a referrer without the prefixes www, m, l and lm; empty for a visit without a referrer.';

create function public.page_view_report(from_day date, to_day date, in_state text default null, in_locale text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.page_view_report(from_day, to_day, in_state, in_locale);
comment on function public.page_view_report is
  'Returns the sums of page views of a period and of the period of the same length before it, without accounts: '
  '{total, previous, days, pages, states, locales, sources}; raises 42501 without the permission analytics and 22007 '
  'for an invalid period.';
grant execute on function public.page_view_report to authenticated, service_role;

-- Saving records of the panel, their trail, saved views, and duplicates.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  resource text not null check (resource ~ '^[a-z_]{1,40}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  query text not null check (char_length(query) <= 1000),
  created_at timestamptz not null default now(),
  unique (user_id, resource, name)
);
comment on table public.saved_views is 'Filters of admin lists that a staff account saved under a name.';
alter table public.saved_views enable row level security;
grant select on public.saved_views to anon;
grant select, insert, update, delete on public.saved_views to authenticated;
grant all on public.saved_views to service_role;
create policy "staff read their own saved views" on public.saved_views
  for select to authenticated using (user_id = (select private.account_id()) and (select private.is_staff()));
create policy "staff delete their own saved views" on public.saved_views
  for delete to authenticated using (user_id = (select private.account_id()) and (select private.is_staff()));
create policy "staff add their own saved views" on public.saved_views
  for insert to authenticated with check (user_id = (select private.account_id()) and (select private.is_staff()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('saved_views', 'user_id', 'account', 'own', 'Filtros salvos no painel', 'delete', 11);

select private.declare_columns('saved_views', 'exported', '{id,user_id,resource,name,query,created_at}');

create table records.duplicate_sources (
  entity text primary key,
  permission text not null,
  item_kind text not null
);
comment on table records.duplicate_sources is
  'Tables whose duplicate rows are found and merged; item_kind is the kind of their rows in reports and addresses.';
alter table records.duplicate_sources enable row level security;
grant select on records.duplicate_sources to authenticated, service_role;

insert into records.duplicate_sources (entity, permission, item_kind) values
  ('services', 'services', 'service'),
  ('photo_points', 'photo_points', 'photo_point'),
  ('clubs', 'clubs', 'club');

create policy "staff read the duplicate sources of tables they edit" on records.duplicate_sources
  for select to authenticated using ((select private.is_staff()) and private.has_permission(permission));

select private.declare_columns('records.duplicate_sources', 'not_personal', '{*}', 'guide');

create table records.duplicate_pairs (
  entity text not null,
  first_id uuid not null,
  second_id uuid not null,
  state_abbr char(2) not null,
  likeness real not null,
  metres real,
  same_town boolean not null,
  primary key (entity, first_id, second_id),
  check (first_id < second_id)
);
comment on table records.duplicate_pairs is
  'Pairs of similar rows, written by private.note_duplicates(); soft-deleted rows are in no pair.';
create index duplicate_pairs_second_idx on records.duplicate_pairs (entity, second_id);
create index duplicate_pairs_likest_idx on records.duplicate_pairs (entity, likeness desc, metres, first_id, second_id);
create index duplicate_pairs_state_idx on records.duplicate_pairs (entity, state_abbr, likeness desc, metres, first_id,
  second_id);
alter table records.duplicate_pairs enable row level security;
grant select on records.duplicate_pairs to authenticated, service_role;
create policy "staff read the duplicate pairs of tables they edit" on records.duplicate_pairs
  for select to authenticated using (entity in (select source.entity from records.duplicate_sources as source));

select private.declare_columns('records.duplicate_pairs', 'not_personal', '{*}', 'guide');

create table public.duplicate_verdicts (
  entity text not null check (entity ~ '^[a-z_]{1,40}$'),
  first_id uuid not null,
  second_id uuid not null,
  verdict text not null check (verdict in ('different', 'merged')),
  kept_id uuid,
  decided_by uuid default auth.uid() references public.profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (entity, first_id, second_id),
  check (first_id < second_id),
  constraint kept_row_is_one_of_the_two check (case verdict when 'merged' then kept_id in (first_id, second_id)
    and kept_id is not null else kept_id is null end)
);
comment on table public.duplicate_verdicts is
  'Decisions of the team about two similar rows: different, or merged into one.';
create index duplicate_verdicts_decided_by_idx on public.duplicate_verdicts (decided_by);
alter table public.duplicate_verdicts enable row level security;
grant select on public.duplicate_verdicts to anon;
grant select, insert, update, delete on public.duplicate_verdicts to authenticated;
grant all on public.duplicate_verdicts to service_role;
create policy "staff delete duplicate verdicts on tables they edit" on public.duplicate_verdicts
  for delete to authenticated
  using ((select private.is_staff()) and entity in (select source.entity from records.duplicate_sources as source));
create policy "staff add duplicate verdicts on tables they edit" on public.duplicate_verdicts
  for insert to authenticated
  with check (
    verdict = 'different' and decided_by = (select private.account_id())
    and entity in (select source.entity from records.duplicate_sources as source)
  );
create policy "staff read duplicate verdicts on tables they edit" on public.duplicate_verdicts
  for select to authenticated using (entity in (select source.entity from records.duplicate_sources as source));
create trigger duplicate_verdicts_server_columns before insert or update on public.duplicate_verdicts
  for each row execute function private.guard_server_columns('decided_by', 'decided_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('duplicate_verdicts', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 51);

select
  private.declare_columns('duplicate_verdicts', 'not_personal', '{*}', 'verdicts about rows of the guide'),
  private.declare_columns('duplicate_verdicts', 'withheld', '{decided_by}', 'listed as work of the team');

create function private.read_record_trail(entity text, entity_id text, max_rows integer default 100) returns table (
  id bigint, action text, actor text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, profiles.username, audit.before, audit.after, audit.reason, audit.created_at
  from public.audit_log as audit
  left join public.profiles on profiles.id = audit.actor_id
  where audit.entity = read_record_trail.entity and audit.entity_id = read_record_trail.entity_id
    and (select private.is_staff()) and (select private.has_permission(coalesce(
      (select permission from private.audit_log_permissions as known where known.entity = read_record_trail.entity),
        'access_log'
    )))
  order by audit.created_at desc, audit.id desc
  limit least(greatest(max_rows, 1), 500)
$$;

-- Stores pairs with a likeness of 0.4 within 1 km or 0.6 in the same town; a list may filter more strictly. Five per
-- row at most, so that a chain of forty shops with one name does not become 780 pairs.
create function private.pair_duplicates(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', entity)::regclass;
  has_place boolean := exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'lat' and
    not attisdropped);
  place text := case when has_place then 'lat, lng' else 'null::double precision as lat, null::double precision as lng'
    end;
  other text := format(
    '(select id, state_abbr, city_ibge, %s, private.fold(name) as folded from %s where deleted_at is null)', place,
    target);
  -- A saved row is compared with 300 others of its town at most, so that an import does not become slow.
  town text := case
    when ids is null then
      'join one as other on other.city_ibge = one.city_ibge and other.state_abbr = one.state_abbr and other.id > one.id'
    else format('cross join lateral (select * from %s as near where near.city_ibge = one.city_ibge and near.state_abbr = one.state_abbr and near.id <> one.id limit 300) as other', other)
  end;
begin
  execute format($query$
    with one as materialized (
      select id, state_abbr, city_ibge, lat, lng, folded from %1$s as every where $2 is null or id = any ($2)
    ), met as (
      select one.id as one_id, other.id as other_id, one.state_abbr, one.folded, other.folded as other_folded,
        one.lat, one.lng, other.lat as other_lat, other.lng as other_lng, true as same_town
      -- Every row meets every other one once; a few rows meet the others through their index.
      from one %4$s
      union all
      select one.id, other.id, one.state_abbr, one.folded, other.folded, one.lat, one.lng, other.lat, other.lng, false
      from one join %1$s as other on other.lat between one.lat - 0.009 and one.lat + 0.009
        and other.lng between one.lng - 0.009 / cos(radians(one.lat)) and one.lng + 0.009 / cos(radians(one.lat))
      where other.state_abbr = one.state_abbr and other.city_ibge is distinct from one.city_ibge and other.id %3$s one.id
    -- Each step once, the dear ones last: most rows of a town fall at the first.
    ), alike as materialized (
      select *, extensions.similarity(folded, other_folded) as likeness from met
    ), weighed as materialized (
      select one_id, other_id, state_abbr, same_town, likeness, private.metres_between(lat, lng, other_lat, other_lng) as metres
      from alike where likeness >= 0.4
    ), ranked as (
      select *, row_number() over (partition by one_id order by likeness desc, metres, other_id) as place
      from weighed where (same_town and likeness >= 0.6) or metres <= 1000
    )
    insert into records.duplicate_pairs (entity, first_id, second_id, state_abbr, likeness, metres, same_town)
    select distinct on (least(one_id, other_id), greatest(one_id, other_id))
      $1, least(one_id, other_id), greatest(one_id, other_id), state_abbr, likeness, metres, same_town
    from ranked where place <= 5
    on conflict do nothing
  $query$, other, case when ids is null then 'one' else other end, case when ids is null then '>' else '<>' end, town)
  using entity, ids;
end $$;
comment on function private.pair_duplicates is
  'Stores pairs of rows that are similar to the given rows, or to any row when ids is null.';

-- Lists are joined; other values are taken only where the kept row has none. Identifying columns are kept.
create function private.gaps_filled(kept jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  own constant text[] := array['id', 'slug', 'status', 'state_abbr', 'created_at', 'updated_at', 'deleted_at',
    'translations'];
  filled jsonb;
  language text;
  words jsonb;
  translations jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
    when private.is_blank(kept -> key) then value
    else (kept -> key) || coalesce((select jsonb_agg(item) from jsonb_array_elements(value) as item where
      not (kept -> key) @> item), '[]')
  end), '{}') into filled
  from jsonb_each(other)
  where key <> all (own) and not private.is_blank(value) and case
    when private.is_blank(kept -> key) then true
    when jsonb_typeof(value) = 'array' and jsonb_typeof(kept -> key) = 'array' then not (kept -> key) @> value
    else false
  end;
  -- `is_approximate` is taken together with the position.
  if filled ? 'lat' and other ? 'is_approximate' then
    filled := filled || jsonb_build_object('is_approximate', other -> 'is_approximate');
  end if;
  -- A translation is taken only together with the text that it translates.
  for language in select jsonb_object_keys(coalesce(other -> 'translations', '{}')) loop
    select jsonb_object_agg(key, value) into words
    from jsonb_each(other -> 'translations' -> language) where filled ? key and private.is_blank(kept -> key);
    if words is not null then
      translations := coalesce(filled -> 'translations', kept -> 'translations', '{}');
      filled := filled || jsonb_build_object(
        'translations', translations || jsonb_build_object(language, coalesce(translations -> language, '{}') || words)
      );
    end if;
  end loop;
  return filled;
end $$;
comment on function private.gaps_filled is
  'Returns the columns of the kept row that change in a merge, with their new values: empty ones are taken from the '
  'other row, lists are joined.';

create function private.move_children(target regclass, item_kind text, kept_id uuid, other_id uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  child record;
  place tid;
  moved integer;
  total integer := 0;
begin
  for child in
    select link.conrelid::regclass as name, attribute.attname as key
    from pg_catalog.pg_constraint as link
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = link.conrelid
      and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = target and cardinality(link.conkey) = 1 and link.confkey = (
      select array[attnum] from pg_catalog.pg_attribute where attrelid = target and attname = 'id'
    )
  loop
    begin
      execute format('update %s set %I = $1 where %I = $2', child.name, child.key, child.key) using kept_id, other_id;
      get diagnostics moved = row_count;
      total := total + moved;
    exception when unique_violation or exclusion_violation then
      -- Row by row: what the kept row already has, such as a mark of the same account, stays with the other one.
      for place in execute format('select ctid from %s where %I = $1', child.name, child.key) using other_id loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', child.name, child.key) using kept_id, place;
          total := total + 1;
        exception when unique_violation or exclusion_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  -- Reports name their subject without a foreign key.
  update public.reports set subject_id = kept_id::text where subject_type = item_kind and subject_id = other_id::text;
  get diagnostics moved = row_count;
  return total + moved;
end $$;
comment on function private.move_children is
  'Changes every row of any table that references other_id so that it references kept_id, except rows that would '
  'violate a unique constraint, and returns how many.';

create function private.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source records.duplicate_sources;
  subject regclass;
  kept jsonb;
  other jsonb;
  filled jsonb;
  columns text;
  old_paths text[];
  new_path text;
  moved integer;
begin
  select * into source from records.duplicate_sources where entity = target;
  if source.entity is null or not private.is_staff() or not private.has_permission(source.permission) then
    raise exception 'merging % is not allowed', target using errcode = '42501';
  end if;
  if kept_id = other_id then
    return jsonb_build_object('outcome', 'same');
  end if;
  subject := format('public.%I', target)::regclass;
  -- Locked in the order of the ids, so that two concurrent merges of the pair wait for each other.
  execute format('select from %s where id = any ($1) order by id for update', subject) using array[kept_id, other_id];
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into kept using kept_id;
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into other using other_id;
  if kept is null or other is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  if kept ->> 'deleted_at' is null and other ->> 'deleted_at' is not null and exists (
    select from public.duplicate_verdicts as said
    where said.entity = target and said.first_id = least(merge_records.kept_id, other_id)
      and said.second_id = greatest(merge_records.kept_id, other_id) and said.kept_id = merge_records.kept_id
  ) then
    return jsonb_build_object('outcome', 'merged', 'moved', 0);
  end if;
  if kept ->> 'deleted_at' is not null or other ->> 'deleted_at' is not null then
    return jsonb_build_object('outcome', 'trashed');
  end if;
  if kept ->> 'state_abbr' <> other ->> 'state_abbr' then
    return jsonb_build_object('outcome', 'elsewhere');
  end if;
  -- The old address would redirect visitors to a page that is not public.
  if private.is_shown(other) and not private.is_shown(kept) then
    return jsonb_build_object('outcome', 'hidden');
  end if;

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')',
    300), true);
  moved := private.move_children(subject, source.item_kind, kept_id, other_id);
  filled := private.gaps_filled(kept, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled,
    array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select private.account_id()), 'update', target, kept_id::text, '{}', '{}',
      current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2',
      subject, columns)
      using filled, kept_id;
  end if;

  perform set_config('app.audit_reason', left('Repetido: juntado a ' || (kept ->> 'name') || ' (' || kept_id || ')',
    300), true);
  old_paths := private.addresses_of(source.item_kind, other ->> 'state_abbr', other ->> 'slug');
  new_path := (private.addresses_of(source.item_kind, kept ->> 'state_abbr', kept ->> 'slug'))[1];
  -- Before the soft delete, which marks its older addresses as gone.
  if private.is_shown(other) then
    update public.redirects set to_path = new_path where to_path = any (old_paths) and from_path <> new_path;
  end if;
  execute format('update %s set deleted_at = now() where id = $1', subject) using other_id;
  if private.is_shown(other) then
    perform private.record_move(path, new_path) from unnest(old_paths) as path;
  end if;
  insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id, decided_by)
  values (target, least(kept_id, other_id), greatest(kept_id, other_id), 'merged', kept_id,
    (select private.account_id()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return jsonb_build_object('outcome', 'merged', 'moved', moved);
end $$;

create function records.key_column(target regclass) returns name
language sql stable set search_path = '' as $$
  select attribute.attname from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid
    and attribute.attnum = index.indkey[0]
  where index.indrelid = target and index.indisprimary and index.indnatts = 1
$$;
comment on function records.key_column is
  'Returns the primary key column of a table; null when the key has several columns.';
grant execute on function records.key_column to authenticated, service_role;

create function records.writable_columns(target regclass, given jsonb, without text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(attribute.attname::text order by attribute.attnum), '{}') from pg_catalog.pg_attribute
    as attribute
  where attribute.attrelid = target and attribute.attnum > 0 and not attribute.attisdropped
    and attribute.attgenerated = ''
    and given ? attribute.attname and attribute.attname <> all (without)
$$;
comment on function records.writable_columns is
  'Returns the columns of a table that are keys of the object, except generated columns and those of the third '
  'argument; other keys are ignored.';
grant execute on function records.writable_columns to authenticated, service_role;

-- The list of children is complete: those with a known id are updated, those without one inserted, missing ones
-- deleted.
create function records.save_children(child regclass, parent_column text, parent_id text, order_column text,
  items jsonb) returns void
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  place integer := 0;
  columns text[];
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child
      and attname = parent_column
  );
  placed jsonb;
begin
  execute format('delete from %s where %I = $1::%s and id <> all ($2)', child, parent_column, parent_type)
    using parent_id, array(select (one ->> 'id')::uuid from jsonb_array_elements(items) as one where one ->> 'id'
      is not null);
  -- Moves the positions out of range first, so that two children can exchange theirs.
  execute format('update %s set %I = %I + 100000 where %I = $1::%s', child, order_column, order_column, parent_column,
    parent_type)
    using parent_id;
  for item in select jsonb_array_elements(items) loop
    place := place + 1;
    placed := item || jsonb_build_object(parent_column, parent_id, order_column, place);
    columns := records.writable_columns(child, placed, array['id', 'created_at', 'updated_at']);
    if item ->> 'id' is null then
      execute format(
        'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', child,
        (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
      ) using placed;
    else
      execute format(
        'update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2 and %3$I = $3::%4$s', child,
        (select string_agg(quote_ident(name), ', ') from unnest(columns) as name), parent_column, parent_type
      ) using placed, (item ->> 'id')::uuid, parent_id;
    end if;
  end loop;
end $$;
comment on function records.save_children is
  'Replaces the ordered children of a row by the complete list items: updates those with an id, inserts those without '
  'one and deletes missing ones; runs as the caller, so the RLS policies of the child table apply.';
grant execute on function records.save_children to authenticated, service_role;

create function public.record_trail(entity text, entity_id text, max_rows integer default 100) returns table (
  id bigint, action text, actor text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_record_trail(entity, entity_id, max_rows);
end;
comment on function public.record_trail is
  'Returns the audit log entries of one row, newest first, for staff with the permission in '
  'private.audit_log_permissions; no rows for other callers.';
grant execute on function public.record_trail to authenticated, service_role;

create function records.pair_saved(target text, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(ids) > 0 and exists (select from records.duplicate_sources where entity = target) then
    perform private.pair_duplicates(target, ids);
  end if;
end $$;
comment on function records.pair_saved is
  'Searches possible duplicates of the given rows when the table is in records.duplicate_sources.';
grant execute on function records.pair_saved to authenticated, service_role;

-- The audit log of a row contains its children (stops, prices, pages) before and after each save.
create function records.children_of(child regclass, parent_column text, parent_id text, order_column text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  found jsonb;
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child
      and attname = parent_column
  );
begin
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(one) - array[''created_at'', ''updated_at'', ''search_name'', %2$L, %3$L] order by %3$I, id), ''[]'') from %1$s as one where %2$I = $1::%4$s',
    child, parent_column, order_column, parent_type
  ) into found using parent_id;
  return found;
end $$;
comment on function records.children_of is
  'Returns the children of a row that the caller may read, in their order, as a JSON array.';
grant execute on function records.children_of to authenticated, service_role;

create function records.log_children(target text, record_id text, child text, before_rows jsonb, after_rows jsonb)
  returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select private.account_id()) is null or before_rows is not distinct from after_rows
    or (before_rows is null and after_rows = '[]') then
    return;
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select private.account_id()), 'update', target, record_id,
    case when before_rows is not null then jsonb_build_object(child, before_rows) end,
    jsonb_build_object(child, after_rows), nullif(current_setting('app.audit_reason', true), '')
  );
end $$;
comment on function records.log_children is
  'Writes the children of a row before and after a save to audit_log when they differ; before_rows is null for a new '
  'row; the API does not expose schema records.';
grant execute on function records.log_children to authenticated, service_role;

create function public.list_duplicates(target text, within integer default null, in_state text default null,
  dismissed boolean default false)
returns table (first_id uuid, second_id uuid, likeness real, metres real)
language sql stable security invoker set search_path = '' as $$
  select pair.first_id, pair.second_id, pair.likeness, pair.metres
  from records.duplicate_pairs as pair
  where pair.entity = target and (in_state is null or pair.state_abbr = upper(in_state)::char(2))
    and (pair.metres <= within or (pair.same_town and pair.likeness >= 0.6))
    and dismissed = exists (
      select from public.duplicate_verdicts as said
      where said.entity = pair.entity and said.first_id = pair.first_id and said.second_id = pair.second_id
        and said.verdict = 'different'
    )
  order by pair.likeness desc, pair.metres, pair.first_id, pair.second_id
  limit 50
$$;
comment on function public.list_duplicates is
  'Returns the 50 most similar pairs of a table that the caller may read: in the same town with very similar names, '
  'or with similar names at a distance of at most within metres.';
grant execute on function public.list_duplicates to authenticated, service_role;

create function public.count_duplicates(target text, within integer default null)
returns table (state_abbr text, total bigint, dismissed bigint)
language sql stable security invoker set search_path = '' as $$
  with said as materialized (
    select verdict.first_id, verdict.second_id from public.duplicate_verdicts as verdict where verdict.entity = target
      and verdict.verdict = 'different'
  )
  select pair.state_abbr, count(*) filter (where said.first_id is null), count(said.first_id)
  from records.duplicate_pairs as pair left join said using (first_id, second_id)
  where pair.entity = target and (pair.metres <= within or (pair.same_town and pair.likeness >= 0.6))
  group by pair.state_abbr
$$;
comment on function public.count_duplicates is
  'Returns per state the number of pairs of list_duplicates without a decision and of those marked as different.';
grant execute on function public.count_duplicates to authenticated, service_role;

create function public.judge_duplicate(target text, one uuid, two uuid, different boolean) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  delete from public.duplicate_verdicts where entity = target and first_id = least(one, two)
    and second_id = greatest(one, two);
  if different then
    insert into public.duplicate_verdicts (entity, first_id, second_id, verdict)
      values (target, least(one, two), greatest(one, two), 'different')
    on conflict do nothing;
  end if;
end $$;
comment on function public.judge_duplicate is
  'Stores that two rows are not duplicates, or deletes that decision when different is false; runs as the caller, so '
  'RLS applies.';
grant execute on function public.judge_duplicate to authenticated, service_role;

create function public.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.merge_records(target, kept_id, other_id);
comment on function public.merge_records is
  'Merges the other row into the kept one and returns {outcome: merged, moved}, or the reason why not: same, missing, '
  'trashed, elsewhere (another state) or hidden (the kept row is not public); raises 42501 without the permission of '
  'the table.';
grant execute on function public.merge_records to authenticated, service_role;

create function public.count_children(target text, ids uuid[]) returns table (id uuid, child text, total bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  subject regclass := format('public.%I', target)::regclass;
  link record;
begin
  for link in
    select conrelid::regclass as name, relname as child, attname as key
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    join pg_catalog.pg_class on pg_class.oid = conrelid
    where contype = 'f' and confrelid = subject and cardinality(conkey) = 1 and has_table_privilege(conrelid, 'select')
  loop
    return query execute format('select %1$I, %2$L::text, count(*) from %3$s where %1$I = any ($1) group by %1$I',
      link.key, link.child, link.name) using ids;
  end loop;
  return query
    select reports.subject_id::uuid, 'reports'::text, count(*) from public.reports
    where reports.subject_type = (select source.item_kind from records.duplicate_sources as source
      where source.entity = target)
      and reports.subject_id = any (ids::text[])
    group by reports.subject_id;
end $$;
comment on function public.count_children is
  'Returns per table how many rows reference each of the given rows, from the rows that RLS lets the caller read.';
grant execute on function public.count_children to authenticated, service_role;

create function records.column_values(subject regclass, key name, key_type text, record_id text, columns text[])
  returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  found jsonb;
begin
  if list is null then
    return '[{}]';
  end if;
  execute format('select jsonb_agg(to_jsonb(one)) from (select %s from %s where %I = $1::%s) as one', list, subject,
    key, key_type)
    into found using record_id;
  return coalesce(found, '[]');
end $$;
comment on function records.column_values is
  'A list with the named columns of one row; empty when the caller may not read the row.';
grant execute on function records.column_values to authenticated, service_role;

create function public.save_record(
  target text, record_id text, seen timestamptz, changes jsonb, children jsonb default '[]', reason text default null,
  tag_columns text[] default '{}'
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  subject regclass := format('public.%I', target)::regclass;
  key name := records.key_column(subject);
  columns text[] := records.writable_columns(subject, changes, array['created_at', 'updated_at']);
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  key_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = subject
      and attname = key
  );
  saved_id text := record_id;
  current_at timestamptz;
  child jsonb;
  child_table regclass;
  before_children jsonb;
  states jsonb := '[]';
begin
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  if record_id is null then
    execute format(
      'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) returning %3$I::text', subject,
        list, key
    ) into saved_id using changes;
  else
    execute format('select updated_at from %s where %I = $1::%s for update', subject, key, key_type) into current_at
      using record_id;
    if current_at is null then
      return jsonb_build_object('outcome', 'missing');
    end if;
    if seen is not null and current_at <> seen then
      return jsonb_build_object('outcome', 'conflict', 'updated_at', current_at);
    end if;
    states := records.column_values(subject, key, key_type, record_id, tag_columns);
    if list is not null then
      execute format(
        'update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where %3$I = $2::%4$s returning %3$I::text',
        subject, list, key, key_type
      ) into saved_id using changes, record_id;
    end if;
    if saved_id is null then
      return jsonb_build_object('outcome', 'forbidden');
    end if;
  end if;
  for child in select jsonb_array_elements(children) loop
    child_table := format('public.%I', child ->> 'table')::regclass;
    before_children := records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order');
    perform records.save_children(child_table, child ->> 'parent', saved_id, child ->> 'order', child -> 'rows');
    perform records.log_children(
      target, saved_id, child ->> 'table', case when record_id is not null then before_children end,
      records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order')
    );
  end loop;
  execute format('select updated_at from %s where %I = $1::%s', subject, key, key_type) into current_at using saved_id;
  return jsonb_build_object(
    'outcome', 'saved', 'id', saved_id, 'updated_at', current_at,
    'states', states || records.column_values(subject, key, key_type, saved_id, tag_columns)
  );
end $$;
comment on function public.save_record is
  'Inserts (record_id null) or updates one row and its ordered children [{table, parent, order, rows: [{id?, …}]}] in '
  'one transaction, as the caller; returns {outcome}: saved with id, updated_at and states (tag_columns before and '
  'after the save), conflict when the row''s updated_at is not seen (the one the form was loaded with), missing or '
  'forbidden.';
grant execute on function public.save_record to authenticated, service_role;

create function public.save_records(target text, items jsonb, reason text default null, tag_columns text[] default '{}')
  returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  answers jsonb := '[]';
  failed_message text;
  failed_detail text;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 500 then
    raise exception 'at most 500 rows' using errcode = '22023';
  end if;
  -- Duplicates are searched once at the end, not after every row.
  perform set_config('app.many_rows', 'on', true);
  for item in select jsonb_array_elements(items) loop
    -- A refused row is rolled back alone.
    begin
      answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason,
        tag_columns);
    exception when integrity_constraint_violation or data_exception or insufficient_privilege then
      get stacked diagnostics failed_message = message_text, failed_detail = pg_exception_detail;
      answers := answers || jsonb_build_object('outcome', 'error', 'code', sqlstate, 'message', failed_message,
        'details', failed_detail);
    end;
  end loop;
  perform set_config('app.many_rows', '', true);
  perform records.pair_saved(target, array(
    select (answer ->> 'id')::uuid from jsonb_array_elements(answers) as answer where answer ->> 'outcome' = 'saved'
      and answer ->> 'id' ~ '^[0-9a-f-]{36}$'
  ));
  return answers;
end $$;
comment on function public.save_records is
  'Saves up to 500 rows [{id, changes}] one by one, as the caller, and returns one result per row: a result of '
  'save_record, or {outcome: error, code, message, details}.';
grant execute on function public.save_records to authenticated, service_role;

-- What visitors and accounts send to the team: places, trip panels, takedowns and reports.

-- The number orders the requests; the random letters prevent guessing.
create function private.new_protocol() returns text
language sql volatile set search_path = '' as $$
  select 'LC-' || to_char(now() at time zone 'America/Sao_Paulo', 'YYYY')
    || '-' || lpad(nextval('private.protocol_number')::text, 6, '0')
    || '-' || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 24, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;
comment on function private.new_protocol is
  'Returns a new protocol such as LC-2026-000123-ABCDEF, without the letters I and O, which look like digits.';

create table public.service_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  kind text not null check (kind in ('new', 'correction', 'claim', 'removal')),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  service_id uuid references public.services (id) on delete set null,
  requester_name text not null,
  requester_email text not null,
  requester_phone text,
  state_abbr char(2) not null references public.states (abbr),
  status text not null default 'received' check (status in ('received', 'in_review', 'approved', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  result_table text check (result_table in ('services', 'clubs')),
  result_id uuid,
  undo jsonb check (jsonb_typeof(undo) = 'object'),
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale in ('pt-BR', 'en-US', 'es-419')),
  adjust_asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references public.profiles (id) on delete set null,
  is_from_place boolean not null default false
);
comment on table public.service_requests is 'Requests to add, correct, claim or remove a place of the guide.';
comment on column public.service_requests.payload is 'Data about the place as sent by the form.';
comment on column public.service_requests.status_note is 'Answer of the team; readable by anyone who has the protocol.';
comment on column public.service_requests.result_id is
  'Id of the row of result_table that the request created or changed.';
comment on column public.service_requests.undo is
  'Data to undo the decision, {before, at}: the previous column values of the row, and its updated_at after the '
  'change.';
comment on column public.service_requests.locale is 'Language of the page the form was sent from.';
comment on column public.service_requests.adjust_asked_at is 'When the team last asked the sender for an adjustment.';
comment on column public.service_requests.user_id is 'Account that was signed in when the form was sent.';
comment on column public.service_requests.is_from_place is
  'The correction was proposed by an account that runs the place: its name, category and photos are applied too. Set '
  'by private.propose_place_change only.';
create index service_requests_service_id_idx on public.service_requests (service_id);
create index service_requests_state_abbr_idx on public.service_requests (state_abbr);
create index service_requests_assigned_to_idx on public.service_requests (assigned_to);
create index service_requests_status_idx on public.service_requests (status, created_at desc);
create index service_requests_created_at_idx on public.service_requests (created_at desc);
create index service_requests_decided_by_idx on public.service_requests (decided_by);
create index service_requests_user_id_idx on public.service_requests (user_id);
create unique index service_requests_place_change_idx on public.service_requests (service_id)
  where is_from_place and status in ('received', 'in_review');
alter table public.service_requests enable row level security;
grant select on public.service_requests to anon;
grant select, update on public.service_requests to authenticated;
grant all on public.service_requests to service_role;
create policy "request managers read service requests" on public.service_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer service requests" on public.service_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger service_requests_touch before update on public.service_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger service_requests_audit after update on public.service_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- The team answers and assigns a request but cannot change what the sender wrote.
create function private.guard_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  open_columns text[] := string_to_array(tg_argv[0], ',') || 'updated_at'::text;
begin
  if current_user in ('anon', 'authenticated') and to_jsonb(new) - open_columns <> to_jsonb(old) - open_columns then
    raise exception 'only % of % may be changed', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_columns is
  'Trigger function: raises 42501 when anon or authenticated changes a column other than those of the argument '
  '(comma-separated) and updated_at.';

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger service_requests_guard before update on public.service_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger service_requests_files after delete on public.service_requests
  for each row execute function private.queue_request_photos();

-- Arguments: the column with the address, the page where the protocol is looked up. The mail contains no text
-- of the sender, and at most three mails a day go to one address, so that the forms cannot be used to send spam.
create function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request jsonb := to_jsonb(new);
  address text := request ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''',
    tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', request ->> 'protocol', 'path', replace(tg_argv[1], '{uf}',
        lower(coalesce(request ->> 'state_abbr', '')))
    ), request ->> 'locale');
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not cancel the request.
  return null;
end $$;
comment on function private.mail_received_request is
  'Trigger function: enqueues a mail that confirms a request with its protocol.';

create trigger service_requests_mail_received after insert on public.service_requests
  for each row execute function private.mail_received_request('requester_email', '/{uf}/cadastro#consulta');

-- Undoing a decision deletes its mail from the queue, or sends a correction.
-- Argument: the statuses in which an item waits again, separated by commas.
create function private.withdraw_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answer private.answered_requests;
  decided record;
  was_sent boolean := false;
  was jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
  -- A seller who applies again or a client who sends other art did not undo the decision; the next one is mailed again.
  is_undo boolean := case tg_table_name
    when 'sellers' then new.decided_at is not null
    when 'ads' then (given -> 'image_desktop', given -> 'image_mobile', given -> 'alt', given -> 'link_url')
      = (was -> 'image_desktop', was -> 'image_mobile', was -> 'alt', was -> 'link_url') and private.is_staff()
    else true
  end;
begin
  if new.status <> all (string_to_array(tg_argv[0], ',')) then
    return new;
  elsif not is_undo then
    delete from private.answered_requests where request_id = old.id;
    return new;
  end if;
  -- This trigger runs before the row changes, so the function still returns what was mailed.
  select * into decided from private.decided_requests() where request_id = old.id;
  for answer in
    delete from private.answered_requests
    where request_id = old.id and (status = 'adjust') = (coalesce(decided.status, '') = 'adjust') returning *
  loop
    was_sent := was_sent or not coalesce(private.cancel_mail(answer.mail_id), false);
  end loop;
  if was_sent and decided.email is not null then
    begin
      perform private.enqueue_mail(
        decided.email, 'decision_withdrawn',
        decided.data || jsonb_build_object('name', coalesce(decided.data ->> 'name', 'none'), 'protocol',
          coalesce(decided.data ->> 'protocol', 'none')), decided.locale
      );
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  -- Clears the text of the undone answer; keys that a table does not have are ignored.
  return jsonb_populate_record(new, '{"status_note": null, "answer_link": null}');
end $$;
comment on function private.withdraw_answer is
  'Trigger function: when a decision is undone, deletes its mail from the queue, or enqueues a second mail with a '
  'correction when it was already sent; argument: statuses without a decision, comma-separated.';

create trigger service_requests_withdraw before update of status on public.service_requests
  for each row when (old.status in ('approved', 'rejected') or old.adjust_asked_at is not null and new.adjust_asked_at
    is null)
  execute function private.withdraw_answer('received,in_review');
create trigger service_requests_own_club after update of status on public.service_requests
  for each row when (new.status = 'approved' and old.status <> 'approved' and new.kind = 'new'
    and new.result_table = 'clubs')
  execute function private.own_requested_club();

create function private.note_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := (select id from public.profiles where id = private.account_id());
  return new;
end $$;
comment on function private.note_sender is
  'Trigger function: the signed-in account that sends a form; null for visitors.';

create trigger service_requests_sender before insert on public.service_requests
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('service_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('service_requests', 'requester_email', 'address', 'own', 'Pedidos sobre lugares e clubes', 'delete', 17),
  ('service_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 29),
  ('service_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 30),
  ('service_requests', 'user_id', 'account', 'own', 'Pedidos sobre lugares e clubes feitos com a conta', 'delete', 90);

select
  private.declare_columns('service_requests', 'exported',
    '{id,protocol,kind,payload,service_id,requester_name,requester_email,requester_phone,state_abbr,status,
      status_note,decided_at,result_table,result_id,locale,adjust_asked_at,created_at,updated_at,user_id,
      is_from_place}'),
  private.declare_columns('service_requests', 'not_personal', '{undo}', 'what a page of the guide said before'),
  private.declare_columns('service_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, clock, keep, only_when, deed, place) values
  ('rejected_request_files', 'public.service_requests', 'decided_at', '90 days',
    'status = ''rejected'' and private.payload_photos(payload) is not null', 'delete_photos', 50),
  ('service_requests', 'public.service_requests', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete', 60);

insert into private.file_columns (bucket, relation, names) values
  ('request-photos', 'public.service_requests', 'private.payload_photos(payload)');

create table private.answered_requests (
  request_id uuid not null,
  status text not null,
  answered_at timestamptz not null default now(),
  mail_id uuid,
  primary key (request_id, status)
);
comment on table private.answered_requests is 'Decisions about requests whose mail was enqueued.';
comment on column private.answered_requests.mail_id is
  'Id of the enqueued mail; null when it was sent before this column existed or could not be enqueued.';
alter table private.answered_requests enable row level security;

select private.declare_columns('private.answered_requests', 'not_personal',
  '{*}', 'which request was answered and when; by whom is in the request');

create table public.trip_panel_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  delivery_kind text not null check (delivery_kind in ('digital', 'print', 'both')),
  start_on date,
  end_on date,
  origin text not null,
  destination text not null,
  states text[] not null default '{}',
  cars integer not null default 1 check (cars between 1 and 500),
  people integer not null default 1 check (people between 1 and 2000),
  vehicles text[] not null default '{}',
  km_per_day integer check (km_per_day between 20 and 1500),
  budget text,
  interests text[] not null default '{}',
  needs_lodging boolean not null default false,
  by_whatsapp boolean not null default false,
  notes text,
  status text not null default 'received' check (status in ('received', 'in_progress', 'ready', 'delivered',
    'cancelled')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale in ('pt-BR', 'en-US', 'es-419')),
  answer_link text
    check (answer_link ~ '^https://[^\s"<>\\]+$' and char_length(answer_link) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_ends_after_it_starts check (end_on >= start_on)
);
comment on table public.trip_panel_requests is 'Applications of visitors for a trip that the team prepares.';
comment on column public.trip_panel_requests.km_per_day is
  'Distance in kilometres that the travellers want to drive per day.';
comment on column public.trip_panel_requests.locale is 'Language of the page the form was sent from.';
comment on column public.trip_panel_requests.answer_link is
  'Address of the prepared trip; the text of the answer is status_note.';
create index trip_panel_requests_user_id_idx on public.trip_panel_requests (user_id);
create index trip_panel_requests_assigned_to_idx on public.trip_panel_requests (assigned_to);
create index trip_panel_requests_status_idx on public.trip_panel_requests (status, created_at desc);
create index trip_panel_requests_decided_by_idx on public.trip_panel_requests (decided_by);
alter table public.trip_panel_requests enable row level security;
grant select on public.trip_panel_requests to anon;
grant select, update on public.trip_panel_requests to authenticated;
grant all on public.trip_panel_requests to service_role;
create policy "request managers read trip panel requests" on public.trip_panel_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer trip panel requests" on public.trip_panel_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger trip_panel_requests_touch before update on public.trip_panel_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger trip_panel_requests_audit after update on public.trip_panel_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger trip_panel_requests_guard before update on public.trip_panel_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger trip_panel_requests_mail_received after insert on public.trip_panel_requests
  for each row execute function private.mail_received_request('email', '/solicitar-painel-viagem');
create trigger trip_panel_requests_withdraw before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered', 'cancelled'))
    execute function private.withdraw_answer('received,in_progress');

create function private.end_trip_panel_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trip_shares set revoked_at = now()
  where created_by is null and revoked_at is null and trip_id = (select id from public.trips where request_id = old.id);
  -- Before the mail was enqueued nobody was told of the copy; afterwards it belongs to the account.
  if not exists (select from private.answered_requests where request_id = old.id) then
    delete from public.trips
    where delivered_request_id = old.id and owner_id = old.user_id and version = 1 and created_at >= old.decided_at;
  end if;
  return new;
end $$;
comment on function private.end_trip_panel_delivery is
  'Trigger function: revokes the link of an undone or cancelled delivery, and deletes the unchanged copy in the '
  'account if its mail was not enqueued yet.';

-- Its name sorts before trip_panel_requests_withdraw, which deletes the rows of answered_requests.
create trigger trip_panel_requests_end_delivery before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered') and new.status in ('received', 'in_progress', 'cancelled'))
  execute function private.end_trip_panel_delivery();

insert into private.audit_log_permissions (entity, permission) values
  ('trip_panel_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('trip_panel_requests', 'user_id', 'account', 'own', 'Pedidos de painel de viagem', 'delete', 15),
  ('trip_panel_requests', 'email', 'address', 'own', 'Pedidos de painel de viagem com este e-mail', 'delete', 16),
  ('trip_panel_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 31),
  ('trip_panel_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 32);

select
  private.declare_columns('trip_panel_requests', 'exported',
    '{id,protocol,user_id,name,email,phone,delivery_kind,start_on,end_on,origin,destination,states,cars,people,
      vehicles,km_per_day,budget,interests,needs_lodging,by_whatsapp,notes,status,status_note,decided_at,locale,
      answer_link,created_at,updated_at}'),
  private.declare_columns('trip_panel_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('trip_panel_requests', 'public.trip_panel_requests', 'coalesce(decided_at, created_at)', '5 years', 70);

create table public.takedown_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  url text not null,
  claimant_name text not null,
  email text not null,
  phone text,
  reason text not null,
  evidence text,
  status text not null default 'received' check (status in ('received', 'in_review', 'accepted', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references public.profiles (id) on delete set null
);
comment on table public.takedown_requests is 'Claims that content of the portal belongs to another person.';
comment on column public.takedown_requests.evidence is 'Where the original can be seen.';
comment on column public.takedown_requests.locale is 'Language of the page the form was sent from.';
comment on column public.takedown_requests.user_id is 'Account that was signed in when the form was sent.';
create index takedown_requests_assigned_to_idx on public.takedown_requests (assigned_to);
create index takedown_requests_status_idx on public.takedown_requests (status, created_at desc);
create index takedown_requests_decided_by_idx on public.takedown_requests (decided_by);
create index takedown_requests_user_id_idx on public.takedown_requests (user_id);
alter table public.takedown_requests enable row level security;
grant select on public.takedown_requests to anon;
grant select, update on public.takedown_requests to authenticated;
grant all on public.takedown_requests to service_role;
create policy "request managers read takedown requests" on public.takedown_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers assign takedown requests" on public.takedown_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger takedown_requests_touch before update on public.takedown_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger takedown_requests_audit after update on public.takedown_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger takedown_requests_guard before update on public.takedown_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger takedown_requests_mail_received after insert on public.takedown_requests
  for each row execute function private.mail_received_request('email', '/direitos-autorais');
create trigger takedown_requests_withdraw before update of status on public.takedown_requests
  for each row when (old.status in ('accepted', 'rejected'))
    execute function private.withdraw_answer('received,in_review');
create trigger takedown_requests_sender before insert on public.takedown_requests
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('takedown_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('takedown_requests', 'email', 'address', 'own', 'Pedidos de retirada de conteúdo', 'keep',
    'Proof in a dispute about the work (LGPD, articles 7 VI and 16 I); deleted five years after the decision.', 20),
  ('takedown_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 35),
  ('takedown_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 36),
  ('takedown_requests', 'user_id', 'account', 'own', 'Pedidos de retirada feitos com a conta', 'unlink', null, 92);

select
  private.declare_columns('takedown_requests', 'exported',
    '{id,protocol,url,claimant_name,email,phone,reason,evidence,status,status_note,decided_at,locale,created_at,
      updated_at,user_id}'),
  private.declare_columns('takedown_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('takedown_requests', 'public.takedown_requests', 'coalesce(decided_at, created_at)', '5 years', 80);

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('region', 'city', 'service', 'photo_point', 'club', 'post',
    'page')),
  subject_id text not null,
  reason text not null check (reason in ('wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other')),
  text text,
  page_path text,
  reporter_email text,
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  status_note text check (char_length(status_note) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.reports is 'Errors on pages, reported by readers.';
comment on column public.reports.subject_id is 'Id of the row, IBGE code of a city, path of a page.';
comment on column public.reports.locale is 'Language of the page the form was sent from.';
create index reports_subject_idx on public.reports (subject_type, subject_id);
create index reports_status_idx on public.reports (status, created_at desc);
create index reports_decided_by_idx on public.reports (decided_by);
alter table public.reports enable row level security;
grant select on public.reports to anon, authenticated;
grant all on public.reports to service_role;
create policy "review moderators read reports" on public.reports
  for select to authenticated using ((select private.has_permission('reviews')));
create trigger reports_touch before update on public.reports
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger reports_audit after update on public.reports
  for each row execute function private.write_audit('id', 'status,status_note');
create trigger reports_withdraw before update of status on public.reports
  for each row when (old.status in ('resolved', 'dismissed')) execute function private.withdraw_answer('open');

insert into private.audit_log_permissions (entity, permission) values
  ('reports', 'reviews');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('reports', 'reporter_email', 'address', 'own', 'Erros relatados', 'clear', 19),
  ('reports', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 37);

select
  private.declare_columns('reports', 'exported',
    '{id,subject_type,subject_id,reason,text,page_path,reporter_email,status,status_note,decided_at,locale,
      created_at,updated_at}'),
  private.declare_columns('reports', 'withheld', '{decided_by}', 'another person: who answered');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('reports', 'public.reports', 'coalesce(decided_at, created_at)', '5 years', 100);

alter table public.trips add constraint trips_request_id_fkey
  foreign key (request_id) references public.trip_panel_requests (id) on delete cascade;
alter table public.trips add constraint trips_delivered_request_id_fkey
  foreign key (delivered_request_id) references public.trip_panel_requests (id) on delete set null;

-- The form of a place may wish a plan.
create function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.service_requests;
  wish jsonb := '{}';
begin
  perform private.check_payload(payload);
  request.kind := private.choice_field(payload, 'kind', array['new', 'correction', 'claim', 'removal']);
  request.state_abbr := private.state_field(payload, 'state_abbr', true);
  request.service_id := private.uuid_field(payload, 'service_id', request.kind <> 'new');
  request.requester_name := private.text_field(payload, 'requester_name', 120, true);
  request.requester_email := private.email_field(payload, 'requester_email', true);
  request.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, request.kind = 'new');
  perform private.text_field(payload, 'message', 4000, request.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if request.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse_request('category_key');
  end if;
  if request.service_id is not null and not exists (
    select from public.services where id = request.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse_request('service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing' and is_active and request.kind
      in ('new', 'claim');
    if wish is null then
      perform private.refuse_request('plan_id');
    end if;
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone,
    payload)
  values (
    request.kind, request.state_abbr, request.service_id,
    request.requester_name, request.requester_email, request.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone',
      'plan_id', 'plan_name'] || wish
  )
  returning protocol into request.protocol;
  return request.protocol;
end $$;
comment on function private.file_service_request is
  'Stores a request about a place; required fields: kind, state_abbr, requester_name and requester_email; for a new '
  'place also name and category_key, otherwise service_id and message; optional: plan_id, the wished plan of a new or '
  'claimed place; raises invalid_request.';

create function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = '' as $$
  select set_config('app.request_locale', case when payload ->> 'locale' in ('pt-BR', 'en-US', 'es-419')
    then payload ->> 'locale' else '' end, true)
$$;
comment on function private.use_request_locale is
  'Sets the language (app.request_locale) with which the row of this transaction is stored.';

create function private.file_trip_panel_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
  start_on date;
  end_on date;
begin
  perform private.check_payload(payload);
  start_on := private.date_field(payload, 'start_on');
  end_on := private.date_field(payload, 'end_on');
  if end_on < start_on then
    perform private.refuse_request('end_on');
  end if;
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  if exists (
    select from unnest(private.texts_field(payload, 'states', 27)) as wanted (abbr)
    where not exists (select from public.states where states.abbr = upper(wanted.abbr))
  ) then
    perform private.refuse_request('states');
  end if;
  insert into public.trip_panel_requests (
    user_id, name, email, phone, delivery_kind, start_on, end_on, origin, destination, states, cars, people, vehicles,
    km_per_day, budget, interests, needs_lodging, by_whatsapp, notes
  ) values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.text_field(payload, 'name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone', private.flag_field(payload, 'by_whatsapp')),
    private.choice_field(payload, 'delivery_kind', array['digital', 'print', 'both']),
    start_on,
    end_on,
    private.text_field(payload, 'origin', 160, true),
    private.text_field(payload, 'destination', 160, true),
    array(select upper(abbr) from unnest(private.texts_field(payload, 'states', 27)) as abbr),
    coalesce(private.whole_field(payload, 'cars', 1, 500), 1),
    coalesce(private.whole_field(payload, 'people', 1, 2000), 1),
    private.texts_field(payload, 'vehicles', 50),
    private.whole_field(payload, 'km_per_day', 20, 1500),
    private.text_field(payload, 'budget', 120),
    private.texts_field(payload, 'interests', 20),
    private.flag_field(payload, 'needs_lodging'),
    private.flag_field(payload, 'by_whatsapp'),
    private.text_field(payload, 'notes', 4000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; required fields: name, email, delivery_kind, '
  'origin, destination and consent, and phone when by_whatsapp is true; raises invalid_request.';

create function private.file_takedown_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  -- The claimant must declare that the claim is true.
  if not private.flag_field(payload, 'declares_truth') then
    perform private.refuse_request('declares_truth');
  end if;
  insert into public.takedown_requests (url, claimant_name, email, phone, reason, evidence) values (
    private.text_field(payload, 'url', 500, true),
    private.text_field(payload, 'claimant_name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone'),
    private.text_field(payload, 'reason', 4000, true),
    private.text_field(payload, 'evidence', 2000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_takedown_request is
  'Stores a takedown claim and returns its protocol; required fields: url, claimant_name, email, reason and '
  'declares_truth; raises invalid_request.';

create function private.file_report(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.reports (subject_type, subject_id, reason, text, page_path, reporter_email) values (
    private.choice_field(payload, 'subject_type', array['region', 'city', 'service', 'photo_point', 'club', 'post',
      'page']),
    private.text_field(payload, 'subject_id', 300, true),
    private.choice_field(payload, 'reason', array['wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other']),
    private.text_field(payload, 'text', 2000),
    private.pattern_field(payload, 'page_path', 300, '^/'),
    private.email_field(payload, 'reporter_email')
  );
end $$;
comment on function private.file_report is
  'Stores a report of an error on a page; required fields: subject_type, subject_id and reason; optional: text, '
  'page_path and reporter_email; raises invalid_request.';

create function private.save_requested_trip(request uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  known public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return '{"status": "invalid"}';
  end if;
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return '{"status": "gone"}';
  elsif asked.status not in ('received', 'in_progress') then
    return '{"status": "forbidden"}';
  end if;
  if seen is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), request, btrim(save_requested_trip.plan ->> 'title'), state,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into known from public.trips where request_id = request for update;
  answer := private.store_trip(known, seen, save_requested_trip.plan, save_requested_trip.route, state);
  if answer ->> 'status' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = request and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;
comment on function private.save_requested_trip is
  'Stores the trip of an application until it is delivered; the first save takes the application into preparation.';

create function private.copy_trip_panel(account uuid, panel public.trips) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- As in private.require_trip_owner: saves of the account wait, so that each counts the trips of the others.
  perform from public.profiles where id = account for no key update;
  if not private.has_room_for_trip(account) then
    return 'full';
  end if;
  insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route, delivered_request_id)
  values (gen_random_uuid(), account, panel.title, panel.state_abbr, panel.start_on, panel.plan, panel.route,
    panel.request_id);
  return 'account';
end $$;
comment on function private.copy_trip_panel is
  'Copies the trip of an application into an account; answers account, or full when the account has no room and only '
  'the link remains.';

create function private.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  given text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return '{"outcome": "missing"}';
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = request for update;
  if panel.id is null or panel.route is null then
    return '{"outcome": "trip_unfinished"}';
  elsif panel.version is distinct from deliver_trip_panel.version then
    return '{"outcome": "trip_changed"}';
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at)
  values (share, panel.id, deliver_trip_panel.token_hash, 'view', now() + interval '365 days');
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, decided_by = private.account_id(), decided_at = now() where id = request;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready', 'place', place);
end $$;
comment on function private.deliver_trip_panel is
  'Answers an application with its planned trip: a link to read it for 365 days and a copy in the account that '
  'applied, if there is one.';

create function private.trip_panel_share(request uuid) returns table (id uuid, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select share.id, share.expires_at from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where trip.request_id = request and share.created_by is null and share.revoked_at is null and share.expires_at > now()
  order by share.created_at desc, share.id limit 1
$$;
comment on function private.trip_panel_share is
  'The open link of a delivered trip panel; the server derives its token from the id.';

create function private.notify_trip_panel(request uuid, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select asked.user_id, 'Seu painel de viagem está pronto', trip.name, '/painel#pedidos', jsonb_build_object(
    'en', jsonb_build_object('title', 'Your trip panel is ready', 'body', trip.name),
    'es', jsonb_build_object('title', 'Tu panel de viaje está listo', 'body', trip.name)
  )
  from public.trip_panel_requests as asked
  join public.profiles on profiles.id = asked.user_id and profiles.blocked_at is null and profiles.notify_in_app
  cross join lateral (select asked.origin || ' → ' || asked.destination as name) as trip
  where asked.id = request and notify_trip_panel.status = 'ready'
$$;
comment on function private.notify_trip_panel is
  'Adds a notice for the account whose application for a trip panel was answered; nothing for other applications and '
  'statuses.';

create function private.read_own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security definer set search_path = '' as $$
  select found.* from (
    select request.id, 'trip_panel' as kind, request.protocol, request.origin || ' → ' || request.destination as title,
      null as state_abbr,
      request.status, request.status_note, request.created_at, request.answer_link, share.id as share_id,
        share.expires_at as share_expires_at,
      (
        select trips.id from public.trips
        where delivered_request_id = request.id and owner_id = request.user_id and deleted_at is null
          order by trips.created_at desc, trips.id limit 1
      ) as trip_id
    from public.trip_panel_requests as request left join lateral private.trip_panel_share(request.id) as share on true
    where request.user_id = (select private.account_id())
    union all
    select request.id, case when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
      request.protocol,
      coalesce(request.payload ->> 'name', service.name), request.state_abbr, request.status, request.status_note,
        request.created_at, null, null, null, null
    from public.service_requests as request left join public.services as service on service.id = request.service_id
    where request.user_id = (select private.account_id())
    union all
    select id, 'takedown', protocol, url, null, status, status_note, created_at, null, null, null, null
    from public.takedown_requests where user_id = (select private.account_id())
    union all
    select id, 'ad_lead', protocol, company, state_abbr, status, status_note, created_at, null, null, null, null
    from public.ad_leads where user_id = (select private.account_id())
  ) as found
  order by found.created_at desc, found.id limit 100
$$;
comment on function private.read_own_requests is
  'The 100 newest applications of the caller; those sent without signing in are found by protocol only.';

create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null, null::uuid
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link,
    (select share.id from private.trip_panel_share(request.id) as share)
  from public.trip_panel_requests as request where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null, null
  from public.takedown_requests where protocol = wanted
$$;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('place_requests');
  select private.use_request_locale(payload);
  select private.file_service_request(payload - 'locale');
end;
comment on function public.submit_service_request is
  'Stores a request about a place and returns its protocol; anyone may call it; raises feature_off or '
  'invalid_request.';
grant execute on function public.submit_service_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.use_request_locale(payload);
  select private.file_trip_panel_request(payload);
end;
comment on function public.submit_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; anyone may call it; raises feature_off or '
  'invalid_request.';
grant execute on function public.submit_trip_panel_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_takedown_request(payload);
end;
comment on function public.submit_takedown_request is
  'Stores a claim to a work shown on the portal and returns its protocol; anyone may call it; raises invalid_request.';
grant execute on function public.submit_takedown_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_report(payload);
end;
comment on function public.submit_report is
  'Stores a report of an error on a page; anyone may call it; raises invalid_request.';
grant execute on function public.submit_report to anon, authenticated, service_role;

create policy "request managers read the photos of requests" on storage.objects
  for select to authenticated
  using (bucket_id = 'request-photos' and (select private.has_permission('service_requests')));
create policy "request managers delete photos of places" on storage.objects
  for delete to authenticated
  using (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
create policy "request managers add photos of places" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('request-photos', 'request-photos', false, 5242880, '{image/jpeg,image/png,image/webp}');

create function public.save_requested_trip(request uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(request, seen, plan, route, state);
comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: {status: saved | conflict | gone | forbidden | invalid}; '
  'forbidden once it is delivered or cancelled.';
grant execute on function public.save_requested_trip to authenticated, service_role;

create function public.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.deliver_trip_panel(request, version, share, token_hash, answer);
comment on function public.deliver_trip_panel is
  'Delivers the saved trip of an application: {outcome: decided | already | missing | trip_unfinished | trip_changed, '
  'place: account | full | link}.';
grant execute on function public.deliver_trip_panel to authenticated, service_role;

create function public.own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_requests();
end;
comment on function public.own_requests is
  'Applications of the caller with their answers, the newest first; share_id is the open link of a delivered trip '
  'panel.';
grant execute on function public.own_requests to authenticated, service_role;

create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status is
  'Status of an application for anyone who has its protocol number; no personal data. share_id: the open link of a '
  'delivered trip panel.';
grant execute on function public.request_status to anon, authenticated, service_role;

-- Schedules of the worker, and what is published when its time comes.

create table private.workers (
  id uuid primary key,
  host text not null check (char_length(host) <= 200),
  process_id integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table private.workers is
  'Running workers; each updates seen_at every ten seconds and deletes its row at a regular shutdown.';
alter table private.workers enable row level security;

select private.declare_columns('private.workers', 'not_personal', '{*}', 'processes');

create table private.job_schedules (
  job text primary key,
  schedule text not null check (schedule ~ '^([1-9]\d* s|([01]\d|2[0-3]):[0-5]\d)$'),
  last_due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table private.job_schedules is 'Schedules of jobs and the result of their last run; written by the worker.';
comment on column private.job_schedules.schedule is
  'Seconds between two runs ("10 s"), or the time of day in São Paulo ("03:30").';
comment on column private.job_schedules.last_due_at is 'The last due instant for which a job was enqueued.';
comment on column private.job_schedules.failure is 'Reason of the last failure, without personal data.';
alter table private.job_schedules enable row level security;

select private.declare_columns('private.job_schedules', 'not_personal', '{*}', 'schedules');

-- Scheduled notices and posts are published by the worker, a few seconds after their time.
create table private.publication (
  only_row boolean primary key default true check (only_row),
  done_until timestamptz not null default now(),
  events_until timestamptz not null default now()
);
comment on table private.publication is
  'done_until: time until which the pages of scheduled content have been revalidated.';
comment on column private.publication.events_until is
  'Pages of events with a scheduled moment until then have been made fresh.';
alter table private.publication enable row level security;

insert into private.publication default values;

select private.declare_columns('private.publication', 'not_personal', '{*}', 'a date');

create function private.last_due(schedule text, moment timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  seconds integer;
  today timestamptz;
begin
  if schedule like '% s' then
    seconds := split_part(schedule, ' ', 1)::integer;
    return to_timestamp(floor(extract(epoch from moment) / seconds) * seconds);
  end if;
  today := (private.day_of(moment) + schedule::time) at time zone 'America/Sao_Paulo';
  return case when today <= moment then today
    else (private.day_of(moment) - 1 + schedule::time) at time zone 'America/Sao_Paulo' end;
end $$;
comment on function private.last_due is 'Returns the last due time of a schedule that is not after a moment.';

create function private.next_due(schedule text, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when schedule like '% s' then private.last_due(schedule, moment) + split_part(schedule, ' ',
      1)::integer * interval '1 second'
    else ((private.last_due(schedule,
      moment) at time zone 'America/Sao_Paulo') + interval '1 day') at time zone 'America/Sao_Paulo'
  end
$$;

-- A worker that was stopped at the due time enqueues the job once when it runs again, however many times it missed.
create function private.enqueue_due_jobs() returns integer
language sql volatile security definer set search_path = '' as $$
  with due as (
    update private.job_schedules set last_due_at = private.last_due(schedule, now())
    where last_due_at < private.last_due(schedule, now()) returning job
  ), enqueued as (
    insert into private.outbox (job) select job from due returning 1
  )
  select count(*)::integer from enqueued
$$;
comment on function private.enqueue_due_jobs is
  'Adds every scheduled job that is due to the outbox, once per due time across all workers, and returns how many.';

-- What the health page shows. Schema pgboss is missing until a worker has run.
create function private.job_overview() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  queues jsonb := '[]';
  failures jsonb := '[]';
begin
  perform private.require_permission('system_health');
  if to_regclass('pgboss.job') is not null then
    execute $query$
      select coalesce(jsonb_agg(to_jsonb(one) order by one.job), '[]') from (
        select queue.name as job,
          count(*) filter (where entry.state::text = 'created')::int as waiting,
          count(*) filter (where entry.state::text = 'active')::int as running,
          count(*) filter (where entry.state::text = 'retry')::int as retrying,
          count(*) filter (where entry.state::text = 'failed')::int as failed,
          min(entry.created_on) filter (where entry.state::text in ('created', 'retry')) as oldest_at
        from pgboss.queue left join pgboss.job as entry on entry.name = queue.name
        where queue.name !~ '^__' group by queue.name
      ) as one
    $query$ into queues;
    execute $query$
      select coalesce(jsonb_agg(to_jsonb(one) order by one.failed_at desc), '[]') from (
        select id, name as job, retry_count + 1 as attempts, created_on as created_at, completed_on as failed_at,
          left(coalesce(output ->> 'message', output #>> '{value,message}', ''), 300) as error
        from pgboss.job where state::text = 'failed' order by completed_on desc limit 50
      ) as one
    $query$ into failures;
  end if;
  return jsonb_build_object(
    'outbox', (select jsonb_build_object('waiting', count(*), 'oldest_at', min(created_at)) from private.outbox),
    'workers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'host', host, 'started_at', started_at, 'seen_at', seen_at,
        'is_alive', seen_at > now() - interval '30 seconds') order by started_at), '[]')
      from private.workers where seen_at > now() - interval '1 day'
    ),
    'queues', queues,
    'schedules', (
      select coalesce(jsonb_agg(jsonb_build_object('job', job, 'schedule', schedule, 'started_at', started_at,
        'finished_at', finished_at,
        'failed_at', failed_at, 'failure', failure, 'next_at', private.next_due(schedule, greatest(now(), last_due_at)))
          order by job), '[]')
      from private.job_schedules
    ),
    'failures', failures
  );
end $$;

create function private.run_job_again(queue text, job_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('system_health');
  if to_regclass('pgboss.job') is not null then
    execute 'update pgboss.job set state = ''retry'', retry_limit = retry_count + 1, start_after = now(), completed_on = null
      where name = $1 and id = $2 and state::text = ''failed''' using queue, job_id;
    get diagnostics changed = row_count;
  end if;
  if changed > 0 then
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'jobs', job_id::text,
      jsonb_build_object('job', queue, 'state', 'retry'), 'run again');
  end if;
  return changed > 0;
end $$;

create function private.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
  published integer;
begin
  select done_until into since from private.publication for update;
  update public.blog_posts set status = 'published' where status = 'scheduled' and publish_at <= now();
  get diagnostics published = row_count;
  perform private.expire_tags(array(select tag from private.tags_due(since) order by tag));
  update private.publication set done_until = now() where true;
  return published;
end $$;

create function private.publish_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  perform private.publish_due_posts();
  perform private.publish_new_day();
  perform private.publish_due_events();
end $$;
comment on function private.publish_due is
  'Sends the scheduled notices that are due and makes the pages of posts, banners and events fresh whose moment has '
  'come; safe to run at the same time.';

create function public.job_overview() returns jsonb
language sql volatile security invoker set search_path = ''
return private.job_overview();
comment on function public.job_overview is
  'Returns {outbox, workers, queues, schedules, failures} for the health page, without the data of jobs; raises 42501 '
  'without the permission system_health.';
grant execute on function public.job_overview to authenticated, service_role;

create function public.run_job_again(queue text, job_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.run_job_again(queue, job_id);
comment on function public.run_job_again is
  'Gives a failed job one more attempt; returns false when it is not failed; raises 42501 without the permission '
  'system_health.';
grant execute on function public.run_job_again to authenticated, service_role;

-- Tasks of the team, and who is responsible for a state.

create table public.admin_tasks (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '' check (char_length(body) <= 4000),
  status text not null default 'todo' check (status in ('todo', 'doing', 'done')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  state_abbr char(2) references public.states (abbr),
  assigned_to uuid references public.profiles (id) on delete set null,
  due_on date,
  deleted_at timestamptz,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.admin_tasks is 'Internal tasks of the team.';
comment on column public.admin_tasks.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index admin_tasks_status_idx on public.admin_tasks (status, due_on);
create index admin_tasks_assigned_to_idx on public.admin_tasks (assigned_to);
create index admin_tasks_state_abbr_idx on public.admin_tasks (state_abbr);
create index admin_tasks_updated_at_idx on public.admin_tasks (updated_at desc);
alter table public.admin_tasks enable row level security;
grant select, insert, update, delete on public.admin_tasks to authenticated;
grant all on public.admin_tasks to service_role;
create policy "managers read tasks, staff its own" on public.admin_tasks
  for select to authenticated
  using ((select private.has_permission('management')) or (assigned_to = (select private.account_id())
    and (select private.is_staff())));
create policy "managers add tasks" on public.admin_tasks
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update tasks" on public.admin_tasks
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete tasks" on public.admin_tasks
  for delete to authenticated using ((select private.has_permission('management')));
create trigger admin_tasks_touch before update on public.admin_tasks
  for each row execute function private.touch_updated_at();
create trigger admin_tasks_audit after insert or update or delete on public.admin_tasks
  for each row execute function private.write_audit('id');

create function private.give_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  assignee record;
begin
  if current_setting('app.is_merging', true) = 'on' or new.assigned_to is null or new.deleted_at is not null
    or new.status = 'done' or new.assigned_to is not distinct from private.account_id() then
    return null;
  end if;
  select profiles.id, profiles.username, profiles.locale, users.email into assignee
  from public.profiles join auth.users on users.id = profiles.id where profiles.id = new.assigned_to
    and profiles.blocked_at is null;
  if assignee.id is null then
    return null;
  end if;
  insert into public.notifications (user_id, title, body, link, translations) values (
    assignee.id, 'Nova tarefa para você', new.title, '/admin#tarefas',
    jsonb_build_object('en', jsonb_build_object('title', 'New task for you', 'body', new.title), 'es',
      jsonb_build_object('title', 'Nueva tarea para ti', 'body', new.title))
  );
  begin
    perform private.enqueue_mail(assignee.email, 'task_given', jsonb_build_object(
      'name', assignee.username, 'title', new.title, 'body', left(new.body, 1000),
      'due', coalesce(new.due_on::text, 'none'), 'path', '/admin#tarefas'
    ), assignee.locale);
  exception when invalid_parameter_value then
    -- An account that cannot receive mail still gets the notification.
    null;
  end;
  return null;
end $$;

create trigger admin_tasks_give after insert on public.admin_tasks
  for each row execute function private.give_task();
create trigger admin_tasks_give_again after update of assigned_to on public.admin_tasks
  for each row when (new.assigned_to is distinct from old.assigned_to) execute function private.give_task();

insert into private.audit_log_permissions (entity, permission) values
  ('admin_tasks', 'management');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('admin_tasks', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 39);

select
  private.declare_columns('admin_tasks', 'not_personal', '{*}', 'work of the team'),
  private.declare_columns('admin_tasks', 'withheld', '{assigned_to}', 'listed as work of the team');

create table public.state_assignments (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) not null references public.states (abbr),
  user_id uuid not null references public.profiles (id) on delete cascade,
  duty text not null default 'editor' check (duty in ('editor', 'reviewer', 'commercial')),
  note text not null default '' check (char_length(note) <= 300),
  search_name text generated always as (private.fold(state_abbr::text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, user_id, duty)
);
comment on table public.state_assignments is
  'Team members responsible for a state; shows whom to ask and gives no permission to edit.';
comment on column public.state_assignments.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index state_assignments_user_id_idx on public.state_assignments (user_id);
create index state_assignments_updated_at_idx on public.state_assignments (updated_at desc);
alter table public.state_assignments enable row level security;
grant select, insert, update, delete on public.state_assignments to authenticated;
grant all on public.state_assignments to service_role;
create policy "managers add state assignments" on public.state_assignments
  for insert to authenticated with check ((select private.has_permission('management')));
create policy "managers update state assignments" on public.state_assignments
  for update to authenticated
  using ((select private.has_permission('management')))
  with check ((select private.has_permission('management')));
create policy "managers delete state assignments" on public.state_assignments
  for delete to authenticated using ((select private.has_permission('management')));
create policy "managers read all state assignments, staff their own" on public.state_assignments
  for select to authenticated using ((select private.has_permission('management'))
    or (user_id = (select private.account_id()) and (select private.is_staff())));
create trigger state_assignments_touch before update on public.state_assignments
  for each row execute function private.touch_updated_at();
create trigger state_assignments_audit after insert or update or delete on public.state_assignments
  for each row execute function private.write_audit('id');

create function private.give_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  if new.user_id is distinct from private.account_id() and current_setting('app.is_merging', true) is distinct from 'on'
    then
    select name into state from public.states where abbr = new.state_abbr;
    insert into public.notifications (user_id, title, body, link, translations) values (
      new.user_id, 'Novo estado sob sua responsabilidade', state, '/admin#tarefas',
      jsonb_build_object('en', jsonb_build_object('title', 'You now answer for a state', 'body', state), 'es',
        jsonb_build_object('title', 'Ahora respondes por un estado', 'body', state))
    );
  end if;
  return null;
end $$;

create trigger state_assignments_give after insert on public.state_assignments
  for each row execute function private.give_state();
create trigger state_assignments_give_again after update of state_abbr, user_id on public.state_assignments
  for each row when ((new.state_abbr, new.user_id) is distinct from (old.state_abbr, old.user_id))
    execute function private.give_state();

insert into private.audit_log_permissions (entity, permission) values
  ('state_assignments', 'management');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('state_assignments', 'user_id', 'account', 'own', 'Estados sob responsabilidade', 'delete', 12);

select
  private.declare_columns('state_assignments', 'exported', '{id,state_abbr,user_id,duty,note,created_at,updated_at}'),
  private.declare_columns('state_assignments', 'not_personal', '{search_name}', 'made from other columns');

create function private.set_task_status(task uuid, next_status text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'only the team has tasks' using errcode = '42501';
  elsif next_status is null or next_status not in ('todo', 'doing', 'done') then
    raise exception 'unknown status' using errcode = '22023';
  end if;
  update public.admin_tasks set status = next_status
  where id = task and deleted_at is null and (assigned_to = private.account_id()
    or private.has_permission('management'));
  return found;
end $$;

create function public.set_task_status(id uuid, status text) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_task_status(id, status);
comment on function public.set_task_status is
  'Sets the status of a task that is assigned to the caller, for managers of any task; returns false when there is no '
  'such task; raises 42501 unless the caller is staff and 22023 for an unknown status.';
grant execute on function public.set_task_status to authenticated, service_role;

-- Checks of the system.

create table public.health_checks (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z_]{1,40}$'),
  status text not null check (status in ('ok', 'warning', 'down', 'off')),
  latency_ms integer check (latency_ms >= 0),
  detail text not null default '' check (char_length(detail) <= 300),
  created_at timestamptz not null default now()
);
comment on table public.health_checks is 'Results of the checks of the health page; retention period 30 days.';
create index health_checks_name_idx on public.health_checks (name, created_at desc);
alter table public.health_checks enable row level security;
grant select, insert on public.health_checks to authenticated;
grant all on public.health_checks to service_role;
create policy "health readers read the checks" on public.health_checks
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers add checks" on public.health_checks
  for insert to authenticated with check ((select private.has_permission('system_health')));
create trigger health_checks_server_columns before insert or update on public.health_checks
  for each row execute function private.guard_server_columns('', 'created_at');

select
  private.declare_columns('health_checks', 'not_personal', '{*}', 'checks of the system'),
  private.declare_columns('health_checks', 'not_personal', '{name}', 'name of a thing, not of a person');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('health_checks', 'public.health_checks', 'created_at', '30 days', 40);

create function private.count_missing_migrations(expected text[]) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  missing integer;
begin
  -- The Supabase CLI creates this table with its first push.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return coalesce(cardinality(expected), 0);
  end if;
  execute $query$
    select count(*)::integer from unnest($1) as version
    where version not in (select recorded.version from supabase_migrations.schema_migrations as recorded)
  $query$ into missing using expected;
  return missing;
end $$;
revoke execute on function private.count_missing_migrations from public;
grant execute on function private.count_missing_migrations to service_role;

create policy "health readers read the files of checks" on storage.objects
  for select to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers write the files of checks" on storage.objects
  for insert to authenticated with check (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers replace the files of checks" on storage.objects
  for update to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers delete the files of checks" on storage.objects
  for delete to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));

insert into storage.buckets (id, name, public, file_size_limit)
values ('system', 'system', false, 1048576);

create function public.count_missing_migrations(expected text[]) returns integer
language sql stable security invoker set search_path = ''
return private.count_missing_migrations(expected);
comment on function public.count_missing_migrations is
  'For the server only: how many of the migrations of a build this database has not recorded.';
grant execute on function public.count_missing_migrations to service_role;

-- Keys of services that the portal uses.

create table public.api_keys (
  name text primary key check (name in ('google_maps', 'smtp', 'stripe', 'stripe_webhook', 'web_push', 'ai')),
  hint text not null check (char_length(hint) <= 4),
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.api_keys is
  'List of the API keys of the server with their last characters and expiry date; the keys themselves are not stored.';
comment on column public.api_keys.hint is 'The last four characters, to tell keys apart.';
alter table public.api_keys enable row level security;
grant select, delete on public.api_keys to authenticated;
grant all on public.api_keys to service_role;
create policy "key managers delete keys" on public.api_keys
  for delete to authenticated using ((select private.has_permission('api_keys')));
create policy "key managers read keys" on public.api_keys
  for select to authenticated using ((select private.has_permission('api_keys')));
create trigger api_keys_touch before update on public.api_keys
  for each row execute function private.touch_updated_at();
create trigger api_keys_audit after insert or update or delete on public.api_keys
  for each row execute function private.write_audit('name', 'name,hint,expires_on');

select
  private.declare_columns('api_keys', 'not_personal', '{*}', 'services the portal uses'),
  private.declare_columns('api_keys', 'not_personal', '{name}', 'name of a thing, not of a person');

create function private.register_api_key(key_name text, last_characters text, expires date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('api_keys') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if last_characters is null or last_characters !~ '^\S{4}$' then
    raise exception 'four characters are needed' using errcode = '22023';
  end if;
  insert into public.api_keys (name, hint, expires_on) values (key_name, last_characters, expires)
  on conflict (name) do update set hint = excluded.hint, expires_on = excluded.expires_on;
end $$;

create function public.register_api_key(key_name text, last_characters text, expires date default null) returns void
language sql volatile security invoker set search_path = ''
return private.register_api_key(key_name, last_characters, expires);
comment on function public.register_api_key is
  'Stores the last four characters and the expiry date of a key; raises 42501 without the permission api_keys and '
  '22023 unless there are four characters.';
grant execute on function public.register_api_key to authenticated, service_role;

-- Backups: tables, rows and files.

create table public.backups (
  id uuid primary key default gen_random_uuid(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  row_total bigint not null default 0,
  file_total bigint not null default 0,
  byte_total bigint not null default 0,
  finished_at timestamptz,
  heartbeat_at timestamptz not null default now(),
  failure text check (failure in ('interrupted', 'cancelled', 'error')),
  created_at timestamptz not null default now()
);
comment on table public.backups is
  'List of created backup archives with author and size; the archives themselves are not stored in the database.';
comment on column public.backups.heartbeat_at is 'Updated every 20 seconds while the backup runs.';
comment on column public.backups.failure is
  'interrupted: its process ended; cancelled: the download was cancelled; error: something could not be read or '
  'written.';
create index backups_created_at_idx on public.backups (created_at desc);
create index backups_created_by_idx on public.backups (created_by);
alter table public.backups enable row level security;
grant select on public.backups to authenticated;
grant all on public.backups to service_role;
create policy "backup makers read the list of backups" on public.backups
  for select to authenticated using ((select private.has_permission('system_backup')));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('backups', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 43);

select
  private.declare_columns('backups', 'not_personal', '{*}', 'list of backups'),
  private.declare_columns('backups', 'withheld', '{created_by}', 'listed as work of the team');

-- Which archive the rows of this database come from, so that a restore that was interrupted in the files continues.
create table private.restored_archives (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  restored_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.restored_archives is
  'The archive that was restored last (npm run backup:restore): hash of its manifest, counts, and when its tables and '
  'its files were complete.';

select private.declare_columns('private.restored_archives', 'not_personal',
  '{*}', 'hash of an archive, counts and dates');

-- Accounts come first: rows point to them. Their passwords are hashes; sessions and tokens stay out.
create function private.backup_tables() returns table (name text, row_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  one text;
begin
  for one in
    select 'auth.users' union all select 'auth.identities'
    union all (
      select 'public.' || relname from pg_catalog.pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
    )
  loop
    name := one;
    if exists (select from private.backup_secrets where table_name = one and treatment = 'row') then
      row_count := 0;
    else
      execute format('select count(*) from %s', one::regclass) into row_count;
    end if;
    return next;
  end loop;
end $$;
comment on function private.backup_tables is
  'Returns every table of a backup with its number of rows; a restore empties the tables whose rows are left out.';

create function private.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text;
  emptied text;
begin
  if of_table !~ '^(auth\.(users|identities)|public\.\w+)$' or to_regclass(of_table) is null then
    raise exception 'no table of a backup' using errcode = '22023';
  end if;
  if exists (select from private.backup_secrets where table_name = of_table and treatment = 'row') then
    return;
  end if;
  select string_agg(quote_ident(attribute.attname), ', ' order by array_position(index.indkey::int2[],
    attribute.attnum)) into keys
  from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid
    and attribute.attnum = any (index.indkey)
  where index.indrelid = of_table::regclass and index.indisprimary;
  select string_agg(
    format(' || jsonb_build_object(%1$L, case when row.%1$I is not null then %2$L::text end)', secret.column_name,
      case secret.treatment when 'empty' then '' end), ''
  ) into emptied
  from private.backup_secrets as secret
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = of_table::regclass
    and attribute.attname = secret.column_name and not attribute.attisdropped
  where secret.table_name = of_table;
  return query execute format('select (to_jsonb(row)%s)::text from %s as row order by %s offset $1 limit $2',
    coalesce(emptied, ''), of_table::regclass, coalesce(keys, '1'))
    using from_row, least(max_rows, 5000);
end $$;
comment on function private.backup_rows is
  'Returns rows of one table as JSON text, ordered by primary key, without the data listed in private.backup_secrets; '
  'raises 22023 for a table that is not in backups.';

create function private.backup_files() returns table (bucket text, name text, mimetype text, cache_control text,
  is_public boolean)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, coalesce(objects.metadata ->> 'mimetype', 'application/octet-stream'),
    objects.metadata ->> 'cacheControl', buckets.public
  from storage.objects as objects join storage.buckets as buckets on buckets.id = objects.bucket_id
  where objects.bucket_id <> 'system'
  order by objects.bucket_id, objects.name
$$;
comment on function private.backup_files is 'Every stored file except those of the health checks.';

create function private.end_interrupted_backups() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  update public.backups set status = 'failed', failure = 'interrupted', finished_at = heartbeat_at
  where status = 'running' and heartbeat_at < now() - interval '2 minutes';
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_interrupted_backups is
  'Sets running backups without a heartbeat in the last 2 minutes to failed (interrupted) and returns how many; safe '
  'to run concurrently.';

create function public.backup_tables() returns table (name text, row_count bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_tables();
end;
comment on function public.backup_tables is
  'For the server only: returns every table of a backup with its number of rows.';
grant execute on function public.backup_tables to service_role;

create function public.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_rows(of_table, from_row, max_rows);
end;
comment on function public.backup_rows is
  'For the server only: returns rows of one table as JSON text, ordered by primary key, without the data listed in '
  'private.backup_secrets.';
grant execute on function public.backup_rows to service_role;

create function public.backup_files() returns table (bucket text, name text, mimetype text, cache_control text,
  is_public boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_files();
end;
comment on function public.backup_files is
  'For the server only: returns every stored file except those of the health checks.';
grant execute on function public.backup_files to service_role;

-- Repairs of stored data, with a preview.

-- No repair for duplicate addresses: every slug is unique in its table, soft-deleted rows included.
create table public.repair_jobs (
  id uuid primary key default gen_random_uuid(),
  job text not null check (
    job in ('search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files', 'broken_images', 'counters',
      'expired_tokens')
),
  found integer not null,
  repaired integer not null,
  remaining integer not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.repair_jobs is
  'Repairs that were run, with the number of problems found, repaired and remaining.';
create index repair_jobs_created_at_idx on public.repair_jobs (created_at desc);
create index repair_jobs_created_by_idx on public.repair_jobs (created_by);
alter table public.repair_jobs enable row level security;
grant select, insert on public.repair_jobs to authenticated;
grant all on public.repair_jobs to service_role;
create policy "repairers add repair jobs" on public.repair_jobs
  for insert to authenticated with check ((select private.has_permission('system_repair')));
create policy "repairers read repair jobs" on public.repair_jobs
  for select to authenticated using ((select private.has_permission('system_repair')));
create trigger repair_jobs_server_columns before insert or update on public.repair_jobs
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('repair_jobs', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 44);

select
  private.declare_columns('repair_jobs', 'not_personal', '{*}', 'list of repairs'),
  private.declare_columns('repair_jobs', 'withheld', '{created_by}', 'listed as work of the team');

create function private.expired_trash(is_run boolean) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attname = 'deleted_at'
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' order by relation.relname
  loop
    if is_run then
      return query execute format(
        'delete from %s as row where deleted_at < now() - make_interval(days => $1) returning %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'')',
        one.name, one.plain || ': '
      ) using private.setting_number('system_trash_days', 30);
    else
      return query execute format(
        'select %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'') from %s as row where deleted_at < now() - make_interval(days => $1)',
        one.plain || ': ', one.name
      ) using private.setting_number('system_trash_days', 30);
    end if;
  end loop;
end $$;
comment on function private.expired_trash is
  'Returns the rows that were soft-deleted more than system_trash_days days ago; with true it deletes them '
  'permanently.';

-- A redirect is broken when it leads to itself, or to another that leads back.
create function private.broken_redirects() returns table (id uuid, from_path text)
language sql stable security definer set search_path = '' as $$
  with recursive steps as (
    select redirects.id, redirects.from_path, redirects.to_path, 1 as depth from public.redirects
      where redirects.to_path is not null
    union all
    select steps.id, steps.from_path, next.to_path, steps.depth + 1
    from steps join public.redirects as next on next.from_path = steps.to_path
    where next.to_path is not null and steps.depth < 20 and steps.to_path <> steps.from_path
  )
  select distinct steps.id, steps.from_path from steps where steps.to_path = steps.from_path or steps.depth >= 20
$$;
comment on function private.broken_redirects is 'Returns the redirects that end in a loop.';

create function private.old_records(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  keys text[] := array(select key from private.retention_rules where key <> 'unused_approval_tokens');
begin
  perform private.roll_up_page_views();
  return query select * from private.expired_lines(keys);
  if is_run then
    perform private.end_term(rule, array(select private.expired_rows(rule, 10000))) from private.retention_rules as rule
      where key = any (keys);
  end if;
end $$;
comment on function private.old_records is
  'Returns the rows whose retention period (private.retention_rules) is over; with true it applies the rules, to '
  '10,000 rows of each rule at a time.';

-- Files that a column of private.file_columns names are left out first. A text that mentions one of the others contains
-- its name, so also the last UUID of it: all UUIDs of the texts are read once and joined.
create function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  named text := (
    select coalesce(string_agg(format('select %L, unnest(%s) from %s', columns.bucket, columns.names, columns.relation),
      ' union all '), 'select '''', ''''')
    from private.file_columns as columns
  );
  buckets text[];
  files text[];
  one record;
  found text[];
  ids text[] := '{}';
  words text;
  texts text := '';
begin
  execute format(
    'select array_agg(objects.bucket_id), array_agg(objects.name) from storage.objects
    left join (%s) as named (bucket, name) on named.bucket = objects.bucket_id and named.name = objects.name
    where objects.bucket_id <> ''system'' and objects.created_at < now() - interval ''1 day'' and named.name is null', named
  ) into buckets, files;
  if files is null then
    return;
  end if;
  for one in
    select relation.oid::regclass as table_name, string_agg(format('%I::text', attribute.attname), ', ') as fields
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
        and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    group by relation.oid
  loop
    execute format(
      'select array_agg(distinct match[1]) from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read,
        regexp_matches(read.words, $1, ''g'') as match
      where read.words like ''%%/%%''', one.fields, one.table_name
    ) into found using pattern;
    ids := ids || coalesce(found, '{}');
    -- Only names without a UUID are looked for as they are.
    if exists (select from unnest(files) as file where file !~ pattern) then
      execute format(
        'select string_agg(read.words, E''\n'') from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read where read.words like ''%%/%%''',
        one.fields, one.table_name
      ) into words;
      texts := texts || coalesce(words || E'\n', '');
    end if;
  end loop;
  return query
    select file.bucket, file.name
    from unnest(buckets, files) as file (bucket, name)
    left join (select distinct unnest(ids) as id) as mentioned on mentioned.id = substring(file.name
      from '.*(' || pattern || ')')
    where mentioned.id is null and (file.name ~ pattern or strpos(texts, file.name) = 0)
    order by file.bucket, file.name;
end $$;
comment on function private.orphan_files is 'Returns the stored files older than one day that no row references.';

create function private.preview_repair(job text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind text;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if split_part(job, ':', 1) = 'search_index' then
    foreach kind in array private.search_kinds() loop
      continue when job not in ('search_index', 'search_index:' || kind);
      return query select kind || ': ' || stale.title from private.stale_documents(kind) as stale;
    end loop;
    return;
  end if;
  case job
    when 'redirects' then return query select from_path from private.broken_redirects();
    when 'orphan_files' then return query select bucket || '/' || name from private.orphan_files();
    when 'expired_trash' then return query select * from private.expired_trash(false);
    when 'old_records' then return query select * from private.old_records(false);
    when 'broken_images' then return query select * from private.broken_images(false);
    when 'counters' then return query select name from private.wrong_covers();
    when 'expired_tokens' then return query select * from private.expired_tokens(false);
    else raise exception 'no such repair' using errcode = '22023';
  end case;
end $$;
comment on function private.preview_repair is
  'Returns one line for each problem that a repair would fix; raises 42501 without the permission system_repair and '
  '22023 for an unknown repair.';

create function private.run_repair(job text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind text;
  touched integer := 0;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', 'repair: ' || job, true);
  if split_part(job, ':', 1) = 'search_index' then
    foreach kind in array private.search_kinds() loop
      continue when job not in ('search_index', 'search_index:' || kind);
      touched := touched + private.renew_documents(kind);
    end loop;
    return touched;
  end if;
  case job
    when 'expired_trash' then touched := (select count(*) from private.expired_trash(true));
    when 'old_records' then touched := (select count(*) from private.old_records(true));
    when 'broken_images' then touched := (select count(*) from private.broken_images(true));
    when 'expired_tokens' then touched := (select count(*) from private.expired_tokens(true));
    when 'redirects' then
      delete from public.redirects where id in (select broken.id from private.broken_redirects() as broken);
      get diagnostics touched = row_count;
    when 'counters' then
      update public.cities set has_cover = not has_cover where ibge_code
        in (select wrong.ibge_code from private.wrong_covers() as wrong);
      get diagnostics touched = row_count;
    else raise exception 'no such repair' using errcode = '22023';
  end case;
  return touched;
end $$;
comment on function private.run_repair is
  'Runs a repair and returns how many problems it fixed; files are deleted by the storage server instead; raises '
  '42501 without the permission system_repair and 22023 for an unknown repair.';

-- The pictures of a table are compared with the stored files in one join; a run changes at most 1,000 rows per column.
create function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  rows tid[];
  missing constant text := 'shown.address like ''/midia/%%'' and not exists (
    select from storage.objects as file where file.bucket_id = ''media'' and file.name = substr(shown.address, 8))';
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field,
      format(case when attribute.atttypid = 'text[]'::regtype then 'unnest(row.%I)' else 'unnest(array[row.%I])' end,
        attribute.attname) as addresses,
      case
        when attribute.attname in ('picture', 'path') then 'delete'
        when attribute.atttypid = 'text[]'::regtype then 'filter'
        else 'clear'
      end as deed
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and (
        (attribute.attname = 'cover_url' and attribute.atttypid = 'text'::regtype)
        or (attribute.attname = 'photos' and attribute.atttypid = 'text[]'::regtype)
        or (relation.relname, attribute.attname) in (('city_photos', 'picture'), ('media_assets', 'path'))
      )
    order by attribute.attname in ('picture', 'path'), relation.relname, attribute.attname
  loop
    execute format(
      'select array(select distinct row.ctid from %s as row cross join lateral %s as shown (address) where ' || missing
        || ' limit %s)',
      one.name, one.addresses, case when is_run then '1000' else 'all' end
    ) into rows;
    continue when cardinality(rows) = 0;
    return query execute format(
      'select %L || concat_ws('' '', coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', %s), shown.address)
      from %s as row cross join lateral %s as shown (address) where row.ctid = any ($1) and ' || missing || ' order by shown.address',
      one.plain || ': ', case when one.field = 'path' then 'null' else 'to_jsonb(row) ->> ''id''' end, one.name,
        one.addresses
    ) using rows;
    continue when not is_run;
    if one.deed = 'delete' then
      execute format('delete from %s where ctid = any ($1)', one.name) using rows;
    elsif one.deed = 'clear' then
      execute format('update %s set %I = null where ctid = any ($1)', one.name, one.field) using rows;
    else
      execute format(
        'update %1$s as row set %2$I = array(
          select shown.address from unnest(row.%2$I) with ordinality as shown (address, place) where not (' || missing || ') order by shown.place
        ) where row.ctid = any ($1)', one.name, one.field
      ) using rows;
    end if;
  end loop;
end $$;
comment on function private.broken_images is
  'Returns the pictures of this site that rows show and that have no file; with true it removes at most 1,000 per '
  'column from the rows.';

create function private.wrong_covers() returns table (ibge_code integer, name text)
language sql stable security definer set search_path = '' as $$
  select cities.ibge_code, cities.name from public.cities
  where cities.has_cover <> exists (select from public.city_photos where city_photos.city_ibge = cities.ibge_code
    and city_photos.is_cover)
  order by cities.name
$$;
comment on function private.wrong_covers is
  'Returns the cities whose has_cover differs from their photos; all other numbers are counted when they are read.';

-- Links that ended a month ago; used ones are kept as the proof of a decision.
create function private.expired_tokens(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.retention_rules := (select rules from private.retention_rules as rules
    where key = 'unused_approval_tokens');
  rows tid[] := array(select private.expired_rows(rule, 10000));
begin
  return query
    select subject_kind || ' ' || subject_id || ' ' || to_char(expires_at, 'YYYY-MM-DD') from public.approval_tokens
    where ctid = any (rows) order by expires_at;
  if is_run then
    perform private.end_term(rule, rows);
  end if;
end $$;
comment on function private.expired_tokens is
  'Returns the unused approval links that expired more than 30 days ago; with true it deletes them.';

create function private.without_entities(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(given)
    when 'string' then to_jsonb(private.without_entities(given #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(private.without_entities(item) order by place), '[]')
      from jsonb_array_elements(given) with ordinality as one (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(name, private.without_entities(item)), '{}')
      from jsonb_each(given) as one (name, item))
    else given
  end;
end $$;
comment on function private.without_entities(jsonb) is
  'Applies private.without_entities(text) to every text of a JSON document.';
revoke execute on function private.without_entities(jsonb) from public;

-- The visual editor wrote `&` as `&amp;`, `<` as `&lt;`, `>` as `&gt;` and an empty line as `&nbsp;`.
-- Restores the characters in stored texts. The audit log shows each text before and after.
create function private.without_entities(given text) returns text
language sql immutable set search_path = '' as $$
  select case
    -- In code an entity is what somebody wrote.
    when position('`' in given) > 0 or given !~ '&(amp|lt|gt|nbsp);' then given
    else
      -- What would become an entity, a tag or a quote stays as it is.
      regexp_replace(regexp_replace(regexp_replace(replace(
        regexp_replace(regexp_replace(given, '(^|\n)([ \t]*&nbsp;[ \t]*(\n+|$))+', '\1', 'g'), '\n+$', ''),
        '&nbsp;', ' '),
        '([^\n])(?<!\\)&gt;', '\1>', 'g'),
        '(?<!\\)&lt;(?![A-Za-z/!?])', '<', 'g'),
        '(?<!\\)&amp;(?!#?\w+;)', '&', 'g')
  end
$$;
comment on function private.without_entities(text) is
  'Returns a markdown text in which the HTML entities written by the visual editor are replaced by their characters.';
revoke execute on function private.without_entities(text) from public;

create function private.repair_editor_texts() returns table (changed_table text, changed_id text, changed_column text,
  before text, after text)
language plpgsql set search_path = '' as $$
declare
  place record;
begin
  for place in
    select * from (values
      ('blog_posts', 'id', 'body'), ('blog_posts', 'id', 'translations'),
      ('cities', 'ibge_code', 'intro'), ('cities', 'ibge_code', 'translations'),
      ('clubs', 'id', 'story'), ('clubs', 'id', 'translations'),
      ('faqs', 'id', 'answer'), ('faqs', 'id', 'translations'),
      ('magazine_pages', 'id', 'body'),
      ('photo_points', 'id', 'description'), ('photo_points', 'id', 'translations'),
      ('regions', 'id', 'body'), ('regions', 'id', 'translations'),
      ('services', 'id', 'description'), ('services', 'id', 'translations'),
      ('state_contents', 'state_abbr', 'intro'), ('state_contents', 'state_abbr', 'translations'),
      ('website_contents', 'id', 'body')
    ) as listed (name, key, col)
  loop
    return query execute format(
      'with found as (select %2$I as id, %3$I as was from public.%1$I where %3$I is distinct from private.without_entities(%3$I) for update),
       changed as (update public.%1$I as target set %3$I = private.without_entities(target.%3$I) from found where target.%2$I = found.id returning target.%2$I, target.%3$I),
       -- The trigger of the trail leaves out what the owner of the database writes.
       logged as (insert into public.audit_log (action, entity, entity_id, before, after, reason)
         select ''update'', %4$L, found.id::text, jsonb_build_object(%5$L, found.was), jsonb_build_object(%5$L, changed.%3$I), ''Reparo dos textos do editor visual''
         from found join changed on changed.%2$I = found.id)
       select %4$L, found.id::text, %5$L, found.was::text, changed.%3$I::text from found join changed on changed.%2$I = found.id',
      place.name, place.key, place.col, place.name, place.col
    );
  end loop;
end $$;
comment on function private.repair_editor_texts is
  'Replaces the HTML entities of the visual editor in stored texts and returns what it changed; legal documents in '
  'force and published versions of forms are not changed.';
revoke execute on function private.repair_editor_texts from public;

-- The search index is compared and repaired one kind at a time: `search_index:region`.
create function private.search_kinds() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'club', 'post'];
comment on function private.search_kinds is
  'Kinds of search documents that a repair compares with their sources, in the order of lib/repairs.';

create function private.stale_documents(of_kind text) returns table (entity_id text, title text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select coalesce(wanted.entity_id, doc.entity_id), coalesce(wanted.title, doc.title)
    from private.%I as wanted
    full join (select * from public.search_documents where kind = %L) as doc on doc.entity_id = wanted.entity_id
    where (wanted.title, wanted.summary, wanted.path) is distinct from (doc.title, doc.summary, doc.path)',
    'searchable_' || of_kind, of_kind
  );
end $$;
comment on function private.stale_documents is
  'Returns the search documents of a kind that are missing, left over or different from their source.';

create function private.renew_documents(of_kind text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- As many as the preview shows; a second run repairs the rest.
  stale text[] := array(select entity_id from private.stale_documents(of_kind) limit 1000);
begin
  delete from public.search_documents where kind = of_kind and entity_id = any (stale);
  execute format(
    'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
    select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations
    from private.%I where entity_id = any ($1)', 'searchable_' || of_kind
  ) using stale;
  return cardinality(stale);
end $$;
comment on function private.renew_documents is
  'Writes at most 1,000 stale search documents of a kind anew and returns how many.';

create policy "repairers read stored files" on storage.objects
  for select to authenticated using ((select private.has_permission('system_repair')));
create policy "repairers delete stored files" on storage.objects
  for delete to authenticated using ((select private.has_permission('system_repair')));

create function public.preview_repair(job text) returns setof text
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
begin atomic
  select * from private.preview_repair(job);
end;
comment on function public.preview_repair is
  'Returns what a repair would change, one line each, and changes nothing. job: one of those repair_jobs.job allows, '
  'or a part of it such as search_index:region.';
grant execute on function public.preview_repair to authenticated, service_role;

create function public.run_repair(job text) returns integer
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
begin atomic
  select private.run_repair(job);
end;
comment on function public.run_repair is
  'Runs a repair or a part of it and returns how many items it changed, of some at most 1,000; raises 42501 without '
  'the permission system_repair.';
grant execute on function public.run_repair to authenticated, service_role;

-- Links with which a person without an account approves a request.

-- A decision by link, without an account. Only the hash of the link's token is stored.
create table public.approval_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  subject_kind text not null check (subject_kind in ('service_request', 'event', 'voucher')),
  subject_id uuid not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '60 days'),
  used_at timestamptz,
  revoked_at timestamptz,
  decision text check (decision in ('approve', 'adjust', 'reject')),
  reason text check (char_length(reason) <= 1000),
  decided_name text check (char_length(decided_name) <= 120),
  ip_hash text check (char_length(ip_hash) <= 64),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint used_token_has_a_decision check ((used_at is null) = (decision is null))
);
comment on table public.approval_tokens is
  'Links with which a person without an account decides about one request, once.';
comment on column public.approval_tokens.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.approval_tokens.ip_hash is 'Keyed hash of the IP address from which the decision was sent.';
create index approval_tokens_subject_idx on public.approval_tokens (subject_kind, subject_id, created_at desc);
create index approval_tokens_created_by_idx on public.approval_tokens (created_by);
alter table public.approval_tokens enable row level security;
grant select on public.approval_tokens to anon;
grant select, insert, update on public.approval_tokens to authenticated;
grant all on public.approval_tokens to service_role;

create function private.decides_subject(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'event' then private.is_staff() and private.has_permission('events')
    when 'voucher' then private.is_staff() and private.has_permission('vouchers')
    else private.has_permission('service_requests')
  end
$$;
comment on function private.decides_subject is
  'Whether the caller may decide what an approval link of this kind is about.';

create policy "request managers read approval links of requests, event managers those of events"
  on public.approval_tokens
  for select to authenticated using (private.decides_subject(subject_kind));
create policy "request and event managers make approval links in their own name" on public.approval_tokens
  for insert to authenticated
  with check (
    private.decides_subject(subject_kind) and created_by = (select private.account_id())
    and used_at is null and revoked_at is null and decided_name is null and ip_hash is null
  );
create policy "request and event managers revoke approval links" on public.approval_tokens
  for update to authenticated
  using (private.decides_subject(subject_kind)) with check (private.decides_subject(subject_kind));
create trigger approval_tokens_guard before update on public.approval_tokens
  for each row execute function private.guard_columns('revoked_at');
create trigger approval_tokens_touch before update on public.approval_tokens
  for each row execute function private.touch_updated_at();
create trigger approval_tokens_audit after insert or update on public.approval_tokens
  for each row execute function private.write_audit('id',
    'subject_kind,subject_id,expires_at,used_at,revoked_at,decision,decided_name');
create trigger approval_tokens_server_columns before insert or update on public.approval_tokens
  for each row execute function private.guard_server_columns('created_by', 'created_at,used_at');

-- The server sets the time of a revocation, once.
create function private.stamp_revocation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or new.revoked_at is not distinct from old.revoked_at then
    return new;
  end if;
  if old.revoked_at is not null then
    raise exception 'a revoked link stays revoked' using errcode = '42501';
  end if;
  new.revoked_at := now();
  return new;
end $$;
comment on function private.stamp_revocation is
  'Trigger function: sets revoked_at to now when anon or authenticated revokes a link; raises 42501 when one of them '
  'changes the revocation of a revoked link.';

create trigger approval_tokens_stamp before update on public.approval_tokens
  for each row execute function private.stamp_revocation();

insert into private.audit_log_permissions (entity, permission) values
  ('approval_tokens', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('approval_tokens', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 40);

select
  private.declare_columns('approval_tokens', 'not_personal',
    '{id,token_hash,subject_kind,subject_id,expires_at,used_at,revoked_at,decision,reason,created_at,updated_at}',
      'about the link'),
  private.declare_columns('approval_tokens', 'withheld',
    '{decided_name,ip_hash}',
      'of a person who decided by a link without an account: no key leads from an account to it; answered by the person in charge'),
  private.declare_columns('approval_tokens', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('unused_approval_tokens', 'public.approval_tokens', 'expires_at', '30 days', 'used_at is null', 120),
  ('used_approval_tokens', 'public.approval_tokens', 'used_at', '5 years', 'true', 130);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.approval_tokens', 'token_hash', 'null');

create function private.find_approval(token text) returns public.approval_tokens
language sql stable set search_path = '' as $$
  select * from public.approval_tokens where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

create function private.approval_state(link public.approval_tokens) returns text
language sql stable set search_path = '' as $$
  select case
    when link.used_at is not null then 'used'
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when link.subject_kind = 'event' and not exists (select from public.events where id = link.subject_id
      and status = 'pending' and deleted_at is null) then 'closed'
    when link.subject_kind = 'voucher' and not exists (select from public.vouchers where id = link.subject_id
      and status = 'pending') then 'closed'
    when link.subject_kind = 'service_request' and not exists (select from public.service_requests
      where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;
comment on function private.approval_state is
  'Returns the state of an approval link: open, used, revoked, expired, or closed when the team has decided about the '
  'request.';

create function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at,
      coalesce(request.protocol, ''),
    case when event.id is not null then 'event' when voucher.id is not null then 'voucher'
      when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address',
        concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram',
        event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description',
        event.description, 'rules', nullif(event.rules, ''),
      'offer', private.event_offer(event)
    )) when voucher.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', voucher.title, 'organizer', offering.name, 'state', offering.state_abbr, 'address', offering.address,
        'rules', nullif(voucher.rules, ''),
      'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'validFrom', voucher.valid_from,
        'validUntil', voucher.valid_until,
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit, 'weekdays',
        to_jsonb(voucher.weekdays),
      'acceptedFrom', voucher.starts_at, 'acceptedUntil', voucher.ends_at, 'imageUrl', voucher.image_url
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city',
        request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website',
        request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message',
      'runsPlace', case when request.payload -> 'runs_place' = 'true' then true end
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as request on link.subject_kind = 'service_request' and request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.vouchers as voucher on link.subject_kind = 'voucher' and voucher.id = link.subject_id
  left join public.services as offering on offering.id = voucher.service_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (request.id is not null or event.id is not null or voucher.id is not null)
$$;

create function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name'
      else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', case answer ->> 'outcome' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision, 'kind', link.subject_kind);
end $$;

create function public.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, place jsonb
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_approval(read_approval.token);
end;
comment on function public.read_approval is
  'Returns the place and the state of an approval link without changing anything; no row for an unknown token; anyone '
  'who has the token may call it.';
grant execute on function public.read_approval to anon, authenticated, service_role;

create function public.decide_approval(token text, decision text, reason text default null, decided_name text
  default null, ip_hash text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_approval(token, decision, reason, decided_name, ip_hash);
comment on function public.decide_approval is
  'Decides about a request by an approval link, once: approve creates a draft (or applies the change), adjust and '
  'reject need a reason; returns {outcome}: decided, missing, used, revoked, expired or closed; raises '
  'invalid_decision; anyone who has the token may call it.';
grant execute on function public.decide_approval to anon, authenticated, service_role;

-- Decisions of the team about what waits in the inbox.

create function private.decided_already(status text, decided_by uuid, decided_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'outcome', 'already', 'status', status, 'at', decided_at,
    'by', (select username from public.profiles where id = decided_by)
  )
$$;
comment on function private.decided_already is
  'Returns {outcome: already, status, at, by} for a decision about an item that was decided before or has another '
  'status than the moderator saw.';

create function private.check_reason(decision text, reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if (decision in ('reject', 'adjust') and given is null) or char_length(given) > 1000 then
    raise exception 'invalid_decision' using detail = 'reason';
  end if;
  return given;
end $$;

create function private.free_slug(target regclass, in_state text, value text) returns text
language plpgsql stable set search_path = '' as $$
declare
  base text := private.slug_of(value);
  candidate text := base;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from %s where slug = $1 and ($2 is null or state_abbr = $2))', target)
      into taken using candidate, in_state;
    exit when not taken;
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;
comment on function private.free_slug is
  'Returns a slug that no row of the table uses in the state, or with in_state null in the whole country.';

create function private.makes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(btrim(make)), '[]')
  from regexp_split_to_table(case when jsonb_typeof(payload -> 'makes') = 'string' then payload ->> 'makes' else '' end,
    '[,;\n]') as make
  where btrim(make) <> ''
$$;

-- The form sends a list of names, older requests the object itself; unknown keys are left out.
create function private.attributes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(name, content), '{}') from (
    select name, 'true'::jsonb as content
    from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'attributes') = 'array'
      then payload -> 'attributes' else '[]' end) as name
    union
    select key, value from jsonb_each(case when jsonb_typeof(payload -> 'attributes') = 'object'
      then payload -> 'attributes' else '{}' end)
    union
    select 'makes', private.makes_of(payload) where private.makes_of(payload) <> '[]'
  ) as given
  where private.is_service_attributes(jsonb_build_object(name, content))
$$;

create function private.photo_addresses(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg('/storage/v1/object/public/place-photos/' || name order by place), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'photos') = 'array' then payload -> 'photos'
    else '[]' end) with ordinality as photo (name, place)
  where name ~ '^\d{4}-\d{2}/[0-9a-f-]{36}\.webp$'
$$;
comment on function private.photo_addresses is
  'Returns the public addresses that the photos of a request have after the server copied them.';

-- Columns of a place from a request; a value that the table would refuse counts as missing.
create function private.place_values(request public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'address', left(nullif(btrim(payload ->> 'address'), ''), 300),
    'city_ibge', (select ibge_code from public.cities where state_abbr = request.state_abbr
      and search_name = private.fold(btrim(payload ->> 'city')) limit 1),
    'lat', case when located then payload -> 'lat' end,
    'lng', case when located then payload -> 'lng' end,
    'phone', numbers.phone,
    'source', case when numbers.phone is not null then 'Pedido ' || request.protocol end,
    'check_date', case when numbers.phone is not null then current_date end,
    'website', case when payload ->> 'website' ~ '^https?://' then payload ->> 'website' end,
    'instagram', case when payload ->> 'instagram' ~ '^[A-Za-z0-9._]{1,30}$' then payload ->> 'instagram' end,
    'description', nullif(concat_ws(E'\n\n', nullif(btrim(payload ->> 'description'), ''),
      'Horário informado: ' || nullif(btrim(payload ->> 'opening_hours'), '')), '')
  ))
  from (select request.payload) as said (payload),
    lateral (select case when payload ->> 'phone' ~ '^\+?[0-9 ().-]{8,30}$' then left(payload ->> 'phone', 30) end
      as phone) as numbers,
    lateral (
      select case when jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number'
        then (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28 else false
          end as located
    ) as place
$$;

create function private.add_place(request public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  given jsonb := private.place_values(request);
  pictures text[] := private.photo_addresses(request.payload);
  place public.services := jsonb_populate_record(null::public.services, given);
begin
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, instagram, description,
    attributes, status, source, check_date, cover_url, photos
  ) values (
    coalesce((select key from public.service_categories where key = request.payload ->> 'category_key'), 'other'),
    left(btrim(request.payload ->> 'name'), 160), private.free_slug('public.services', request.state_abbr,
      request.payload ->> 'name'),
    request.state_abbr, place.city_ibge, place.address, place.lat, place.lng, place.phone, place.website,
      place.instagram,
    coalesce(place.description, ''), private.attributes_of(request.payload), new_status,
    coalesce(place.source, 'Pedido ' || request.protocol), current_date, pictures[1], coalesce(pictures[2:], '{}')
  ) returning id into place.id;
  return place.id;
end $$;

create function private.add_club(request public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  club public.clubs := jsonb_populate_record(null::public.clubs, private.place_values(request));
begin
  insert into public.clubs (name, slug, state_abbr, city_ibge, makes, story, website, instagram, sources, check_date,
    status)
  values (
    left(btrim(request.payload ->> 'name'), 160), private.free_slug('public.clubs', null, request.payload ->> 'name'),
    request.state_abbr, club.city_ibge, array(select jsonb_array_elements_text(private.makes_of(request.payload))),
    coalesce(private.place_values(request) ->> 'description', ''), club.website, club.instagram,
    array['Pedido ' || request.protocol], current_date, new_status
  ) returning id into club.id;
  return club.id;
end $$;

create function private.change_place(request public.service_requests) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changes jsonb;
  before public.services;
begin
  select * into before from public.services where id = request.service_id for update;
  changes := case
    when request.kind = 'correction' and request.is_from_place then private.proposed_values(request, before)
    when request.kind = 'correction' then private.place_values(request)
    when request.kind = 'claim' then jsonb_build_object('verified_at', now(), 'check_date', current_date)
    else jsonb_build_object('deleted_at', now())
  end;
  if before.id is null or changes = '{}' then
    return null;
  end if;
  perform private.write_place(jsonb_populate_record(before, changes));
  return jsonb_build_object('at', now(), 'before', (
    select jsonb_object_agg(key, to_jsonb(before) -> key) from jsonb_object_keys(changes) as key
  ));
end $$;

create function private.take_back(request public.service_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  place public.services;
begin
  if request.result_id is null then
    return true;
  elsif request.kind = 'new' and request.result_table = 'clubs' then
    update public.clubs set deleted_at = now() where id = request.result_id and deleted_at is null;
    return true;
  elsif request.kind = 'new' then
    update public.services set deleted_at = now() where id = request.result_id and deleted_at is null;
    return true;
  elsif request.undo is null then
    return true;
  end if;
  select * into place from public.services where id = request.result_id
    and updated_at = (request.undo ->> 'at')::timestamptz for update;
  if place.id is null then
    return false;
  end if;
  perform private.write_place(jsonb_populate_record(place, request.undo -> 'before'));
  return true;
end $$;
comment on function private.take_back is
  'Undoes the change that a request made; returns false, and changes nothing, when the place was changed after it.';

create function private.apply_service_request(item uuid, decision text, reason text, seen text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  request public.service_requests;
  given text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into request from public.service_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  is_decided := request.status in ('approved', 'rejected');
  if (seen is not null and seen <> request.status)
    or (case when decision = 'reopen' then not is_decided and request.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, request.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(request);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null,
      result_id = null, undo = null where id = item;
    return jsonb_build_object('outcome', 'decided', 'status', 'in_review', 'restored', restored);
  elsif decision in ('approve', 'publish') then
    request.result_table := case when request.kind = 'new' and request.payload ->> 'subject' = 'club' then 'clubs'
      else 'services' end;
    if request.kind <> 'new' then
      request.undo := private.change_place(request);
      request.result_id := request.service_id;
    elsif request.result_table = 'clubs' then
      request.result_id := private.add_club(request, place_status);
    else
      request.result_id := private.add_place(request, place_status);
    end if;
  end if;
  request.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust'
    then 'in_review' else 'approved' end;
  update public.service_requests set
    status = request.status, status_note = coalesce(given, status_note), result_table = request.result_table,
      result_id = request.result_id, undo = request.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when request.status = 'in_review' then null else actor end,
    decided_at = case when request.status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', request.status, 'table', request.result_table, 'id',
    request.result_id);
end $$;

create function private.decide_service_request(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('service_requests');
  -- Publishing at once also needs the permission to publish.
  if decision = 'publish' then
    perform private.require_permission(case when exists (select from public.service_requests where id = item
      and payload ->> 'subject' = 'club') then 'clubs' else 'services' end);
  end if;
  return private.apply_service_request(item, decision, reason, seen, (select private.account_id()));
end $$;

create function private.read_staff_names() returns table (id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select id, username from public.profiles
  where private.is_staff() and role in ('editor', 'admin', 'main_admin', 'superadministrador')
$$;

create function private.answer_trip_panel_request(item uuid, answer text, link text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.trip_panel_requests;
  given text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    raise exception 'invalid_decision' using detail = 'link';
  end if;
  select * into request from public.trip_panel_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif request.status not in ('received', 'in_progress') or (seen is not null and seen <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready');
end $$;

create function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at),
    'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status
        end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null)
    or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email,
    coalesce(request.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note',
      coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status in ('ready', 'delivered', 'cancelled') and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email
    is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email,
    coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''),
      'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles
    on profiles.id = sellers.user_id
  where sellers.status in ('active', 'rejected', 'suspended') and sellers.decided_at is not null
$$;
comment on function private.decided_forms is
  'Returns the decisions about forms and seller applications that are mailed to the applicant.';

-- The mail of the decision leads to the page of the place.
create function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' when given.id is not null then 'claim_approved'
      else form.template end,
    form.email, form.locale,
    case
      when form.status = 'ready'
        then form.data || jsonb_build_object(
          'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
          'trip_share', (select id from private.trip_panel_share(form.request_id))
        )
      when given.id is not null then form.data || jsonb_build_object('place', given.name, 'path',
        '/painel/lugares/' || given.id)
      when request.is_from_place then form.data || jsonb_build_object('path', '/painel/lugares/' || request.service_id)
      else form.data
    end
  from private.decided_forms() as form
  left join public.trip_panel_requests as panel on panel.id = form.request_id
  left join public.service_requests as request on request.id = form.request_id
  left join public.services as given on given.id = private.place_of_claim(request)
$$;

-- Decisions about art are mailed like those about requests: after the minutes in which they can be taken back.
create function private.decided_art() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select ads.id, ads.status, ads.decided_at, 'art_decided', sales.client_email, 'pt-BR',
    jsonb_build_object(
      'name', sales.client_contact_name, 'company', sales.client_company_name, 'status', ads.status, 'note',
        coalesce(ads.reason, ''),
      'link_kind', 'report', 'link_subject', ads.id
    )
  from public.ads join public.sales on sales.id = ads.sale_id
  where ads.status in ('approved', 'rejected') and ads.decided_at is not null
$$;
comment on function private.decided_art is
  'Returns the decisions about the art of sold banners that are mailed to the clients.';

create function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art()
  union all select * from private.decided_events() union all select * from private.decided_vouchers()
$$;
comment on function private.decided_requests is
  'Returns all decisions that are mailed to persons outside the team: about forms, seller applications and art.';

create function private.mark_requests_answered() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.answered_requests (request_id, status) select request_id, status from private.decided_requests()
  on conflict (request_id, status) do update set answered_at = now()
$$;
comment on function private.mark_requests_answered is
  'Marks all decisions made so far as answered, so that no mail is sent for them: for a restored backup, whose mails '
  'were sent before.';

create function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  mail uuid;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (
        select from private.answered_requests as known
        where known.request_id = found.request_id and known.status = found.status
          and (known.status <> 'adjust' or known.answered_at >= found.decided_at)
      )
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests as known (request_id, status) values (decided.request_id, decided.status)
    on conflict (request_id, status) do update set answered_at = now(), mail_id = null where known.status = 'adjust'
      and known.answered_at < decided.decided_at;
    if found then
      perform private.notify_trip_panel(decided.request_id, decided.status);
      begin
        mail := private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        update private.answered_requests set mail_id = mail where request_id = decided.request_id
          and status = decided.status;
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.answer_requests is
  'Enqueues one mail per decision that is between 2 minutes and 1 day old, and returns how many; safe to run '
  'concurrently.';

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create function private.change_item_status(target regclass, permission text, steps jsonb, item uuid, decision text,
  reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
  given text := private.check_reason(decision, reason);
  status_now text;
  next_status text;
begin
  perform private.require_permission(permission);
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  execute format('select to_jsonb(found) from %s as found where id = $1 for update', target) into row_now using item;
  if row_now is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  status_now := row_now ->> 'status';
  next_status := case when decision = 'reopen' and row_now ->> 'decided_at' is not null then steps ->> 'reopen'
    else steps -> status_now ->> decision end;
  if next_status is null or (seen is not null and seen <> status_now) then
    return private.decided_already(status_now, (row_now ->> 'decided_by')::uuid,
      (row_now ->> 'decided_at')::timestamptz);
  end if;
  execute format(
    'update %s set status = $2, decided_by = $3, decided_at = $4 %s where id = $1', target,
    case when row_now ? 'status_note' then ', status_note = coalesce($5, status_note)' else '' end
  ) using item, next_status,
    case when decision = 'reopen' then null else (select private.account_id()) end,
    case when decision = 'reopen' then null else now() end, given;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;
comment on function private.change_item_status is
  'Changes the status of an inbox item. seen: the status that was shown to the moderator; with another one, a '
  'colleague decided first.';

create function public.decide_trip_panel_request(id uuid, decision text, reason text default null, seen text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.trip_panel_requests', 'service_requests', '{
  "received": {"approve": "in_progress", "reject": "cancelled"},
  "in_progress": {"approve": "ready", "reject": "cancelled"},
  "ready": {"approve": "delivered", "reject": "cancelled"},
  "reopen": "received"
}', id, decision, reason, seen);
comment on function public.decide_trip_panel_request is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), '
  'reject cancels it, reopen sets it back to received; returns {outcome}: decided, already or missing; raises 42501 '
  'without the permission service_requests, and invalid_decision.';
grant execute on function public.decide_trip_panel_request to authenticated, service_role;

create function public.decide_takedown_request(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.takedown_requests', 'service_requests', '{
  "received": {"approve": "accepted", "reject": "rejected", "start": "in_review"},
  "in_review": {"approve": "accepted", "reject": "rejected"},
  "reopen": "in_review"
}', id, decision, reason, seen);
comment on function public.decide_takedown_request is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject '
  'rejects it, start sets in_review, reopen undoes the decision; returns {outcome}: decided, already or missing; '
  'raises 42501 without the permission service_requests, and invalid_decision.';
grant execute on function public.decide_takedown_request to authenticated, service_role;

create function public.decide_report(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.reports', 'reviews', '{
  "open": {"approve": "resolved", "reject": "dismissed"}, "reopen": "open"
}', id, decision, reason, seen);
comment on function public.decide_report is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; returns {outcome}: '
  'decided, already or missing; raises 42501 without the permission reviews, and invalid_decision.';
grant execute on function public.decide_report to authenticated, service_role;

create function public.decide_service_request(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_service_request(id, decision, reason, seen);
comment on function public.decide_service_request is
  'Decides about a request and returns {outcome}: approve creates a draft of a new place (or applies a correction, '
  'claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen '
  'undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and '
  'invalid_decision.';
grant execute on function public.decide_service_request to authenticated, service_role;

create function public.staff_names() returns table (id uuid, username text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_staff_names();
end;
comment on function public.staff_names is
  'Returns the ids and user names of staff, to show who took or decided an item; no rows unless the caller is staff.';
grant execute on function public.staff_names to authenticated, service_role;

create function public.answer_trip_panel_request(id uuid, answer text, link text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_trip_panel_request(id, answer, link, seen);
comment on function public.answer_trip_panel_request is
  'Answers a request for a trip panel with a text and, where there is one, the address of the panel.';
grant execute on function public.answer_trip_panel_request to authenticated, service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('place-photos', 'place-photos', true, 5242880, '{image/jpeg,image/png,image/webp}');

reset check_function_bodies;
