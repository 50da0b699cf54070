-- Who else sees a car: invitations of members, and read-only links for possible buyers.

create table public.vehicle_invitations (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$' and char_length(email) <= 254),
  role text not null check (role in ('viewer', 'editor')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_invitations is 'Invitations to see or edit a car, mailed as a link; written by functions only.';
comment on column public.vehicle_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_invitations.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_invitations_vehicle_id_idx on public.vehicle_invitations (vehicle_id, owner_id);
create index vehicle_invitations_owner_id_idx on public.vehicle_invitations (owner_id, created_at);
create index vehicle_invitations_accepted_by_idx on public.vehicle_invitations (accepted_by);
create unique index vehicle_invitations_open_idx on public.vehicle_invitations (vehicle_id, email)
  where accepted_at is null and revoked_at is null;

create table public.vehicle_sale_links (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  label text not null default '' check (char_length(label) <= 80),
  shows text[] not null default '{}' check (shows <@ '{plate,documents,prices,receipts}' and cardinality(shows) <= 4),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null check (expires_at <= created_at + interval '90 days'),
  revoked_at timestamptz,
  visits integer not null default 0 check (visits >= 0),
  last_visit_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_sale_links is 'Links that show a car to possible buyers; written by functions only.';
comment on column public.vehicle_sale_links.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_sale_links.shows is 'What the owner ticked beyond the history without plate, documents, prices and receipts.';
comment on column public.vehicle_sale_links.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_sale_links_vehicle_id_idx on public.vehicle_sale_links (vehicle_id, owner_id);
create index vehicle_sale_links_owner_id_idx on public.vehicle_sale_links (owner_id);

alter table public.vehicle_invitations enable row level security;
alter table public.vehicle_sale_links enable row level security;
revoke all on public.vehicle_invitations, public.vehicle_sale_links from anon, authenticated;
-- Without token_hash, which no API caller reads.
grant select (id, vehicle_id, owner_id, email, role, expires_at, accepted_at, accepted_by, revoked_at, created_at)
  on public.vehicle_invitations to authenticated;
grant select (id, vehicle_id, owner_id, label, shows, expires_at, revoked_at, visits, last_visit_at, created_at)
  on public.vehicle_sale_links to authenticated;
grant all on public.vehicle_invitations, public.vehicle_sale_links to service_role;
create policy "authenticated owners read the invitations to their cars" on public.vehicle_invitations
  for select to authenticated using (owner_id = (select private.account_id()));
create policy "authenticated owners read the sale links of their cars" on public.vehicle_sale_links
  for select to authenticated using (owner_id = (select private.account_id()));

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
comment on function private.own_vehicle(uuid) is 'Locks a car of the caller outside the trash and returns it; null for any other car.';

create function private.account_email(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(email::text) from auth.users where id = account
$$;
comment on function private.account_email(uuid) is 'E-mail address of an account in lower case.';

create function private.locale_of_email(address text, otherwise uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select profiles.locale from public.profiles join auth.users on users.id = profiles.id where lower(users.email::text) = lower(address) limit 1),
    (select locale from public.profiles where id = otherwise)
  )
$$;
comment on function private.locale_of_email(text, uuid) is 'Language of the account with an address; without one, that of the other account.';

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
comment on function private.invitation_state(public.vehicle_invitations, public.vehicles) is 'open, accepted, revoked, expired, or gone when the car is in the trash.';

create function private.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(invite_vehicle_member.email));
begin
  if car.id is null then
    return 'gone';
  elsif address = private.account_email(car.owner_id) then
    return 'own';
  elsif exists (
    select from public.vehicle_members as member join auth.users on users.id = member.account_id
    where member.vehicle_id = vehicle and lower(users.email::text) = address
  ) then
    return 'member';
  end if;
  -- A new invitation replaces the open one of the same person.
  update public.vehicle_invitations as earlier set revoked_at = now()
  where earlier.vehicle_id = vehicle and earlier.email = address and accepted_at is null and revoked_at is null;
  if 10 <= (select count(*) from public.vehicle_members where vehicle_id = vehicle) + (
    select count(*) from public.vehicle_invitations
    where vehicle_id = vehicle and accepted_at is null and revoked_at is null and expires_at > now()
  ) then
    return 'limit';
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id and created_at > now() - interval '1 day') then
    return 'too_many';
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash, now() + interval '14 days');
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return 'saved';
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return 'invalid';
end $$;
comment on function private.invite_vehicle_member(uuid, uuid, text, text, text) is
  'Stores an invitation to a car of the caller and enqueues its mail; answers saved, gone, own, member, limit, too_many or invalid.';

