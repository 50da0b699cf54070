-- What an editor has to hold against the world again: prices, places and numbers nobody looked at for a year.
-- A day that never came is 1900-01-01, so that one comparison finds it among the old ones.

-- A price counts from its first day; a class without an end has the price that still holds.
create function private.toll_priced_on(toll uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(min(newest), '1900-01-01') from (
    select max(valid_from) as newest from public.toll_prices where toll_id = toll and valid_until is null group by vehicle_class
  ) as classes
$$;
comment on function private.toll_priced_on(uuid) is 'Since when the oldest price in force at a toll holds; 1900-01-01 without one.';

alter table public.tolls add column priced_on date not null default '1900-01-01';
comment on column public.tolls.priced_on is 'Kept by toll_prices: since when the oldest of the prices in force holds, 1900-01-01 without one.';
alter table public.toll_prices add column toll_name text not null default '';
comment on column public.toll_prices.toll_name is 'Kept by tolls: name of the plaza, which lists of prices show and search.';

-- Nobody is made newer by it.
alter table public.tolls disable trigger user;
update public.tolls set priced_on = private.toll_priced_on(id) where exists (select from public.toll_prices where toll_id = tolls.id);
alter table public.tolls enable trigger user;
alter table public.toll_prices disable trigger user;
update public.toll_prices set toll_name = tolls.name from public.tolls where tolls.id = toll_id;
alter table public.toll_prices enable trigger user;

create function private.note_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.priced_on := private.toll_priced_on(new.id);
  return new;
end $$;
comment on function private.note_toll_price() is 'What a caller says about priced_on does not count.';
create trigger tolls_note_price before insert or update on public.tolls
  for each row execute function private.note_toll_price();
create trigger toll_prices_touch_toll after insert or update or delete on public.toll_prices
  for each row execute function private.touch_parent('tolls', 'toll_id');

create function private.name_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.toll_name := coalesce((select name from public.tolls where id = new.toll_id), '');
  return new;
end $$;
comment on function private.name_toll_price() is 'Copies the name of the plaza; a caller''s own does not count.';
create trigger toll_prices_name before insert or update on public.toll_prices
  for each row execute function private.name_toll_price();

create function private.rename_toll_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.toll_prices set toll_name = new.name where toll_id = new.id;
  return null;
end $$;
comment on function private.rename_toll_prices() is 'Prices follow the name of their plaza.';
create trigger tolls_rename_prices after update of name on public.tolls
  for each row when (old.name is distinct from new.name) execute function private.rename_toll_prices();

create index tolls_priced_on_idx on public.tolls (priced_on);
create index toll_prices_valid_from_idx on public.toll_prices (valid_from desc, id desc);
create index toll_prices_toll_name_trgm_idx on public.toll_prices using gin (toll_name extensions.gin_trgm_ops);

-- Managers first: a list of every price must not ask for every plaza.
drop policy "signed-in accounts read prices of tolls they see" on public.toll_prices;
create policy "signed-in accounts read prices of tolls they see, managers all" on public.toll_prices
  for select to authenticated
  using ((select private.has_permission('tolls')) or exists (select from public.tolls where tolls.id = toll_id));

alter table public.services add column checked_on date
  generated always as (coalesce(greatest(check_date, (verified_at at time zone 'America/Sao_Paulo')::date), '1900-01-01')) stored;
comment on column public.services.checked_on is 'The newer of check_date and the day of verified_at; 1900-01-01 when nobody ever looked.';
create index services_checked_on_idx on public.services (checked_on);
alter table public.emergency_contacts add column checked_on date generated always as (coalesce(check_date, '1900-01-01')) stored;
comment on column public.emergency_contacts.checked_on is 'check_date, or 1900-01-01 when nobody ever looked.';
