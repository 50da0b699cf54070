set check_function_bodies = off;

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
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
  expires_at timestamptz not null default now() + interval '14 days',
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.service_invitations is
  'Links by which owners invite staff for their places; valid for 14 days and for one account. Written by functions '
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('service_invitations', 'email', 'address', 'own', 'Convites para cuidar de um lugar', 'delete', 127),
  ('service_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para cuidar de um lugar', 'delete', 128),
  ('service_invitations', 'created_by', 'account', 'work', 'Convites feitos para um lugar', 'unlink', 129);

select
  private.declare_columns('service_invitations', 'exported',
    '{id,service_id,email,expires_at,revoked_at,accepted_at,created_at}'),
  private.declare_columns('service_invitations', 'withheld', '{token_hash}', 'hash of a secret link'),
  private.declare_columns('service_invitations', 'withheld',
    '{accepted_by,created_by}', 'another person: who invited or accepted');

insert into private.retention_rules (key, relation, clock, keep, place) values
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
    select request.id, services.id as service_id
    from public.service_requests as request join public.services on services.id = private.place_of_claim(request)
    where request.status = 'approved' and lower(btrim(request.requester_email)) = lower(btrim(grant_claims.address))
      and not exists (select from private.granted_claims where claim_id = request.id)
    order by request.decided_at, request.id
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
    return jsonb_build_object('outcome', 'member');
  elsif (select count(*) from public.service_invitations where created_by = me
    and created_at > now() - interval '1 day') >= 20 then
    return jsonb_build_object('outcome', 'limit');
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
  return jsonb_build_object('outcome', 'invited');
end $$;

create function private.revoke_place_invitation(invitation uuid) returns boolean
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
  return found;
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
    return jsonb_build_object('outcome', 'missing');
  end if;
  state := private.place_invitation_state(invitation);
  if state <> 'open' then
    return jsonb_build_object('outcome', state, 'service_id', case when private.runs_place(invitation.service_id)
      then invitation.service_id end);
  end if;
  insert into public.service_members (service_id, account_id, role, invited_by)
  values (invitation.service_id, me, 'staff', invitation.created_by) on conflict (service_id, account_id) do nothing;
  update public.service_invitations set accepted_at = now(), accepted_by = me where id = invitation.id;
  return jsonb_build_object('outcome', 'joined', 'service_id', invitation.service_id);
end $$;

create function private.leave_place(service uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.service_members where service_id = service and account_id = (select private.account_id());
  return found;
end $$;

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
  delete from public.service_members where service_id = service and account_id = account
    and (is_manager or role = 'staff');
  return found;
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
    where day not in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun') or case
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

create function private.save_own_place(service uuid, seen timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  known public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into known from public.services where id = service and deleted_at is null for no key update;
  if known.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif known.updated_at is distinct from seen then
    return jsonb_build_object('outcome', 'conflict', 'place', private.place_state(known));
  end if;
  place := known;
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
  if (place.phone, place.whatsapp) is distinct from (known.phone, known.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram,
      attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return jsonb_build_object('outcome', 'saved', 'place', private.place_state(place));
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

create function private.proposed_values(request public.service_requests, place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', nullif(btrim(request.payload ->> 'name'), ''),
    'category_key', (select key from public.service_categories where key = request.payload ->> 'category_key'
      and is_active),
    'city_ibge', (select ibge_code from public.cities where state_abbr = request.state_abbr
      and search_name = private.fold(btrim(request.payload ->> 'city')) limit 1),
    'lat', request.payload -> 'lat', 'lng', request.payload -> 'lng',
    'is_approximate', case when request.payload ? 'lat' then false end
  ))
  || case when request.payload ? 'description' then jsonb_build_object('description',
    coalesce(request.payload ->> 'description', '')) else '{}' end
  || case when request.payload ? 'address' then jsonb_build_object('address', nullif(request.payload ->> 'address', ''))
    else '{}' end
  || case when request.payload ? 'gallery' then (
    select jsonb_build_object('cover_url', pictures[1], 'photos', coalesce(pictures[2:], '{}'))
      from private.gallery_addresses(request.payload, place) as pictures
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
  given jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then given := given || jsonb_build_object('name', private.text_field(payload, 'name', 160, true));
    end if;
  if payload ? 'description' then given := given || jsonb_build_object('description',
    coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then given := given || jsonb_build_object('address',
    coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then given := given || jsonb_build_object('city', private.text_field(payload, 'city', 120, true));
    end if;
  if payload ? 'category_key' then
    given := given || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = given ->> 'category_key' and is_active) then
      perform private.refuse_request('category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      given := given || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse_request('pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    given := given || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery',
      to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and
        not address = any (private.photo_addresses(given))
    ) or cardinality(private.photo_addresses(given)) <> jsonb_array_length(given -> 'photos') then
      perform private.refuse_request('gallery');
    end if;
  end if;
  if given = '{}' then
    perform private.refuse_request('payload');
  end if;
  return given;
end $$;
comment on function private.checked_place_change is
  'The known keys of a proposed change, checked; raises invalid_request with the name of the field.';

create function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  given jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  given := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(given));
  perform set_config('app.request_locale', case when locale in ('pt-BR', 'en-US', 'es-419') then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), given, true);
  return jsonb_build_object('outcome', 'proposed');
end $$;

create function private.withdraw_place_change(request uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = request and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = request and status in ('received', 'in_review');
  return found;
end $$;

create function private.place_proposal(request public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', request.id, 'protocol', request.protocol, 'status', case when request.status = 'in_review'
      and request.adjust_asked_at is not null then 'adjust' else request.status end,
    'note', request.status_note, 'values', request.payload, 'by', request.requester_name, 'created_at',
      request.created_at, 'decided_at', request.decided_at
  )
$$;

create function private.read_own_place(service uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', member.role, 'place', private.place_state(place),
    'proposal', (
      select private.place_proposal(request) from public.service_requests as request
      where request.service_id = place.id and request.is_from_place and request.status in ('received', 'in_review')
    ),
    'decided', (
      select private.place_proposal(request) from public.service_requests as request
      where request.service_id = place.id and request.is_from_place and request.status in ('approved', 'rejected')
        and request.decided_at > now() - interval '30 days'
      order by request.decided_at desc, request.id limit 1
    )
  )
  from public.services as place join public.service_members as member on member.service_id = place.id
    and member.account_id = (select private.account_id())
  where place.id = service and place.deleted_at is null
$$;

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
      ), '{}')
    )
  );
end $$;

create function private.place_of_claim(request public.service_requests) returns uuid
language sql stable set search_path = '' as $$
  select case
    when request.status <> 'approved' then null
    when request.kind = 'claim' then request.service_id
    when request.kind = 'new' and request.result_table = 'services' and request.payload -> 'runs_place' = 'true'
      then request.result_id
  end
$$;
comment on function private.place_of_claim is
  'The place that an approved request gives to its sender: the claimed one, or the new one that the sender runs; null '
  'for every other request.';

create function public.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_place_staff(service, email, invitation, token_hash);
comment on function public.invite_place_staff is
  'An owner invites staff: mails a link valid for 14 days. Answers invited, member (runs the place already) or limit '
  '(20 per day).';
grant execute on function public.invite_place_staff to authenticated, service_role;

