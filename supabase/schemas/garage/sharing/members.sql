-- People with access to a vehicle, and their invitations.

create table public.vehicle_invitations (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  role text not null check (role in ('viewer', 'editor')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_invitations is
  'Invitations to see or edit a car, mailed as a link; written by functions only.';
comment on column public.vehicle_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_invitations.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_invitations_vehicle_id_idx on public.vehicle_invitations (vehicle_id, owner_id);
create index vehicle_invitations_owner_id_idx on public.vehicle_invitations (owner_id, created_at);
create index vehicle_invitations_accepted_by_idx on public.vehicle_invitations (accepted_by);
create unique index vehicle_invitations_open_idx on public.vehicle_invitations (vehicle_id, email)
  where accepted_at is null and revoked_at is null;
alter table public.vehicle_invitations enable row level security;
grant select (
  id, vehicle_id, owner_id, email, role, expires_at, accepted_at, accepted_by, revoked_at, created_at
) on public.vehicle_invitations to authenticated;
grant all on public.vehicle_invitations to service_role;
create policy "authenticated owners read the invitations to their cars" on public.vehicle_invitations
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, position) values
  ('vehicle_invitations', 'owner_id', 'account', 'own', 'Convites para os carros', 'delete', '{}', 116),
  ('vehicle_invitations', 'email', 'address', 'own', 'Convites recebidos para carros', 'delete', '{vehicle_id}', 117),
  ('vehicle_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para carros', 'unlink', '{vehicle_id}',
    118);

select
  private.declare_columns('vehicle_invitations', 'exported',
    '{id,vehicle_id,role,expires_at,accepted_at,revoked_at,created_at}'),
  private.declare_columns('vehicle_invitations', 'withheld',
    '{owner_id,email,accepted_by}', 'another person: owner or invited person'),
  private.declare_columns('vehicle_invitations', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('vehicle_invitations', 'public.vehicle_invitations', 'expires_at', '90 days', 437);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_invitations', 'token_hash', 'null');

create function private.name_vehicle_file() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- An API caller never names a path itself: it could be the file of another car.
  if current_user in ('anon', 'authenticated', 'service_role') or new.path = '' then
    new.path := new.vehicle_id::text || '/' || new.id::text || '.' || new.extension;
  end if;
  return new;
end $$;
comment on function private.name_vehicle_file is 'Trigger function: the path of a new file is made from its ids.';

create trigger vehicle_files_path before insert on public.vehicle_files
  for each row execute function private.name_vehicle_file();

create function private.own_vehicle(vehicle uuid) returns public.vehicles
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
begin
  perform private.require_account();
  -- Concurrent changes of who sees a car wait for each other, and for its handover.
  select * into car from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is null for no key update;
  return car;
end $$;
comment on function private.own_vehicle is
  'Locks a car of the caller outside the trash and returns it; null for any other car.';

create function private.account_email(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(email::text) from auth.users where id = account
$$;
comment on function private.account_email is 'E-mail address of an account in lower case.';

create function private.locale_of_email(address text, otherwise uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select profiles.locale from public.profiles join auth.users on users.id = profiles.id
      where lower(users.email::text) = lower(address) limit 1),
    (select locale from public.profiles where id = otherwise)
  )
$$;
comment on function private.locale_of_email is
  'Language of the account with an address; without one, that of the other account.';

create function private.invitation_state(invitation public.vehicle_invitations, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when car.deleted_at is not null then 'gone'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$$;
comment on function private.invitation_state is
  'open, accepted, revoked, expired, or gone when the car is in the trash.';

create function private.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(invite_vehicle_member.email));
begin
  if car.id is null then
    return private.gone();
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  elsif exists (
    select from public.vehicle_members as member join auth.users on users.id = member.account_id
    where member.vehicle_id = vehicle and lower(users.email::text) = address
  ) then
    return private.refused('member');
  end if;
  -- A new invitation replaces the open one of the same person.
  update public.vehicle_invitations as earlier set revoked_at = now()
  where earlier.vehicle_id = vehicle and earlier.email = address and accepted_at is null and revoked_at is null;
  if 10 <= (select count(*) from public.vehicle_members where vehicle_id = vehicle) + (
    select count(*) from public.vehicle_invitations
    where vehicle_id = vehicle and accepted_at is null and revoked_at is null and expires_at > now()
  ) then
    return private.refused('limit');
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash,
    now() + make_interval(days => private.sharing_days()));
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;
comment on function private.invite_vehicle_member is
  'Stores an invitation to a car of the caller and enqueues its mail; answers saved, gone, or refused with own, '
  'member, limit, too_many or invalid.';

create function private.revoke_vehicle_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_invitations set revoked_at = coalesce(revoked_at, now())
  where id = invitation and owner_id = private.account_id() and accepted_at is null;
  return private.saved_or_gone(found);
end $$;
comment on function private.revoke_vehicle_invitation is
  'Ends an invitation of the caller that nobody accepted; gone when there is none.';

-- A token is only in the mail to the invited address, so it also shows that the reader receives mail there.
create function private.read_vehicle_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state.name) || case
    when state.name = 'open' then jsonb_build_object(
      'role', invitation.role, 'vehicle', car.nickname, 'owner', owner.username, 'expires_at', invitation.expires_at,
      'email', left(invitation.email, 1) || '***' || substring(invitation.email from '@.*$'),
      'is_mine', invitation.email = private.account_email(private.account_id())
    )
    when state.name = 'accepted' and invitation.accepted_by = private.account_id()
      then jsonb_build_object('vehicle_id', car.id)
    else '{}'
  end
  from public.vehicle_invitations as invitation
  join public.vehicles as car on car.id = invitation.vehicle_id
  join public.profiles as owner on owner.id = invitation.owner_id
  cross join lateral (select private.invitation_state(invitation, car) as name) as state
  where invitation.token_hash = private.token_hash(token)
