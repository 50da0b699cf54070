-- Where a route has cobbles, for the box for drivers of old cars.

alter table public.regions add column cobbles text check (cobbles !~ '^\s*$' and char_length(cobbles) <= 300);
comment on column public.regions.cobbles is 'Where the route has cobbles or stone paving, in words; null when unknown.';
comment on column public.regions.translations is '{en: {name, summary, body, warnings: [], cobbles}, es: {…}}';
