-- Rows that probably stand for the same thing twice: found when a row is written, so that a list of them costs nothing.

create table records.duplicate_sources (
  entity text primary key,
  permission text not null,
  item_kind text not null
);
comment on table records.duplicate_sources is 'Tables whose repeated rows are found and merged; item_kind is their name in reports and addresses.';
insert into records.duplicate_sources (entity, permission, item_kind) values
  ('services', 'services', 'service'),
  ('photo_points', 'photo_points', 'photo_point'),
  ('clubs', 'clubs', 'club');

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
    verdict = 'different' and decided_by = (select auth.uid())
    and entity in (select source.entity from records.duplicate_sources as source)
  );
create policy "staff take back what was said of rows of tables they edit" on public.duplicate_verdicts
  for delete to authenticated
  using ((select private.is_staff()) and entity in (select source.entity from records.duplicate_sources as source));

-- Who stands near whom; towns have their index already.
create index services_position_idx on public.services (lat, lng) where deleted_at is null;
create index photo_points_position_idx on public.photo_points (lat, lng) where deleted_at is null;

create function private.metres_between(lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat_b - lat_a) / 2) ^ 2 + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_b - lng_a) / 2) ^ 2
  )))
$$;

-- Within 1 km a likeness of 0.4 is remembered, in the same town one of 0.6; a list may ask for nearer ones. Five a row:
-- a chain of forty shops with one name must not become 780 questions.
create function private.pair_duplicates(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', entity)::regclass;
  has_place boolean := exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'lat' and not attisdropped);
  place text := case when has_place then 'lat, lng' else 'null::double precision as lat, null::double precision as lng' end;
  other text := format('(select id, state_abbr, city_ibge, %s, private.fold(name) as folded from %s where deleted_at is null)', place, target);
  -- A saved row meets 300 others of its town at most: no town of the guide has more, and an import must not stand still in one that has.
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

create function private.note_duplicates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  item uuid := coalesce(new_row, old_row) ->> 'id';
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(array['name', 'state_abbr', 'city_ibge', 'lat', 'lng', 'deleted_at']) as key
    where old_row -> key is distinct from new_row -> key
  ) then
    return null;
  end if;
  delete from records.duplicate_pairs where entity = tg_table_name and first_id = item;
  delete from records.duplicate_pairs where entity = tg_table_name and second_id = item;
  if tg_op = 'DELETE' then
    delete from public.duplicate_verdicts where entity = tg_table_name and (first_id = item or second_id = item);
  elsif new_row ->> 'deleted_at' is null and coalesce(current_setting('app.many_rows', true), '') = '' then
    perform private.pair_duplicates(tg_table_name, array[item]);
  end if;
  return null;
end $$;
comment on function private.note_duplicates() is 'Keeps duplicate_pairs as the rows are.';

create trigger services_duplicates after insert or update or delete on public.services
  for each row execute function private.note_duplicates();
create trigger photo_points_duplicates after insert or update or delete on public.photo_points
  for each row execute function private.note_duplicates();
create trigger clubs_duplicates after insert or update or delete on public.clubs
  for each row execute function private.note_duplicates();
select private.pair_duplicates(entity, null) from records.duplicate_sources;

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
