-- The day on which an editor checked a route or a town, and the roads that the tow of a road operator serves.

create function private.are_served_roads(roads text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(roads) <= 40 and not exists (
    select from unnest(roads) as road
    where road is null or char_length(road) > 160
      or road !~ '^[A-Z]{2,3}-[0-9]{2,3}(: [^:()]+ \([A-Z]{2}\) – [^:()]+ \([A-Z]{2}\))?$'
  )
$$;
comment on function private.are_served_roads is
  'Whether each item is a road (BA-099) or a stretch of one between two towns (BR-153: Gurupi (TO) – Anápolis (GO)).';

alter table public.cities add column check_date date;
comment on column public.cities.check_date is 'Day on which an editor last compared the page with its sources.';

alter table public.regions add column check_date date;
comment on column public.regions.check_date is 'Day on which an editor last compared the page with its sources.';

alter table public.services
  add column served_roads text[] not null default '{}' check (private.are_served_roads(served_roads));
comment on column public.services.served_roads is
  'Roads, or stretches of them between two towns, outside of which a tow service does not come (the help of a road '
  'operator); empty: it comes anywhere.';
