-- People of a place, and the changes that they propose.

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

create table private.place_contact_days (
  service_id uuid not null references public.services (id) on delete cascade,
  day date not null,
  kind text not null check (kind = any (private.contact_kinds())),
  taps integer not null check (taps > 0),
  primary key (service_id, day, kind)
);
comment on table private.place_contact_days is
  'How often the links to call, write to, drive to or read about a place were tapped on its page, per day in the time '
  'zone America/Sao_Paulo; without accounts.';
alter table private.place_contact_days enable row level security;

select private.declare_columns('private.place_contact_days', 'not_personal', '{*}', 'sums');

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
    perform private.refuse_request('email');
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
    perform private.refuse_request('role');
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

create function private.is_opening_hours(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each(value) as entry (day, spans)
    where day <> all (private.weekdays()) or case
      when jsonb_typeof(spans) <> 'array' then true
      when jsonb_array_length(spans) > 4 then true
      else exists (
        select from jsonb_array_elements(spans) as span
        where case when jsonb_typeof(span) <> 'array' then true when jsonb_array_length(span) <> 2 then true else
          coalesce(span ->> 0, '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or coalesce(span ->> 1,
            '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or span ->> 0 = span ->> 1
        end
      )
    end
  ) else false end
$$;
comment on function private.is_opening_hours is '{mon: [["08:00", "18:00"]], …} with at most four spans a day.';

create function private.own_attributes(payload jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  value jsonb := payload -> 'attributes';
begin
  if not private.is_service_attributes(value) then
    perform private.refuse_request('attributes');
  elsif value ? 'makes' then
    perform private.texts_field(value, 'makes', 30);
  end if;
  return value;
end $$;

create function private.place_state(place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', place.id, 'name', place.name, 'slug', place.slug, 'state_abbr', place.state_abbr, 'status', place.status,
      'category_key', place.category_key,
    'city', (select name from public.cities where ibge_code = place.city_ibge), 'address', place.address, 'lat',
      place.lat, 'lng', place.lng,
    'description', place.description, 'cover_url', place.cover_url, 'photos', place.photos, 'phone', place.phone,
      'whatsapp', place.whatsapp,
    'website', place.website, 'instagram', place.instagram, 'opening_hours', place.opening_hours, 'attributes',
      place.attributes,
    'verified_at', place.verified_at, 'check_date', place.check_date, 'updated_at', place.updated_at
  )
$$;
comment on function private.place_state is 'The columns of a place that its people see.';

create function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  existing public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into existing from public.services where id = service and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at is distinct from expected_version then
    return private.conflict(jsonb_build_object('place', private.place_state(existing)));
  end if;
  place := existing;
  if payload ? 'phone' then place.phone := private.phone_field(payload, 'phone'); end if;
  if payload ? 'whatsapp' then place.whatsapp := private.phone_field(payload, 'whatsapp'); end if;
  if payload ? 'website' then place.website := private.pattern_field(payload, 'website', 300, '^https?://[^\s"<>\\]+$');
    end if;
  if payload ? 'instagram' then place.instagram := private.pattern_field(payload, 'instagram', 30,
    '^[A-Za-z0-9._]{1,30}$'); end if;
  if payload ? 'attributes' then place.attributes := private.own_attributes(payload); end if;
  if payload ? 'opening_hours' then
    place.opening_hours := nullif(payload -> 'opening_hours', 'null');
    if place.opening_hours is not null and not private.is_opening_hours(place.opening_hours) then
      perform private.refuse_request('opening_hours');
    end if;
  end if;
  -- A published number says where and when it was read.
  if (place.phone, place.whatsapp) is distinct from (existing.phone, existing.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram,
      attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return private.saved(jsonb_build_object('place', private.place_state(place)));
end $$;

-- Photos: payload.photos are new files in request-photos; payload.gallery lists all pictures in their order, the cover
-- first.
create function private.gallery_addresses(payload jsonb, place public.services) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(address order by number), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'gallery') = 'array' then payload -> 'gallery'
    else '[]' end)
    with ordinality as picture (address, number)
  where address = place.cover_url or address = any (place.photos)
    or (address = any (private.photo_addresses(payload)) and exists (
      select from storage.objects where bucket_id = 'place-photos'
        and '/storage/v1/object/public/place-photos/' || name = address
    ))
$$;
comment on function private.gallery_addresses is
  'Pictures that a proposed gallery may show: those of the place, and new ones that the server has copied.';

create function private.proposed_values(application public.service_requests, place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', nullif(btrim(application.payload ->> 'name'), ''),
    'category_key', (select key from public.service_categories where key = application.payload ->> 'category_key'
      and is_active),
    'city_ibge', (select ibge_code from public.cities where state_abbr = application.state_abbr
      and search_name = private.fold(btrim(application.payload ->> 'city')) limit 1),
    'lat', application.payload -> 'lat', 'lng', application.payload -> 'lng',
    'is_approximate', case when application.payload ? 'lat' then false end
  ))
  || case when application.payload ? 'description' then jsonb_build_object('description',
    coalesce(application.payload ->> 'description', '')) else '{}' end
  || case when application.payload ? 'address' then jsonb_build_object('address',
    nullif(application.payload ->> 'address', ''))
    else '{}' end
  || case when application.payload ? 'gallery' then (
    select jsonb_build_object('cover_url', pictures[1], 'photos', coalesce(pictures[2:], '{}'))
      from private.gallery_addresses(application.payload, place) as pictures
  ) else '{}' end
