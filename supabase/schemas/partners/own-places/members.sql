-- Who runs a place: members, invitations and claims.

create table public.service_members (
  service_id uuid not null references public.services (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  claim_id uuid references public.service_requests (id) on delete set null,
  primary key (service_id, account_id)
);
comment on table public.service_members is
  'Accounts that run a place; written by functions only: an approved claim makes an owner, an accepted invitation a '
  'member of the staff.';
comment on column public.service_members.claim_id is
  'The approved request that made the account an owner: a claim, or a new place of the sender; taking the decision '
  'back ends the access.';
create index service_members_account_id_idx on public.service_members (account_id);
create index service_members_invited_by_idx on public.service_members (invited_by);
create index service_members_claim_id_idx on public.service_members (claim_id);
alter table public.service_members enable row level security;
grant select on public.service_members to authenticated;
grant all on public.service_members to service_role;

create function private.own_places() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select service_id from public.service_members where account_id = (select private.account_id())
$$;
comment on function private.own_places is 'Places that the caller owns or works for.';

create policy "authenticated people of a place and service managers read who runs it" on public.service_members
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('services')) or service_id in (select private.own_places())
  );
create trigger service_members_audit after insert or update or delete on public.service_members
  for each row execute function private.write_audit('service_id', 'account_id,role');

insert into private.audit_log_permissions (entity, permission) values
  ('service_members', 'services');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('service_members', 'account_id', 'account', 'own', 'Lugares de que cuida', 'delete', 125),
  ('service_members', 'invited_by', 'account', 'work', 'Pessoas convidadas para um lugar', 'unlink', 126);

select
  private.declare_columns('service_members', 'exported', '{service_id,role,created_at,claim_id}'),
  private.declare_columns('service_members', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('service_members', 'withheld', '{invited_by}', 'another person: who invited the account');

-- An owner who left does not get access again by confirming the address once more.
create table private.granted_claims (
  claim_id uuid primary key references public.service_requests (id) on delete cascade,
  granted_at timestamptz not null default now()
);
comment on table private.granted_claims is
  'Approved claims, and approved new places of the sender, that made an account an owner.';
alter table private.granted_claims enable row level security;

select private.declare_columns('private.granted_claims', 'not_personal',
  '{*}', 'key of a request that is declared itself');

-- Invitations of staff. Only the hash of the token is stored; the worker derives the token when it sends the mail.
create table public.service_invitations (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + make_interval(days => private.place_invitation_days()),
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.service_invitations is
  'Links by which owners invite staff for their places; valid for some days and for one account. Written by functions '
  'only.';
comment on column public.service_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.service_invitations.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index service_invitations_service_id_idx on public.service_invitations (service_id);
create index service_invitations_created_by_idx on public.service_invitations (created_by, created_at);
create index service_invitations_accepted_by_idx on public.service_invitations (accepted_by);
create index service_invitations_email_idx on public.service_invitations (lower(email));
alter table public.service_invitations enable row level security;
grant select (
  id, service_id, email, expires_at, revoked_at, accepted_at, created_at
) on public.service_invitations to authenticated;
grant all on public.service_invitations to service_role;

-- Security definer, so that the policies of the tables do not ask each other.
create function private.owns_place(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.service_members where service_id = service and account_id = (select private.account_id())
      and role = 'owner'
  )
$$;
comment on function private.owns_place is 'Whether the caller owns a place.';

create policy "authenticated owners of a place and service managers read its invitations" on public.service_invitations
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('services')) or private.owns_place(service_id)
  );
create trigger service_invitations_audit after insert or update or delete on public.service_invitations
  for each row execute function private.write_audit('id', 'service_id,revoked_at,accepted_at,accepted_by');

insert into private.audit_log_permissions (entity, permission) values
  ('service_invitations', 'services');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('service_invitations', 'email', 'address', 'own', 'Convites para cuidar de um lugar', 'delete', 127),
  ('service_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para cuidar de um lugar', 'delete', 128),
  ('service_invitations', 'created_by', 'account', 'work', 'Convites feitos para um lugar', 'unlink', 129);

select
  private.declare_columns('service_invitations', 'exported',
    '{id,service_id,email,expires_at,revoked_at,accepted_at,created_at}'),
  private.declare_columns('service_invitations', 'withheld', '{token_hash}', 'hash of a secret link'),
  private.declare_columns('service_invitations', 'withheld',
    '{accepted_by,created_by}', 'another person: who invited or accepted');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('service_invitations', 'public.service_invitations', 'created_at', '90 days', 442);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.service_invitations', 'token_hash', 'null');