create function private.revoke_vehicle_invitation(invitation uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_invitations set revoked_at = coalesce(revoked_at, now())
  where id = invitation and owner_id = private.account_id() and accepted_at is null;
  return found;
end $$;
comment on function private.revoke_vehicle_invitation(uuid) is 'Ends an invitation of the caller that nobody accepted; false when there is none.';

-- A token is only in the mail to the invited address, so it also shows that the reader receives mail there.
create function private.read_vehicle_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state.name) || case
    when state.name = 'open' then jsonb_build_object(
      'role', invitation.role, 'vehicle', car.nickname, 'owner', owner.username, 'expires_at', invitation.expires_at,
      'email', left(invitation.email, 1) || '***' || substring(invitation.email from '@.*$'),
      'is_mine', invitation.email = private.account_email(private.account_id())
    )
    when state.name = 'accepted' and invitation.accepted_by = private.account_id() then jsonb_build_object('vehicle_id', car.id)
    else '{}'
  end
  from public.vehicle_invitations as invitation
  join public.vehicles as car on car.id = invitation.vehicle_id
  join public.profiles as owner on owner.id = invitation.owner_id
  cross join lateral (select private.invitation_state(invitation, car) as name) as state
  where invitation.token_hash = private.token_hash(token)
$$;
comment on function private.read_vehicle_invitation(text) is 'What the page of an invitation shows; only the state of one that has ended, null for a token that does not exist.';

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
    return '{"status": "gone"}';
  end if;
  state := private.invitation_state(invitation, car);
  if state = 'accepted' and invitation.accepted_by = account then
    return jsonb_build_object('status', 'accepted', 'vehicle', car.id);
  elsif state <> 'open' then
    return jsonb_build_object('status', case state when 'accepted' then 'taken' else state end);
  elsif invitation.email is distinct from private.account_email(account) then
    return '{"status": "wrong_account"}';
  elsif car.owner_id = account then
    return '{"status": "own"}';
  end if;
  insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
  values (car.id, car.owner_id, account, invitation.role)
  on conflict (vehicle_id, account_id) do update set role = excluded.role;
  update public.vehicle_invitations set accepted_at = now(), accepted_by = account where id = invitation.id;
  return jsonb_build_object('status', 'accepted', 'vehicle', car.id);
end $$;
comment on function private.accept_vehicle_invitation(text) is
  'Makes the caller a member: {status: accepted | taken | wrong_account | own | revoked | expired | gone, vehicle}.';

create function private.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_members as member set role = set_vehicle_member_role.role
  where member.vehicle_id = vehicle and member.account_id = account and member.owner_id = private.account_id()
    and set_vehicle_member_role.role in ('viewer', 'editor');
  return found;
end $$;
comment on function private.set_vehicle_member_role(uuid, uuid, text) is 'Changes what a member of a car of the caller may do; false when there is none.';

create function private.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_members as member
  where member.vehicle_id = vehicle and member.account_id = account and private.account_id() in (member.owner_id, member.account_id);
  return found;
end $$;
comment on function private.remove_vehicle_member(uuid, uuid) is 'The owner removes a member, or a member leaves; false when the caller is neither.';

