set check_function_bodies = off;

-- Guests of convoys: people without an account who came by the link and gave a name.

create table public.convoy_guests (
  id uuid primary key default gen_random_uuid(),
  convoy_id uuid not null references public.convoys (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  vehicle text not null default '' check (char_length(vehicle) <= 80),
  status text not null default 'driving' check (status in ('driving', 'stopped', 'help')),
  status_at timestamptz not null default now(),
  joined_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Guests can call the function without the server's checks: a missing number must be false here, not null.
  place jsonb check (place is null or coalesce(
    jsonb_typeof(place -> 'lat') = 'number' and (place ->> 'lat')::double precision between -90 and 90
    and jsonb_typeof(place -> 'lng') = 'number' and (place ->> 'lng')::double precision between -180 and 180
    and jsonb_typeof(place -> 'accuracy_m') = 'number'
    and (place ->> 'accuracy_m')::double precision between 0 and 100000
    and place ->> 'measured_at' is not null, false
  ))
);

alter table public.convoy_guests enable row level security;

select
  private.declare_columns('convoy_guests', 'withheld',
    '{id,convoy_id,name,vehicle,status,status_at,joined_at,expires_at,place}',
    'a person without an account, who sees it on the page of the convoy and deletes it by leaving'),
  private.declare_columns('convoy_guests', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('convoy_guests', 'public.convoy_guests', 'expires_at', '24:00:00', 352);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.convoy_guests', 'token_hash', 'null');

create or replace function private.join_convoy(code text, member text, vehicle text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  found public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into found from public.convoys as convoy where convoy.code = join_convoy.code for no key update;
  if found.id is null then
    return 'unknown';
  elsif found.ends_at <= now() then
    return 'over';
  elsif private.convoy_size(found.id) >= 100
    and not exists (select from public.convoy_members where convoy_id = found.id and account_id = account) then
    return 'full';
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (found.id, account, member, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return 'joined';
end $$;

create or replace function private.convoy_view(convoy public.convoys, viewer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with people as (
    select member.account_id as id, member.name, member.vehicle, member.role, member.status, member.status_at,
      member.joined_at,
      case when place.convoy_id is not null then
        jsonb_build_object('lat', place.lat, 'lng', place.lng, 'accuracy_m', place.accuracy_m, 'measured_at',
          place.measured_at)
      end as position
    from public.convoy_members as member
    left join public.convoy_positions as place
      on place.convoy_id = member.convoy_id and place.account_id = member.account_id and place.shared_until > now()
    where member.convoy_id = convoy.id
    union all
    select guest.id, guest.name, guest.vehicle, 'guest', guest.status, guest.status_at, guest.joined_at, guest.place
    from public.convoy_guests as guest where guest.convoy_id = convoy.id and guest.expires_at > now()
  )
  select jsonb_build_object(
    'code', convoy.code, 'name', convoy.name, 'starts_at', convoy.starts_at, 'ends_at', convoy.ends_at, 'now', now(),
    'is_leader', convoy.leader_id = viewer, 'regroup_points', convoy.regroup_points,
    'channel', case when convoy.ends_at > now() then convoy.channel end,
    'members', (
      select jsonb_agg(jsonb_build_object(
        'id', people.id, 'is_self', people.id = viewer, 'name', people.name, 'vehicle', people.vehicle,
        'role', people.role, 'status', people.status, 'status_at', people.status_at, 'position', people.position
      ) order by array_position(array['leader', 'member', 'guest', 'support', 'sweep'], people.role), people.joined_at,
        people.id)
      from people
    )
  )
$$;

create or replace function private.convoy_size(convoy uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.convoy_members where convoy_id = convoy)
    + (select count(*) from public.convoy_guests where convoy_id = convoy)
$$;

create or replace function private.read_convoy(code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return null;
  end if;
  return private.convoy_view(convoy, private.account_id());
end $$;

create or replace function private.list_convoys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', convoy.code, 'name', convoy.name, 'ends_at', convoy.ends_at,
    'is_over', convoy.ends_at <= now(),
    'members', private.convoy_size(convoy.id))
      order by convoy.ends_at desc, convoy.code), '[]')
  from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = private.account_id()
$$;

create or replace function private.delete_convoy_positions() returns void
language sql volatile security definer set search_path = '' as $$
  select private.end_term(rule, array(select private.expired_rows(rule, 5000)))
  from private.retention_rules as rule where rule.key in ('convoy_positions', 'convoy_guests')
$$;

create or replace function private.change_convoy(code text, changes jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return null;
  end if;
  -- Calls that replace the channel wait for each other, so that each returns the one that members know until then.
  select channel into listened from public.convoys where id = convoy.id for no key update;
  update public.convoys set
    regroup_points = coalesce(changes -> 'regroup_points', regroup_points),
    ends_at = case when changes ->> 'is_ended' = 'true' then least(ends_at, now()) else ends_at end,
    channel = case when changes ->> 'is_ended' = 'true' or ends_at <= now() then gen_random_uuid() else channel end
  where id = convoy.id returning * into convoy;
  update public.convoy_positions set shared_until = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_guests set expires_at = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_members set role = changes ->> 'role'
  where convoy_id = convoy.id and account_id = (changes ->> 'member')::uuid and role <> 'leader' and changes ->> 'role'
    in ('sweep', 'support', 'member');
  return listened;
end $$;

create or replace function private.leave_convoy(code text, member uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or (member <> account and convoy.leader_id <> account) then
    return null;
  end if;
  select channel into listened from public.convoys where id = convoy.id for no key update;
  -- A convoy without its leader ends for everybody.
  if member = convoy.leader_id then
    delete from public.convoys where id = convoy.id;
  else
    delete from public.convoy_members where convoy_id = convoy.id and account_id = member;
    if convoy.leader_id = account then
      delete from public.convoy_guests where convoy_id = convoy.id and id = member;
    end if;
  end if;
  return listened;
end $$;

create or replace function private.convoy_guest(code text, token text) returns public.convoy_guests
language sql stable security definer set search_path = '' as $$
  select guest from public.convoy_guests as guest
  join public.convoys as convoy on convoy.id = guest.convoy_id and convoy.code = convoy_guest.code
  where guest.token_hash = private.token_hash(token) and guest.expires_at > now()
$$;

create or replace function private.join_convoy_as_guest(code text, token_hash text, member text, vehicle text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.convoys;
begin
  select * into found from public.convoys as convoy where convoy.code = join_convoy_as_guest.code for no key update;
  if found.id is null then
    return 'unknown';
  elsif found.ends_at <= now() then
    return 'over';
  elsif private.convoy_size(found.id) >= 100 then
    return 'full';
  end if;
  insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at)
    values (found.id, join_convoy_as_guest.token_hash, member, join_convoy_as_guest.vehicle, found.ends_at);
  return 'joined';
end $$;

create or replace function private.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
begin
  if guest.id is null then
    return false;
  end if;
  -- A position that arrives late never replaces a newer one; a clock ahead of the server's counts as now.
  update public.convoy_guests as known set
    status = coalesce(report_as_convoy_guest.status, known.status),
    status_at = case when report_as_convoy_guest.status <> known.status then now() else known.status_at end,
    place = case
      when is_hidden then null
      when report_as_convoy_guest.place is null then known.place
      when (known.place ->> 'measured_at')::timestamptz >= (report_as_convoy_guest.place ->> 'measured_at')::timestamptz
        then known.place
      else jsonb_build_object(
        'lat', report_as_convoy_guest.place -> 'lat', 'lng', report_as_convoy_guest.place -> 'lng',
        'accuracy_m', report_as_convoy_guest.place -> 'accuracy_m',
        'measured_at', least((report_as_convoy_guest.place ->> 'measured_at')::timestamptz, now()))
    end
  where known.id = guest.id;
  return true;
end $$;

create or replace function private.read_convoy_as_guest(code text, token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
  convoy public.convoys;
begin
  if guest.id is null then
    return null;
  end if;
  select * into convoy from public.convoys where id = guest.convoy_id;
  return private.convoy_view(convoy, guest.id);
end $$;

create or replace function private.leave_convoy_as_guest(code text, token text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
  listened uuid;
begin
  if guest.id is null then
    return null;
  end if;
  select channel into listened from public.convoys where id = guest.convoy_id for no key update;
  delete from public.convoy_guests where id = guest.id;
  return listened;
end $$;

create or replace function public.join_convoy_as_guest(code text, token_hash text, member text, vehicle text) returns text
language sql volatile security invoker set search_path = ''
return private.join_convoy_as_guest(code, token_hash, member, vehicle);

create or replace function public.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns boolean
language sql volatile security invoker set search_path = ''
return private.report_as_convoy_guest(code, token, status, place, is_hidden);

create or replace function public.read_convoy_as_guest(code text, token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_convoy_as_guest(code, token);

create or replace function public.leave_convoy_as_guest(code text, token text) returns uuid
language sql volatile security invoker set search_path = ''
return private.leave_convoy_as_guest(code, token);

create index convoy_guests_convoy_id_idx on public.convoy_guests (convoy_id);

create index convoy_guests_expires_at_idx on public.convoy_guests (expires_at);

create trigger convoy_channel_replaced_for_guests after delete on public.convoy_guests
for each row execute function private.replace_convoy_channel();

comment on function private.convoy_view is 'A convoy as the account or guest `viewer` sees it.';

comment on function private.convoy_size is 'Members and guests of a convoy.';

comment on function private.delete_convoy_positions is
  'Applies the retention rules of positions and guests more often than the daily job does.';

comment on column public.convoys.code is 'Opens the convoy for whoever has it: with an account, or with a name as a guest.';

comment on function public.join_convoy is
  'Adds the caller to a convoy, or changes the own name and car: joined, unknown, over or full (100 people).';

comment on function public.leave_convoy is
  'Removes the caller, or a member or guest for the leader; the convoy is deleted when its leader leaves. Returns the '
  'channel of before, null for everybody else.';

comment on table public.convoy_guests is
  'People without an account in a convoy, with what they told the others; read and written by functions. Deleted 24 '
  'hours after the end.';

comment on column public.convoy_guests.token_hash is
  'SHA-256 of the token that the device of the guest keeps; null in a restored database, where no guest gets in.';

comment on column public.convoy_guests.expires_at is 'Copy of convoys.ends_at: the token opens nothing afterwards.';

comment on column public.convoy_guests.place is
  '{lat, lng, accuracy_m, measured_at} of the last position; earlier ones are not stored.';

comment on function private.convoy_guest is
  'The guest whose device has this token while the convoy runs, otherwise null.';

comment on function public.join_convoy_as_guest is
  'Adds a person without an account to a convoy: joined, unknown, over or full (100 people). Only the server calls it, '
  'which limits the guesses of codes.';

comment on function public.report_as_convoy_guest is
  'report_to_convoy for the guest with this token; false for every other token and after the end.';

comment on function public.read_convoy_as_guest is
  'read_convoy for the guest with this token; null for every other token and after the end.';

comment on function public.leave_convoy_as_guest is
  'Deletes the guest with this token; returns the channel of before, null for every other token.';

grant execute on function private.convoy_guest to public;

grant execute on function private.convoy_size to public;

grant execute on function private.convoy_view to public;

grant execute on function private.join_convoy_as_guest to public;

grant execute on function private.leave_convoy_as_guest to public;

grant execute on function private.read_convoy_as_guest to public;

grant execute on function private.report_as_convoy_guest to public;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.convoy_guests to service_role;

grant execute on function public.join_convoy_as_guest to service_role;

grant execute on function public.leave_convoy_as_guest to anon;

grant execute on function public.leave_convoy_as_guest to authenticated;

grant execute on function public.leave_convoy_as_guest to service_role;

grant execute on function public.read_convoy_as_guest to anon;

grant execute on function public.read_convoy_as_guest to authenticated;

grant execute on function public.read_convoy_as_guest to service_role;

grant execute on function public.report_as_convoy_guest to anon;

grant execute on function public.report_as_convoy_guest to authenticated;

grant execute on function public.report_as_convoy_guest to service_role;

reset check_function_bodies;