create function private.grant_confirmed_claims() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.grant_claims(users.email) from auth.users where users.id = new.id;
  return null;
end $$;
comment on function private.grant_confirmed_claims is
  'Trigger function: an account whose address was confirmed after the approval of its claim gets access then.';

create trigger profiles_grant_claims after update of email_verified_at on public.profiles
  for each row when (new.email_verified_at is not null and old.email_verified_at is null)
  execute function private.grant_confirmed_claims();

create function private.own_claimed_place() returns trigger
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
comment on function private.own_claimed_place is
  'Trigger function: the account with the address of an approved claim owns the place; a decision that is taken back '
  'ends this.';

create trigger service_requests_own_place after update of status on public.service_requests
  for each row when (new.kind in ('claim', 'new') and (new.status = 'approved') <> (old.status = 'approved'))
  execute function private.own_claimed_place();

create function private.runs_place(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.service_members where service_id = service
    and account_id = (select private.account_id()))
$$;
comment on function private.runs_place is 'Whether the caller is an owner of a place or of its staff.';

create function private.tell_place_owner(account uuid, service uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select account, 'Você cuida de ' || left(services.name, 90), 'Veja e edite os dados do lugar no seu painel.',
    '/painel/lugares/' || services.id, jsonb_build_object(
    'en', jsonb_build_object('title', 'You run ' || left(services.name, 90), 'body',
      'See and edit the data of the place in your panel.'),
    'es', jsonb_build_object('title', 'Te encargas de ' || left(services.name, 90), 'body',
      'Mira y edita los datos del lugar en tu panel.')
  )
  from public.services where services.id = service
$$;
comment on function private.tell_place_owner is 'Notice to an account that got access to a place.';

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
    select application.id, services.id as service_id
    from public.service_requests as application
      join public.services on services.id = private.place_of_claim(application)
    where application.status = 'approved'
      and lower(btrim(application.requester_email)) = lower(btrim(grant_claims.address))
      and not exists (select from private.granted_claims where claim_id = application.id)
    order by application.decided_at, application.id
  loop
    insert into private.granted_claims (claim_id) values (claim.id) on conflict do nothing;
    if found then
      insert into public.service_members (service_id, account_id, role, claim_id)
        values (claim.service_id, person, 'owner', claim.id)
      on conflict (service_id, account_id) do update set role = 'owner', claim_id = excluded.claim_id;
      perform private.tell_place_owner(person, claim.service_id);
    end if;
  end loop;
end $$;
comment on function private.grant_claims is
  'Makes the account with a confirmed address the owner of the places whose approved claims were sent from this '
  'address, once per claim.';

create function private.require_owner(service uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.owns_place(service) then
    raise exception 'only owners of the place' using errcode = '42501';
  end if;
end $$;
comment on function private.require_owner is 'Raises 42501 unless the caller owns the place.';

create function private.require_member(service uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(service) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
end $$;
comment on function private.require_member is 'Raises 42501 unless the caller owns the place or works for it.';

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
    perform private.refuse('invalid', 'email');
  elsif exists (
    select from public.service_members join auth.users on users.id = account_id
    where service_id = service and lower(users.email) = address
  ) then
    return private.refused('member');
  elsif (select count(*) from public.service_invitations where created_by = me
    and created_at > now() - interval '1 day') >= 20 then
    return private.refused('limit');
  end if;
  -- A new link replaces the earlier one of this address.
  update public.service_invitations set revoked_at = now()
  where service_id = service and lower(service_invitations.email) = address and revoked_at is null and accepted_at
    is null;
  insert into public.service_invitations (id, service_id, email, token_hash, created_by)
  values (invitation, service, address, invite_place_staff.token_hash, me);
  perform private.enqueue_mail(address, 'place_invitation', jsonb_build_object(
    'name', (select username from public.profiles where id = me), 'place', place.name, 'place_invitation', invitation
  ), (select locale from public.profiles where id = me));
  return private.saved();
end $$;

create function private.revoke_place_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_invitations where id = invitation);
begin
  perform private.require_account();
  if place is null or not (private.owns_place(place) or (private.is_staff() and private.has_permission('services')))
    then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  update public.service_invitations set revoked_at = now() where id = invitation and revoked_at is null and accepted_at
    is null;
  return private.saved_or_gone(found);
end $$;

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

create function private.accept_place_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.service_invitations;
  me uuid := (select private.account_id());
  state text;
begin
  perform private.require_account();
  -- Two accounts that accept at the same time wait here; the second finds the link used.
  select * into invitation from public.service_invitations
    where service_invitations.token_hash = private.token_hash(token) for update;
  if invitation.id is null then
    return private.gone();
  end if;
  state := private.place_invitation_state(invitation);
  if state <> 'open' then
    return case when private.runs_place(invitation.service_id)
      then private.saved(jsonb_build_object('service_id', invitation.service_id)) else private.refused(state) end;
  end if;
  insert into public.service_members (service_id, account_id, role, invited_by)
  values (invitation.service_id, me, 'staff', invitation.created_by) on conflict (service_id, account_id) do nothing;
  update public.service_invitations set accepted_at = now(), accepted_by = me where id = invitation.id;
  return private.saved(jsonb_build_object('service_id', invitation.service_id));
end $$;

create function private.leave_place(service uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.service_members where service_id = service and account_id = (select private.account_id());
  return private.saved_or_gone(found);
end $$;

create function private.remove_place_member(service uuid, account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := private.is_staff() and private.has_permission('services');
begin
  perform private.require_account();
  if not is_manager and not private.owns_place(service) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  -- Owners remove staff; only the team removes an owner.
  delete from public.service_members where service_id = service and account_id = account
    and (is_manager or role = 'staff');
  return private.saved_or_gone(found);
end $$;

create function private.set_place_member(service uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  perform private.require_permission('services');
  if role is null or role not in ('owner', 'staff') or not exists (select from public.services where id = service) then
    perform private.refuse('invalid', 'role');
  end if;
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(set_place_member.email)) and profiles.email_verified_at is not null;
  if person is null then
    return private.gone();
  end if;
  insert into public.service_members as known (service_id, account_id, role, invited_by)
  values (service, person, set_place_member.role, (select private.account_id()))
  on conflict (service_id, account_id) do update set role = excluded.role where known.role <> excluded.role;
  if found then
    perform private.tell_place_owner(person, service);
  end if;
  return private.saved();
end $$;

create function private.place_people(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.owns_place(service) or (private.is_staff() and private.has_permission('services'))) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_id', member.account_id, 'name', profiles.username, 'email', users.email, 'role', member.role,
          'created_at', member.created_at
      ) order by member.role, member.created_at, member.account_id), '[]')
      from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
        on users.id = member.account_id
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

create function private.place_of_claim(application public.service_requests) returns uuid
language sql stable set search_path = '' as $$
  select case
    when application.status <> 'approved' then null
    when application.kind = 'claim' then application.service_id
    when application.kind = 'new' and application.result_table = 'services'
      and application.payload -> 'runs_place' = 'true'
      then application.result_id
  end
$$;
comment on function private.place_of_claim is
  'The place that an approved request gives to its sender: the claimed one, or the new one that the sender runs; null '
  'for every other request.';

create function public.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_place_staff(service, email, invitation, token_hash);
comment on function public.invite_place_staff is
  'An owner invites staff: mails a link. Answers invited, member (runs the place already) or limit '
  '(20 per day).';
grant execute on function public.invite_place_staff to authenticated, service_role;

create function public.revoke_place_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_place_invitation(invitation);
comment on function public.revoke_place_invitation is
  'Ends an open invitation of an own place; gone when it has ended.';
grant execute on function public.revoke_place_invitation to authenticated, service_role;

create function public.read_place_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_place_invitation(token);
comment on function public.read_place_invitation is
  'What an invitation is for; null for a token that does not exist. Reading accepts nothing.';
grant execute on function public.read_place_invitation to authenticated, service_role;

create function public.accept_place_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_place_invitation(token);
comment on function public.accept_place_invitation is
  'The signed-in account joins the staff of a place. Answers saved, gone, or refused with accepted, '
  'revoked or expired.';
grant execute on function public.accept_place_invitation to authenticated, service_role;

create function public.leave_place(service uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_place(service);
comment on function public.leave_place is 'The caller stops running a place; gone when it did not.';
grant execute on function public.leave_place to authenticated, service_role;

create function public.remove_place_member(service uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_place_member(service, account);
comment on function public.remove_place_member is
  'An owner removes staff of the place, a service manager anybody; gone when there was nobody to remove.';
grant execute on function public.remove_place_member to authenticated, service_role;

create function public.set_place_member(service uuid, email text, role text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_place_member(service, email, role);
comment on function public.set_place_member is
  'A service manager adds the account with a confirmed address to a place or changes its role; missing when there is '
  'no such account.';
grant execute on function public.set_place_member to authenticated, service_role;

create function public.place_people(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_people(service);
comment on function public.place_people is
  'For owners of a place and service managers: who runs it and the open invitations.';
grant execute on function public.place_people to authenticated, service_role;
