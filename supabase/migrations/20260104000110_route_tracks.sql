-- Where a route really runs, from an imported recording, and its photos.
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
comment on function private.is_track(jsonb) is '[[lat, lng], …] with 2 to 2000 points in Brazil.';

create function private.are_pictures(paths text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(paths) <= 30 and not exists (select from unnest(paths) as path where path is null or path !~ '^(https://|/)\S+$')
$$;
comment on function private.are_pictures(text[]) is 'Addresses of at most 30 pictures.';

alter table public.regions
  add column track jsonb check (track is null or private.is_track(track)),
  add column photos text[] not null default '{}' check (private.are_pictures(photos));
comment on column public.regions.track is '[[lat, lng], …] from an imported recording, simplified; null draws the straight lines between the stops.';
comment on column public.regions.photos is 'Addresses of pictures in the order they are shown.';
