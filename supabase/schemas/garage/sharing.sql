-- Sharing a car, showing it for sale, and handing it over to another account.

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, place) values
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

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_invitations', 'public.vehicle_invitations', 'expires_at', '90 days', 437);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_invitations', 'token_hash', 'null');

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
comment on column public.vehicle_sale_links.shows is
  'What the owner ticked beyond the history without plate, documents, prices and receipts.';
comment on column public.vehicle_sale_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_sale_links_vehicle_id_idx on public.vehicle_sale_links (vehicle_id, owner_id);
create index vehicle_sale_links_owner_id_idx on public.vehicle_sale_links (owner_id);
alter table public.vehicle_sale_links enable row level security;
grant select (
  id, vehicle_id, owner_id, label, shows, expires_at, revoked_at, visits, last_visit_at, created_at
) on public.vehicle_sale_links to authenticated;
grant all on public.vehicle_sale_links to service_role;
create policy "authenticated owners read the sale links of their cars" on public.vehicle_sale_links
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_sale_links', 'owner_id', 'account', 'own', 'Links de venda dos carros', 'delete', 119);

select
  private.declare_columns('vehicle_sale_links', 'exported',
    '{id,vehicle_id,owner_id,label,shows,expires_at,revoked_at,visits,last_visit_at,created_at}'),
  private.declare_columns('vehicle_sale_links', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_sale_links', 'public.vehicle_sale_links', 'least(revoked_at, expires_at)', '365 days', 438);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_sale_links', 'token_hash', 'null');

create table public.vehicle_handovers (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  chosen text[] not null check (
    chosen <@ '{maintenance,fuel,expenses,photos,receipts,documents,diary,checklists,parts,reminders,cvcol}'
      and cardinality(chosen) <= 11
  ),
  status text not null default 'open' check (status in ('open', 'accepted', 'refused', 'withdrawn', 'expired')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  buyer_id uuid references public.profiles (id) on delete set null,
  received_vehicle_id uuid references public.vehicles (id) on delete set null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((status = 'open') = (decided_at is null))
);
comment on table public.vehicle_handovers is
  'Offers of a car to its buyer; written by functions only. An accepted one belongs to the copy of the seller.';
comment on column public.vehicle_handovers.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_handovers.owner_id is 'The seller.';
comment on column public.vehicle_handovers.email is 'Address of the buyer.';
comment on column public.vehicle_handovers.chosen is
  'Kinds of history that go along; cvcol: the certificate of originality.';
comment on column public.vehicle_handovers.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.vehicle_handovers.received_vehicle_id is 'The car of the buyer after acceptance.';
create index vehicle_handovers_vehicle_id_idx on public.vehicle_handovers (vehicle_id, owner_id);
create index vehicle_handovers_owner_id_idx on public.vehicle_handovers (owner_id, created_at);
create index vehicle_handovers_buyer_id_idx on public.vehicle_handovers (buyer_id);
create index vehicle_handovers_received_vehicle_id_idx on public.vehicle_handovers (received_vehicle_id);
create unique index vehicle_handovers_open_idx on public.vehicle_handovers (vehicle_id) where status = 'open';
alter table public.vehicle_handovers enable row level security;
grant select (
  id, vehicle_id, owner_id, email, chosen, status, buyer_id, received_vehicle_id, expires_at, decided_at, created_at
) on public.vehicle_handovers to authenticated;
grant all on public.vehicle_handovers to service_role;
create policy "authenticated sellers read the handovers of their cars" on public.vehicle_handovers
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, place) values
  ('vehicle_handovers', 'owner_id', 'account', 'own', 'Carros vendidos', 'delete', '{received_vehicle_id}', 120),
  ('vehicle_handovers', 'email', 'address', 'own', 'Carros oferecidos a mim', 'delete', '{vehicle_id}', 121),
  ('vehicle_handovers', 'buyer_id', 'account', 'own', 'Carros comprados', 'unlink', '{vehicle_id}', 122);

select
  private.declare_columns('vehicle_handovers', 'exported',
    '{id,vehicle_id,chosen,status,received_vehicle_id,expires_at,decided_at,created_at}'),
  private.declare_columns('vehicle_handovers', 'withheld',
    '{owner_id,email,buyer_id}', 'another person: seller or buyer'),
  private.declare_columns('vehicle_handovers', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_handovers', 'public.vehicle_handovers', 'coalesce(decided_at, expires_at)', '365 days', 439);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_handovers', 'token_hash', 'null');

create table private.handover_parts (
  relation text primary key,
  place integer not null unique,
  kind_of text not null,
  is_counted boolean not null default true,
  parents text[] not null default '{}',
  links text[] not null default '{}',
  lists text[] not null default '{}',
  cleared text[] not null default '{}',
  prices text[] not null default '{}'
);
comment on table private.handover_parts is
  'Written by migrations only: every table of schema public with rows of a car (vehicle_id, owner_id and mostly an '
  'id), and what a handover does with them.';
