-- Weights of the search and of the condition of a trip.

-- Weights of the search. A change is a new version, so that every earlier one can be restored.
create table public.algorithm_settings (
  id uuid primary key default gen_random_uuid(),
  algorithm text not null check (algorithm = any (private.algorithms())),
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
  'trip; driving_pace: weights of the driving time of an old car.';
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

create function private.enqueue_leg_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_job('time-legs');
  return null;
end $$;
comment on function private.enqueue_leg_times is
  'Trigger function: the worker calculates the driving times of all legs again.';

create trigger algorithm_settings_pace_added after insert on public.algorithm_settings
  for each row when (new.algorithm = 'driving_pace' and new.is_active) execute function private.enqueue_leg_times();
create trigger algorithm_settings_pace_changed after update on public.algorithm_settings
  for each row when (new.algorithm = 'driving_pace' and new.is_active is distinct from old.is_active)
  execute function private.enqueue_leg_times();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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
