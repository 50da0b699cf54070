-- How accounts come to run a place and leave it: claims, invitations, and changes by the team.

alter table public.service_members add column claim_id uuid references public.service_requests (id) on delete set null;
comment on column public.service_members.claim_id is 'The approved claim that made the account an owner; taking the decision back ends the access.';
create index service_members_claim_id_idx on public.service_members (claim_id);
select private.declare_columns('service_members', 'exported', '{claim_id}');

-- An owner who left does not get access again by confirming the address once more.
create table private.granted_claims (
  claim_id uuid primary key references public.service_requests (id) on delete cascade,
  granted_at timestamptz not null default now()
);
comment on table private.granted_claims is 'Approved claims that made an account an owner.';
alter table private.granted_claims enable row level security;
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.granted_claims', '*', 'not_personal', 'key of a request that is declared itself');

create function private.tell_place_owner(account uuid, service uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select account, 'Você cuida de ' || left(services.name, 90), 'Veja e edite os dados do lugar no seu painel.', '/painel/lugares/' || services.id, jsonb_build_object(
    'en', jsonb_build_object('title', 'You run ' || left(services.name, 90), 'body', 'See and edit the data of the place in your panel.'),
    'es', jsonb_build_object('title', 'Te encargas de ' || left(services.name, 90), 'body', 'Mira y edita los datos del lugar en tu panel.')
  )
  from public.services where services.id = service
$$;
comment on function private.tell_place_owner(uuid, uuid) is 'Notice to an account that got access to a place.';

create function private.grant_claims(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
  claim record;
begin
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(address)) and profiles.email_verified_at is not null;
  if person is null then
    return;
  end if;
  for claim in
    select id, service_id from public.service_requests
    where kind = 'claim' and status = 'approved' and service_id is not null and lower(btrim(requester_email)) = lower(btrim(address))
      and not exists (select from private.granted_claims where claim_id = service_requests.id)
    order by decided_at, id
  loop
    insert into private.granted_claims (claim_id) values (claim.id) on conflict do nothing;
    if found then
      insert into public.service_members (service_id, account_id, role, claim_id) values (claim.service_id, person, 'owner', claim.id)
      on conflict (service_id, account_id) do update set role = 'owner', claim_id = excluded.claim_id;
      perform private.tell_place_owner(person, claim.service_id);
    end if;
  end loop;
end $$;
comment on function private.grant_claims(text) is 'Makes the account with a confirmed address the owner of the places whose approved claims were sent from this address, once per claim.';

create or replace function private.own_claimed_place() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.status = 'approved' then
    perform private.grant_claims(new.requester_email);
  else
    delete from public.service_members where claim_id = old.id;
    delete from private.granted_claims where claim_id = old.id;
  end if;
  return null;
end $$;

create function private.grant_confirmed_claims() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.grant_claims(users.email) from auth.users where users.id = new.id;
  return null;
end $$;
comment on function private.grant_confirmed_claims() is
  'Trigger function: an account whose address was confirmed after the approval of its claim gets access then.';
create trigger profiles_grant_claims after update of email_verified_at on public.profiles
  for each row when (new.email_verified_at is not null and old.email_verified_at is null)
  execute function private.grant_confirmed_claims();

-- Invitations of staff. Only the hash of the token is stored; the worker derives the token when it sends the mail.
create table public.service_invitations (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + interval '14 days',
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.service_invitations is 'Links by which owners invite staff for their places; valid for 14 days and for one account. Written by functions only.';
comment on column public.service_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.service_invitations.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index service_invitations_service_id_idx on public.service_invitations (service_id);
create index service_invitations_created_by_idx on public.service_invitations (created_by, created_at);
create index service_invitations_accepted_by_idx on public.service_invitations (accepted_by);
create index service_invitations_email_idx on public.service_invitations (lower(email));
insert into private.backup_secrets (table_name, column_name, treatment) values ('public.service_invitations', 'token_hash', 'null');

alter table public.service_invitations enable row level security;
revoke all on public.service_invitations from anon, authenticated;
grant select (id, service_id, email, expires_at, revoked_at, accepted_at, created_at) on public.service_invitations to authenticated;
grant all on public.service_invitations to service_role;
create policy "authenticated owners of a place and service managers read its invitations" on public.service_invitations
  for select to authenticated
  using (private.owns_place(service_id) or (private.is_staff() and (select private.has_permission('services'))));

create trigger service_invitations_audit after insert or update or delete on public.service_invitations
  for each row execute function private.write_audit('id', 'service_id,revoked_at,accepted_at,accepted_by');
insert into private.audit_log_permissions (entity, permission) values ('service_invitations', 'services');

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (442, 'service_invitations', 'public.service_invitations', 'created_at', '90 days', 'true', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('service_invitations', 'email', 'address', 'own', 'Convites para cuidar de um lugar', 'delete'),
  ('service_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para cuidar de um lugar', 'delete'),
  ('service_invitations', 'created_by', 'account', 'work', 'Convites feitos para um lugar', 'unlink');
select
  private.declare_columns('service_invitations', 'exported', '{id,service_id,email,expires_at,revoked_at,accepted_at,created_at}'),
  private.declare_columns('service_invitations', 'withheld', '{token_hash}', 'hash of a secret link'),
  private.declare_columns('service_invitations', 'withheld', '{created_by,accepted_by}', 'another person: who invited or accepted');

create function private.require_owner(service uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.owns_place(service) then
    raise exception 'only owners of the place' using errcode = '42501';
  end if;
end $$;
comment on function private.require_owner(uuid) is 'Raises 42501 unless the caller owns the place.';

create function private.require_member(service uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(service) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
end $$;
comment on function private.require_member(uuid) is 'Raises 42501 unless the caller owns the place or works for it.';

create function private.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select private.account_id());
  address text := lower(btrim(email));
  place public.services;
begin
  perform private.require_owner(service);
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or invitation is null or token_hash is null then
    perform private.refuse_request('email');
  elsif exists (
    select from public.service_members join auth.users on users.id = account_id
    where service_id = service and lower(users.email) = address
  ) then
    return jsonb_build_object('outcome', 'member');
  elsif (select count(*) from public.service_invitations where created_by = me and created_at > now() - interval '1 day') >= 20 then
    return jsonb_build_object('outcome', 'limit');
  end if;
  -- A new link replaces the earlier one of this address.
  update public.service_invitations set revoked_at = now()
  where service_id = service and lower(service_invitations.email) = address and revoked_at is null and accepted_at is null;
  insert into public.service_invitations (id, service_id, email, token_hash, created_by)
  values (invitation, service, address, invite_place_staff.token_hash, me);
  perform private.enqueue_mail(address, 'place_invitation', jsonb_build_object(
    'name', (select username from public.profiles where id = me), 'place', place.name, 'place_invitation', invitation
  ), (select locale from public.profiles where id = me));
  return jsonb_build_object('outcome', 'invited');
end $$;
create function public.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_place_staff(service, email, invitation, token_hash);
comment on function public.invite_place_staff(uuid, text, uuid, text) is
  'An owner invites staff: mails a link valid for 14 days. Answers invited, member (runs the place already) or limit (20 per day).';

create function private.revoke_place_invitation(invitation uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_invitations where id = invitation);
begin
  perform private.require_account();
  if place is null or not (private.owns_place(place) or (private.is_staff() and private.has_permission('services'))) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  update public.service_invitations set revoked_at = now() where id = invitation and revoked_at is null and accepted_at is null;
  return found;
end $$;
create function public.revoke_place_invitation(invitation uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.revoke_place_invitation(invitation);
comment on function public.revoke_place_invitation(uuid) is 'Ends an open invitation of an own place; false when it has ended.';

create function private.place_invitation_state(invitation public.service_invitations) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when invitation.expires_at <= now() then 'expired'
    when not exists (select from public.services where id = invitation.service_id and deleted_at is null) then 'revoked'
    else 'open'
  end
$$;

create function private.read_place_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.place_invitation_state(invitation), 'place', services.name, 'state_abbr', services.state_abbr,
    'service_id', case when private.runs_place(services.id) then services.id end, 'expires_at', invitation.expires_at
  )
  from public.service_invitations as invitation join public.services on services.id = invitation.service_id
  where invitation.token_hash = private.token_hash(token) and (select private.account_id()) is not null
$$;
create function public.read_place_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_place_invitation(token);
comment on function public.read_place_invitation(text) is 'What an invitation is for; null for a token that does not exist. Reading accepts nothing.';

create function private.accept_place_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.service_invitations;
  me uuid := (select private.account_id());
  state text;
begin
  perform private.require_account();
  -- Two accounts that accept at the same time wait here; the second finds the link used.
  select * into invitation from public.service_invitations where service_invitations.token_hash = private.token_hash(token) for update;
  if invitation.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  state := private.place_invitation_state(invitation);
  if state <> 'open' then
    return jsonb_build_object('outcome', state, 'service_id', case when private.runs_place(invitation.service_id) then invitation.service_id end);
  end if;
  insert into public.service_members (service_id, account_id, role, invited_by)
  values (invitation.service_id, me, 'staff', invitation.created_by) on conflict (service_id, account_id) do nothing;
  update public.service_invitations set accepted_at = now(), accepted_by = me where id = invitation.id;
  return jsonb_build_object('outcome', 'joined', 'service_id', invitation.service_id);
end $$;
create function public.accept_place_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_place_invitation(token);
comment on function public.accept_place_invitation(text) is 'The signed-in account joins the staff of a place. Answers joined, accepted, revoked, expired or missing.';

create function private.leave_place(service uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.service_members where service_id = service and account_id = (select private.account_id());
  return found;
end $$;
create function public.leave_place(service uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.leave_place(service);
comment on function public.leave_place(uuid) is 'The caller stops running a place; false when it did not.';

create function private.remove_place_member(service uuid, account uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := private.is_staff() and private.has_permission('services');
begin
  perform private.require_account();
  if not is_manager and not private.owns_place(service) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  -- Owners remove staff; only the team removes an owner.
  delete from public.service_members where service_id = service and account_id = account and (is_manager or role = 'staff');
  return found;
end $$;
create function public.remove_place_member(service uuid, account uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.remove_place_member(service, account);
comment on function public.remove_place_member(uuid, uuid) is 'An owner removes staff of the place, a service manager anybody; false when there was nobody to remove.';

create function private.set_place_member(service uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  perform private.require_permission('services');
  if role is null or role not in ('owner', 'staff') or not exists (select from public.services where id = service) then
    perform private.refuse_request('role');
  end if;
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(set_place_member.email)) and profiles.email_verified_at is not null;
  if person is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  insert into public.service_members as known (service_id, account_id, role, invited_by)
  values (service, person, set_place_member.role, (select private.account_id()))
  on conflict (service_id, account_id) do update set role = excluded.role where known.role <> excluded.role;
  if found then
    perform private.tell_place_owner(person, service);
  end if;
  return jsonb_build_object('outcome', 'added');
end $$;
create function public.set_place_member(service uuid, email text, role text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_place_member(service, email, role);
comment on function public.set_place_member(uuid, text, text) is
  'A service manager adds the account with a confirmed address to a place or changes its role; missing when there is no such account.';

create function private.place_people(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.owns_place(service) or (private.is_staff() and private.has_permission('services'))) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_id', member.account_id, 'name', profiles.username, 'email', users.email, 'role', member.role, 'created_at', member.created_at
      ) order by member.role, member.created_at, member.account_id), '[]')
      from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users on users.id = member.account_id
      where member.service_id = service
    ),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', invitation.id, 'email', invitation.email, 'expires_at', invitation.expires_at
      ) order by invitation.created_at, invitation.id), '[]')
      from public.service_invitations as invitation
      where invitation.service_id = service and private.place_invitation_state(invitation) = 'open'
    )
  );
end $$;
create function public.place_people(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_people(service);
comment on function public.place_people(uuid) is 'For owners of a place and service managers: who runs it and the open invitations.';

revoke execute on function
  public.invite_place_staff(uuid, text, uuid, text), public.revoke_place_invitation(uuid), public.read_place_invitation(text),
  public.accept_place_invitation(text), public.leave_place(uuid), public.remove_place_member(uuid, uuid),
  public.set_place_member(uuid, text, text), public.place_people(uuid)
from public, anon;
grant execute on function
  public.invite_place_staff(uuid, text, uuid, text), public.revoke_place_invitation(uuid), public.read_place_invitation(text),
  public.accept_place_invitation(text), public.leave_place(uuid), public.remove_place_member(uuid, uuid),
  public.set_place_member(uuid, text, text), public.place_people(uuid)
to authenticated;
