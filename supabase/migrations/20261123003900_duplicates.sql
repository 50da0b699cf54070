-- Possible duplicates, found when a row is written so that listing them is cheap, and the merging of two records.

create table records.duplicate_sources (
  entity text primary key,
  permission text not null,
  item_kind text not null
);
comment on table records.duplicate_sources is 'Tables whose repeated rows are found and merged; item_kind is their name in reports and addresses.';

alter table records.duplicate_sources enable row level security;
grant select on records.duplicate_sources to authenticated, service_role;

create policy "staff read which tables of theirs are looked through" on records.duplicate_sources
  for select to authenticated using ((select private.is_staff()) and private.has_permission(permission));

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
comment on table records.duplicate_pairs is 'Pairs that look alike, kept by private.note_duplicates(); rows of the trash are in none.';

create index duplicate_pairs_second_idx on records.duplicate_pairs (entity, second_id);
create index duplicate_pairs_likest_idx on records.duplicate_pairs (entity, likeness desc, metres, first_id, second_id);
create index duplicate_pairs_state_idx on records.duplicate_pairs (entity, state_abbr, likeness desc, metres, first_id, second_id);

alter table records.duplicate_pairs enable row level security;
grant select on records.duplicate_pairs to authenticated, service_role;

create policy "staff read the pairs of tables they edit" on records.duplicate_pairs
  for select to authenticated using (entity in (select source.entity from records.duplicate_sources as source));

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
  constraint kept_row_is_one_of_the_two check (case verdict when 'merged' then kept_id in (first_id, second_id) and kept_id is not null else kept_id is null end)
);
comment on table public.duplicate_verdicts is 'What the team said of two rows that look alike: not the same, or merged into one.';

create index duplicate_verdicts_decided_by_idx on public.duplicate_verdicts (decided_by);

alter table public.duplicate_verdicts enable row level security;
grant select, insert, delete on public.duplicate_verdicts to authenticated;
grant all on public.duplicate_verdicts to service_role;

create policy "staff read what was said of rows of tables they edit" on public.duplicate_verdicts
  for select to authenticated using (entity in (select source.entity from records.duplicate_sources as source));
create policy "staff say that two rows of a table they edit are not the same" on public.duplicate_verdicts
  for insert to authenticated
  with check (
    verdict = 'different' and decided_by = (select private.account_id())
    and entity in (select source.entity from records.duplicate_sources as source)
  );
create policy "staff take back what was said of rows of tables they edit" on public.duplicate_verdicts
  for delete to authenticated
  using ((select private.is_staff()) and entity in (select source.entity from records.duplicate_sources as source));

create trigger duplicate_verdicts_server_columns before insert or update on public.duplicate_verdicts
  for each row execute function private.guard_server_columns('decided_by', 'decided_at');

create function private.metres_between(lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat_b - lat_a) / 2) ^ 2 + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_b - lng_a) / 2) ^ 2
  )))
$$;

-- Stores pairs with a likeness of 0.4 within 1 km or 0.6 in the same town; a list may filter more strictly. Five per
-- row at most, so that a chain of forty shops with one name does not become 780 pairs.
create function private.pair_duplicates(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', entity)::regclass;
  has_place boolean := exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'lat' and not attisdropped);
  place text := case when has_place then 'lat, lng' else 'null::double precision as lat, null::double precision as lng' end;
  other text := format('(select id, state_abbr, city_ibge, %s, private.fold(name) as folded from %s where deleted_at is null)', place, target);
  -- A saved row is compared with 300 others of its town at most, so that an import does not become slow.
  town text := case
    when ids is null then 'join one as other on other.city_ibge = one.city_ibge and other.state_abbr = one.state_abbr and other.id > one.id'
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
comment on function private.pair_duplicates(text, uuid[]) is 'Looks for rows like these, or like every row when ids is null.';

create function public.list_duplicates(target text, within integer default null, in_state text default null, dismissed boolean default false)
returns table (first_id uuid, second_id uuid, likeness real, metres real)
language sql stable security invoker set search_path = '' as $$
  select pair.first_id, pair.second_id, pair.likeness, pair.metres
  from records.duplicate_pairs as pair
  where pair.entity = target and (in_state is null or pair.state_abbr = upper(in_state)::char(2))
    and (pair.metres <= within or (pair.same_town and pair.likeness >= 0.6))
    and dismissed = exists (
      select from public.duplicate_verdicts as said
      where said.entity = pair.entity and said.first_id = pair.first_id and said.second_id = pair.second_id and said.verdict = 'different'
    )
  order by pair.likeness desc, pair.metres, pair.first_id, pair.second_id
  limit 50
$$;
comment on function public.list_duplicates(text, integer, text, boolean) is
  'The 50 likest pairs of a table: in the same town with very similar names, or nearer than so many metres with similar ones.';
