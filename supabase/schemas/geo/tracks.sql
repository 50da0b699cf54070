-- Lines of routes and recorded drives: which values are valid.

-- A track is the path of a route from an imported recording.
create function private.is_track(track jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(track) = 'array' and jsonb_array_length(track) between 2 and 2000 and not exists (
    select from jsonb_array_elements(track) as point
    where case
      when jsonb_typeof(point) <> 'array' or jsonb_array_length(point) <> 2 then true
      when jsonb_typeof(point -> 0) <> 'number' or jsonb_typeof(point -> 1) <> 'number' then true
      else not ((point ->> 0)::numeric between -34 and 6 and (point ->> 1)::numeric between -74 and -28)
    end
  )
$$;
comment on function private.is_track is 'Whether a value is [[lat, lng], …] with 2 to 2000 points in Brazil.';

create function private.is_track_piece(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(points) is distinct from 'array' then false
    when jsonb_array_length(points) not between 1 and 100 then false
    else not exists (
      select from jsonb_array_elements(points) as point
      where case
        when jsonb_typeof(point) <> 'array' then true
        when jsonb_array_length(point) <> 5 then true
        when exists (
          select from jsonb_array_elements(point) with ordinality as value (content, place)
          where jsonb_typeof(content) <> 'number' and not (place = 5 and content = 'null')
        ) then true
        else (point ->> 0)::numeric not between 0 and 10000000 or (point ->> 0)::numeric % 1 <> 0
          or (point ->> 1)::numeric not between -9000000 and 9000000
          or (point ->> 2)::numeric not between -18000000 and 18000000
          or (point ->> 3)::numeric not between 0 and 1000
          or coalesce((point ->> 4)::numeric, 0) not between -500 and 9000
      end
    )
  end
$$;
comment on function private.is_track_piece is
  'Whether a value is 1 to 100 points [tenths of a second since the start, latitude and longitude in 1/100,000 '
  'degree, accuracy in metres, altitude in metres or null].';

-- The limit of the device is lower (lib/travel/tracks/rules.ts), so that rounding never refuses a recorded piece.
create function private.is_plausible_track(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select from (
      select seconds, lat, lng, lag(seconds) over way as seconds_before, lag(lat) over way as lat_before, lag(lng)
        over way as lng_before
      from (
        select (point ->> 0)::double precision / 10 as seconds, (point ->> 1)::double precision / 100000 as lat,
          (point ->> 2)::double precision / 100000 as lng, place
        from jsonb_array_elements(points) with ordinality as one (point, place)
      ) as read
      window way as (order by place)
    ) as step
    where seconds_before is not null and (
      seconds <= seconds_before
      or private.metres_between(lat_before, lng_before, lat, lng) > 500 + (seconds - seconds_before) * 300000 / 3600
    )
  )
$$;
comment on function private.is_plausible_track is
  'Whether the times of some points increase and no step is faster than 300 km/h; 500 m are always possible.';