create function private.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'account_id', member.account_id, 'name', profiles.username, 'role', member.role, 'created_at', member.created_at
  ) order by member.created_at, member.account_id), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.account_id
  where member.vehicle_id = vehicle and member.owner_id = private.account_id()
$$;
comment on function private.list_vehicle_members(uuid) is 'Members of a car of the caller with their names; empty for any other car.';

create function private.list_shared_vehicles() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('vehicle_id', member.vehicle_id, 'owner', profiles.username)), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.owner_id
  where member.account_id = private.account_id()
$$;
comment on function private.list_shared_vehicles() is 'Cars that others share with the caller, with the name of the owner.';

create function private.sale_link_state(link public.vehicle_sale_links, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when car.deleted_at is not null then 'deleted'
    else 'open'
  end
$$;
comment on function private.sale_link_state(public.vehicle_sale_links, public.vehicles) is 'open, revoked, expired, or deleted when the car is in the trash.';

create function private.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
begin
  if car.id is null then
    return 'gone';
  elsif 20 <= (
    select count(*) from public.vehicle_sale_links as other
    where other.vehicle_id = vehicle and other.revoked_at is null and other.expires_at > now()
  ) then
    return 'limit';
  end if;
  insert into public.vehicle_sale_links (id, vehicle_id, owner_id, label, shows, token_hash, expires_at)
  values (
    link, vehicle, car.owner_id, btrim(add_sale_link.label), array(select distinct unnest(add_sale_link.shows) order by 1),
    add_sale_link.token_hash, now() + make_interval(days => days)
  );
  return 'saved';
exception when check_violation or not_null_violation or unique_violation then
  return 'invalid';
end $$;
comment on function private.add_sale_link(uuid, uuid, text, text, text[], integer) is
  'Makes a sale link of a car of the caller; answers saved, gone, invalid, or limit when the car has 20 open links.';

create function private.change_sale_link(link uuid, label text, shows text[]) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links as known
  set label = btrim(change_sale_link.label), shows = array(select distinct unnest(change_sale_link.shows) order by 1)
  where known.id = link and known.owner_id = private.account_id() and known.revoked_at is null;
  return case when found then 'saved' else 'gone' end;
exception when check_violation or not_null_violation then
  return 'invalid';
end $$;
comment on function private.change_sale_link(uuid, text, text[]) is 'Changes label and ticks of a sale link of the caller: saved, gone or invalid.';

create function private.revoke_sale_link(link uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links set revoked_at = coalesce(revoked_at, now()) where id = link and owner_id = private.account_id();
  return found;
end $$;
comment on function private.revoke_sale_link(uuid) is 'Ends a sale link of the caller for good; false when it is not theirs.';

create function private.open_sale_link(token text) returns public.vehicle_sale_links
language sql stable security definer set search_path = '' as $$
  select link.* from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token) and private.sale_link_state(link, car) = 'open'
$$;
comment on function private.open_sale_link(text) is 'The open sale link of a token; null otherwise.';

create function private.sold_entries(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', entry.id, 'on_date', entry.on_date, 'km', entry.km, 'is_estimated', entry.km is not null and entry.reading_km is null,
    'title', entry.title, 'notes', entry.notes, 'category', entry.category,
    'total_cents', case when 'prices' = any (link.shows) then coalesce(entry.total_cents, entry.parts_cents + entry.labour_cents, entry.parts_cents, entry.labour_cents) end,
    'receipts', case when 'receipts' = any (link.shows) then (
      select jsonb_agg(jsonb_build_object('id', file.id, 'extension', file.extension) order by file.created_at, file.id)
      from public.vehicle_files as file where file.entry_id = entry.id and file.kind = 'receipt'
    ) end
  )) order by entry.on_date desc, entry.id), '[]')
  from (
    select * from public.vehicle_entries
    where vehicle_id = link.vehicle_id and deleted_at is null and (kind = 'service' or category = 'part')
    order by on_date desc, id limit 2000
  ) as entry
