-- Form of the instructions and positions of a rally, and when a way passes a control.

create function private.are_rally_instructions(instructions jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(instructions) is distinct from 'array' then false
    when octet_length(instructions::text) > 60000 then false
    else not exists (
      select from jsonb_array_elements(instructions) as line
      where case
        when jsonb_typeof(line) <> 'object' then true
        when jsonb_typeof(line -> 'metres') is distinct from 'number' then true
        when jsonb_typeof(line -> 'text') is distinct from 'string' then true
        when jsonb_typeof(line -> 'tulip') = 'null' or not line ? 'tulip' then false
        else jsonb_typeof(line #> '{tulip,turn}') is distinct from 'number'
          or jsonb_typeof(line #> '{tulip,others}') is distinct from 'array'
          or jsonb_typeof(line #> '{tulip,isDetailed}') is distinct from 'boolean'
          or exists (select from jsonb_array_elements(line #> '{tulip,others}') as arm
            where jsonb_typeof(arm) <> 'number')
      end
    )
  end
$$;
comment on function private.are_rally_instructions is
  'Whether a value is [{metres, text, tulip}]; tulip is {turn, others, isDetailed} or null.';

create function private.is_rally_piece(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(points) is distinct from 'array' then false
    when jsonb_array_length(points) not between 1 and private.rally_piece_points() then false
    else not exists (
      select from jsonb_array_elements(points) as point
      where case
        when jsonb_typeof(point) <> 'array' then true
        when jsonb_array_length(point) <> 3 then true
        when exists (select from jsonb_array_elements(point) as value where jsonb_typeof(value) <> 'number') then true
        else (point ->> 0)::numeric not between 1600000000000 and 9999999999999
          or (point ->> 1)::numeric not between -34 and 6
          or (point ->> 2)::numeric not between -74 and -28
      end
    )
  end
$$;
comment on function private.is_rally_piece is
  'Whether a value is some points [milliseconds since 1970, latitude, longitude] in Brazil.';

create function private.rally_approach(points jsonb, lat double precision, lng double precision, bearing integer)
  returns table (passed_at timestamptz, metres_off numeric)
language sql immutable set search_path = '' as $$
  with placed as (
    select place, (point ->> 0)::double precision as ms,
      ((point ->> 2)::double precision - rally_approach.lng) * cos(radians(rally_approach.lat)) * 111195 as east,
      ((point ->> 1)::double precision - rally_approach.lat) * 111195 as north
    from jsonb_array_elements(points) with ordinality as one (point, place)
  ),
  steps as (
    select lag(ms) over way as from_ms, ms - lag(ms) over way as step_ms, lag(east) over way as from_east,
      lag(north) over way as from_north, east - lag(east) over way as step_east, north - lag(north) over way
        as step_north
    from placed window way as (order by place)
  ),
  nearest as (
    select *, greatest(0, least(1, -(from_east * step_east + from_north * step_north)
      / (step_east ^ 2 + step_north ^ 2))) as share
    from steps
    where step_ms between 1 and 10000 and step_east ^ 2 + step_north ^ 2 > 0.01
      and (rally_approach.bearing is null
        or step_east * sin(radians(rally_approach.bearing)) + step_north * cos(radians(rally_approach.bearing)) > 0)
  ),
  reached as (
    select from_ms + share * step_ms as ms, sqrt((from_east + share * step_east) ^ 2 + (from_north + share
      * step_north) ^ 2) as metres
    from nearest
  )
  select to_timestamp(ms / 1000), round(metres::numeric, 1) from reached
  where metres <= private.rally_reach_metres() order by metres, ms limit 1
$$;
comment on function private.rally_approach is
  'When the way through some points came nearest to a control, between two points also; no row when it stayed away, '
  'went in the other direction or has a gap of more than 10 seconds there.';
