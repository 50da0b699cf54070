-- Compares the towns of a state with the IBGE list and brings them in line; a town with content is never deleted.
create function private.city_content(city integer) returns bigint
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.services where city_ibge = city)
    + (select count(*) from public.photo_points where city_ibge = city)
    + (select count(*) from public.clubs where city_ibge = city)
    + (select count(*) from public.region_waypoints where city_ibge = city)
    + (select count(*) from public.cities where ibge_code = city and (is_published or intro is not null))
    + (select count(*) from public.states where capital_ibge = city)
$$;
comment on function private.city_content(integer) is 'How much hangs on a town: places, photo points, clubs, stops, its own text.';

create function private.install_cities(of_state text, listed jsonb, is_run boolean) returns table (change text, ibge_code integer, name text, detail text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('city_installer') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if jsonb_array_length(listed) = 0 then
    raise exception 'an empty list would take every town away' using errcode = '22023';
  end if;
  create temporary table compared on commit drop as
  with official as (
    select * from jsonb_to_recordset(listed) as city (ibge_code integer, name text, slug text, lat double precision, lng double precision, is_capital boolean)
  ), own as (select * from public.cities where cities.state_abbr = of_state)
  select
    case
      when own.ibge_code is null then 'add'
      when official.ibge_code is null then case when private.city_content(own.ibge_code) = 0 then 'remove' else 'keep' end
      else 'update'
    end as change,
    coalesce(own.ibge_code, official.ibge_code) as ibge_code, coalesce(official.name, own.name) as name,
    concat_ws('; ',
      case when own.name <> official.name then own.name || ' → ' || official.name end,
      case when abs(own.lat - official.lat) > 0.005 or abs(own.lng - official.lng) > 0.005 then own.lat || ', ' || own.lng || ' → ' || official.lat || ', ' || official.lng end
    ) as detail,
    official.slug, official.lat, official.lng, official.is_capital
  from own full join official on official.ibge_code = own.ibge_code;
  delete from compared where compared.change = 'update' and compared.detail = '';
  if is_run then
    perform set_config('app.audit_reason', 'IBGE', true);
    delete from public.cities where cities.ibge_code in (select compared.ibge_code from compared where compared.change = 'remove');
    update public.cities set name = compared.name, lat = compared.lat, lng = compared.lng
    from compared where compared.change = 'update' and cities.ibge_code = compared.ibge_code;
    insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng, is_capital)
    select compared.ibge_code, compared.name, compared.slug, of_state, compared.lat, compared.lng, compared.is_capital
    from compared where compared.change = 'add' on conflict do nothing;
  end if;
  return query select compared.change, compared.ibge_code, compared.name, compared.detail from compared order by compared.change, compared.name;
  drop table compared;
end $$;
comment on function private.install_cities(text, jsonb, boolean) is 'add, update (name or place), remove (nothing hangs on it) and keep (not listed, but has content); addresses never change.';

create function public.install_cities(of_state text, listed jsonb, is_run boolean default false) returns table (change text, ibge_code integer, name text, detail text)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.install_cities(of_state, listed, is_run);
end;
comment on function public.install_cities(text, jsonb, boolean) is 'Shows what would change, or with is_run changes it; for those with city_installer.';
revoke execute on function public.install_cities(text, jsonb, boolean) from public, anon;
grant execute on function public.install_cities(text, jsonb, boolean) to authenticated;