$$;
comment on function private.read_vehicle_invitation is
  'What the page of an invitation shows; only the state of one that has ended, null for a token that does not exist.';

create function private.accept_vehicle_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  car public.vehicles;
  invitation public.vehicle_invitations;
  state text;
begin
  perform private.require_account();
  -- The car first, as in the handover, so that the two never wait for each other.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_invitations where token_hash = hash) for no key update;
  select * into invitation from public.vehicle_invitations where token_hash = hash and vehicle_id = car.id for update;
  if invitation.id is null then
    return private.gone();
  end if;
  state := private.invitation_state(invitation, car);
  if state = 'accepted' and invitation.accepted_by = account then
    return private.saved(jsonb_build_object('vehicle', car.id));
  elsif state <> 'open' then
    return case state
      when 'gone' then private.gone()
      when 'accepted' then private.refused('taken')
      else private.refused(state)
    end;
  elsif invitation.email is distinct from private.account_email(account) then
    return private.refused('wrong_account');
  elsif car.owner_id = account then
    return private.refused('own');
  end if;
  insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
  values (car.id, car.owner_id, account, invitation.role)
  on conflict (vehicle_id, account_id) do update set role = excluded.role;
  update public.vehicle_invitations set accepted_at = now(), accepted_by = account where id = invitation.id;
  return private.saved(jsonb_build_object('vehicle', car.id));
end $$;
comment on function private.accept_vehicle_invitation is
  'Makes the caller a member: saved with vehicle, gone, or refused with taken, wrong_account, own, revoked or expired.';

create function private.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_members as member set role = set_vehicle_member_role.role
  where member.vehicle_id = vehicle and member.account_id = account and member.owner_id = private.account_id()
    and set_vehicle_member_role.role in ('viewer', 'editor');
  return private.saved_or_gone(found);
end $$;
comment on function private.set_vehicle_member_role is
  'Changes what a member of a car of the caller may do; gone when there is none.';

create function private.remove_vehicle_member(vehicle uuid, account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_members as member
  where member.vehicle_id = vehicle and member.account_id = account and private.account_id()
    in (member.owner_id, member.account_id);
  return private.saved_or_gone(found);
end $$;
comment on function private.remove_vehicle_member is
  'The owner removes a member, or a member leaves; gone when the caller is neither.';

create function private.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'account_id', member.account_id, 'name', profiles.username, 'role', member.role, 'created_at', member.created_at
  ) order by member.created_at, member.account_id), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.account_id
  where member.vehicle_id = vehicle and member.owner_id = private.account_id()
$$;
comment on function private.list_vehicle_members is
  'Members of a car of the caller with their names; empty for any other car.';

create function private.list_shared_vehicles() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('vehicle_id', member.vehicle_id, 'owner', profiles.username)), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.owner_id
  where member.account_id = private.account_id()
$$;
comment on function private.list_shared_vehicles is
  'Cars that others share with the caller, with the name of the owner.';

create function public.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_vehicle_member(invitation, vehicle, email, role, token_hash);
comment on function public.invite_vehicle_member is
  'Invites a person to an own car by mail: saved, gone, or refused with own, member, limit, too_many or invalid.';
grant execute on function public.invite_vehicle_member to authenticated, service_role;

create function public.revoke_vehicle_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.revoke_vehicle_invitation(invitation);
comment on function public.revoke_vehicle_invitation is
  'Ends an open invitation to an own car; gone when there is none.';
grant execute on function public.revoke_vehicle_invitation to authenticated, service_role;

create function public.read_vehicle_invitation(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_vehicle_invitation(token);
comment on function public.read_vehicle_invitation is
  'What an invitation offers: {state, role, vehicle, owner, expires_at, email, is_mine, vehicle_id}; anyone who has '
  'the token may call it.';
grant execute on function public.read_vehicle_invitation to anon, authenticated, service_role;

create function public.accept_vehicle_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = '' return private.accept_vehicle_invitation(token);
comment on function public.accept_vehicle_invitation is
  'Makes the invited account a member: saved with vehicle, gone, or refused with taken, wrong_account, own, revoked or '
  'expired.';
grant execute on function public.accept_vehicle_invitation to authenticated, service_role;

create function public.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns jsonb
language sql volatile security invoker set search_path = '' return private.set_vehicle_member_role(vehicle, account,
  role);
comment on function public.set_vehicle_member_role is
  'Changes the role of a member of an own car; gone when there is none.';
grant execute on function public.set_vehicle_member_role to authenticated, service_role;

create function public.remove_vehicle_member(vehicle uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.remove_vehicle_member(vehicle, account);
comment on function public.remove_vehicle_member is
  'The owner removes a member, or a member leaves; gone when the caller is neither.';
grant execute on function public.remove_vehicle_member to authenticated, service_role;

create function public.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.list_vehicle_members(vehicle);
comment on function public.list_vehicle_members is 'Members of an own car: [{account_id, name, role, created_at}].';
grant execute on function public.list_vehicle_members to authenticated, service_role;

create function public.list_shared_vehicles() returns jsonb
language sql stable security invoker set search_path = '' return private.list_shared_vehicles();
comment on function public.list_shared_vehicles is
  'Cars that others share with the caller: [{vehicle_id, owner}], owner being a name.';
grant execute on function public.list_shared_vehicles to authenticated, service_role;
