-- Handing a vehicle with chosen parts of its history to its buyer.

create table public.vehicle_handovers (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  chosen text[] not null check (chosen <@ private.history_kinds() and cardinality(chosen) <= 11),
  status text not null default 'open' check (status = any (private.handover_statuses())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, position) values
  ('vehicle_handovers', 'owner_id', 'account', 'own', 'Carros vendidos', 'delete', '{received_vehicle_id}', 120),
  ('vehicle_handovers', 'email', 'address', 'own', 'Carros oferecidos a mim', 'delete', '{vehicle_id}', 121),
  ('vehicle_handovers', 'buyer_id', 'account', 'own', 'Carros comprados', 'unlink', '{vehicle_id}', 122);

select
  private.declare_columns('vehicle_handovers', 'exported',
    '{id,vehicle_id,chosen,status,received_vehicle_id,expires_at,decided_at,created_at}'),
  private.declare_columns('vehicle_handovers', 'withheld',
    '{owner_id,email,buyer_id}', 'another person: seller or buyer'),
  private.declare_columns('vehicle_handovers', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
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
  totals jsonb;
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
    ) into totals using vehicle;
    select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::bigint, 0) + coalesce((totals ->> key)::bigint,
      0)),
      '{}') into counts
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(coalesce(totals, '{}'))) as kinds (key);
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
  token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(offer_vehicle.email));
begin
  if car.id is null then
    return private.gone();
  elsif lower(btrim(name)) is distinct from lower(btrim(car.nickname)) then
    return private.refused('name');
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  end if;
  update public.vehicle_handovers as known set status = 'expired', decided_at = now()
  where known.vehicle_id = vehicle and status = 'open' and expires_at <= now();
  if exists (select from public.vehicle_handovers as known where known.vehicle_id = vehicle and status = 'open') then
    return private.refused('exists');
  elsif 10 <= (select count(*) from public.vehicle_handovers where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, token_hash, expires_at)
  values (
    handover, vehicle, car.owner_id, address, array(select distinct unnest(offer_vehicle.chosen) order by 1),
    offer_vehicle.token_hash, now() + make_interval(days => private.sharing_days())
  );
  perform private.enqueue_mail(address, 'vehicle_handover_offer', jsonb_build_object(
    'vehicle_handover', handover, 'title', car.nickname, 'name', (select username from public.profiles
      where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;
comment on function private.offer_vehicle is
  'Offers a car of the caller to its buyer and enqueues the mail; answers saved, gone, or refused with name, own, '
  'exists, too_many or invalid.';

create function private.withdraw_vehicle_offer(handover uuid) returns jsonb
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
    return private.gone();
  end if;
  perform private.enqueue_mail(offer.email, 'vehicle_handover_withdrawn', jsonb_build_object(
    'title', (select nickname from public.vehicles where id = offer.vehicle_id),
    'name', (select username from public.profiles where id = offer.owner_id)
  ), private.locale_of_email(offer.email, offer.owner_id));
  return private.saved();
end $$;
comment on function private.withdraw_vehicle_offer is
  'Takes an open offer of the caller back; gone when it is decided or not theirs.';

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
    return private.gone();
  elsif handover.email is distinct from private.account_email(account) then
    return private.refused('wrong_account');
  elsif private.handover_state(handover, car) <> 'open' then
    return case private.handover_state(handover, car)
      when 'gone' then private.gone()
      when 'withdrawn' then private.refused('withdrawn')
      when 'expired' then private.refused('expired')
      else private.saved(jsonb_build_object('status', handover.status, 'vehicle', case
        when handover.buyer_id = account then handover.received_vehicle_id end))
    end;
  elsif is_accepted is null or handover.owner_id = account then
    return private.gone();
  elsif is_accepted and 60 <= (select count(*) from private.read_vehicles() as id where id <> car.id) then
    return private.refused('limit');
  end if;
  if is_accepted then
    copy := private.transfer_vehicle(handover, car, account);
  end if;
  update public.vehicle_handovers set
    status = case when is_accepted then 'accepted' else 'refused' end, decided_at = now(), buyer_id = account,
    received_vehicle_id = case when is_accepted then car.id end
  where id = handover.id returning * into handover;
  perform private.mail_vehicle_decision(handover, car, copy);
  return private.saved(jsonb_build_object('status', handover.status, 'vehicle', handover.received_vehicle_id));
end $$;
comment on function private.decide_vehicle_offer is
  'The buyer accepts or refuses a car, in one transaction: saved with status and vehicle, gone, or refused with '
  'withdrawn, expired, wrong_account or limit.';

create function public.handover_counts(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.handover_counts(vehicle);
comment on function public.handover_counts is
  'Rows of an own car by kind of history, as the preview of a handover; {} for any other car.';
grant execute on function public.handover_counts to authenticated, service_role;

create function public.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text, token_hash text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.offer_vehicle(handover, vehicle, email, chosen, name, token_hash);
comment on function public.offer_vehicle is
  'Offers an own car to its buyer by mail when name is its nickname: saved, gone, or refused with name, own, exists, '
  'too_many or invalid.';
grant execute on function public.offer_vehicle to authenticated, service_role;

create function public.withdraw_vehicle_offer(handover uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.withdraw_vehicle_offer(handover);
comment on function public.withdraw_vehicle_offer is
  'Takes an open offer of an own car back; gone when it is decided or not theirs.';
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
  'The buyer accepts or refuses an offered car: saved with status and vehicle, gone, or refused with withdrawn, '
  'expired, wrong_account or limit.';
grant execute on function public.decide_vehicle_offer to authenticated, service_role;