$$;
comment on function private.proposed_values is 'Columns of a place from a change that its people proposed.';

create function private.write_place(place public.services) returns void
language sql volatile set search_path = '' as $$
  update public.services set
    name = place.name, category_key = place.category_key, address = place.address, city_ibge = place.city_ibge,
      lat = place.lat, lng = place.lng,
    is_approximate = place.is_approximate, phone = place.phone, source = place.source, check_date = place.check_date,
      website = place.website,
    instagram = place.instagram, description = place.description, cover_url = place.cover_url, photos = place.photos,
    verified_at = place.verified_at, deleted_at = place.deleted_at
  where id = place.id
$$;
comment on function private.write_place is 'Writes the columns that a decision about a request may change.';

-- Checks the proposed values and keeps only keys that are known.
create function private.checked_place_change(payload jsonb, place public.services) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then result := result || jsonb_build_object('name', private.text_field(payload, 'name', 160,
    true));
    end if;
  if payload ? 'description' then result := result || jsonb_build_object('description',
    coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then result := result || jsonb_build_object('address',
    coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then result := result || jsonb_build_object('city', private.text_field(payload, 'city', 120,
    true));
    end if;
  if payload ? 'category_key' then
    result := result || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = result ->> 'category_key' and is_active) then
      perform private.refuse_request('category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      result := result || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse_request('pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    result := result || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery',
      to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and
        not address = any (private.photo_addresses(result))
    ) or cardinality(private.photo_addresses(result)) <> jsonb_array_length(result -> 'photos') then
      perform private.refuse_request('gallery');
    end if;
  end if;
  if result = '{}' then
    perform private.refuse_request('payload');
  end if;
  return result;
end $$;
comment on function private.checked_place_change is
  'The known keys of a proposed change, checked; raises invalid_request with the name of the field.';

create function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  changes jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return private.gone();
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return private.conflict();
  end if;
  changes := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(changes));
  perform set_config('app.request_locale', case when locale = any (private.locales()) then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), changes, true);
  return private.saved();
end $$;

