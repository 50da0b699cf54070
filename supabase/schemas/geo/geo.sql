-- Distances.

create function private.metres_between(lat_a double precision, lng_a double precision, lat_b double precision,
  lng_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat_b - lat_a) / 2) ^ 2 + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_b - lng_a) / 2) ^
      2
  )))
$$;