comment on column private.handover_parts.place is 'Order of copying: a table comes after the tables that it refers to.';
comment on column private.handover_parts.kind_of is
  'SQL expression on a row named item: its kind of history; always: goes along without being chosen; null: stays with '
  'the seller.';
comment on column private.handover_parts.is_counted is
  'Whether the preview counts the rows; items of a checklist are not.';
comment on column private.handover_parts.parents is
  'Columns with the id of a row that this row belongs to: it goes along only when that one does.';
comment on column private.handover_parts.links is
  'Columns with the id of another row of the car, which become null when that row does not go along.';
comment on column private.handover_parts.lists is 'Columns with an array of ids of other rows of the car.';
comment on column private.handover_parts.cleared is
  'Columns that the buyer gets with their default: who wrote a row, trips, templates and positions of the seller.';
comment on column private.handover_parts.prices is 'Columns that the buyer gets only when expenses were chosen.';
alter table private.handover_parts enable row level security;

insert into private.handover_parts (relation, place, kind_of, is_counted, parents, links, lists, cleared, prices) values
  ('vehicle_entries', 10,
    'case when item.deleted_at is not null then null when item.replaces_odometer then ''always'' when item.kind = ''service'' then ''maintenance'' when item.kind in (''fuel'', ''km'') then ''fuel'' when item.kind = ''expense'' then ''expenses'' else ''diary'' end',
    true, '{}', '{}', '{}', '{created_by,trip_id,lat,lng}', '{total_cents,parts_cents,labour_cents}'),
  ('vehicle_trips', 15, '''diary''', false, '{entry_id}', '{}', '{expense_ids}', '{}', '{}'),
  ('vehicle_diary_entries', 16, 'case when item.deleted_at is null then ''diary'' end', true, '{}', '{}', '{}',
    '{created_by,trip_id,lat,lng}', '{}'),
  ('vehicle_documents', 20, 'case when item.deleted_at is null then ''documents'' end', true, '{}', '{}', '{}', '{}',
    '{}'),
  ('vehicle_dossiers', 25, '''cvcol''', false, '{}', '{}', '{}', '{}', '{}'),
  ('vehicle_parts', 30, 'case when item.deleted_at is null then ''parts'' end', true, '{}', '{}', '{}', '{}',
    '{cost_cents}'),
  ('vehicle_checklists', 40, 'case when item.deleted_at is null then ''checklists'' end', true, '{}', '{previous_id}',
    '{}', '{created_by,own_template_id}', '{}'),
  ('vehicle_checklist_items', 50, '''checklists''', false, '{checklist_id}', '{}', '{}', '{}', '{}'),
  ('vehicle_tasks', 60, '''maintenance''', true, '{checklist_item_id}', '{done_entry_id}', '{}', '{created_by}', '{}'),
  ('maintenance_reminders', 70, 'case when item.deleted_at is null then ''reminders'' end', true, '{}', '{}', '{}',
    '{previous}', '{}'),
  ('vehicle_files', 80,
    'case item.kind when ''photo'' then ''photos'' when ''receipt'' then ''receipts'' else ''documents'' end', true,
    '{entry_id,document_id,checklist_item_id,diary_entry_id}', '{}', '{}', '{created_by}', '{}'),
  ('vehicle_dossier_photos', 90, '''cvcol''', false, '{file_id}', '{}', '{}', '{}', '{}');

select private.declare_columns('private.handover_parts', 'not_personal', '{*}', 'tables and columns');

create table private.handover_rows (
  handover_id uuid not null references public.vehicle_handovers (id) on delete cascade,
  id uuid not null,
  copy_id uuid not null,
  primary key (handover_id, id)
);
comment on table private.handover_rows is
  'While a handover is accepted: rows that go along, each with the id of its copy for the seller. Empty after the '
  'transaction.';
alter table private.handover_rows enable row level security;

select private.declare_columns('private.handover_rows', 'not_personal', '{*}', 'keys of rows during a transaction');

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
  returns text
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
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return 'too_many';
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash,
    now() + interval '14 days');
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return 'saved';
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return 'invalid';
end $$;
comment on function private.invite_vehicle_member is
  'Stores an invitation to a car of the caller and enqueues its mail; answers saved, gone, own, member, limit, '
  'too_many or invalid.';