revoke execute on function public.list_duplicates(text, integer, text, boolean) from public, anon;
grant execute on function public.list_duplicates(text, integer, text, boolean) to authenticated, service_role;

create function public.count_duplicates(target text, within integer default null)
returns table (state_abbr text, total bigint, dismissed bigint)
language sql stable security invoker set search_path = '' as $$
  with said as materialized (
    select verdict.first_id, verdict.second_id from public.duplicate_verdicts as verdict where verdict.entity = target and verdict.verdict = 'different'
  )
  select pair.state_abbr, count(*) filter (where said.first_id is null), count(said.first_id)
  from records.duplicate_pairs as pair left join said using (first_id, second_id)
  where pair.entity = target and (pair.metres <= within or (pair.same_town and pair.likeness >= 0.6))
  group by pair.state_abbr
$$;
comment on function public.count_duplicates(text, integer) is 'Pairs of list_duplicates per state: those that wait and those said to be different.';
revoke execute on function public.count_duplicates(text, integer) from public, anon;
grant execute on function public.count_duplicates(text, integer) to authenticated, service_role;

create function public.judge_duplicate(target text, one uuid, two uuid, different boolean) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  delete from public.duplicate_verdicts where entity = target and first_id = least(one, two) and second_id = greatest(one, two);
  if different then
    insert into public.duplicate_verdicts (entity, first_id, second_id, verdict) values (target, least(one, two), greatest(one, two), 'different')
    on conflict do nothing;
  end if;
end $$;
comment on function public.judge_duplicate(text, uuid, uuid, boolean) is 'Remembers that two rows are not the same, or forgets it.';
revoke execute on function public.judge_duplicate(text, uuid, uuid, boolean) from public, anon;
grant execute on function public.judge_duplicate(text, uuid, uuid, boolean) to authenticated, service_role;

-- Merging two records: rows that refer to the second one refer to the first one afterwards; the second is soft-deleted.
create function private.is_blank(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select value is null or value in ('null', '""', '[]', '{}')
$$;

-- Lists are joined; other values are taken only where the kept row has none. Identifying columns are kept.
create function private.gaps_filled(kept jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  own constant text[] := array['id', 'slug', 'status', 'state_abbr', 'created_at', 'updated_at', 'deleted_at', 'translations'];
  filled jsonb;
  language text;
  words jsonb;
  translations jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
    when private.is_blank(kept -> key) then value
    else (kept -> key) || coalesce((select jsonb_agg(item) from jsonb_array_elements(value) as item where not (kept -> key) @> item), '[]')
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
comment on function private.gaps_filled(jsonb, jsonb) is 'Columns of a row that another row of the same thing can complete, with their new values.';

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
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
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
comment on function private.move_children(regclass, text, uuid, uuid) is 'Points every row that names the second at the first, whichever table it stands in.';

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

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')', 300), true);
  moved := private.move_children(subject, source.item_kind, kept_id, other_id);
  filled := private.gaps_filled(kept, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled, array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select private.account_id()), 'update', target, kept_id::text, '{}', '{}', current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2', subject, columns)
      using filled, kept_id;
  end if;

  perform set_config('app.audit_reason', left('Repetido: juntado a ' || (kept ->> 'name') || ' (' || kept_id || ')', 300), true);
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
  values (target, least(kept_id, other_id), greatest(kept_id, other_id), 'merged', kept_id, (select private.account_id()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return jsonb_build_object('outcome', 'merged', 'moved', moved);
end $$;

create function public.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.merge_records(target, kept_id, other_id);
comment on function public.merge_records(text, uuid, uuid) is
  'Merges the other row into the kept one and answers {outcome: merged, moved}, or why not: same, missing, trashed, elsewhere (another state), hidden (the kept one is no page yet).';
revoke execute on function public.merge_records(text, uuid, uuid) from public, anon;
grant execute on function public.merge_records(text, uuid, uuid) to authenticated, service_role;

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
    return query execute format('select %1$I, %2$L::text, count(*) from %3$s where %1$I = any ($1) group by %1$I', link.key, link.child, link.name) using ids;
  end loop;
  return query
    select reports.subject_id::uuid, 'reports'::text, count(*) from public.reports
    where reports.subject_type = (select source.item_kind from records.duplicate_sources as source where source.entity = target)
      and reports.subject_id = any (ids::text[])
    group by reports.subject_id;
end $$;
comment on function public.count_children(text, uuid[]) is 'How many rows point to each of these, per table, as far as the caller may see them.';
revoke execute on function public.count_children(text, uuid[]) from public, anon;
grant execute on function public.count_children(text, uuid[]) to authenticated, service_role;

insert into records.duplicate_sources (entity, permission, item_kind) values
  ('services', 'services', 'service'),
  ('photo_points', 'photo_points', 'photo_point'),
  ('clubs', 'clubs', 'club');