create function private.withdraw_place_change(application uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = application and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = application and status in ('received', 'in_review');
  return private.saved_or_gone(found);
end $$;

create function private.place_proposal(application public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', application.id, 'protocol', application.protocol, 'status', case when application.status = 'in_review'
      and application.adjust_asked_at is not null then 'adjust' else application.status end,
    'note', application.status_note, 'values', application.payload, 'by', application.requester_name, 'created_at',
      application.created_at, 'decided_at', application.decided_at
  )
$$;

create function private.read_own_place(service uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', member.role, 'place', private.place_state(place),
    'proposal', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('received',
        'in_review')
    ),
    'decided', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('approved',
        'rejected')
        and application.decided_at > now() - interval '30 days'
      order by application.decided_at desc, application.id limit 1
    )
  )
  from public.services as place join public.service_members as member on member.service_id = place.id
    and member.account_id = (select private.account_id())
  where place.id = service and place.deleted_at is null
$$;

create function private.count_place_contact(service uuid, kind text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind <> all (private.contact_kinds()) then
    perform private.refuse_request('kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return private.saved_or_gone(found);
end $$;

create function private.place_visits(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place public.services;
  path text;
  live date;
begin
  perform private.require_member(service);
  select * into place from public.services where id = service;
  path := '/' || lower(place.state_abbr) || '/servicos/' || place.slug;
  select until into live from private.page_view_rollup;
  return (
    -- Finished days come from the daily counts, later ones from the single views.
    with views as materialized (
      select day, locale, views from public.page_view_daily where page_path = path
        and day > private.brazilian_today() - 90 and day < live
      union all
      select private.day_of(created_at), locale, 1 from public.page_views
      where page_path = path and created_at >= greatest(live,
        private.brazilian_today() - 89)::timestamp at time zone 'America/Sao_Paulo'
    )
    select jsonb_build_object(
      'days7', coalesce((select sum(views) from views where day > private.brazilian_today() - 7), 0),
      'days30', coalesce((select sum(views) from views where day > private.brazilian_today() - 30), 0),
      'days90', coalesce((select sum(views) from views), 0),
      'locales', coalesce((
        select jsonb_object_agg(locale, total) from (select locale, sum(views) as total from views where locale
          is not null group by locale) as counted
      ), '{}'),
      'contacts', coalesce((
        select jsonb_object_agg(kind, total) from (
          select kind, sum(taps) as total from private.place_contact_days
          where service_id = service and day > private.brazilian_today() - 30
          group by kind
        ) as counted
      ), '{}')
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

create function public.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_own_place(service, expected_version, payload);
comment on function public.save_own_place is
  'Owners and staff change phone, whatsapp, website, instagram, opening_hours and attributes; only keys in the '
  'payload change. expected_version: the updated_at that was shown; with another one nothing is written and the '
  'answer is conflict with the saved values.';
grant execute on function public.save_own_place to authenticated, service_role;

create function public.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.propose_place_change(service, replaces, payload, locale);
comment on function public.propose_place_change is
  'Owners and staff propose name, description, category_key, address, city, position and photos; the team decides in '
  'its inbox. replaces: the open proposal that was shown (null for none); with another one nothing is stored and the '
  'answer is conflict.';
grant execute on function public.propose_place_change to authenticated, service_role;

create function public.withdraw_place_change(application uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(application);
comment on function public.withdraw_place_change is
  'Takes an undecided proposal of an own place back; gone when the team was faster.';
grant execute on function public.withdraw_place_change to authenticated, service_role;

create function public.read_own_place(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_place(service);
comment on function public.read_own_place is 'A place with the proposed change, for those who run it; null otherwise.';
grant execute on function public.read_own_place to authenticated, service_role;

create function public.count_place_contact(service uuid, kind text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_place_contact(service, kind);
comment on function public.count_place_contact is
  'For the server only: counts one tap on a contact link (call, whatsapp, directions, website) of a published place; '
  'gone for any other place; raises invalid_request.';
grant execute on function public.count_place_contact to service_role;

create function public.place_visits(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_visits(service);
comment on function public.place_visits is
  'For owners and staff: views of the page of a place in 7, 30 and 90 days, those of 90 days by language too, and taps '
  'on its contact links in 30 days by kind.';
grant execute on function public.place_visits to authenticated, service_role;