create function private.revoke_vehicle_invitation(invitation uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_invitations set revoked_at = coalesce(revoked_at, now())
  where id = invitation and owner_id = private.account_id() and accepted_at is null;
  return found;
end $$;
comment on function private.revoke_vehicle_invitation is
  'Ends an invitation of the caller that nobody accepted; false when there is none.';

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
comment on function private.accept_vehicle_invitation is
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
comment on function private.set_vehicle_member_role is
  'Changes what a member of a car of the caller may do; false when there is none.';

create function private.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_members as member
  where member.vehicle_id = vehicle and member.account_id = account and private.account_id()
    in (member.owner_id, member.account_id);
  return found;
end $$;
comment on function private.remove_vehicle_member is
  'The owner removes a member, or a member leaves; false when the caller is neither.';

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

create function private.sale_link_state(link public.vehicle_sale_links, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when car.deleted_at is not null then 'deleted'
    else 'open'
  end
$$;
comment on function private.sale_link_state is 'open, revoked, expired, or deleted when the car is in the trash.';

create function private.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns text
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
    link, vehicle, car.owner_id, btrim(add_sale_link.label), array(select distinct unnest(add_sale_link.shows)
      order by 1),
    add_sale_link.token_hash, now() + make_interval(days => days)
  );
  return 'saved';
exception when check_violation or not_null_violation or unique_violation then
  return 'invalid';
end $$;
comment on function private.add_sale_link is
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
comment on function private.change_sale_link is
  'Changes label and ticks of a sale link of the caller: saved, gone or invalid.';

create function private.revoke_sale_link(link uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links set revoked_at = coalesce(revoked_at, now()) where id = link
    and owner_id = private.account_id();
  return found;
end $$;
comment on function private.revoke_sale_link is 'Ends a sale link of the caller for good; false when it is not theirs.';

create function private.open_sale_link(token text) returns public.vehicle_sale_links
language sql stable security definer set search_path = '' as $$
  select link.* from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token) and private.sale_link_state(link, car) = 'open'
$$;
comment on function private.open_sale_link is 'The open sale link of a token; null otherwise.';

create function private.sold_entries(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', entry.id, 'on_date', entry.on_date, 'km', entry.km, 'is_estimated', entry.km is not null and entry.reading_km
      is null,
    'title', entry.title, 'notes', entry.notes, 'category', entry.category,
    'total_cents', case when 'prices' = any (link.shows) then coalesce(entry.total_cents,
      entry.parts_cents + entry.labour_cents, entry.parts_cents, entry.labour_cents) end,
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
comment on function private.sold_entries is
  'Maintenance of a car for a sale link: prices and receipts only when they are ticked.';

create function private.sold_fills(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', entry.id, 'kind', entry.kind, 'on_date', entry.on_date, 'km', entry.km, 'reading_km', entry.reading_km,
      'fuel', entry.fuel,
    'litres', entry.litres, 'is_full', entry.is_full, 'missed_previous', entry.missed_previous
  ) order by entry.on_date, entry.km, entry.id), '[]')
  from (
    select * from public.vehicle_entries
    where vehicle_id = link.vehicle_id and deleted_at is null and kind = 'fuel' order by on_date desc, id limit 5000
  ) as entry
$$;
comment on function private.sold_fills is
  'Refuelling of a car without prices and places, from which consumption is computed.';

create function private.sold_papers(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'plate', (select nullif(plate, '') from public.vehicle_identities where vehicle_id = link.vehicle_id
      and 'plate' = any (link.shows)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', document.kind, 'expires_on', document.expires_on, 'files', (
        select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'extension', file.extension)
          order by file.created_at, file.id), '[]')
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
comment on function private.sold_papers is
  'Plate and documents of a car when they are ticked, and its parts, with prices when these are.';

create function private.read_sale_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when private.sale_link_state(link, car) <> 'open' then jsonb_build_object('state',
      private.sale_link_state(link, car))
    else jsonb_build_object(
      'state', 'open', 'shows', to_jsonb(link.shows), 'expires_at', link.expires_at, 'is_own', link.owner_id
        is not distinct from private.account_id(),
      'vehicle', jsonb_build_object(
        'nickname', car.nickname, 'make', car.make, 'model', car.model, 'version', car.version, 'year_made',
          car.year_made,
        'year_model', car.year_model, 'color', car.color, 'engine', car.engine, 'fuels', to_jsonb(car.fuels),
          'photo_id', car.photo_id,
        'odometer_km', car.odometer_km, 'odometer_is_estimated', car.odometer_is_estimated, 'odometer_state',
          car.odometer_state
      ),
      'replacements', (
        select coalesce(jsonb_agg(jsonb_build_object('on_date', entry.on_date, 'km', entry.km, 'reading_km',
          entry.reading_km) order by entry.on_date), '[]')
        from public.vehicle_entries as entry where entry.vehicle_id = car.id and entry.replaces_odometer
          and entry.deleted_at is null
      ),
      'services', private.sold_entries(link), 'fills', private.sold_fills(link)
    ) || private.sold_papers(link)
  end
  from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link is
  'The car behind a sale link; only the state of a link that has ended, null for a token that does not exist.';