$$;
comment on function private.sold_entries(public.vehicle_sale_links) is 'Maintenance of a car for a sale link: prices and receipts only when they are ticked.';

create function private.sold_fills(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', entry.id, 'kind', entry.kind, 'on_date', entry.on_date, 'km', entry.km, 'reading_km', entry.reading_km, 'fuel', entry.fuel,
    'litres', entry.litres, 'is_full', entry.is_full, 'missed_previous', entry.missed_previous
  ) order by entry.on_date, entry.km, entry.id), '[]')
  from (
    select * from public.vehicle_entries
    where vehicle_id = link.vehicle_id and deleted_at is null and kind = 'fuel' order by on_date desc, id limit 5000
  ) as entry
$$;
comment on function private.sold_fills(public.vehicle_sale_links) is 'Refuelling of a car without prices and places, from which consumption is computed.';

create function private.sold_papers(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'plate', (select nullif(plate, '') from public.vehicle_identities where vehicle_id = link.vehicle_id and 'plate' = any (link.shows)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', document.kind, 'expires_on', document.expires_on, 'files', (
        select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'extension', file.extension) order by file.created_at, file.id), '[]')
        from public.vehicle_files as file where file.document_id = document.id
      )) order by document.kind, document.id), '[]')
      from public.vehicle_documents as document
      where document.vehicle_id = link.vehicle_id and document.deleted_at is null and 'documents' = any (link.shows)
    ),
    'parts', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', part.id, 'name', part.name, 'brand', part.brand, 'oem_number', part.oem_number, 'quantity', part.quantity,
        'installed_km', part.installed_km, 'cost_cents', case when 'prices' = any (link.shows) then part.cost_cents end
      )) order by part.name, part.id), '[]')
      from public.vehicle_parts as part where part.vehicle_id = link.vehicle_id and part.deleted_at is null
    )
  )
$$;
comment on function private.sold_papers(public.vehicle_sale_links) is 'Plate and documents of a car when they are ticked, and its parts, with prices when these are.';

create function private.read_sale_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when private.sale_link_state(link, car) <> 'open' then jsonb_build_object('state', private.sale_link_state(link, car))
    else jsonb_build_object(
      'state', 'open', 'shows', to_jsonb(link.shows), 'expires_at', link.expires_at, 'is_own', link.owner_id is not distinct from private.account_id(),
      'vehicle', jsonb_build_object(
        'nickname', car.nickname, 'make', car.make, 'model', car.model, 'version', car.version, 'year_made', car.year_made,
        'year_model', car.year_model, 'color', car.color, 'engine', car.engine, 'fuels', to_jsonb(car.fuels), 'photo_id', car.photo_id,
        'odometer_km', car.odometer_km, 'odometer_is_estimated', car.odometer_is_estimated, 'odometer_state', car.odometer_state
      ),
      'replacements', (
        select coalesce(jsonb_agg(jsonb_build_object('on_date', entry.on_date, 'km', entry.km, 'reading_km', entry.reading_km) order by entry.on_date), '[]')
        from public.vehicle_entries as entry where entry.vehicle_id = car.id and entry.replaces_odometer and entry.deleted_at is null
      ),
      'services', private.sold_entries(link), 'fills', private.sold_fills(link)
    ) || private.sold_papers(link)
  end
  from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link(text) is 'The car behind a sale link; only the state of a link that has ended, null for a token that does not exist.';

create function private.read_sale_link_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select private.sale_link_state(link, car) from public.vehicle_sale_links as link
  join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link_state(text) is 'State of a sale link; null for a token that does not exist.';

