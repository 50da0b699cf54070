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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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
      -- Without ids every pair of rows is compared once; the rows of ids are compared with 300 of their town each.
      from one %4$s
      union all
      select one.id, other.id, one.state_abbr, one.folded, other.folded, one.lat, one.lng, other.lat, other.lng, false
      from one join %1$s as other on other.lat between one.lat - 0.009 and one.lat + 0.009
        and other.lng between one.lng - 0.009 / cos(radians(one.lat)) and one.lng + 0.009 / cos(radians(one.lat))
      where other.state_abbr = one.state_abbr and other.city_ibge is distinct from one.city_ibge and other.id %3$s one.id
    -- The slow calculations are last, because the first condition leaves most rows of a town out.
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
create function private.gaps_filled(remaining jsonb, other jsonb) returns jsonb
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
    when private.is_blank(remaining -> key) then value
    else (remaining -> key) || coalesce((select jsonb_agg(item) from jsonb_array_elements(value) as item where
      not (remaining -> key) @> item), '[]')
  end), '{}') into filled
  from jsonb_each(other)
  where key <> all (own) and not private.is_blank(value) and case
    when private.is_blank(remaining -> key) then true
    when jsonb_typeof(value) = 'array' and jsonb_typeof(remaining -> key) = 'array' then not (remaining -> key) @> value
    else false
  end;
  -- `is_approximate` is taken together with the position.
  if filled ? 'lat' and other ? 'is_approximate' then
    filled := filled || jsonb_build_object('is_approximate', other -> 'is_approximate');
  end if;
  -- A translation is taken only together with the text that it translates.
  for language in select jsonb_object_keys(coalesce(other -> 'translations', '{}')) loop
    select jsonb_object_agg(key, value) into words
    from jsonb_each(other -> 'translations' -> language) where filled ? key and private.is_blank(remaining -> key);
    if words is not null then
      translations := coalesce(filled -> 'translations', remaining -> 'translations', '{}');
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

create function private.merge_records(target text, remaining_id uuid, other_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source records.duplicate_sources;
  subject regclass;
  remaining jsonb;
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
  if remaining_id = other_id then
    return private.refused('same');
  end if;
  subject := format('public.%I', target)::regclass;
  -- Locked in the order of the ids, so that two concurrent merges of the pair wait for each other.
  execute format('select from %s where id = any ($1) order by id for update', subject) using array[remaining_id,
    other_id];
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into remaining using remaining_id;
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into other using other_id;
  if remaining is null or other is null then
    return private.gone();
  end if;
  if remaining ->> 'deleted_at' is null and other ->> 'deleted_at' is not null and exists (
    select from public.duplicate_verdicts as said
    where said.entity = target and said.first_id = least(merge_records.remaining_id, other_id)
      and said.second_id = greatest(merge_records.remaining_id, other_id) and said.kept_id = merge_records.remaining_id
  ) then
    return private.saved(jsonb_build_object('moved', 0));
  end if;
  if remaining ->> 'deleted_at' is not null or other ->> 'deleted_at' is not null then
    return private.refused('trashed');
  end if;
  if remaining ->> 'state_abbr' <> other ->> 'state_abbr' then
    return private.refused('elsewhere');
  end if;
  -- The old address would redirect visitors to a page that is not public.
  if private.is_shown(other) and not private.is_shown(remaining) then
    return private.refused('hidden');
  end if;

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')',
    300), true);
  moved := private.move_children(subject, source.item_kind, remaining_id, other_id);
  filled := private.gaps_filled(remaining, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled,
    array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select private.account_id()), 'update', target, remaining_id::text, '{}', '{}',
      current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2',
      subject, columns)
      using filled, remaining_id;
  end if;

  perform set_config('app.audit_reason',
    left('Repetido: juntado a ' || (remaining ->> 'name') || ' (' || remaining_id || ')',
    300), true);
  old_paths := private.addresses_of(source.item_kind, other ->> 'state_abbr', other ->> 'slug');
  new_path := (private.addresses_of(source.item_kind, remaining ->> 'state_abbr', remaining ->> 'slug'))[1];
  -- Before the soft delete, which marks its older addresses as gone.
  if private.is_shown(other) then
    update public.redirects set to_path = new_path where to_path = any (old_paths) and from_path <> new_path;
  end if;
  execute format('update %s set deleted_at = now() where id = $1', subject) using other_id;
  if private.is_shown(other) then
    perform private.record_move(path, new_path) from unnest(old_paths) as path;
  end if;
  insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id, decided_by)
  values (target, least(remaining_id, other_id), greatest(remaining_id, other_id), 'merged', remaining_id,
    (select private.account_id()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return private.saved(jsonb_build_object('moved', moved));
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

create function records.writable_columns(target regclass, changes jsonb, without text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(attribute.attname::text order by attribute.attnum), '{}') from pg_catalog.pg_attribute
    as attribute
  where attribute.attrelid = target and attribute.attnum > 0 and not attribute.attisdropped
    and attribute.attgenerated = ''
    and changes ? attribute.attname and attribute.attname <> all (without)
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
  result jsonb;
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child
      and attname = parent_column
  );
begin
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(one) - array[''created_at'', ''updated_at'', ''search_name'', %2$L, %3$L] order by %3$I, id), ''[]'') from %1$s as one where %2$I = $1::%4$s',
    child, parent_column, order_column, parent_type
  ) into result using parent_id;
  return result;
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