create function private.read_sale_link_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select private.sale_link_state(link, car) from public.vehicle_sale_links as link
  join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link_state is 'State of a sale link; null for a token that does not exist.';

create function private.count_sale_visit(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.vehicle_sale_links set visits = visits + 1, last_visit_at = now()
  where id = (private.open_sale_link(token)).id and owner_id is distinct from private.account_id()
$$;
comment on function private.count_sale_visit is 'Counts a visit of somebody else than the owner.';

create function private.sale_link_file(token text, file uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('path', found.path, 'extension', found.extension, 'kind', found.kind)
  from private.open_sale_link(token) as link
  join public.vehicles as car on car.id = link.vehicle_id
  join public.vehicle_files as found on found.id = file and found.vehicle_id = link.vehicle_id
  where found.id = car.photo_id
    or ('receipts' = any (link.shows) and found.kind = 'receipt' and exists (
      select from public.vehicle_entries as entry
      where entry.id = found.entry_id and entry.deleted_at is null
        and (entry.kind = 'service' or entry.category = 'part')
    ))
    or ('documents' = any (link.shows) and found.kind = 'document' and exists (
      select from public.vehicle_documents as document where document.id = found.document_id and document.deleted_at
        is null
    ))
$$;
comment on function private.sale_link_file is
  'Stored file that the page of a sale link shows at this moment; null for any other.';

create function private.handover_columns(of_relation text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_catalog.pg_attribute
  where attrelid = format('public.%I', of_relation)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.handover_columns is 'Columns of a table that an insert writes.';

-- The next three functions make SQL for one table. In it item is a row, $1 the handover, $2 its car, $3 the copy and $4
-- what goes along.
create function private.copied_id(name text) returns text
language sql immutable set search_path = '' as $$
  select format('(select known.copy_id from private.handover_rows as known where known.handover_id = $1 and known.id = item.%I)', name)
$$;
comment on function private.copied_id is
  'SQL: the copy of the row that a column refers to; null when that row does not go along.';

create function private.copied_list(name text, keeps_others boolean) returns text
language sql immutable set search_path = '' as $$
  select format(
    'array(select %s from unnest(item.%I) with ordinality as listed (id, place)
    %s join private.handover_rows as known on known.handover_id = $1 and known.id = listed.id order by listed.place)',
    case when keeps_others then 'coalesce(known.copy_id, listed.id)' else 'known.id' end, name, case when keeps_others
      then 'left' else 'inner' end
  )
$$;
comment on function private.copied_list is
  'SQL: an array of ids for the copy, or for the buyer only those that go along.';

create function private.goes_along(part private.handover_parts) returns text
language sql stable set search_path = '' as $$
  select format('(coalesce((%s) = any ($4), false)', part.kind_of) || coalesce((
    select string_agg(format(' and (item.%I is null or %s is not null)', name, private.copied_id(name)), '')
      from unnest(part.parents) as name
  ), '') || ')'
$$;
comment on function private.goes_along is 'SQL: whether a row goes along; the tables of its parents are noted before.';

create function private.choose_rows(handover public.vehicle_handovers, part private.handover_parts) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A table without ids is not referred to, so its rows need no copied id.
  if 'id' = any (private.handover_columns(part.relation)) then
    execute format(
      'insert into private.handover_rows (handover_id, id, copy_id)
      select $1, item.id, gen_random_uuid() from public.%I as item where item.vehicle_id = $2 and %s', part.relation, private.goes_along(part)
    ) using handover.id, handover.vehicle_id, null::uuid, handover.chosen || array['always'];
  end if;
end $$;
comment on function private.choose_rows is 'Notes which rows of a table go along.';

create function private.copy_rows(handover public.vehicle_handovers, part private.handover_parts, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  columns text[] := private.handover_columns(part.relation);
begin
  execute format(
    'insert into public.%1$I (%2$s) select %3$s from public.%1$I as item where item.vehicle_id = $2 and %4$s',
      part.relation,
    (select string_agg(quote_ident(name), ', ' order by place) from unnest(columns) with ordinality
      as listed (name, place)),
    (select string_agg(case
      when name = 'vehicle_id' then '$3'
      when name = any (array['id'] || part.parents || part.links) then private.copied_id(name)
      when name = any (part.lists) then private.copied_list(name, true)
      else format('item.%I', name)
    end, ', ' order by place) from unnest(columns) with ordinality as listed (name, place)),
    private.goes_along(part)
  ) using handover.id, handover.vehicle_id, copy, handover.chosen || array['always'];
end $$;
comment on function private.copy_rows is 'Duplicates the rows that go along for the car that the seller keeps.';

create function private.part_rows(handover public.vehicle_handovers, part private.handover_parts, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_copy text := (
    select string_agg(change, '') from (
      select format(', %I = coalesce(%s, item.%1$I)', name, private.copied_id(name))
        from unnest(part.parents || part.links) as name
      union all select format(', %I = %s', name, private.copied_list(name, true)) from unnest(part.lists) as name
    ) as listed (change)
  );
  of_buyer text := (
    select string_agg(change, ', ') from (
      select format('%I = default', name) from unnest(part.cleared) as name
      union all select format('%I = null', name) from unnest(part.prices) as name where
        not 'expenses' = any (handover.chosen)
      union all select format('%I = case when %s is not null then item.%1$I end', name, private.copied_id(name))
        from unnest(part.links) as name
      union all select format('%I = %s', name, private.copied_list(name, false)) from unnest(part.lists) as name
    ) as listed (change)
  );
begin
  execute format('update public.%I as item set vehicle_id = $3%s where item.vehicle_id = $2 and not %s', part.relation,
    of_copy, private.goes_along(part))
    using handover.id, handover.vehicle_id, copy, handover.chosen || array['always'];
  if of_buyer is not null then
    execute format('update public.%I as item set %s where item.vehicle_id = $2', part.relation, of_buyer)
      using handover.id, handover.vehicle_id;
  end if;
end $$;
comment on function private.part_rows is
  'Moves the rows that do not go along to the car that the seller keeps, and removes from the others what the buyer '
  'does not get.';

create function private.sold_copy(car public.vehicles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  copy uuid := gen_random_uuid();
begin
  execute format('insert into public.vehicles (%1$s) select %2$s from public.vehicles as item where item.id = $1',
    (select string_agg(quote_ident(name), ', ' order by place)
      from unnest(private.handover_columns('vehicles')) with ordinality as listed (name, place)),
    (select string_agg(case name when 'id' then '$2' when 'status' then '''sold''' when 'photo_id' then 'null'
      else format('item.%I', name) end, ', ' order by place)
      from unnest(private.handover_columns('vehicles')) with ordinality as listed (name, place))
  ) using car.id, copy;
  execute format('insert into public.vehicle_identities (%1$s) select %2$s from public.vehicle_identities as item where item.vehicle_id = $1',
    (select string_agg(quote_ident(name), ', ' order by place)
      from unnest(private.handover_columns('vehicle_identities')) with ordinality as listed (name, place)),
    (select string_agg(case name when 'vehicle_id' then '$2' else format('item.%I', name) end, ', ' order by place)
      from unnest(private.handover_columns('vehicle_identities')) with ordinality as listed (name, place))
  ) using car.id, copy;
  return copy;
end $$;
comment on function private.sold_copy is
  'Makes the car with status sold that a seller keeps, with its identities; answers its id.';

-- The buyer gets the kilometres of the car also when the entries that say them stay with the seller.
create function private.keep_kilometres(car public.vehicles) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reading numeric := case when car.odometer_is_estimated then null else car.odometer_km - car.odometer_offset_km end;
begin
  if car.odometer_km is not null and not exists (
    select from public.vehicle_entries where vehicle_id = car.id and deleted_at is null and km >= car.odometer_km
  ) then
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km)
    values (
      gen_random_uuid(), car.id, car.owner_id, 'km', private.brazilian_today(), case when reading >= 0 then reading end,
      car.odometer_offset_km, case when reading >= 0 then null else car.odometer_km end
    );
  end if;
end $$;
comment on function private.keep_kilometres is
  'Notes the kilometres of a car at its handover when no entry that goes along says them.';

create function private.part_photo(handover uuid, car public.vehicles, copy uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_copy uuid := (select copy_id from private.handover_rows where handover_id = handover and id = car.photo_id);
begin
  if car.photo_id is not null then
    update public.vehicles set photo_id = coalesce(of_copy, car.photo_id) where id = copy;
    update public.vehicles set photo_id = null where id = car.id and of_copy is null;
  end if;
end $$;
comment on function private.part_photo is 'Gives both cars the photo that represents them, as far as it goes along.';

create function private.end_vehicle_sharing(car public.vehicles, copy uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.vehicle_members where vehicle_id = car.id;
  -- The rows stay with the seller, so that their links say that they have ended.
  update public.vehicle_invitations
  set vehicle_id = copy, revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) else revoked_at end
  where vehicle_id = car.id;
  update public.vehicle_sale_links set vehicle_id = copy, revoked_at = coalesce(revoked_at, now())
    where vehicle_id = car.id;
  update public.vehicle_handovers set vehicle_id = copy where vehicle_id = car.id;
  -- Planned trips are the seller's.
  update public.trips set vehicle_id = copy where owner_id = car.owner_id and vehicle_id = car.id;
end $$;
comment on function private.end_vehicle_sharing is
  'Ends members, invitations and sale links of a car that was handed over.';

create function private.transfer_vehicle(handover public.vehicle_handovers, car public.vehicles, buyer uuid)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  part private.handover_parts;
  copy uuid := private.sold_copy(car);
begin
  for part in select * from private.handover_parts order by place loop
    perform private.choose_rows(handover, part);
  end loop;
  for part in select * from private.handover_parts order by place loop
    perform private.copy_rows(handover, part, copy);
  end loop;
  for part in select * from private.handover_parts order by place loop
    perform private.part_rows(handover, part, copy);
  end loop;
  perform private.part_photo(handover.id, car, copy);
  delete from private.handover_rows where handover_id = handover.id;
  if not 'cvcol' = any (handover.chosen) then
    update public.vehicle_identities
    set cvcol_number = '', cvcol_class = null, cvcol_points = null, cvcol_club = '', cvcol_expires_on = null
      where vehicle_id = car.id;
  end if;
  perform private.end_vehicle_sharing(car, copy);
  perform private.keep_kilometres(car);
  update public.vehicles set (odometer_km, odometer_is_estimated) = (
    select max(entry.km), coalesce((array_agg(entry.reading_km is null order by entry.km desc))[1], false)
    from public.vehicle_entries as entry where entry.vehicle_id = car.id and entry.deleted_at is null and entry.km
      is not null
  ) where id = car.id;
  update public.vehicles set owner_id = buyer, status = case when status = 'sold' then 'active' else status end
    where id = car.id;
  return copy;
end $$;
comment on function private.transfer_vehicle is
  'Makes the buyer the owner of a car and its chosen history; answers the id of the sold car that the seller keeps.';

create function private.handover_counts(vehicle uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  part private.handover_parts;
  counts jsonb := '{}';
  found jsonb;
begin
  perform private.require_account();
  if not private.owns_vehicle(vehicle) then
    return counts;
  end if;
  for part in select * from private.handover_parts where is_counted order by place loop
    execute format(
      'select jsonb_object_agg(kind, total) from (
        select %s as kind, count(*) as total from public.%I as item where item.vehicle_id = $1 group by 1
      ) as counted where kind is not null', part.kind_of, part.relation
    ) into found using vehicle;
    select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::bigint, 0) + coalesce((found ->> key)::bigint, 0)),
      '{}') into counts
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(coalesce(found, '{}'))) as kinds (key);
  end loop;
  return counts - 'always' || jsonb_build_object('cvcol', (
    select count(*) from public.vehicle_identities as known where known.vehicle_id = handover_counts.vehicle
      and known.cvcol_number <> ''
  ));
end $$;
comment on function private.handover_counts is
  'How many rows of each kind of history a car of the caller has; {} for any other car.';

create function private.handover_state(handover public.vehicle_handovers, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when handover.status <> 'open' then handover.status
    when car.deleted_at is not null then 'withdrawn'
    when handover.expires_at <= now() then 'expired'
    else 'open'
  end
$$;
comment on function private.handover_state is
  'open, accepted, refused, withdrawn (also while the car is in the trash) or expired.';

create function private.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text,
  token_hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(offer_vehicle.email));
begin
  if car.id is null then
    return 'gone';
  elsif lower(btrim(name)) is distinct from lower(btrim(car.nickname)) then
    return 'name';
  elsif address = private.account_email(car.owner_id) then
    return 'own';
  end if;
  update public.vehicle_handovers as known set status = 'expired', decided_at = now()
  where known.vehicle_id = vehicle and status = 'open' and expires_at <= now();
  if exists (select from public.vehicle_handovers as known where known.vehicle_id = vehicle and status = 'open') then
    return 'exists';
  elsif 10 <= (select count(*) from public.vehicle_handovers where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return 'too_many';
  end if;
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, token_hash, expires_at)
  values (
    handover, vehicle, car.owner_id, address, array(select distinct unnest(offer_vehicle.chosen) order by 1),
    offer_vehicle.token_hash, now() + interval '14 days'
  );
  perform private.enqueue_mail(address, 'vehicle_handover_offer', jsonb_build_object(
    'vehicle_handover', handover, 'title', car.nickname, 'name', (select username from public.profiles
      where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return 'saved';
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return 'invalid';
end $$;
comment on function private.offer_vehicle is
  'Offers a car of the caller to its buyer and enqueues the mail; answers saved, gone, name, own, exists, too_many or '
  'invalid.';

create function private.withdraw_vehicle_offer(handover uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.vehicle_handovers;
begin
  perform private.require_account();
  -- Waits for an acceptance that locked the car, and then finds the offer decided.
  perform private.own_vehicle((select vehicle_id from public.vehicle_handovers where id = handover
    and owner_id = private.account_id()));
  update public.vehicle_handovers set status = 'withdrawn', decided_at = now()
  where id = handover and owner_id = private.account_id() and status = 'open'
  returning * into offer;
  if offer.id is null then
    return false;
  end if;
  perform private.enqueue_mail(offer.email, 'vehicle_handover_withdrawn', jsonb_build_object(
    'title', (select nickname from public.vehicles where id = offer.vehicle_id),
    'name', (select username from public.profiles where id = offer.owner_id)
  ), private.locale_of_email(offer.email, offer.owner_id));
  return true;
end $$;
comment on function private.withdraw_vehicle_offer is
  'Takes an open offer of the caller back; false when it is decided or not theirs.';

create function private.read_vehicle_offer(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state.name) || case
    when state.name = 'open' then jsonb_build_object(
      'seller', seller.username, 'chosen', to_jsonb(handover.chosen), 'expires_at', handover.expires_at,
      'email', left(handover.email, 1) || '***' || substring(handover.email from '@.*$'),
      'is_mine', handover.email = private.account_email(private.account_id()),
      'vehicle', jsonb_build_object(
        'nickname', car.nickname, 'make', car.make, 'model', car.model, 'version', car.version,
        'year_made', car.year_made, 'year_model', car.year_model, 'odometer_km', car.odometer_km
      )
    )
    when state.name = 'accepted' and handover.buyer_id = private.account_id()
      then jsonb_build_object('vehicle_id', handover.received_vehicle_id)
    else '{}'
  end
  from public.vehicle_handovers as handover
  join public.vehicles as car on car.id = handover.vehicle_id
  join public.profiles as seller on seller.id = handover.owner_id
  cross join lateral (select private.handover_state(handover, car) as name) as state
  where handover.token_hash = private.token_hash(token)
$$;
comment on function private.read_vehicle_offer is
  'What the page of an offered car shows; only the state of an offer that has ended, null for a token that does not '
  'exist.';

create function private.mail_vehicle_decision(handover public.vehicle_handovers, car public.vehicles, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_accepted boolean := handover.status = 'accepted';
begin
  perform private.enqueue_mail(
    private.account_email(handover.owner_id),
    case when is_accepted then 'vehicle_handover_done' else 'vehicle_handover_refused' end,
    jsonb_build_object('title', car.nickname, 'path', '/diario-de-bordo/' || coalesce(copy, car.id)),
    (select locale from public.profiles where id = handover.owner_id)
  );
  if is_accepted then
    perform private.enqueue_mail(handover.email, 'vehicle_received', jsonb_build_object(
      'title', car.nickname, 'path', '/diario-de-bordo/' || car.id
    ), (select locale from public.profiles where id = handover.buyer_id));
  end if;
end $$;
comment on function private.mail_vehicle_decision is
  'Mails the seller what the buyer decided, and the buyer where the car is.';

create function private.decide_vehicle_offer(token text, is_accepted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  handover public.vehicle_handovers;
  car public.vehicles;
  copy uuid;
begin
  perform private.require_account();
  -- The car is locked first, as everywhere; a second call waits here and finds the offer decided.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_handovers where token_hash = hash) for update;
  select * into handover from public.vehicle_handovers where token_hash = hash for update;
  if handover.id is null then
    return '{"status": "gone"}';
  elsif handover.email is distinct from private.account_email(account) then
    return '{"status": "wrong_account"}';
  elsif private.handover_state(handover, car) <> 'open' then
    return jsonb_build_object('status', private.handover_state(handover, car), 'vehicle', case
      when handover.buyer_id = account then handover.received_vehicle_id end);
  elsif is_accepted is null or handover.owner_id = account then
    return '{"status": "gone"}';
  elsif is_accepted and 60 <= (select count(*) from private.read_vehicles() as id where id <> car.id) then
    return '{"status": "limit"}';
  end if;
  if is_accepted then
    copy := private.transfer_vehicle(handover, car, account);
  end if;
  update public.vehicle_handovers set
    status = case when is_accepted then 'accepted' else 'refused' end, decided_at = now(), buyer_id = account,
    received_vehicle_id = case when is_accepted then car.id end
  where id = handover.id returning * into handover;
  perform private.mail_vehicle_decision(handover, car, copy);
  return jsonb_build_object('status', handover.status, 'vehicle', handover.received_vehicle_id);
end $$;
comment on function private.decide_vehicle_offer is
  'The buyer accepts or refuses a car, in one transaction: {status: accepted | refused | withdrawn | expired | '
  'wrong_account | limit | gone, vehicle}.';

create function public.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns text
language sql volatile security invoker set search_path = ''
return private.invite_vehicle_member(invitation, vehicle, email, role, token_hash);
comment on function public.invite_vehicle_member is
  'Invites a person to an own car by mail: saved, gone, own, member, limit, too_many or invalid.';
grant execute on function public.invite_vehicle_member to authenticated, service_role;

create function public.revoke_vehicle_invitation(invitation uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_vehicle_invitation(invitation);
comment on function public.revoke_vehicle_invitation is
  'Ends an open invitation to an own car; false when there is none.';
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
  'Makes the invited account a member: {status: accepted | taken | wrong_account | own | revoked | expired | gone, '
  'vehicle}.';
grant execute on function public.accept_vehicle_invitation to authenticated, service_role;

create function public.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns boolean
language sql volatile security invoker set search_path = '' return private.set_vehicle_member_role(vehicle, account,
  role);
comment on function public.set_vehicle_member_role is
  'Changes the role of a member of an own car; false when there is none.';
grant execute on function public.set_vehicle_member_role to authenticated, service_role;

create function public.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.remove_vehicle_member(vehicle, account);
comment on function public.remove_vehicle_member is
  'The owner removes a member, or a member leaves; false when the caller is neither.';
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

create function public.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns text
language sql volatile security invoker set search_path = ''
return private.add_sale_link(link, vehicle, token_hash, label, shows, days);
comment on function public.add_sale_link is 'Makes a sale link of an own car: saved, gone, invalid or limit.';
grant execute on function public.add_sale_link to authenticated, service_role;

create function public.change_sale_link(link uuid, label text, shows text[]) returns text
language sql volatile security invoker set search_path = '' return private.change_sale_link(link, label, shows);
comment on function public.change_sale_link is 'Changes label and ticks of an own sale link: saved, gone or invalid.';
grant execute on function public.change_sale_link to authenticated, service_role;

create function public.revoke_sale_link(link uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_sale_link(link);
comment on function public.revoke_sale_link is 'Ends an own sale link for good; false when it is not theirs.';
grant execute on function public.revoke_sale_link to authenticated, service_role;

create function public.read_sale_link(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_sale_link(token);
comment on function public.read_sale_link is
  'The car behind a sale link, as saleSchema of lib/vehicle-sharing/sale/schema.ts; anyone who has the token may call '
  'it.';
grant execute on function public.read_sale_link to anon, authenticated, service_role;

create function public.sale_link_state(token text) returns text
language sql stable security invoker set search_path = '' return private.read_sale_link_state(token);
comment on function public.sale_link_state is
  'Whether a sale link is open, revoked, expired or its car deleted; null for a token that does not exist.';
grant execute on function public.sale_link_state to anon, authenticated, service_role;

create function public.count_sale_visit(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.count_sale_visit(token);
end;
comment on function public.count_sale_visit is
  'Counts a visit of an open sale link; anyone who has the token may call it.';
grant execute on function public.count_sale_visit to anon, authenticated, service_role;

create function public.sale_link_file(token text, file uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.sale_link_file(token, file);
comment on function public.sale_link_file is
  'For the server only: {path, extension, kind} of a file that a sale link shows; null for any other.';
grant execute on function public.sale_link_file to service_role;

create function public.handover_counts(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.handover_counts(vehicle);
comment on function public.handover_counts is
  'Rows of an own car by kind of history, as the preview of a handover; {} for any other car.';
grant execute on function public.handover_counts to authenticated, service_role;

create function public.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text, token_hash text)
  returns text
language sql volatile security invoker set search_path = ''
return private.offer_vehicle(handover, vehicle, email, chosen, name, token_hash);
comment on function public.offer_vehicle is
  'Offers an own car to its buyer by mail when name is its nickname: saved, gone, name, own, exists, too_many or '
  'invalid.';
grant execute on function public.offer_vehicle to authenticated, service_role;

create function public.withdraw_vehicle_offer(handover uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.withdraw_vehicle_offer(handover);
comment on function public.withdraw_vehicle_offer is
  'Takes an open offer of an own car back; false when it is decided or not theirs.';
grant execute on function public.withdraw_vehicle_offer to authenticated, service_role;

create function public.read_vehicle_offer(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_vehicle_offer(token);
comment on function public.read_vehicle_offer is
  'What is offered to a buyer: {state, seller, chosen, expires_at, email, is_mine, vehicle, vehicle_id}; anyone who '
  'has the token may call it.';
grant execute on function public.read_vehicle_offer to anon, authenticated, service_role;

create function public.decide_vehicle_offer(token text, is_accepted boolean) returns jsonb
language sql volatile security invoker set search_path = '' return private.decide_vehicle_offer(token, is_accepted);
comment on function public.decide_vehicle_offer is
  'The buyer accepts or refuses an offered car: {status: accepted | refused | withdrawn | expired | wrong_account | '
  'limit | gone, vehicle}.';
grant execute on function public.decide_vehicle_offer to authenticated, service_role;
