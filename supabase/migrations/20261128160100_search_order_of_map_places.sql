-- The class that a search names first comes first: tyre shops before other workshops for "borracharia".

create or replace function public.find_map_places(words text, classes text[], in_state text, max_rows integer) returns table (
  id uuid, kind text, class text, name text, state_abbr text, town text, town_slug text, lat double precision,
  lng double precision, source text, source_date text
)
language sql stable security invoker set search_path = '' as $$
  with towns as (
    select ibge_code, btrim(left(words, char_length(words) - char_length(search_name))) as rest
    from public.cities
    where words = search_name or words like '% ' || search_name
    order by char_length(search_name) desc, ibge_code
    limit 5
  ), found as (
    select place, 1 as rank from towns
    join public.map_places as place on place.city_ibge = towns.ibge_code
    where (classes is null or place.class = any (classes)) and case when towns.rest = '' then classes is not null
      else place.search_name like '%' || towns.rest || '%' end
    union all
    select place, 2 from public.map_places as place
    where (words = '' and classes is not null or char_length(words) >= 4)
      and (classes is null or place.class = any (classes))
      and (in_state is null or place.state_abbr = upper(in_state))
      and place.search_name like '%' || words || '%'
  ), ranked as (
    select distinct on ((place).id) (place).*, rank from found
    where in_state is null or (place).state_abbr = upper(in_state)
    order by (place).id, rank
  )
  select ranked.id, ranked.kind, ranked.class, ranked.name, ranked.state_abbr::text, cities.name, cities.slug,
    ranked.lat, ranked.lng, ranked.source, ranked.source_date
  from ranked
  left join public.cities on cities.ibge_code = ranked.city_ibge
  order by ranked.rank, words <> '' and not starts_with(ranked.search_name, words),
    array_position(classes, ranked.class), ranked.search_name, ranked.id
  limit least(greatest(max_rows, 1), 50)
$$;