create function public.merge_records(target text, remaining_id uuid, other_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.merge_records(target, remaining_id, other_id);
comment on function public.merge_records is
  'Merges the other row into the kept one: saved with moved, gone, or refused with the reason why not: same, '
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
  result jsonb;
begin
  if list is null then
    return '[{}]';
  end if;
  execute format('select jsonb_agg(to_jsonb(one)) from (select %s from %s where %I = $1::%s) as one', list, subject,
    key, key_type)
    into result using record_id;
  return coalesce(result, '[]');
end $$;
comment on function records.column_values is
  'A list with the named columns of one row; empty when the caller may not read the row.';
grant execute on function records.column_values to authenticated, service_role;

create function public.save_record(
  target text, record_id text, expected_version timestamptz, changes jsonb, children jsonb default '[]',
    reason text default null,
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
      return jsonb_build_object('outcome', 'gone');
    end if;
    if expected_version is not null and current_at <> expected_version then
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
      return jsonb_build_object('outcome', 'refused', 'field', null, 'reason', 'forbidden');
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
  'after the save), conflict when the row''s updated_at is not expected_version (the one the form was loaded with), gone, or refused '
  'with forbidden.';
grant execute on function public.save_record to authenticated, service_role;

create function public.save_records(target text, items jsonb, reason text default null, tag_columns text[] default '{}',
  is_check boolean default false) returns jsonb
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
  begin
    for item in select jsonb_array_elements(items) loop
      -- A refused row is rolled back alone.
      begin
        answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason,
          tag_columns);
        if is_check then
          set constraints all immediate;
          set constraints all deferred;
        end if;
      exception when integrity_constraint_violation or data_exception or insufficient_privilege then
        get stacked diagnostics failed_message = message_text, failed_detail = pg_exception_detail;
        answers := answers || jsonb_build_object('outcome', 'refused', 'field', null, 'reason', sqlstate, 'message',
          failed_message, 'details', failed_detail);
      end;
    end loop;
    if is_check then
      raise exception 'checked' using errcode = 'LC001';
    end if;
  exception when sqlstate 'LC001' then
    -- Every row is rolled back; the answers stay.
    return answers;
  end;
  perform set_config('app.many_rows', '', true);
  perform records.pair_saved(target, array(
    select (answer ->> 'id')::uuid from jsonb_array_elements(answers) as answer where answer ->> 'outcome' = 'saved'
      and answer ->> 'id' ~ '^[0-9a-f-]{36}$'
  ));
  return answers;
end $$;
comment on function public.save_records is
  'Saves up to 500 rows [{id, changes}] one by one, as the caller, and returns one result per row: a result of '
  'save_record, or refused with an SQL state, message and details. With is_check it returns the same results and saves '
  'nothing.';
grant execute on function public.save_records to authenticated, service_role;
