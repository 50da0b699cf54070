-- Convoys: several cars that travel together and show where they are.

create table public.convoys (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 80),
  leader_id uuid not null references public.profiles (id) on delete cascade,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  regroup_points jsonb not null default '[]' check (jsonb_typeof(regroup_points) = 'array'
    and jsonb_array_length(regroup_points) <= private.max_regroup_points()),
  channel uuid not null default gen_random_uuid(),
  constraint convoy_ends_after_it_starts check (
    ends_at >= starts_at and ends_at <= starts_at + make_interval(days => private.convoy_days())
  )
);
comment on table public.convoys is 'Cars that drive together; read and written by functions for its members.';
comment on column public.convoys.code is 'Opens the convoy for whoever has it: with an account, or with a name as a guest.';
comment on column public.convoys.regroup_points is
  '[{name, lat, lng}] where the cars wait for each other, in driving order.';
comment on column public.convoys.channel is
  'Secret name of the Realtime channel, for members only; replaced when a member is removed and by writes after the '
  'end.';
create index convoys_leader_id_idx on public.convoys (leader_id);
create index convoys_ends_at_idx on public.convoys (ends_at);
alter table public.convoys enable row level security;
grant all on public.convoys to service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('convoys', 'leader_id', 'account', 'own', 'Comboios que você conduz', 'delete', 87);

select
  private.declare_columns('convoys', 'exported', '{id,code,name,leader_id,starts_at,ends_at,regroup_points}'),
  private.declare_columns('convoys', 'withheld', '{channel}', 'a secret that all members of the convoy share');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('convoys', 'public.convoys', 'ends_at', '30 days', 351);