create function private.count_sale_visit(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.vehicle_sale_links set visits = visits + 1, last_visit_at = now()
  where id = (private.open_sale_link(token)).id and owner_id is distinct from private.account_id()
$$;
comment on function private.count_sale_visit(text) is 'Counts a visit of somebody else than the owner.';

create function private.sale_link_file(token text, file uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('path', found.path, 'extension', found.extension, 'kind', found.kind)
  from private.open_sale_link(token) as link
  join public.vehicles as car on car.id = link.vehicle_id
  join public.vehicle_files as found on found.id = file and found.vehicle_id = link.vehicle_id
  where found.id = car.photo_id
    or ('receipts' = any (link.shows) and found.kind = 'receipt' and exists (
      select from public.vehicle_entries as entry
      where entry.id = found.entry_id and entry.deleted_at is null and (entry.kind = 'service' or entry.category = 'part')
    ))
    or ('documents' = any (link.shows) and found.kind = 'document' and exists (
      select from public.vehicle_documents as document where document.id = found.document_id and document.deleted_at is null
    ))
$$;
comment on function private.sale_link_file(text, uuid) is 'Stored file that the page of a sale link shows at this moment; null for any other.';

create function public.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text) returns text
language sql volatile security invoker set search_path = ''
return private.invite_vehicle_member(invitation, vehicle, email, role, token_hash);
comment on function public.invite_vehicle_member(uuid, uuid, text, text, text) is
  'Invites a person to an own car by mail: saved, gone, own, member, limit, too_many or invalid.';
create function public.revoke_vehicle_invitation(invitation uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_vehicle_invitation(invitation);
comment on function public.revoke_vehicle_invitation(uuid) is 'Ends an open invitation to an own car; false when there is none.';
create function public.read_vehicle_invitation(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_vehicle_invitation(token);
comment on function public.read_vehicle_invitation(text) is
  'What an invitation offers: {state, role, vehicle, owner, expires_at, email, is_mine, vehicle_id}; anyone who has the token may call it.';
create function public.accept_vehicle_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = '' return private.accept_vehicle_invitation(token);
comment on function public.accept_vehicle_invitation(text) is
  'Makes the invited account a member: {status: accepted | taken | wrong_account | own | revoked | expired | gone, vehicle}.';
create function public.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns boolean
language sql volatile security invoker set search_path = '' return private.set_vehicle_member_role(vehicle, account, role);
comment on function public.set_vehicle_member_role(uuid, uuid, text) is 'Changes the role of a member of an own car; false when there is none.';
create function public.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.remove_vehicle_member(vehicle, account);
comment on function public.remove_vehicle_member(uuid, uuid) is 'The owner removes a member, or a member leaves; false when the caller is neither.';
create function public.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.list_vehicle_members(vehicle);
comment on function public.list_vehicle_members(uuid) is 'Members of an own car: [{account_id, name, role, created_at}].';
create function public.list_shared_vehicles() returns jsonb
language sql stable security invoker set search_path = '' return private.list_shared_vehicles();
comment on function public.list_shared_vehicles() is 'Cars that others share with the caller: [{vehicle_id, owner}], owner being a name.';
create function public.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer) returns text
language sql volatile security invoker set search_path = ''
return private.add_sale_link(link, vehicle, token_hash, label, shows, days);
comment on function public.add_sale_link(uuid, uuid, text, text, text[], integer) is 'Makes a sale link of an own car: saved, gone, invalid or limit.';
create function public.change_sale_link(link uuid, label text, shows text[]) returns text
language sql volatile security invoker set search_path = '' return private.change_sale_link(link, label, shows);
comment on function public.change_sale_link(uuid, text, text[]) is 'Changes label and ticks of an own sale link: saved, gone or invalid.';
create function public.revoke_sale_link(link uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_sale_link(link);
comment on function public.revoke_sale_link(uuid) is 'Ends an own sale link for good; false when it is not theirs.';
create function public.read_sale_link(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_sale_link(token);
comment on function public.read_sale_link(text) is 'The car behind a sale link, as saleSchema of lib/vehicle-sharing/sale/schema.ts; anyone who has the token may call it.';
create function public.sale_link_state(token text) returns text
language sql stable security invoker set search_path = '' return private.read_sale_link_state(token);
comment on function public.sale_link_state(text) is 'Whether a sale link is open, revoked, expired or its car deleted; null for a token that does not exist.';
create function public.count_sale_visit(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.count_sale_visit(token);
end;
comment on function public.count_sale_visit(text) is 'Counts a visit of an open sale link; anyone who has the token may call it.';
create function public.sale_link_file(token text, file uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.sale_link_file(token, file);
comment on function public.sale_link_file(text, uuid) is 'For the server only: {path, extension, kind} of a file that a sale link shows; null for any other.';

revoke execute on function public.invite_vehicle_member(uuid, uuid, text, text, text), public.revoke_vehicle_invitation(uuid),
  public.accept_vehicle_invitation(text), public.set_vehicle_member_role(uuid, uuid, text), public.remove_vehicle_member(uuid, uuid),
  public.list_vehicle_members(uuid), public.list_shared_vehicles(), public.add_sale_link(uuid, uuid, text, text, text[], integer),
  public.change_sale_link(uuid, text, text[]), public.revoke_sale_link(uuid) from public, anon;
grant execute on function public.invite_vehicle_member(uuid, uuid, text, text, text), public.revoke_vehicle_invitation(uuid),
  public.accept_vehicle_invitation(text), public.set_vehicle_member_role(uuid, uuid, text), public.remove_vehicle_member(uuid, uuid),
  public.list_vehicle_members(uuid), public.list_shared_vehicles(), public.add_sale_link(uuid, uuid, text, text, text[], integer),
  public.change_sale_link(uuid, text, text[]), public.revoke_sale_link(uuid) to authenticated;
revoke execute on function public.read_vehicle_invitation(text), public.read_sale_link(text), public.sale_link_state(text),
  public.count_sale_visit(text) from public;
grant execute on function public.read_vehicle_invitation(text), public.read_sale_link(text), public.sale_link_state(text),
  public.count_sale_visit(text) to anon, authenticated, service_role;
revoke execute on function public.sale_link_file(text, uuid) from public, anon, authenticated;
grant execute on function public.sale_link_file(text, uuid) to service_role;

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_invitations', 'token_hash', 'null'), ('public.vehicle_sale_links', 'token_hash', 'null');
-- A link that has ended answers 410 as long as its row is kept, and 404 after that.
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (437, 'vehicle_invitations', 'public.vehicle_invitations', 'expires_at', '90 days', 'true', 'delete'),
  (438, 'vehicle_sale_links', 'public.vehicle_sale_links', 'least(revoked_at, expires_at)', '365 days', 'true', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden) values
  ('vehicle_invitations', 'owner_id', 'account', 'own', 'Convites para os carros', 'delete', '{}'),
  ('vehicle_invitations', 'email', 'address', 'own', 'Convites recebidos para carros', 'delete', '{vehicle_id}'),
  ('vehicle_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para carros', 'unlink', '{vehicle_id}'),
  ('vehicle_sale_links', 'owner_id', 'account', 'own', 'Links de venda dos carros', 'delete', '{}');
select
  private.declare_columns('vehicle_invitations', 'exported', '{id,vehicle_id,role,expires_at,accepted_at,revoked_at,created_at}'),
  private.declare_columns('vehicle_invitations', 'withheld', '{owner_id,email,accepted_by}', 'another person: owner or invited person'),
  private.declare_columns('vehicle_invitations', 'withheld', '{token_hash}', 'hash of a secret link'),
  private.declare_columns('vehicle_sale_links', 'exported', '{id,vehicle_id,owner_id,label,shows,expires_at,revoked_at,visits,last_visit_at,created_at}'),
  private.declare_columns('vehicle_sale_links', 'withheld', '{token_hash}', 'hash of a secret link');