create function public.revoke_place_invitation(invitation uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.revoke_place_invitation(invitation);
comment on function public.revoke_place_invitation is
  'Ends an open invitation of an own place; false when it has ended.';
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
  'The signed-in account joins the staff of a place. Answers joined, accepted, revoked, expired or missing.';
grant execute on function public.accept_place_invitation to authenticated, service_role;

create function public.leave_place(service uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.leave_place(service);
comment on function public.leave_place is 'The caller stops running a place; false when it did not.';
grant execute on function public.leave_place to authenticated, service_role;

create function public.remove_place_member(service uuid, account uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.remove_place_member(service, account);
comment on function public.remove_place_member is
  'An owner removes staff of the place, a service manager anybody; false when there was nobody to remove.';
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

create function public.save_own_place(service uuid, seen timestamptz, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_own_place(service, seen, payload);
comment on function public.save_own_place is
  'Owners and staff change phone, whatsapp, website, instagram, opening_hours and attributes; only keys in the '
  'payload change. seen: the updated_at that was shown; with another one nothing is written and the answer is '
  'conflict with the saved values.';
grant execute on function public.save_own_place to authenticated, service_role;

create function public.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.propose_place_change(service, replaces, payload, locale);
comment on function public.propose_place_change is
  'Owners and staff propose name, description, category_key, address, city, position and photos; the team decides in '
  'its inbox. replaces: the open proposal that was shown (null for none); with another one nothing is stored and the '
  'answer is conflict.';
grant execute on function public.propose_place_change to authenticated, service_role;

create function public.withdraw_place_change(request uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(request);
comment on function public.withdraw_place_change is
  'Takes an undecided proposal of an own place back; false when the team was faster.';
grant execute on function public.withdraw_place_change to authenticated, service_role;

create function public.read_own_place(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_place(service);
comment on function public.read_own_place is 'A place with the proposed change, for those who run it; null otherwise.';
grant execute on function public.read_own_place to authenticated, service_role;

create function public.place_visits(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_visits(service);
comment on function public.place_visits is
  'For owners and staff: views of the page of a place in 7, 30 and 90 days, those of 90 days by language too.';
grant execute on function public.place_visits to authenticated, service_role;

-- Messages of visitors to a place.

create table public.service_messages (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 2000),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  answer text check (answer !~ '^\s*$' and char_length(answer) <= 2000),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint answer_has_a_time check ((answer is null) = (answered_at is null)),
  constraint answered_message_is_done check (answer is null or done_at is not null)
);
comment on table public.service_messages is
  'What visitors write to the people of a place. Only they read it, the team does not; deleted after 12 months. '
  'Written by functions only.';
comment on column public.service_messages.locale is 'Language of the page, which the answer is mailed in.';
create index service_messages_service_id_idx on public.service_messages (service_id, created_at desc);
create index service_messages_email_idx on public.service_messages (lower(email), created_at);
create index service_messages_answered_by_idx on public.service_messages (answered_by);
create index service_messages_done_by_idx on public.service_messages (done_by);
create index service_messages_created_at_idx on public.service_messages (created_at);
alter table public.service_messages enable row level security;
grant select on public.service_messages to authenticated;
grant all on public.service_messages to service_role;
create policy "authenticated people of a place read its messages" on public.service_messages
  for select to authenticated using (service_id in (select private.own_places()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('service_messages', 'email', 'address', 'own', 'Mensagens enviadas a lugares', 'delete', 130),
  ('service_messages', 'answered_by', 'account', 'work', 'Mensagens respondidas por um lugar', 'unlink', 131),
  ('service_messages', 'done_by', 'account', 'work', 'Mensagens concluídas por um lugar', 'unlink', 132);

select
  private.declare_columns('service_messages', 'exported',
    '{id,service_id,name,email,body,locale,answer,answered_at,done_at,created_at}'),
  private.declare_columns('service_messages', 'withheld',
    '{answered_by,done_by}', 'another person: who answered for the place');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('service_messages', 'public.service_messages', 'created_at', '1 year', 441);

create function private.takes_messages(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.services join public.service_members on service_id = services.id
    where services.id = service and services.status = 'published' and services.deleted_at is null and role = 'owner'
  )
$$;

create function private.file_service_message(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.service_messages;
  place public.services;
  owner record;
begin
  perform private.check_payload(payload);
  message.service_id := private.uuid_field(payload, 'service', true);
  message.name := private.text_field(payload, 'name', 120, true);
  message.email := lower(private.email_field(payload, 'email', true));
  message.body := private.text_field(payload, 'body', 2000, true);
  message.locale := coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR');
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  select * into place from public.services where id = message.service_id for key share;
  if not private.takes_messages(message.service_id) then
    return 'closed';
  elsif exists (
    select from public.service_messages as known
    where known.service_id = message.service_id and lower(known.email) = message.email and known.body = message.body
      and known.created_at > now() - interval '1 day'
  ) then
    -- The same form sent twice is one message.
    return 'sent';
  elsif (select count(*) from public.service_messages where lower(email) = message.email
    and created_at > now() - interval '1 day') >= 10
    or (select count(*) from public.service_messages where service_id = message.service_id
      and created_at > now() - interval '1 day') >= 100
  then
    return 'limit';
  end if;
  insert into public.service_messages (service_id, name, email, body, locale)
  values (message.service_id, message.name, message.email, message.body, message.locale);
  for owner in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = place.id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      owner.id, 'Mensagem para ' || left(place.name, 90), 'Um visitante escreveu ao lugar. Leia e responda no painel.',
        '/painel/lugares/' || place.id || '#mensagens',
      jsonb_build_object(
        'en', jsonb_build_object('title', 'Message for ' || left(place.name, 90), 'body',
          'A visitor wrote to the place. Read and answer it in your panel.'),
        'es', jsonb_build_object('title', 'Mensaje para ' || left(place.name, 90), 'body',
          'Una persona escribió al lugar. Lee y responde en tu panel.')
      )
    );
    begin
      -- The text of the visitor is read in the panel only.
      perform private.enqueue_mail(owner.email, 'place_message', jsonb_build_object(
        'name', owner.username, 'place', place.name, 'path', '/painel/lugares/' || place.id || '#mensagens'
      ), owner.locale);
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return 'sent';
end $$;
comment on function private.file_service_message is
  'service, name, email, body, consent and locale. Answers sent, closed (no owner) or limit.';

create function private.lock_own_message(message uuid) returns public.service_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.service_messages;
begin
  perform private.require_account();
  select * into found from public.service_messages where id = message for update;
  if found.id is null or not private.runs_place(found.service_id) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  return found;
end $$;
comment on function private.lock_own_message is
  'A message to a place of the caller, locked; raises 42501 for any other.';

create function private.answer_service_message(message uuid, answer text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.service_messages := private.lock_own_message(message);
  given text := private.text_field(jsonb_build_object('answer', answer), 'answer', 2000, true);
begin
  if known.answer is not null then
    return false;
  end if;
  update public.service_messages set
    answer = given, answered_at = now(), answered_by = (select private.account_id()), done_at = now(),
      done_by = (select private.account_id())
  where id = known.id;
  perform private.enqueue_mail(known.email, 'place_answer', jsonb_build_object(
    'name', known.name, 'place', services.name, 'question', known.body, 'answer', given,
    'path', '/' || lower(services.state_abbr) || '/servicos/' || services.slug
  ), known.locale) from public.services where services.id = known.service_id;
  return true;
end $$;

create function private.set_message_done(message uuid, is_done boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.service_messages := private.lock_own_message(message);
begin
  if known.answer is not null then
    return false;
  end if;
  update public.service_messages set
    done_at = case when is_done then coalesce(done_at, now()) end, done_by = case when is_done
      then coalesce(done_by, (select private.account_id())) end
  where id = known.id;
  return true;
end $$;

create function private.list_own_places() returns table (
  id uuid, name text, slug text, state_abbr text, status text, role text, waiting_messages bigint, has_proposal boolean
)
language sql stable security definer set search_path = '' as $$
  select place.id, place.name, place.slug, place.state_abbr, place.status, member.role,
    (select count(*) from public.service_messages where service_id = place.id and done_at is null),
    exists (select from public.service_requests where service_id = place.id and is_from_place
      and service_requests.status in ('received', 'in_review'))
  from public.service_members as member join public.services as place on place.id = member.service_id
  where member.account_id = (select private.account_id()) and place.deleted_at is null
  order by place.name, place.id limit 200
$$;

create function public.takes_messages(service uuid) returns boolean
language sql stable security invoker set search_path = ''
return private.takes_messages(service);
comment on function public.takes_messages is
  'Whether a published place has an owner, so that visitors can write to it.';
grant execute on function public.takes_messages to anon, authenticated, service_role;

create function public.submit_service_message(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.file_service_message(payload);
comment on function public.submit_service_message is
  'For the server only, which limits the callers: stores a message to a place and tells its owners. Answers sent, '
  'closed or limit.';
grant execute on function public.submit_service_message to service_role;

create function public.answer_service_message(message uuid, answer text) returns boolean
language sql volatile security invoker set search_path = ''
return private.answer_service_message(message, answer);
comment on function public.answer_service_message is
  'Owners and staff answer a message once; the answer is mailed. False when it was answered before.';
grant execute on function public.answer_service_message to authenticated, service_role;

create function public.set_message_done(message uuid, is_done boolean) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_message_done(message, is_done);
comment on function public.set_message_done is
  'Owners and staff mark a message as done or open again; false when it was answered.';
grant execute on function public.set_message_done to authenticated, service_role;

create function public.list_own_places() returns table (
  id uuid, name text, slug text, state_abbr text, status text, role text, waiting_messages bigint, has_proposal boolean
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_own_places();
end;
comment on function public.list_own_places is
  'Places that the caller runs, with the number of open messages and whether a change waits for the team.';
grant execute on function public.list_own_places to authenticated, service_role;

-- Paid plans of a place.

create table public.service_plans (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete set null,
  plan_id uuid references public.publication_plans (id) on delete set null,
  plan_name text not null check (char_length(plan_name) between 1 and 120),
  price_cents integer not null check (price_cents > 0),
  duration_days integer not null check (duration_days between 1 and 1100),
  status text not null default 'ordered' check (status in ('ordered', 'active', 'ended', 'cancelled')),
  starts_on date,
  ends_on date,
  payment_id uuid references public.payments (id) on delete set null,
  renewal_mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint paid_plan_has_a_period check (status not in ('active', 'ended') or starts_on is not null
    and ends_on >= starts_on)
);
comment on table public.service_plans is
  'Plans that owners ordered for their places, with the price of that day. Written by functions only; the place '
  'itself never changes.';
comment on column public.service_plans.id is 'Made by the browser, so that an order sent twice is stored once.';
comment on column public.service_plans.ends_on is
  'Last day. A plan counts until this day, whether the daily job marked its end or not.';
comment on column public.service_plans.payment_id is 'The payment that paid the plan; every other payment goes back.';
create unique index service_plans_open_order_key on public.service_plans (service_id) where status = 'ordered';
create index service_plans_service_id_idx on public.service_plans (service_id, ends_on);
create index service_plans_active_idx on public.service_plans (ends_on) where status = 'active';
create index service_plans_account_id_idx on public.service_plans (account_id);
create index service_plans_plan_id_idx on public.service_plans (plan_id);
create index service_plans_payment_id_idx on public.service_plans (payment_id);
alter table public.service_plans enable row level security;
grant select on public.service_plans to authenticated;
grant all on public.service_plans to service_role;
create policy "authenticated owners of a place, service and financial managers read its plans" on public.service_plans
  for select to authenticated
  using (
    (select private.is_staff() and (private.has_permission('services') or private.has_permission('financials')))
    or private.owns_place(service_id)
  );
create trigger service_plans_audit after insert or update or delete on public.service_plans
  for each row execute function private.write_audit('id',
    'service_id,plan_name,price_cents,status,starts_on,ends_on,payment_id');

insert into private.audit_log_permissions (entity, permission) values
  ('service_plans', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('service_plans', 'account_id', 'account', 'own', 'Planos de lugares', 'unlink', 133);

select
  private.declare_columns('service_plans', 'exported',
    '{id,service_id,plan_name,price_cents,duration_days,status,starts_on,ends_on,created_at}'),
  private.declare_columns('service_plans', 'not_personal',
    '{plan_id,payment_id,renewal_mailed_at}', 'keys of other rows and a time of the portal'),
  private.declare_columns('service_plans', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('unpaid_service_plans', 'public.service_plans', 'created_at', '1 year',
    'status in (''ordered'', ''cancelled'') and payment_id is null', 443);

create function private.note_plan_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plan public.service_plans;
  place public.services;
  link text;
begin
  select * into plan from public.service_plans where id = new.subject_id;
  select * into place from public.services where id = plan.service_id;
  if place.id is null then
    return null;
  end if;
  link := '/painel/lugares/' || place.id || '#plano';
  if new.status = 'pending' and old.status = 'review' then
    perform private.tell_plan_payment(plan.account_id, 'plan_receipt_refused', place, link);
  elsif new.status = 'paid' and old.status not in ('paid', 'refunded') then
    perform private.tell_plan_payment(plan.account_id, 'plan_paid', place, link);
  elsif new.status = 'refunded' and old.status <> 'refunded' then
    perform private.tell_plan_payment(plan.account_id, 'plan_refunded', place, link);
  end if;
  if new.status <> old.status and new.status in ('review', 'processing', 'paid', 'refunded') then
    perform private.expire_plan_pages(plan.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    perform private.tell_plan_payment(profiles.id, 'plan_refund_owed', place, '/admin/financials')
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;
comment on function private.note_plan_payment is
  'Trigger function: notices about a payment of a plan; ends its other card pages.';

create trigger payments_note_plan after update of status, needs_refund on public.payments
  for each row when (new.subject_type = 'service_plan') execute function private.note_plan_payment();

create function private.revalidate_place_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.expire_tags(array_agg(distinct 'services:' || state)) from unnest(states) as state where state
    is not null
$$;
comment on function private.revalidate_place_states is 'Expires the cached pages with places of these states.';

create function private.lock_service_plan(plan uuid) returns public.service_plans
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.service_plans;
begin
  -- The place first, so that orders and payments of the same place wait for each other.
  perform 1 from public.services where id = (select service_id from public.service_plans where id = plan)
    for no key update;
  select * into found from public.service_plans where id = plan for update;
  return found;
end $$;
comment on function private.lock_service_plan is 'Locks the place, then the ordered plan, and returns the plan.';

create function private.expire_plan_pages(plan uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'service_plan' and subject_id = plan and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_plan_pages is
  'Ends the open card pages of a plan here and, by a job, at the provider.';

create function private.is_plan_being_paid(plan uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments where subject_type = 'service_plan' and subject_id = plan and status
    in ('review', 'processing'))
$$;
comment on function private.is_plan_being_paid is
  'Whether a receipt is under review or a delayed method is on its way.';

create function private.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.publication_plans;
  known public.service_plans;
  cents integer;
begin
  perform private.require_owner(service);
  perform 1 from public.services where id = service and deleted_at is null for no key update;
  if not found then
    return jsonb_build_object('outcome', 'missing');
  end if;
  select * into known from public.service_plans where id = request_id;
  if known.id is not null then
    return case when known.service_id = service then jsonb_build_object('outcome', 'ordered', 'id', known.id)
      else '{"outcome": "missing"}' end;
  end if;
  select * into offer from public.publication_plans where id = plan and plan_type = 'listing' and is_active;
  if offer.id is null or request_id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  cents := round(offer.price * 100);
  select * into known from public.service_plans where service_id = service and status = 'ordered' for update;
  if known.plan_id = plan and known.price_cents = cents and known.duration_days = offer.duration_days then
    return jsonb_build_object('outcome', 'ordered', 'id', known.id);
  elsif known.id is not null and private.is_plan_being_paid(known.id) then
    return jsonb_build_object('outcome', 'in_progress', 'id', known.id);
  elsif known.id is not null then
    update public.service_plans set status = 'cancelled' where id = known.id;
    perform private.expire_plan_pages(known.id);
  end if;
  insert into public.service_plans (id, service_id, account_id, plan_id, plan_name, price_cents, duration_days)
  values (request_id, service, (select private.account_id()), plan, offer.name, cents, offer.duration_days);
  return jsonb_build_object('outcome', 'ordered', 'id', request_id);
end $$;

create function private.open_plan_payment(plan uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.service_plans;
  payment public.payments;
begin
  perform private.require_account();
  select * into owed from public.service_plans where id = plan;
  if owed.id is null or not private.owns_place(owed.service_id) then
    raise exception 'sale_missing';
  elsif wanted is null or wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  end if;
  owed := private.lock_service_plan(plan);
  if owed.status <> 'ordered' or exists (select from public.services where id = owed.service_id and deleted_at
    is not null) then
    raise exception 'nothing_to_pay';
  elsif private.is_plan_being_paid(owed.id) then
    raise exception 'in_progress';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'service_plan' and subject_id = owed.id and method = wanted and status = 'pending'
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'service_plan', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + interval '32 minutes' else now() + interval '24 hours' end
    ) returning * into payment;
  end if;
  return payment;
end $$;

create function private.attach_plan_receipt(plan uuid, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_service_plan(plan);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and subject_type = 'service_plan' and subject_id = plan
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
end $$;

create function private.start_service_plan(known public.service_plans, payment uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_day date;
begin
  select greatest(private.brazilian_today(), max(ends_on) + 1) into first_day
  from public.service_plans where service_id = known.service_id and status = 'active';
  update public.service_plans set
    status = 'active', payment_id = payment, starts_on = first_day, ends_on = first_day + known.duration_days - 1
  where id = known.id;
end $$;
comment on function private.start_service_plan is
  'A paid plan runs from today, or from the day after the plan that runs already.';

-- A plan whose money went back ends; later plans of the place move forward by the days that it no longer takes.
create function private.end_refunded_plan(known public.service_plans) returns void
language sql volatile security definer set search_path = '' as $$
  update public.service_plans set status = 'cancelled' where id = known.id;
  update public.service_plans as later set starts_on = later.starts_on - gap.days, ends_on = later.ends_on - gap.days
  from (select known.ends_on - greatest(known.starts_on, private.brazilian_today()) + 1 as days) as gap
  where later.service_id = known.service_id and later.status = 'active' and later.starts_on > known.ends_on
    and gap.days > 0
$$;
comment on function private.end_refunded_plan is 'Ends a plan after a refund; renewals follow without a gap.';

create function private.update_plan_from_payments(plan uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.service_plans := private.lock_service_plan(plan);
  place public.services;
  first_payment public.payments;
begin
  select * into place from public.services where id = known.service_id;
  select * into first_payment from public.payments
  where subject_type = 'service_plan' and subject_id = known.id and status in ('paid', 'refunded')
    and (known.payment_id is null or id = known.payment_id)
    and note is distinct from 'amount_mismatch'
  order by (status = 'refunded'), paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and known.payment_id = first_payment.id and known.status = 'active' then
    perform private.end_refunded_plan(known);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status = 'ordered' and place.deleted_at
    is null then
    perform private.start_service_plan(known, first_payment.id);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  end if;
  -- Every payment that does not pay the plan goes back.
  update public.payments set needs_refund = true
  where subject_type = 'service_plan' and subject_id = known.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (select from public.service_plans where id = known.id and payment_id = payments.id and status
      in ('active', 'ended'));
  update public.payments set needs_refund = false
  where subject_type = 'service_plan' and subject_id = known.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_plan_from_payments is
  'Starts a plan whose payment arrived and ends one whose money went back; money of second payments and of cancelled '
  'orders is marked for a refund.';

create function private.tell_plan_payment(account uuid, wanted text, place public.services, link text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select account, notice.title, format(notice.body, left(place.name, 80)), link,
    (select jsonb_object_agg(key, jsonb_build_object('title', value ->> 'title', 'body',
      format(value ->> 'body', left(place.name, 80)))) from jsonb_each(notice.translations))
  from private.payment_notices as notice where notice.kind = wanted and account is not null
$$;
comment on function private.tell_plan_payment is 'Notice to an account about the payment of a plan.';

create function private.plan_state(plan public.service_plans) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', plan.id, 'plan_id', plan.plan_id, 'plan', plan.plan_name, 'price_cents', plan.price_cents, 'days',
      plan.duration_days,
    -- By date: a plan is over on the day after its last one, before the daily job marks it.
    'status', case when plan.status = 'active' and plan.ends_on < private.brazilian_today() then 'ended'
      else plan.status end,
    'starts_on', plan.starts_on, 'ends_on', plan.ends_on, 'created_at', plan.created_at
  )
$$;
comment on function private.plan_state is 'What owners see of an ordered plan.';

create function private.read_plan_order(plan uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.plan_state(ordered) || jsonb_build_object(
    'service_id', services.id, 'place', services.name, 'state_abbr', services.state_abbr,
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'service_plan' and subject_id = ordered.id and needs_refund and note
        is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note
          end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'service_plan' and subject_id = ordered.id
    ), '[]')
  )
  from public.service_plans as ordered join public.services on services.id = ordered.service_id
  where ordered.id = plan and services.deleted_at is null and private.owns_place(services.id)
$$;

create function private.read_place_plans(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner(service);
  return jsonb_build_object(
    'orders', coalesce((
      select jsonb_agg(private.plan_state(plan) order by plan.created_at desc) from public.service_plans as plan
      where plan.service_id = service and plan.status <> 'cancelled'
    ), '[]'),
    'wish', (
      select payload ->> 'plan_id' from public.service_requests
      where status = 'approved' and (service_id = service and kind = 'claim' or result_table = 'services'
        and result_id = service and kind = 'new') and payload ? 'plan_id'
      order by created_at desc limit 1
    )
  );
end $$;

create function private.sponsored_places(state text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select services.id from public.services
  where services.state_abbr = state and services.status = 'published' and services.deleted_at is null
    and exists (
      select from public.service_plans where service_id = services.id and status = 'active'
        and private.brazilian_today() between starts_on and ends_on
    )
  order by services.name, services.id
$$;

create function private.mail_ending_plans() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    update public.service_plans as plan set renewal_mailed_at = now()
    from public.services as place
    where place.id = plan.service_id and place.deleted_at is null and plan.status = 'active' and plan.renewal_mailed_at
      is null
      and plan.ends_on between private.brazilian_today() and private.brazilian_today() + 15
      and not exists (select from public.service_plans as later where later.service_id = plan.service_id
        and later.status = 'active' and later.starts_on > plan.ends_on)
    returning plan.service_id, plan.plan_name, plan.ends_on, place.name as place
  loop
    enqueued := enqueued + private.mail_place_owners(ending.service_id, 'plan_ending', jsonb_build_object(
      'place', ending.place, 'plan', ending.plan_name, 'until', ending.ends_on,
      'path', '/painel/lugares/' || ending.service_id || '#plano'
    ));
  end loop;
  return enqueued;
end $$;
comment on function private.mail_ending_plans is
  'Tells the owners of a place once, 15 days ahead, when its plan ends, unless it is renewed; returns the number of '
  'mails.';

create function private.mail_place_owners(service uuid, template text, facts jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner record;
  enqueued integer := 0;
begin
  for owner in
    select profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = member.account_id
    where member.service_id = service and member.role = 'owner' and profiles.email_verified_at is not null
  loop
    begin
      perform private.enqueue_mail(owner.email, template, jsonb_build_object('name', owner.username) || facts,
        owner.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_place_owners is
  'Enqueues a mail to every owner of a place with a confirmed address; returns how many.';

create function private.end_service_plans() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
  stale uuid;
  today date := private.brazilian_today();
begin
  -- The lists of today: without the plans that ended, with those that begin.
  perform private.revalidate_place_states(array(
    select services.state_abbr::text from public.service_plans as plan join public.services
      on services.id = plan.service_id
    where plan.status = 'active' and (plan.ends_on < today or plan.starts_on = today)
  ));
  update public.service_plans set status = 'ended' where status = 'active' and ends_on < today;
  get diagnostics ended = row_count;
  -- An order that nobody has been paying for a month is over, so that an old price does not stay open.
  for stale in
    update public.service_plans set status = 'cancelled'
    where status = 'ordered' and created_at < now() - interval '30 days'
      and not exists (
        select from public.payments where subject_type = 'service_plan' and subject_id = service_plans.id
          and (status in ('review', 'processing') or created_at > now() - interval '7 days')
      )
    returning id
  loop
    perform private.expire_plan_pages(stale);
  end loop;
  perform private.mail_ending_plans();
  return ended;
end $$;
comment on function private.end_service_plans is
  'Marks plans that ended, expires the lists that change today and mails owners 15 days ahead; safe to repeat. '
  'Returns how many plans ended.';

create function private.read_own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text
)
language sql stable security definer set search_path = '' as $$
  select coalesce(payment.id, registration.id), registration.id, registration.code, event.title, event.translations,
    coalesce(payment.amount_cents, registration.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, registration.created_at),
      null::uuid, null, null
  from public.event_registrations as registration
  join public.events as event on event.id = registration.event_id
  left join public.payments as payment on payment.subject_type = 'registration' and payment.subject_id = registration.id
  where registration.user_id = (select private.account_id())
    and (payment.id is not null or registration.price_cents > 0 and registration.status
      in ('offered', 'awaiting_payment'))
  union all
  select coalesce(payment.id, plan.id), null, plan.plan_name, null, null,
    coalesce(payment.amount_cents, plan.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, plan.created_at), plan.id,
      services.name, services.state_abbr
  from public.service_plans as plan
  join public.services on services.id = plan.service_id
  left join public.payments as payment on payment.subject_type = 'service_plan' and payment.subject_id = plan.id
  where plan.account_id = (select private.account_id()) and services.deleted_at is null
    and private.owns_place(services.id)
    and (payment.id is not null or plan.status = 'ordered')
  order by 10 desc, 1 limit 100
$$;
comment on function private.read_own_payments is
  'Payments of the registrations of the caller and of the plans that the caller ordered for own places, and what '
  'waits for a payment (status open). Sales have no account: their clients use a link.';

create function public.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.order_service_plan(service, plan, request_id);
comment on function public.order_service_plan is
  'An owner orders a plan on offer for a place, at its price now. request_id becomes the id, so that a repeated call '
  'stores one order; another plan replaces an order that nobody is paying.';
grant execute on function public.order_service_plan to authenticated, service_role;

create function public.open_plan_payment(plan uuid, method text) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.open_plan_payment(plan, method));
comment on function public.open_plan_payment is
  'The open payment of an ordered plan by card or Pix, for owners of the place. Refuses with sale_missing, '
  'nothing_to_pay or in_progress.';
grant execute on function public.open_plan_payment to authenticated, service_role;

create function public.attach_plan_receipt(plan uuid, payment uuid, path text) returns boolean
language sql volatile security invoker set search_path = ''
return private.attach_plan_receipt(plan, payment, path);
comment on function public.attach_plan_receipt is
  'The receipt of the Pix of a plan, already stored; the payment then waits for a financial manager. For the server '
  'alone.';
grant execute on function public.attach_plan_receipt to service_role;

create function public.read_plan_order(plan uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_plan_order(plan);
comment on function public.read_plan_order is
  'An ordered plan with its payments, for owners of the place; null otherwise.';
grant execute on function public.read_plan_order to authenticated, service_role;

create function public.read_place_plans(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_place_plans(service);
comment on function public.read_place_plans is
  'Plans of a place, the newest first, and the plan wished at its registration, for its owners.';
grant execute on function public.read_place_plans to authenticated, service_role;

create function public.sponsored_places(state text) returns setof uuid
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.sponsored_places(state);
end;
comment on function public.sponsored_places is
  'Published places of a state with a plan that runs today; they stand first in their category and carry a mark.';
grant execute on function public.sponsored_places to anon, authenticated, service_role;

create function public.own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_payments();
end;
comment on function public.own_payments is
  'Payments of the caller, the newest first; plan_id, place and state_abbr for plans, registration_id and event for '
  'registrations.';
grant execute on function public.own_payments to authenticated, service_role;

-- Vouchers: a benefit that a place offers to travellers, published after approval.

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  benefit_type text not null check (benefit_type in ('percent', 'amount', 'gift')),
  benefit_value integer check (benefit_value > 0),
  rules text not null default '' check (char_length(rules) <= 2000),
  valid_from date not null,
  valid_until date not null,
  weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  starts_at time,
  ends_at time,
  total_limit integer check (total_limit between 1 and 100000),
  per_person_limit integer not null default 1 check (per_person_limit between 1 and 50),
  guests_allowed boolean not null default false,
  image_url text check (image_url ~ '^/imagem-voucher/[0-9a-f-]{36}/[0-9a-f-]{36}\.webp$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  status text not null default 'draft' check (status in ('draft', 'pending', 'active', 'paused', 'ended', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint voucher_ends_after_its_start check (valid_until between valid_from and valid_from + 730),
  constraint voucher_hours_are_a_pair check ((starts_at is null) = (ends_at is null) and starts_at < ends_at),
  constraint voucher_value_fits_its_type check (
    case benefit_type when 'gift' then benefit_value is null when 'percent' then benefit_value between 1 and 100
      else benefit_value between 1 and 10000000 end
  )
);
comment on table public.vouchers is
  'Benefits that places offer. People of the place write them by functions; the team approves them.';
comment on column public.vouchers.benefit_value is
  'Percent, or cents of an amount; null for a gift, which the title names.';
comment on column public.vouchers.weekdays is 'ISO weekdays on which it is accepted: 1 is Monday; empty for every day.';
comment on column public.vouchers.starts_at is
  'From when on these days it is accepted, in the time of the state of the place; null for all day.';
comment on column public.vouchers.total_limit is 'Most downloads; null without a limit.';
comment on column public.vouchers.guests_allowed is
  'People without an account may download it, where the portal settings allow guests.';
comment on column public.vouchers.translations is '{en|es: {title, rules}}';
comment on column public.vouchers.status_note is 'Reason of the team for a rejection or a change it asks for.';
create index vouchers_service_id_idx on public.vouchers (service_id, status);
create index vouchers_status_idx on public.vouchers (status, valid_until);
create index vouchers_created_by_idx on public.vouchers (created_by);
create index vouchers_decided_by_idx on public.vouchers (decided_by);
create index vouchers_image_url_idx on public.vouchers (image_url) where image_url is not null;
alter table public.vouchers enable row level security;
grant select (
  id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
  total_limit, per_person_limit, guests_allowed, image_url, translations, status, updated_at
) on public.vouchers to anon;
grant select on public.vouchers to authenticated;
grant all on public.vouchers to service_role;

create function private.is_shown_voucher(voucher public.vouchers) returns boolean
language sql stable security definer set search_path = '' as $$
  select voucher.status = 'active' and voucher.valid_until >= private.brazilian_today()
    and exists (select from public.services where services.id = voucher.service_id and services.status = 'published'
      and services.deleted_at is null)
$$;
comment on function private.is_shown_voucher is
  'Whether the guide shows a voucher: active, not over, of a published place.';

create policy "everyone (anon) reads vouchers that are shown" on public.vouchers
  for select to anon using (private.is_shown_voucher(vouchers));
create policy "authenticated people of a place and voucher managers read all of its vouchers, others those that are shown"
  on public.vouchers
  for select to authenticated using (
    (select private.is_staff() and private.has_permission('vouchers'))
    or private.is_shown_voucher(vouchers) or service_id in (select private.own_places())
  );

create function private.add_voucher_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.voucher_counts (voucher_id) values (new.id);
  return null;
end $$;
comment on function private.add_voucher_counts is 'Trigger function: a new voucher starts with zero downloads.';

create trigger vouchers_counts after insert on public.vouchers for each row
  execute function private.add_voucher_counts();
create trigger vouchers_touch before update on public.vouchers
  for each row execute function private.touch_updated_at();
create trigger vouchers_audit after insert or update or delete on public.vouchers
  for each row execute function private.write_audit('id',
    'status,status_note,title,benefit_type,benefit_value,valid_from,valid_until,total_limit,per_person_limit');
create trigger vouchers_withdraw before update of status on public.vouchers
  for each row when (old.status in ('active', 'rejected') and new.status = 'pending' and new.decided_at is null)
  execute function private.withdraw_answer('pending');

create function private.queue_voucher_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('voucher-images', array[replace(old.image_url, '/imagem-voucher/', '')]);
  return null;
end $$;
comment on function private.queue_voucher_image is
  'Trigger function: deletes the stored image that no voucher shows any more.';

create trigger vouchers_files after delete on public.vouchers
  for each row when (old.image_url is not null) execute function private.queue_voucher_image();

-- The next decision about an offer that is sent again is mailed, also when it is the same as the first one.
create function private.forget_voucher_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.answered_requests where request_id = new.id;
  return null;
end $$;
comment on function private.forget_voucher_answer is
  'Trigger function: an offer that its place sends again waits for a new decision.';

create trigger vouchers_sent_again after update of status on public.vouchers
  for each row when (new.status = 'pending' and old.status <> 'pending' and new.decided_at is not null)
  execute function private.forget_voucher_answer();
create trigger vouchers_new_image after update of image_url on public.vouchers
  for each row when (old.image_url is distinct from new.image_url and old.image_url is not null)
    execute function private.queue_voucher_image();

insert into private.audit_log_permissions (entity, permission) values
  ('vouchers', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vouchers', 'created_by', 'account', 'work', 'Vouchers oferecidos', 'unlink', 134),
  ('vouchers', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 135);

select
  private.declare_columns('vouchers', 'exported',
    '{id,service_id,title,benefit_type,benefit_value,rules,valid_from,valid_until,weekdays,starts_at,ends_at,
      total_limit,per_person_limit,guests_allowed,image_url,translations,status,status_note,created_by,decided_at,
      created_at,updated_at}'),
  private.declare_columns('vouchers', 'withheld', '{decided_by}', 'another person: who decided');

insert into private.file_columns (bucket, relation, names) values
  ('voucher-images', 'public.vouchers', 'array[replace(image_url, ''/imagem-voucher/'', '''')]');

create table private.voucher_counts (
  voucher_id uuid primary key references public.vouchers (id) on delete cascade,
  downloads integer not null default 0 check (downloads >= 0),
  redemptions integer not null default 0 check (redemptions >= 0)
);
comment on table private.voucher_counts is
  'Downloads that were not cancelled, and redemptions. Its row is locked by every download, so that a limit is never '
  'exceeded.';

select private.declare_columns('private.voucher_counts', 'not_personal',
  '{voucher_id,downloads,redemptions}', 'counts of a voucher');

create table public.voucher_reports (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + interval '90 days',
  revoked_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint voucher_report_expires_within_90_days check (expires_at <= created_at + interval '90 days')
);
comment on table public.voucher_reports is
  'Links that show the figures of the vouchers of a place to people without an account; written by functions only.';
comment on column public.voucher_reports.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.voucher_reports.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index voucher_reports_service_id_idx on public.voucher_reports (service_id, created_at desc);
create index voucher_reports_created_by_idx on public.voucher_reports (created_by);
alter table public.voucher_reports enable row level security;
grant select (
  id, service_id, expires_at, revoked_at, created_by, created_at
) on public.voucher_reports to authenticated;
grant all on public.voucher_reports to service_role;
create policy "authenticated people of a place read its links to the figures" on public.voucher_reports
  for select to authenticated using (service_id in (select private.own_places()));
create trigger voucher_reports_audit after insert or update or delete on public.voucher_reports
  for each row execute function private.write_audit('id', 'service_id,expires_at,revoked_at');

insert into private.audit_log_permissions (entity, permission) values
  ('voucher_reports', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('voucher_reports', 'created_by', 'account', 'work', 'Links dos números de um lugar', 'unlink', 139);

select
  private.declare_columns('voucher_reports', 'exported', '{id,service_id,expires_at,revoked_at,created_by,created_at}'),
  private.declare_columns('voucher_reports', 'withheld', '{token_hash}', 'secret of the link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('voucher_reports', 'public.voucher_reports', 'expires_at', '1 year', 435);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.voucher_reports', 'token_hash', 'null');

create function private.voucher_of(payload jsonb, voucher public.vouchers) returns public.vouchers
language plpgsql set search_path = '' as $$
begin
  perform private.check_payload(payload);
  voucher.title := private.text_field(payload, 'title', 120, true);
  voucher.benefit_type := private.pattern_field(payload, 'benefit_type', 10, '^(percent|amount|gift)$', true);
  voucher.benefit_value := case voucher.benefit_type
    when 'percent' then private.whole_field(payload, 'benefit_value', 1, 100, true)
    when 'amount' then private.whole_field(payload, 'benefit_value', 1, 10000000, true)
  end;
  voucher.rules := coalesce(private.text_field(payload, 'rules', 2000), '');
  voucher.valid_from := private.date_field(payload, 'valid_from');
  voucher.valid_until := private.date_field(payload, 'valid_until');
  if voucher.valid_from is null then
    perform private.refuse_request('valid_from');
  elsif voucher.valid_until is null or voucher.valid_until not between greatest(voucher.valid_from,
    private.brazilian_today()) and voucher.valid_from + 730 then
    perform private.refuse_request('valid_until');
  end if;
  voucher.weekdays := array(
    select distinct day::smallint from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'weekdays') = 'array'
      then payload -> 'weekdays' else '[]' end) as day
    where day ~ '^[1-7]$' order by 1
  );
  voucher.starts_at := private.time_field(payload, 'starts_at');
  voucher.ends_at := private.time_field(payload, 'ends_at');
  if (voucher.starts_at is null) <> (voucher.ends_at is null) or voucher.starts_at >= voucher.ends_at then
    perform private.refuse_request('ends_at');
  end if;
  voucher.total_limit := private.whole_field(payload, 'total_limit', 1, 100000);
  voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 50), 1);
  voucher.guests_allowed := private.flag_field(payload, 'guests_allowed');
  return voucher;
end $$;
comment on function private.voucher_of is
  'A voucher with the values of a form; raises invalid_request with the field that is wrong.';

create function private.promises_changed(before public.vouchers, after public.vouchers) returns boolean
language sql immutable set search_path = '' as $$
  select (before.title, before.benefit_type, before.benefit_value, before.rules, before.valid_from, before.weekdays,
    before.starts_at, before.ends_at)
      is distinct from (after.title, after.benefit_type, after.benefit_value, after.rules, after.valid_from,
        after.weekdays, after.starts_at, after.ends_at)
    or after.valid_until < before.valid_until
$$;
comment on function private.promises_changed is
  'Whether a change alters what people who downloaded the voucher were promised.';

create function private.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean,
  seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vouchers;
  given public.vouchers;
begin
  perform private.require_account();
  select * into known from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or known.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse_request('image');
  elsif known.id is not null and seen is distinct from known.updated_at then
    return jsonb_build_object('outcome', 'conflict', 'updated_at', known.updated_at);
  elsif known.status = 'ended' then
    return jsonb_build_object('outcome', 'ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50
    then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return jsonb_build_object('outcome', 'downloaded');
  elsif given.total_limit < (select downloads from private.voucher_counts where voucher_id = known.id) then
    perform private.refuse_request('total_limit');
  end if;
  given.id := coalesce(known.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  given.status := case
    when known.status in ('active', 'paused') and not private.promises_changed(known, given) and image is not distinct
      from known.image_url then known.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    given.id, place, given.title, given.benefit_type, given.benefit_value, given.rules, given.valid_from,
      given.valid_until,
    given.weekdays, given.starts_at, given.ends_at, given.total_limit, given.per_person_limit, given.guests_allowed,
      image, given.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value,
      rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays,
      starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations =
      case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into given;
  return jsonb_build_object('outcome', 'saved', 'id', given.id, 'status', given.status, 'updated_at', given.updated_at);
end $$;
comment on function private.save_voucher is
  'Stores an offer as a draft or sends it for approval. seen: the updated_at that the form showed. Answers saved, '
  'conflict, ended, too_many, or downloaded when people already hold it and its promise would change.';

create function private.set_voucher_status(voucher uuid, next_status text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vouchers set status = next_status
  where id = voucher and (private.runs_place(service_id) or (private.is_staff() and private.has_permission('vouchers')))
    and case next_status
      when 'paused' then status = 'active'
      when 'active' then status = 'paused' and decided_at is not null
      when 'ended' then status in ('active', 'paused', 'rejected', 'draft', 'pending')
      else false
    end;
  return found;
end $$;
comment on function private.set_voucher_status is
  'Pauses, resumes or ends a voucher; false when its status does not allow it or it belongs to somebody else.';

-- Decisions, in the inbox and by a link without an account.
create function private.apply_voucher_decision(item uuid, decision text, reason text, seen text, actor uuid)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into voucher from public.vouchers where id = item for update;
  if voucher.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "active", "reject": "rejected", "adjust": "draft"},
    "active": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> voucher.status ->> decision;
  if next_status is null or (seen is not null and seen <> voucher.status) then
    return private.decided_already(voucher.status, voucher.decided_by, voucher.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, voucher.title), 300), true);
  update public.vouchers set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'vouchers', 'id', item);
end $$;
comment on function private.apply_voucher_decision is
  'approve publishes an offer, reject and adjust need a reason, reopen takes it back to the queue.';

create function private.decide_voucher(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return private.apply_voucher_decision(item, decision, reason, seen, (select private.account_id()));
end $$;

-- A draft counts as a decision only until its place changes it; before, a rejected offer that was saved as a draft was
-- mailed again.
create function private.decided_vouchers() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select vouchers.id, case vouchers.status when 'draft' then 'adjust' else vouchers.status end, vouchers.decided_at,
    'voucher_decided',
    users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', profiles.username, 'voucher', vouchers.title, 'place', services.name,
      'status', case vouchers.status when 'draft' then 'adjust' else vouchers.status end,
      'note', coalesce(vouchers.status_note, ''), 'path', '/painel/lugares/' || services.id || '/vouchers'
    )
  from public.vouchers join public.services on services.id = vouchers.service_id
  join auth.users on users.id = vouchers.created_by join public.profiles on profiles.id = users.id
  where vouchers.decided_at is not null
    and (vouchers.status in ('active', 'rejected') or vouchers.status = 'draft'
      and vouchers.updated_at = vouchers.decided_at)
$$;
comment on function private.decided_vouchers is
  'Decisions about vouchers, which the person who offered them is told of by mail.';

create function private.share_voucher_report(report uuid, place uuid, token_hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(place) then
    return 'gone';
  end if;
  -- Requests for one place are counted one after the other.
  perform from public.services where id = place for no key update;
  if 5 <= (select count(*) from public.voucher_reports where service_id = place and revoked_at is null
    and expires_at > now()) then
    return 'limit';
  end if;
  insert into public.voucher_reports (id, service_id, token_hash) values (report, place,
    share_voucher_report.token_hash);
  return 'saved';
end $$;
comment on function private.share_voucher_report is
  'Makes a link to the figures of a place for 90 days; answers saved, gone, or limit when the place has 5 open links.';

create function private.revoke_voucher_report(report uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.voucher_reports set revoked_at = coalesce(revoked_at, now()) where id = report
    and private.runs_place(service_id);
  return found;
end $$;
comment on function private.revoke_voucher_report is
  'Ends a link for good; false when it does not belong to a place of the caller.';

create function private.voucher_days(place uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', day, 'downloads', downloads, 'redemptions', redemptions)
    order by day), '[]')
  from (
    select private.day_of(moment) as day, sum(downloaded) as downloads, sum(redeemed) as redemptions from (
      select held.created_at as moment, 1 as downloaded, 0 as redeemed from public.voucher_downloads as held
      join public.vouchers as offered on offered.id = held.voucher_id
      where held.created_at > now() - interval '90 days' and held.cancelled_at is null and offered.service_id = place
      union all
      select stored.scanned_at, 0, 1 from public.voucher_redemptions as stored
      where stored.result = 'redeemed' and stored.scanned_at > now() - interval '90 days' and stored.service_id = place
    ) as movement group by 1
  ) as daily
$$;
comment on function private.voucher_days is 'Downloads and redemptions of a place by day of the last 90 days.';

-- Only numbers and titles: neither names nor codes.
create function private.read_voucher_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when link.revoked_at is not null then jsonb_build_object('state', 'revoked')
    when link.expires_at <= now() then jsonb_build_object('state', 'expired')
    else jsonb_build_object(
      'state', 'open', 'expiresAt', link.expires_at, 'place', place.name, 'stateAbbr', place.state_abbr,
      'days', private.voucher_days(place.id),
      'vouchers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offered.id, 'title', offered.title, 'status', offered.status, 'validFrom', offered.valid_from,
            'validUntil', offered.valid_until,
          'totalLimit', offered.total_limit, 'downloads', counts.downloads, 'redemptions', counts.redemptions
        ) order by offered.created_at desc), '[]')
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        where offered.service_id = place.id and (offered.status in ('active', 'paused', 'ended') and offered.decided_at
          is not null or counts.downloads > 0)
      )
    )
  end
  from public.voucher_reports as link join public.services as place on place.id = link.service_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report is
  'Figures of the vouchers behind a link; only the state of a link that has ended, null for an unknown token.';

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create function private.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total not between 1 and 100000 then
    perform private.refuse_request('total_limit');
  elsif per_person is null or per_person not between 1 and 50 then
    perform private.refuse_request('per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return 'gone';
  elsif total < taken then
    perform private.refuse_request('total_limit');
  end if;
  update public.vouchers set total_limit = total, per_person_limit = per_person,
    guests_allowed = coalesce(guests, false) where id = voucher;
  return 'saved';
end $$;
comment on function private.set_voucher_limits is
  'Changes how many people may download a voucher; raises invalid_request when the total is below the downloads.';

create function private.voucher_oversight() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return jsonb_build_object(
    'partners', (
      select coalesce(jsonb_agg(to_jsonb(partner) order by partner.redemptions desc, partner.downloads desc,
        partner.name), '[]') from (
        select place.id, place.name, place.state_abbr as "stateAbbr", count(*) as vouchers,
          count(*) filter (where offered.status = 'active' and offered.valid_until >= private.brazilian_today())
            as active,
          sum(counts.downloads) as downloads, sum(counts.redemptions) as redemptions
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        join public.services as place on place.id = offered.service_id
        group by place.id order by sum(counts.redemptions) desc, sum(counts.downloads) desc, place.name limit 50
      ) as partner
    ),
    -- People with ten or more downloads in 30 days; of a guest only the end of the phone number.
    'collectors', (
      select coalesce(jsonb_agg(to_jsonb(person) order by person.downloads desc), '[]') from (
        select coalesce(max(profiles.username), '…' || right(max(held.guest_phone), 4)) as name,
          max(held.account_id::text) as account,
          count(*) as downloads, count(*) filter (where held.redeemed_at is not null) as redemptions,
          count(*) filter (where held.cancelled_at is not null) as cancelled, max(held.created_at) as last
        from public.voucher_downloads as held left join public.profiles on profiles.id = held.account_id
        where held.created_at > now() - interval '30 days'
        group by coalesce(held.account_id::text, regexp_replace(held.guest_phone, '\D', '', 'g'))
        having count(*) >= 10 order by count(*) desc limit 50
      ) as person
    ),
    -- Readings at a time at which the voucher is not accepted; served: a device without a connection accepted it.
    'wrongTimes', (
      select coalesce(jsonb_agg(to_jsonb(outside) order by outside.served desc, outside.readings desc), '[]') from (
        select place.id, place.name, count(*) as readings, count(*) filter (where stored.was_served) as served,
          max(stored.scanned_at) as last
        from public.voucher_redemptions as stored join public.services as place on place.id = stored.service_id
        where stored.result in ('wrong_time', 'not_yet') and stored.scanned_at > now() - interval '30 days'
        group by place.id order by 4 desc, 3 desc limit 50
      ) as outside
    ),
    'wrongPins', (
      select coalesce(jsonb_agg(to_jsonb(tried) order by tried.attempts desc), '[]') from (
        select place.id, place.name, count(*) as attempts, count(distinct wrong.caller) as callers, max(wrong.at)
          as last
        from private.wrong_pins as wrong join public.services as place on place.id = wrong.service_id
        where wrong.at > now() - interval '24 hours' group by place.id having count(*) >= 5 order by 3 desc limit 50
      ) as tried
    )
  );
end $$;
comment on function private.voucher_oversight is
  'For voucher managers: ranking of places, people with many downloads, readings outside the accepted times, and '
  'wrong PINs.';

create function private.read_voucher_report_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end
  from public.voucher_reports where token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report_state is
  'State of a link to the figures of a place; null for a token that does not exist.';

create function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select 'service_request', count(*), min(created_at) from public.service_requests where status
    in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status
    in ('received', 'in_progress', 'ready')
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers
  where status = 'pending' and (select private.is_staff() and private.has_permission('vouchers'));
end;
comment on function public.inbox_counts is
  'Returns the number of undecided items and the time of the oldest one by kind, from the rows that RLS lets the '
  'caller read.';
grant execute on function public.inbox_counts to authenticated, service_role;

create policy "everybody (anon, authenticated) reads images of vouchers that they read" on storage.objects
  for select to anon, authenticated using (
    bucket_id = 'voucher-images' and exists (select from public.vouchers
      where image_url = '/imagem-voucher/' || objects.name)
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('voucher-images', 'voucher-images', false, 5242880, '{image/webp}');

create function public.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean,
  seen timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_voucher(voucher, place, payload, image, submits, seen);
comment on function public.save_voucher is
  'For people of a place: stores an offer as a draft or sends it for approval.';
grant execute on function public.save_voucher to authenticated, service_role;

create function public.set_voucher_status(voucher uuid, next_status text) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_voucher_status(voucher, next_status);
comment on function public.set_voucher_status is 'For people of a place and voucher managers: paused, active or ended.';
grant execute on function public.set_voucher_status to authenticated, service_role;

create function public.decide_voucher(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_voucher(id, decision, reason, seen);
comment on function public.decide_voucher is
  'approve publishes a voucher, adjust returns it to its place and reject refuses it, both with a reason; reopen '
  'takes the decision back.';
grant execute on function public.decide_voucher to authenticated, service_role;

create function public.share_voucher_report(report uuid, place uuid, token_hash text) returns text
language sql volatile security invoker set search_path = ''
return private.share_voucher_report(report, place, token_hash);
comment on function public.share_voucher_report is
  'For people of a place: makes a link to its figures; saved, gone or limit.';
grant execute on function public.share_voucher_report to authenticated, service_role;

create function public.revoke_voucher_report(report uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.revoke_voucher_report(report);
comment on function public.revoke_voucher_report is 'For people of a place: ends a link to its figures for good.';
grant execute on function public.revoke_voucher_report to authenticated, service_role;

create function public.read_voucher_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_voucher_report(token);
comment on function public.read_voucher_report is
  'Figures behind a private link: {state, place, days, vouchers}; anyone who has the token may call it.';
grant execute on function public.read_voucher_report to anon, authenticated, service_role;

create function public.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_voucher_limits(voucher, total, per_person, guests);
comment on function public.set_voucher_limits is
  'For voucher managers: total (null without a limit), per person and guests; saved or gone.';
grant execute on function public.set_voucher_limits to authenticated, service_role;

create function public.voucher_oversight() returns jsonb
language sql stable security invoker set search_path = ''
return private.voucher_oversight();
comment on function public.voucher_oversight is
  'For voucher managers: ranking of places and suspicious use, without phone numbers.';
grant execute on function public.voucher_oversight to authenticated, service_role;

create function public.voucher_report_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.read_voucher_report_state(token);
comment on function public.voucher_report_state is
  'Whether a link to the figures of a place is open, revoked or expired; null for a token that does not exist.';
grant execute on function public.voucher_report_state to anon, authenticated, service_role;

-- Vouchers that travellers downloaded.

create table public.voucher_downloads (
  id uuid primary key default gen_random_uuid(),
  voucher_id uuid not null references public.vouchers (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete cascade,
  guest_name text check (guest_name !~ '^\s*$' and char_length(guest_name) <= 120),
  guest_phone text check (guest_phone ~ '^\+?[0-9 ().-]{8,30}$'),
  request_id uuid not null unique,
  short_code text not null unique check (short_code ~ '^[A-HJ-NP-Z2-9]{8}$') default private.new_registration_code(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint download_belongs_to_an_account_or_a_guest check ((account_id is null) = (guest_name is not null
    and guest_phone is not null)),
  constraint redeemed_download_is_not_cancelled check (redeemed_at is null or cancelled_at is null)
);
comment on table public.voucher_downloads is
  'Vouchers that people downloaded. Whoever knows the id opens the page with the QR code; written by functions only.';
comment on column public.voucher_downloads.request_id is
  'Made by the form, so that a request that is sent twice downloads once.';
comment on column public.voucher_downloads.short_code is 'What people type where no QR code can be read.';
comment on column public.voucher_downloads.expires_at is
  'End of the last day of the voucher, in the time of the state of the place.';
create index voucher_downloads_voucher_id_idx on public.voucher_downloads (voucher_id, created_at desc);
create index voucher_downloads_account_id_idx on public.voucher_downloads (account_id, created_at desc);
create index voucher_downloads_guest_phone_idx on public.voucher_downloads (voucher_id,
  (regexp_replace(guest_phone, '\D', '', 'g'))) where guest_phone is not null;
create index voucher_downloads_expires_at_idx on public.voucher_downloads (expires_at);
alter table public.voucher_downloads enable row level security;
grant select on public.voucher_downloads to authenticated;
grant all on public.voucher_downloads to service_role;

-- People of the place see numbers and first names by functions, never a phone.
create policy "authenticated accounts read their own downloads" on public.voucher_downloads
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('voucher_downloads', 'account_id', 'account', 'own', 'Vouchers baixados', 'delete', 136);

select
  private.declare_columns('voucher_downloads', 'exported',
    '{voucher_id,guest_name,guest_phone,short_code,expires_at,redeemed_at,cancelled_at,created_at}'),
  private.declare_columns('voucher_downloads', 'not_personal', '{id,request_id}', 'technical key'),
  private.declare_columns('voucher_downloads', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('guest_voucher_downloads', 'public.voucher_downloads', 'expires_at', '90 days', 'account_id is null', 430),
  ('voucher_downloads', 'public.voucher_downloads', 'expires_at', '2 years', 'account_id is not null', 431);

create function private.allows_guest_vouchers() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.app_settings where key = 'feature_guest_vouchers' and value = 'true')
$$;
comment on function private.allows_guest_vouchers is
  'Whether people without an account may download vouchers; off until the team switches it on.';

create function private.voucher_end(voucher public.vouchers) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (voucher.valid_until + 1)::timestamp at time zone private.zone_of_town(services.state_abbr, services.city_ibge)
    from public.services where id = voucher.service_id
$$;
comment on function private.voucher_end is 'End of the last day on which a voucher is accepted.';

-- The row of the counts is locked first: downloads of one voucher happen one after the other.
create function private.download_voucher(voucher uuid, request uuid, guest_name text, guest_phone text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  phone_digits text := regexp_replace(coalesce(download_voucher.guest_phone, ''), '\D', '', 'g');
  wanted public.vouchers;
  known public.voucher_downloads;
  taken integer;
begin
  perform from private.voucher_counts where voucher_id = voucher for update;
  select * into known from public.voucher_downloads where request_id = request;
  if known.id is not null then
    return case when known.voucher_id = voucher and known.account_id is not distinct from account
      then jsonb_build_object('outcome', 'downloaded', 'id', known.id) else jsonb_build_object('outcome', 'gone') end;
  end if;
  select * into wanted from public.vouchers where id = voucher;
  if wanted.id is null or not private.is_shown_voucher(wanted) then
    return jsonb_build_object('outcome', 'gone');
  elsif account is null and not (wanted.guests_allowed and private.allows_guest_vouchers()) then
    return jsonb_build_object('outcome', 'sign_in');
  elsif account is null and (coalesce(btrim(download_voucher.guest_name), '') = '' or char_length(phone_digits)
    not between 8 and 15) then
    raise exception 'invalid_request' using detail = case when coalesce(btrim(download_voucher.guest_name), '') = ''
      then 'guest_name' else 'guest_phone' end;
  end if;
  select count(*), (array_agg(download.id order by download.created_at desc) filter (where redeemed_at is null))[1]
    into taken, known.id
  from public.voucher_downloads as download
  where download.voucher_id = voucher and cancelled_at is null and case when account is null
    then download.guest_phone is not null and regexp_replace(download.guest_phone, '\D', '', 'g') = phone_digits
      else account_id = account end;
  if taken >= wanted.per_person_limit then
    -- Only the account itself gets its earlier code again; a phone number proves nothing.
    return jsonb_strip_nulls(jsonb_build_object('outcome', 'limit', 'id', case when account is not null then known.id
      end));
  end if;
  update private.voucher_counts set downloads = downloads + 1
  where voucher_id = voucher and (wanted.total_limit is null or downloads < wanted.total_limit);
  if not found then
    return jsonb_build_object('outcome', 'sold_out');
  end if;
  insert into public.voucher_downloads (voucher_id, account_id, guest_name, guest_phone, request_id, expires_at)
  values (
    voucher, account, case when account is null then left(btrim(download_voucher.guest_name), 120) end,
    case when account is null then phone_digits end, request, private.voucher_end(wanted)
  ) returning * into known;
  return jsonb_build_object('outcome', 'downloaded', 'id', known.id);
end $$;
comment on function private.download_voucher is
  'Downloads a voucher once per request: downloaded, limit (with the earlier code of the account), sold_out, sign_in '
  'or gone.';

create function private.cancel_voucher_download(download uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.voucher_downloads;
begin
  perform private.require_account();
  perform from private.voucher_counts where voucher_id = (select voucher_id from public.voucher_downloads
    where id = download) for update;
  update public.voucher_downloads set cancelled_at = now()
  where id = download and account_id = private.account_id() and redeemed_at is null and cancelled_at is null
    and expires_at > now() returning * into known;
  update private.voucher_counts set downloads = downloads - 1 where voucher_id = known.voucher_id;
  return known.id is not null;
end $$;
comment on function private.cancel_voucher_download is
  'Gives an unused voucher back, which frees it for somebody else.';

create function private.voucher_stock(vouchers uuid[]) returns table (id uuid, remaining integer)
language sql stable security definer set search_path = '' as $$
  select voucher.id, greatest(voucher.total_limit - counts.downloads, 0)
  from public.vouchers as voucher join private.voucher_counts as counts on counts.voucher_id = voucher.id
  where voucher.id = any (voucher_stock.vouchers[1:200]) and private.is_shown_voucher(voucher)
$$;
comment on function private.voucher_stock is
  'How many downloads are left of at most 200 shown vouchers; null without a limit.';

create function private.read_voucher_download(download uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', held.id, 'voucherId', voucher.id, 'serviceId', place.id, 'shortCode', held.short_code,
    'title', voucher.title, 'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'rules',
      voucher.rules,
    'translations', voucher.translations, 'validFrom', voucher.valid_from, 'validUntil', voucher.valid_until,
    'weekdays', voucher.weekdays, 'startsAt', to_char(voucher.starts_at, 'HH24:MI'), 'endsAt',
      to_char(voucher.ends_at, 'HH24:MI'),
    'imageUrl', voucher.image_url, 'place', place.name, 'placeSlug', place.slug, 'stateAbbr', place.state_abbr,
      'timeZone', private.zone_of_town(place.state_abbr, place.city_ibge),
    'expiresAt', held.expires_at, 'downloadedAt', held.created_at, 'isOwn', held.account_id is not null
      and held.account_id = private.account_id(),
    'status', case
      when held.redeemed_at is not null then 'redeemed'
      when held.cancelled_at is not null then 'cancelled'
      when held.expires_at <= now() then 'expired'
      when voucher.status in ('ended', 'rejected') then 'ended'
      else 'active'
    end,
    'redeemedAt', held.redeemed_at
  )
  from public.voucher_downloads as held join public.vouchers as voucher on voucher.id = held.voucher_id
  join public.services as place on place.id = voucher.service_id
  where held.id = download
$$;
comment on function private.read_voucher_download is
  'What the page of a downloaded voucher shows to its holder, without name and phone; null for an unknown id.';

create function private.own_voucher_downloads() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.read_voucher_download(held.id) order by held.created_at desc), '[]')
  from (
    select id, created_at from public.voucher_downloads
    where account_id = private.account_id() and cancelled_at is null order by created_at desc limit 200
  ) as held
$$;
comment on function private.own_voucher_downloads is
  'The newest 200 vouchers of the caller, as read_voucher_download answers.';

create function public.download_voucher(voucher uuid, request uuid, guest_name text default null, guest_phone text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.download_voucher(voucher, request, guest_name, guest_phone);
comment on function public.download_voucher is
  'Downloads a voucher: {outcome, id}. Guests give a name and a WhatsApp number.';
grant execute on function public.download_voucher to anon, authenticated, service_role;

create function public.cancel_voucher_download(download uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.cancel_voucher_download(download);
comment on function public.cancel_voucher_download is
  'For the account that downloaded it: gives an unused voucher back.';
grant execute on function public.cancel_voucher_download to authenticated, service_role;

create function public.voucher_stock(vouchers uuid[]) returns table (id uuid, remaining integer)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.voucher_stock(vouchers);
end;
comment on function public.voucher_stock is
  'How many downloads are left of at most 200 shown vouchers; null without a limit.';
grant execute on function public.voucher_stock to anon, authenticated, service_role;

create function public.read_voucher_download(download uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_voucher_download(download);
comment on function public.read_voucher_download is
  'What the page of a downloaded voucher shows to its holder; null for an unknown id.';
grant execute on function public.read_voucher_download to anon, authenticated, service_role;

create function public.own_voucher_downloads() returns jsonb
language sql stable security invoker set search_path = ''
return private.own_voucher_downloads();
comment on function public.own_voucher_downloads is
  'The newest 200 vouchers of the caller, as read_voucher_download answers.';
grant execute on function public.own_voucher_downloads to authenticated, service_role;

-- Redeeming vouchers at the counter of a place.

create table public.voucher_devices (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unlocked_until timestamptz,
  last_sync_at timestamptz,
  pending_readings integer not null default 0 check (pending_readings between 0 and 100000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint voucher_device_expires_after_enrolment check (expires_at > created_at
    and expires_at <= created_at + interval '400 days')
);
comment on table public.voucher_devices is
  'Devices at a place that redeem vouchers without an account, each enrolled by a link and unlocked by the PIN of the '
  'place.';
comment on column public.voucher_devices.token_hash is
  'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.voucher_devices.unlocked_until is 'Until when the device redeems after the right PIN.';
comment on column public.voucher_devices.pending_readings is 'Unsent readings that the device reported last.';
create index voucher_devices_service_id_idx on public.voucher_devices (service_id);
create index voucher_devices_created_by_idx on public.voucher_devices (created_by);
alter table public.voucher_devices enable row level security;
grant select (
  id, service_id, name, expires_at, revoked_at, unlocked_until, last_sync_at, pending_readings, created_by, created_at
) on public.voucher_devices to authenticated;
grant insert (service_id, name, token_hash, expires_at) on public.voucher_devices to authenticated;
grant update (name, revoked_at) on public.voucher_devices to authenticated;
grant all on public.voucher_devices to service_role;
create policy "authenticated people of a place read its devices" on public.voucher_devices
  for select to authenticated using (service_id in (select private.own_places()));
create policy "authenticated owners enrol devices of their place" on public.voucher_devices
  for insert to authenticated with check (private.owns_place(service_id)
    and created_by = (select private.account_id()));
create policy "authenticated owners revoke devices of their place" on public.voucher_devices
  for update to authenticated using (private.owns_place(service_id)) with check (private.owns_place(service_id));
create trigger voucher_devices_audit after insert or update of revoked_at or delete on public.voucher_devices
  for each row execute function private.write_audit('id', 'service_id,name,revoked_at');
create trigger voucher_devices_stamp before update on public.voucher_devices
  for each row execute function private.stamp_revocation();

insert into private.audit_log_permissions (entity, permission) values
  ('voucher_devices', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('voucher_devices', 'created_by', 'account', 'work', 'Aparelhos de um lugar', 'unlink', 137);

select
  private.declare_columns('voucher_devices', 'exported',
    '{id,service_id,name,expires_at,revoked_at,unlocked_until,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('voucher_devices', 'withheld', '{token_hash}', 'secret of the device');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('voucher_devices', 'public.voucher_devices', 'expires_at', '1 year', 433);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.voucher_devices', 'token_hash', 'null');

create table private.place_pins (
  service_id uuid primary key references public.services (id) on delete cascade,
  pin_hash text not null check (pin_hash ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz not null default now()
);
comment on table private.place_pins is 'PIN of a place, as a hash with the key of the server.';

select private.declare_columns('private.place_pins', 'not_personal',
  '{service_id,pin_hash,changed_at}', 'PIN of a place');

create table private.wrong_pins (
  service_id uuid not null references public.services (id) on delete cascade,
  caller text not null check (char_length(caller) <= 100),
  at timestamptz not null default now()
);
comment on table private.wrong_pins is 'Wrong PINs by place and keyed hash of the caller.';
create index wrong_pins_service_id_idx on private.wrong_pins (service_id, at);
create index wrong_pins_at_idx on private.wrong_pins (at);

select private.declare_columns('private.wrong_pins', 'not_personal',
  '{service_id,caller,at}', 'keyed hash of an address, kept for a day');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('wrong_pins', 'private.wrong_pins', 'at', '1 day', 434);

create table public.voucher_redemptions (
  id uuid primary key default gen_random_uuid(),
  download_id uuid references public.voucher_downloads (id) on delete cascade,
  service_id uuid not null references public.services (id) on delete cascade,
  nonce uuid not null unique,
  result text not null check (result in ('redeemed', 'duplicate', 'expired', 'not_yet', 'wrong_time', 'wrong_place',
    'cancelled', 'ended', 'unknown')),
  account_id uuid references public.profiles (id) on delete set null,
  device_id uuid references public.voucher_devices (id) on delete set null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_offline boolean not null default false,
  was_served boolean not null default false
);
comment on table public.voucher_redemptions is
  'Every reading of a voucher at a place. At most one of a download has result redeemed.';
comment on column public.voucher_redemptions.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.voucher_redemptions.scanned_at is
  'Clock of the device, corrected by the clock of the server at its last connection; never later than the arrival.';
comment on column public.voucher_redemptions.was_served is
  'A device without a connection showed it as valid, so the customer was served; with result duplicate the place is '
  'told.';
create unique index voucher_redemptions_download_idx on public.voucher_redemptions (download_id)
  where result = 'redeemed';
create index voucher_redemptions_download_id_idx on public.voucher_redemptions (download_id);
create index voucher_redemptions_service_id_idx on public.voucher_redemptions (service_id, scanned_at desc);
create index voucher_redemptions_account_id_idx on public.voucher_redemptions (account_id);
create index voucher_redemptions_device_id_idx on public.voucher_redemptions (device_id);
alter table public.voucher_redemptions enable row level security;
grant select on public.voucher_redemptions to authenticated;
grant all on public.voucher_redemptions to service_role;
create policy "authenticated people of a place and voucher managers read its redemptions" on public.voucher_redemptions
  for select to authenticated using (
    (select private.is_staff() and (private.has_permission('vouchers') or private.has_permission('voucher_checkin')))
    or service_id in (select private.own_places())
  );

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('voucher_redemptions', 'account_id', 'account', 'work', 'Vouchers validados', 'unlink', 138);

select
  private.declare_columns('voucher_redemptions', 'exported',
    '{id,service_id,result,scanned_at,received_at,is_offline,was_served}'),
  private.declare_columns('voucher_redemptions', 'not_personal', '{nonce}', 'technical key'),
  private.declare_columns('voucher_redemptions', 'withheld',
    '{download_id,account_id,device_id}', 'another person: who redeemed and who read');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('refused_redemptions', 'public.voucher_redemptions', 'received_at', '1 year', 'result <> ''redeemed''', 432);

create function private.voucher_device(device_token text) returns public.voucher_devices
language sql stable security definer set search_path = '' as $$
  select * from public.voucher_devices where token_hash = private.token_hash(device_token)
$$;
comment on function private.voucher_device is
  'The device of a link, also when it expired or was revoked; null for a wrong token.';

create function private.is_open_device(device public.voucher_devices, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select device.id is not null and moment < least(device.expires_at, device.unlocked_until)
    and moment < coalesce(device.revoked_at, 'infinity')
    and device.unlocked_until is not null
$$;
comment on function private.is_open_device is 'Whether a device was enrolled and unlocked at a time.';

create function private.redeems_at(place uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.runs_place(place) or (private.is_staff() and private.has_permission('voucher_checkin'))
$$;
comment on function private.redeems_at is
  'Whether the account of the caller redeems vouchers of a place: its people and the team.';

-- PIN. The server sends the hash and the keyed hash of the caller; the PIN itself never reaches the database.
create function private.set_place_pin(place uuid, hash text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.place_pins (service_id, pin_hash) values (place, hash)
  on conflict (service_id) do update set pin_hash = excluded.pin_hash, changed_at = now();
  update public.voucher_devices set unlocked_until = null where service_id = place;
  delete from private.wrong_pins where service_id = place;
  return true;
end $$;
comment on function private.set_place_pin is 'Sets the PIN of a place; its devices have to be unlocked again.';

create function private.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
  mine integer;
  all_callers integer;
  last_wrong timestamptz;
begin
  if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
    return jsonb_build_object('outcome', 'gone');
  end if;
  -- Attempts at one place are judged one after the other.
  perform from public.services where id = device.service_id for no key update;
  select count(*) filter (where wrong.caller = unlock_voucher_device.caller), count(*), max(at) into mine, all_callers,
    last_wrong
  from private.wrong_pins as wrong where service_id = device.service_id and at > now() - interval '15 minutes';
  if mine >= 5 then
    return jsonb_build_object('outcome', 'locked');
  elsif all_callers >= 20 and last_wrong > now() - interval '30 seconds' then
    return jsonb_build_object('outcome', 'slow');
  elsif not exists (select from private.place_pins where service_id = device.service_id and pin_hash = hash) then
    insert into private.wrong_pins (service_id, caller) values (device.service_id, unlock_voucher_device.caller);
    return jsonb_build_object('outcome', 'wrong', 'left', 4 - mine);
  end if;
  update public.voucher_devices set unlocked_until = least(now() + interval '12 hours', expires_at) where id = device.id
    returning * into device;
  return jsonb_build_object('outcome', 'unlocked', 'until', device.unlocked_until);
end $$;
comment on function private.unlock_voucher_device is
  'Unlocks a device for 12 hours. Five wrong PINs lock the caller at this place for 15 minutes; twenty of all callers '
  'let one attempt pass each 30 seconds. Accounts need no PIN.';

create function private.judge_voucher(held public.voucher_downloads, place uuid, moment timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  local_time timestamp;
begin
  select * into voucher from public.vouchers where id = held.voucher_id;
  if held.id is null then
    return 'unknown';
  elsif voucher.service_id <> place then
    return 'wrong_place';
  elsif held.redeemed_at is not null then
    return 'duplicate';
  elsif held.cancelled_at is not null then
    return 'cancelled';
  elsif held.expires_at <= moment then
    return 'expired';
  end if;
  select moment at time zone private.zone_of_town(state_abbr, city_ibge) into local_time from public.services
    where id = place;
  return case
    when local_time::date < voucher.valid_from then 'not_yet'
    when cardinality(voucher.weekdays) > 0 and extract(isodow from local_time)::smallint <> all (voucher.weekdays)
      or voucher.starts_at is not null and (local_time::time < voucher.starts_at or local_time::time > voucher.ends_at)
        then 'wrong_time'
    when voucher.status in ('rejected', 'ended') then 'ended'
    else 'redeemed'
  end;
end $$;
comment on function private.judge_voucher is
  'Result of reading a voucher at a place and time; redeemed means that it is valid. The same rules as judgeVoucher '
  'of lib/voucher-desk/rules.ts.';

create function private.tell_double_redemption(reading public.voucher_redemptions) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  told record;
begin
  select vouchers.title, services.name as place, services.id as service_id, held.short_code into told
  from public.voucher_downloads as held join public.vouchers on vouchers.id = held.voucher_id join public.services
    on services.id = vouchers.service_id
  where held.id = reading.download_id;
  for person in
    select profiles.id, profiles.username, coalesce(profiles.locale, 'pt-BR') as locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = reading.service_id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      person.id, left('Voucher usado duas vezes: ' || told.title, 120),
        left('Código ' || told.short_code || ' foi aceito sem internet e já tinha sido usado.', 1000),
      '/painel/lugares/' || told.service_id || '/vouchers',
      jsonb_build_object(
        'en', jsonb_build_object('title', left('Voucher used twice: ' || told.title, 120), 'body',
          'Code ' || told.short_code || ' was accepted offline and had already been used.'),
        'es', jsonb_build_object('title', left('Voucher usado dos veces: ' || told.title, 120), 'body',
          'El código ' || told.short_code || ' se aceptó sin conexión y ya se había usado.')
      )
    );
    if person.email is not null then
      perform private.enqueue_mail(person.email, 'voucher_used_twice', jsonb_build_object(
        'name', person.username, 'voucher', told.title, 'place', told.place, 'code', told.short_code, 'path',
          '/painel/lugares/' || told.service_id || '/vouchers'
      ), person.locale);
    end if;
  end loop;
end $$;
comment on function private.tell_double_redemption is
  'Tells the owners of a place that two offline desks served the same voucher.';

create function private.record_redemption(reading jsonb, place uuid, device public.voucher_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  scanned timestamptz := least((reading ->> 'scannedAt')::timestamptz, now());
  offline boolean := coalesce((reading ->> 'isOffline')::boolean, false);
  held public.voucher_downloads;
  stored public.voucher_redemptions;
  outcome text;
begin
  if exists (select from public.voucher_redemptions where nonce = (reading ->> 'nonce')::uuid) then
    return;
  end if;
  -- A reading without a connection counts for the time at which it was made, at most 7 days ago; any other one for now.
  scanned := case when offline then greatest(scanned, now() - interval '7 days') else now() end;
  if device.id is not null and not private.is_open_device(device, scanned) then
    return;
  end if;
  select * into held from public.voucher_downloads
  where id = (reading ->> 'downloadId')::uuid or (reading ->> 'downloadId' is null
    and short_code = upper(reading ->> 'shortCode')) for update;
  outcome := private.judge_voucher(held, place, scanned);
  insert into public.voucher_redemptions (download_id, service_id, nonce, result, account_id, device_id, scanned_at,
    is_offline, was_served)
  values (
    held.id, place, (reading ->> 'nonce')::uuid, outcome, case when device.id is null then private.account_id() end,
      device.id, scanned, offline,
    offline and coalesce((reading ->> 'wasServed')::boolean, false)
  ) on conflict (nonce) do nothing returning * into stored;
  if stored.result = 'redeemed' then
    update public.voucher_downloads set redeemed_at = scanned where id = held.id;
    update private.voucher_counts set redemptions = redemptions + 1 where voucher_id = held.voucher_id;
  elsif stored.result = 'duplicate' and stored.was_served then
    perform private.tell_double_redemption(stored);
  end if;
end $$;
comment on function private.record_redemption is
  'Stores one reading; the first valid one of a download redeems it, an offline one that was served nevertheless is '
  'told to the owners.';

create function private.redemption_answer(reading public.voucher_redemptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'nonce', reading.nonce, 'result', reading.result, 'scannedAt', reading.scanned_at, 'isOffline', reading.is_offline,
      'wasServed', reading.was_served,
    'downloadId', held.id, 'shortCode', case when reading.result <> 'wrong_place' then held.short_code end,
    'voucherId', case when reading.result <> 'wrong_place' then voucher.id end,
    'title', case when reading.result <> 'wrong_place' then voucher.title end,
    'firstName', case when reading.result <> 'wrong_place' then split_part(coalesce(holder.username, held.guest_name),
      ' ', 1) end,
    'by', coalesce(device.name, reader.username),
    'first', (
      select jsonb_build_object('at', earliest.scanned_at, 'place', place.name, 'by', coalesce(
        (select name from public.voucher_devices where id = earliest.device_id),
          (select username from public.profiles where id = earliest.account_id)
      ))
      from public.voucher_redemptions as earliest join public.services as place on place.id = earliest.service_id
      where earliest.download_id = reading.download_id and earliest.result = 'redeemed' and earliest.id
        is distinct from reading.id
        and reading.result = 'duplicate'
    )
  )
  from (select) as one
  left join public.voucher_downloads as held on held.id = reading.download_id
  left join public.vouchers as voucher on voucher.id = held.voucher_id
  left join public.profiles as holder on holder.id = held.account_id
  left join public.voucher_devices as device on device.id = reading.device_id
  left join public.profiles as reader on reader.id = reading.account_id
$$;
comment on function private.redemption_answer is
  'What the desk shows of a reading: result, voucher, first name, and when and where it was used before.';

-- The device, or the account, that redeems at a place; raises 42501 for anybody else.
create function private.desk_device(place uuid, device_token text) returns public.voucher_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
begin
  if device_token is not null and (device.id is null or device.service_id <> place) or device_token is null and
    not private.redeems_at(place) then
    raise exception 'only the people and devices of a place redeem its vouchers' using errcode = '42501';
  end if;
  return device;
end $$;
comment on function private.desk_device is
  'The device of a token at a place, null for an account that redeems there; raises 42501 for anybody else.';

create function private.record_redemptions(place uuid, readings jsonb, device_token text, pending integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.desk_device(place, device_token);
  reading jsonb;
begin
  if jsonb_typeof(readings) is distinct from 'array' or jsonb_array_length(readings) > 200 then
    raise exception 'readings must be an array of at most 200' using errcode = '22023';
  end if;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce'
    loop
    perform private.record_redemption(reading, place, device);
  end loop;
  update public.voucher_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0),
    100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.redemption_answer(stored)), '[]') from public.voucher_redemptions as stored
    where stored.service_id = place and stored.nonce in (select (one ->> 'nonce')::uuid
      from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_redemptions is
  'Stores up to 200 readings, each nonce once, and answers those that are stored; readings of a device while it was '
  'locked are not stored.';

-- Looking at a voucher before it is redeemed changes nothing.
create function private.look_up_voucher(place uuid, download uuid, code text, device_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.desk_device(place, device_token);
  held public.voucher_downloads;
  reading public.voucher_redemptions;
begin
  if device.id is not null and not private.is_open_device(device, now()) then
    return jsonb_build_object('result', 'locked');
  end if;
  select * into held from public.voucher_downloads where id = download
    or (download is null and short_code = upper(code));
  reading.download_id := held.id;
  reading.result := private.judge_voucher(held, place, now());
  return private.redemption_answer(reading);
end $$;
comment on function private.look_up_voucher is
  'The answer that redeeming now would get, without redeeming: redeemed means valid; locked for a device without PIN.';

create function private.read_voucher_desk(place uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices;
begin
  if device_token is not null then
    device := private.voucher_device(device_token);
    place := device.service_id;
    if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
      raise exception 'the device is not enrolled' using errcode = '42501';
    end if;
    update public.voucher_devices set last_sync_at = now() where id = device.id;
  else
    device := private.desk_device(place, null);
  end if;
  return (
    select jsonb_build_object(
      'now', now(),
      'place', jsonb_build_object('id', services.id, 'name', services.name, 'stateAbbr', services.state_abbr,
        'timeZone', private.zone_of_town(services.state_abbr, services.city_ibge)),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at, 'unlockedUntil', device.unlocked_until) end,
      'keys', private.event_public_keys(),
      'vouchers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'title', title, 'benefitType', benefit_type, 'benefitValue', benefit_value, 'rules', rules,
            'validFrom', valid_from, 'validUntil', valid_until,
          'weekdays', weekdays, 'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
            'isEnded', status in ('ended', 'rejected')
        ) order by valid_until), '[]')
        from public.vouchers where service_id = services.id and decided_at is not null
          and valid_until >= private.brazilian_today() - 7
      ),
      -- Used and cancelled codes, so that a device without a connection refuses them; no names.
      'used', (
        select coalesce(jsonb_agg(jsonb_build_array(held.id, held.redeemed_at, held.cancelled_at is not null)), '[]')
        from public.voucher_downloads as held join public.vouchers as voucher on voucher.id = held.voucher_id
        where voucher.service_id = services.id and held.expires_at > now() - interval '7 days'
          and (held.redeemed_at is not null or held.cancelled_at is not null)
      ),
      'today', (
        select coalesce(jsonb_agg(private.redemption_answer(stored) order by stored.scanned_at desc), '[]')
        from public.voucher_redemptions as stored
        where stored.service_id = services.id and stored.scanned_at > now() - interval '24 hours'
          and (device.id is null or private.is_open_device(device, now()))
      )
    )
    from public.services where services.id = place
  );
end $$;
comment on function private.read_voucher_desk is
  'What the desk of a place keeps: public keys, vouchers, used codes without names, and the readings of the last 24 '
  'hours; a locked device gets no readings.';

create function private.is_live_voucher_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.voucher_device(device_token) as device where device.id is not null
    and device.revoked_at is null and device.expires_at > now())
$$;
comment on function private.is_live_voucher_device is 'Whether a token opens the desk of a place.';

-- Figures for the people of a place, and for the team over all places.
create function private.voucher_figures(place uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if place is null then
    perform private.require_permission('vouchers');
  elsif not private.runs_place(place) and not (private.is_staff() and private.has_permission('vouchers')) then
    raise exception 'only the people of a place read its figures' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'vouchers', (
      select coalesce(jsonb_object_agg(voucher.id, jsonb_build_object('downloads', counts.downloads, 'redemptions',
        counts.redemptions)), '{}')
      from public.vouchers as voucher join private.voucher_counts as counts on counts.voucher_id = voucher.id
      where place is null or voucher.service_id = place
    ),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'downloads', downloads, 'redemptions', redemptions)
        order by day), '[]')
      from (
        select private.day_of(moment) as day, sum(downloaded) as downloads, sum(redeemed) as redemptions from (
          select held.created_at as moment, 1 as downloaded, 0 as redeemed from public.voucher_downloads as held
          join public.vouchers as voucher on voucher.id = held.voucher_id
            and (place is null or voucher.service_id = place)
          where held.created_at > now() - interval '90 days' and held.cancelled_at is null
          union all
          select stored.scanned_at, 0, 1 from public.voucher_redemptions as stored
          where stored.result = 'redeemed' and stored.scanned_at > now() - interval '90 days'
            and (place is null or stored.service_id = place)
        ) as movement group by 1
      ) as daily
    ),
    'doubles', (
      select coalesce(jsonb_agg(private.redemption_answer(stored) || jsonb_build_object('serviceId', stored.service_id)
        order by stored.scanned_at desc), '[]') from (
        select * from public.voucher_redemptions as served
        where served.was_served and served.result <> 'redeemed' and (place is null or served.service_id = place)
        order by served.scanned_at desc limit 50
      ) as stored
    )
  );
end $$;
comment on function private.voucher_figures is
  'Downloads and redemptions by voucher and day, and codes that were served twice, of a place or of all places '
  '(null).';

create function private.place_pin_time(place uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select changed_at from private.place_pins where service_id = place and private.runs_place(place)
$$;
comment on function private.place_pin_time is
  'When the PIN of a place was set; null without one, and for anybody who does not run the place.';

create function public.set_place_pin(place uuid, hash text) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_place_pin(place, hash);
comment on function public.set_place_pin is
  'For the server, which asked first whether the caller owns the place: sets its PIN.';
grant execute on function public.set_place_pin to service_role;

create function public.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.unlock_voucher_device(device_token, hash, caller);
comment on function public.unlock_voucher_device is
  'For the server: {outcome: unlocked | wrong | locked | slow | gone}.';
grant execute on function public.unlock_voucher_device to service_role;

create function public.record_redemptions(place uuid, readings jsonb, device_token text default null, pending integer
  default 0) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_redemptions(place, readings, device_token, pending);
comment on function public.record_redemptions is
  'Stores readings at the desk of a place and answers each with its result.';
grant execute on function public.record_redemptions to anon, authenticated, service_role;

create function public.look_up_voucher(place uuid, download uuid default null, code text default null, device_token text
  default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.look_up_voucher(place, download, code, device_token);
comment on function public.look_up_voucher is 'For the desk of a place: what a voucher is, without redeeming it.';
grant execute on function public.look_up_voucher to anon, authenticated, service_role;

create function public.read_voucher_desk(place uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_voucher_desk(place, device_token);
comment on function public.read_voucher_desk is
  'What the desk of a place keeps, for its people, the team and enrolled devices.';
grant execute on function public.read_voucher_desk to anon, authenticated, service_role;

create function public.is_live_voucher_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_voucher_device(device_token);
comment on function public.is_live_voucher_device is 'Whether a token opens the desk of a place.';
grant execute on function public.is_live_voucher_device to anon, authenticated, service_role;

create function public.voucher_figures(place uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.voucher_figures(place);
comment on function public.voucher_figures is
  'Figures of the vouchers of a place, or of all places for voucher managers.';
grant execute on function public.voucher_figures to authenticated, service_role;

create function public.place_pin_time(place uuid) returns timestamptz
language sql stable security invoker set search_path = ''
return private.place_pin_time(place);
comment on function public.place_pin_time is 'For the people of a place: when its PIN was set; null without one.';
grant execute on function public.place_pin_time to authenticated, service_role;

reset check_function_bodies;