create table public.convoy_members (
  convoy_id uuid not null references public.convoys (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  vehicle text not null default '' check (char_length(vehicle) <= 80),
  role text not null default 'member' check (role in ('leader', 'sweep', 'support', 'member')),
  status text not null default 'driving' check (status = any (private.convoy_statuses())),
  status_at timestamptz not null default now(),
  joined_at timestamptz not null default now(),
  primary key (convoy_id, account_id)
);
comment on table public.convoy_members is 'The people of a convoy and what they told the others.';
create index convoy_members_account_id_idx on public.convoy_members (account_id);
alter table public.convoy_members enable row level security;
grant all on public.convoy_members to service_role;

create function private.replace_convoy_channel() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.convoys set channel = gen_random_uuid() where id = old.convoy_id;
  return null;
end $$;
comment on function private.replace_convoy_channel is
  'Whoever is no longer a member knows only a channel that is no longer used.';

create trigger convoy_channel_replaced after delete on public.convoy_members
for each row execute function private.replace_convoy_channel();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('convoy_members', 'account_id', 'account', 'own', 'Participação em comboios', 'delete', 88);

select private.declare_columns('convoy_members', 'exported',
  '{convoy_id,account_id,name,vehicle,role,status,status_at,joined_at}');

create table public.convoy_positions (
  convoy_id uuid not null,
  account_id uuid not null references public.profiles (id) on delete cascade,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_m real not null check (accuracy_m between 0 and 100000),
  measured_at timestamptz not null,
  shared_until timestamptz not null,
  primary key (convoy_id, account_id),
  foreign key (convoy_id, account_id) references public.convoy_members (convoy_id, account_id) on delete cascade
);
comment on table public.convoy_positions is
  'The last position of a member, shown until the end of the convoy and deleted 24 hours later; earlier ones are not '
  'stored.';
comment on column public.convoy_positions.shared_until is 'Copy of convoys.ends_at.';
create index convoy_positions_account_id_idx on public.convoy_positions (account_id);
create index convoy_positions_shared_until_idx on public.convoy_positions (shared_until);
alter table public.convoy_positions enable row level security;
grant all on public.convoy_positions to service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('convoy_positions', 'account_id', 'account', 'own', 'Última posição em comboios', 'delete', 89);

select private.declare_columns('convoy_positions', 'exported',
  '{convoy_id,account_id,lat,lng,accuracy_m,measured_at,shared_until}');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('convoy_positions', 'public.convoy_positions', 'shared_until', '24:00:00', 350);

create function private.own_convoy(code text) returns public.convoys
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  existing public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select convoy.* into existing from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = account
  where convoy.code = own_convoy.code;
  return existing;
end $$;
comment on function private.own_convoy is
  'The convoy with this code when the caller is a member, otherwise a row of nulls; raises 42501 without an account.';

create function private.create_convoy(name text, ends_at timestamptz, member_name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the convoys of the others.
  perform from public.profiles where id = account for no key update;
  if (select count(*) from public.convoys where leader_id = account and convoys.ends_at > now()) >= 10 then
    return private.refused('limit');
  end if;
  insert into public.convoys (code, name, leader_id, ends_at)
  values (private.new_registration_code(), create_convoy.name, account, create_convoy.ends_at) returning * into made;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle, role)
    values (made.id, account, member_name, create_convoy.vehicle, 'leader');
  return private.saved(jsonb_build_object('code', made.code));
end $$;

create function private.join_convoy(code text, name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  existing public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.convoys as convoy where convoy.code = join_convoy.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100
    and not exists (select from public.convoy_members where convoy_id = existing.id and account_id = account) then
    return private.refused('full');
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (existing.id, account, join_convoy.name, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return private.saved();
end $$;

create function private.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return private.gone();
  end if;
  if status is not null then
    update public.convoy_members as member set status = report_to_convoy.status, status_at = now()
    where member.convoy_id = convoy.id and member.account_id = account and convoy.ends_at > now()
      and member.status <> report_to_convoy.status;
  end if;
  if is_hidden then
    delete from public.convoy_positions where convoy_id = convoy.id and account_id = account;
  elsif place is not null and convoy.ends_at > now() then
    -- A position that arrives late never replaces a newer one; a clock ahead of the server's counts as now.
    insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
    select convoy.id, account, given.lat, given.lng, given.accuracy_m, least(given.measured_at, now()), convoy.ends_at
    from jsonb_to_record(place) as given (lat double precision, lng double precision, accuracy_m real,
      measured_at timestamptz)
    on conflict (convoy_id, account_id) do update
      set lat = excluded.lat, lng = excluded.lng, accuracy_m = excluded.accuracy_m, measured_at = excluded.measured_at
      where convoy_positions.measured_at < excluded.measured_at;
  end if;
  return private.saved();
end $$;

create function private.convoy_view(convoy public.convoys, viewer uuid) returns jsonb
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
comment on function private.convoy_view is 'A convoy as the account or guest `viewer` sees it.';

create function private.convoy_size(convoy uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.convoy_members where convoy_id = convoy)
    + (select count(*) from public.convoy_guests where convoy_id = convoy)
$$;
comment on function private.convoy_size is 'Members and guests of a convoy.';

create function private.read_convoy(code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return null;
  end if;
  return private.convoy_view(convoy, private.account_id());
end $$;

create function private.list_convoys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', convoy.code, 'name', convoy.name, 'ends_at', convoy.ends_at,
    'is_over', convoy.ends_at <= now(),
    'members', private.convoy_size(convoy.id))
      order by convoy.ends_at desc, convoy.code), '[]')
  from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = private.account_id()
$$;

create function private.delete_convoy_positions() returns void
language sql volatile security definer set search_path = '' as $$
  select private.end_term(rule, array(select private.expired_rows(rule, 5000)))
  from private.retention_rules as rule where rule.key in ('convoy_positions', 'convoy_guests')
$$;
comment on function private.delete_convoy_positions is
  'Applies the retention rules of positions and guests more often than the daily job does.';

create function private.change_convoy(code text, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return private.gone();
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
    = any (private.convoy_roles());
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function private.leave_convoy(code text, member uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or (member <> account and convoy.leader_id <> account) then
    return private.gone();
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
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function public.create_convoy(name text, ends_at timestamptz, member_name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_convoy(name, ends_at, member_name, vehicle);
comment on function public.create_convoy is
  'Creates a convoy that begins now, led by the caller: saved with its code, refused with limit for an account that '
  'leads ten running convoys.';
grant execute on function public.create_convoy to authenticated, service_role;

create function public.join_convoy(code text, name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy(code, name, vehicle);
comment on function public.join_convoy is
  'Adds the caller to a convoy, or changes the own name and car: saved, or refused with unknown, over or full '
  '(100 people).';
grant execute on function public.join_convoy to authenticated, service_role;

create function public.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.report_to_convoy(code, status, place, is_hidden);
comment on function public.report_to_convoy is
  'Stores the status and the last position {lat, lng, accuracy_m, measured_at} of the caller; is_hidden deletes the '
  'position; gone for others than members.';
grant execute on function public.report_to_convoy to authenticated, service_role;

create function public.read_convoy(code text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_convoy(code);
comment on function public.read_convoy is
  'A convoy with its members and, until its end, its channel and their last positions; null for others than members.';
grant execute on function public.read_convoy to authenticated, service_role;

create function public.list_convoys() returns jsonb
language sql stable security invoker set search_path = ''
return private.list_convoys();
comment on function public.list_convoys is
  'Convoys of the caller, the latest end first: [{code, name, ends_at, is_over, members}].';
grant execute on function public.list_convoys to authenticated, service_role;

create function public.change_convoy(code text, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_convoy(code, changes);
comment on function public.change_convoy is
  'For the leader: {regroup_points}, {is_ended: true} or {member, role}; saved with the channel of before the '
  'change, gone for everybody else.';
grant execute on function public.change_convoy to authenticated, service_role;

create function public.leave_convoy(code text, member uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_convoy(code, member);
comment on function public.leave_convoy is
  'Removes the caller, or a member or guest for the leader; the convoy is deleted when its leader leaves. Saved with '
  'the channel of before, gone for everybody else.';
grant execute on function public.leave_convoy to authenticated, service_role;
