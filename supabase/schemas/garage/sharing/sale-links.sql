-- Links that show the history of a vehicle to possible buyers.

create table public.vehicle_sale_links (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  label text not null default '' check (char_length(label) <= 80),
  shows text[] not null default '{}' check (shows <@ private.sale_ticks() and cardinality(shows) <= 4),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null check (
    expires_at <= created_at + make_interval(days => private.sale_link_days())
  ),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_sale_links', 'owner_id', 'account', 'own', 'Links de venda dos carros', 'delete', 119);

select
  private.declare_columns('vehicle_sale_links', 'exported',
    '{id,vehicle_id,owner_id,label,shows,expires_at,revoked_at,visits,last_visit_at,created_at}'),
  private.declare_columns('vehicle_sale_links', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('vehicle_sale_links', 'public.vehicle_sale_links', 'least(revoked_at, expires_at)', '365 days', 438);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_sale_links', 'token_hash', 'null');

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
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
begin
  if car.id is null then
    return private.gone();
  elsif 20 <= (
    select count(*) from public.vehicle_sale_links as other
    where other.vehicle_id = vehicle and other.revoked_at is null and other.expires_at > now()
  ) then
    return private.refused('limit');
  end if;
  insert into public.vehicle_sale_links (id, vehicle_id, owner_id, label, shows, token_hash, expires_at)
  values (
    link, vehicle, car.owner_id, btrim(add_sale_link.label), array(select distinct unnest(add_sale_link.shows)
      order by 1),
    add_sale_link.token_hash, now() + make_interval(days => days)
  );
  return private.saved();
exception when check_violation or not_null_violation or unique_violation then
  return private.refused('invalid');
end $$;
comment on function private.add_sale_link is
  'Makes a sale link of a car of the caller; answers saved, gone, or refused with invalid or limit when the car has 20 '
  'open links.';

create function private.change_sale_link(link uuid, label text, shows text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links as known
  set label = btrim(change_sale_link.label), shows = array(select distinct unnest(change_sale_link.shows) order by 1)
  where known.id = link and known.owner_id = private.account_id() and known.revoked_at is null;
  return case when found then private.saved() else private.gone() end;
exception when check_violation or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.change_sale_link is
  'Changes label and ticks of a sale link of the caller: saved, gone, or refused with invalid.';

create function private.revoke_sale_link(link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links set revoked_at = coalesce(revoked_at, now()) where id = link
    and owner_id = private.account_id();
  return private.saved_or_gone(found);
end $$;
comment on function private.revoke_sale_link is 'Ends a sale link of the caller for good; gone when it is not theirs.';

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

create function public.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_sale_link(link, vehicle, token_hash, label, shows, days);
comment on function public.add_sale_link is
  'Makes a sale link of an own car: saved, gone, or refused with invalid or limit.';
grant execute on function public.add_sale_link to authenticated, service_role;

create function public.change_sale_link(link uuid, label text, shows text[]) returns jsonb
language sql volatile security invoker set search_path = '' return private.change_sale_link(link, label, shows);
comment on function public.change_sale_link is
  'Changes label and ticks of an own sale link: saved, gone, or refused with invalid.';
grant execute on function public.change_sale_link to authenticated, service_role;

create function public.revoke_sale_link(link uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.revoke_sale_link(link);
comment on function public.revoke_sale_link is 'Ends an own sale link for good; gone when it is not theirs.';
grant execute on function public.revoke_sale_link to authenticated, service_role;

create function public.read_sale_link(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_sale_link(token);
comment on function public.read_sale_link is
  'The car behind a sale link, as saleSchema of lib/garage/sharing/sale/schema.ts; anyone who has the token may call '
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
