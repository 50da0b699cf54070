-- Texts and emergency telephone numbers of the states, what the guide of a state lacks, and the update of its towns.

create table public.state_contents (
  state_abbr char(2) primary key references public.states (abbr),
  headline text not null,
  intro text not null,
  best_season text not null,
  how_to_arrive text not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(headline)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.state_contents is 'What the guide says about a state, in Portuguese.';
comment on column public.state_contents.translations is '{en: {headline, intro, best_season, how_to_arrive}, es: {…}}';
comment on column public.state_contents.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

alter table public.state_contents enable row level security;
grant select on public.state_contents to anon;
grant select, insert, update, delete on public.state_contents to authenticated;
grant all on public.state_contents to service_role;

create policy "anonymous visitors read the content of every state" on public.state_contents
  for select to anon using (true);
create policy "signed-in accounts read the content of every state" on public.state_contents
  for select to authenticated using (true);
create policy "state editors add state content" on public.state_contents
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update state content" on public.state_contents
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete state content" on public.state_contents
  for delete to authenticated using ((select private.has_permission('state_content')));

create trigger state_contents_touch before update on public.state_contents
  for each row execute function private.touch_updated_at();
create trigger state_contents_audit after insert or update or delete on public.state_contents
  for each row execute function private.write_audit('state_abbr');

create table public.emergency_contacts (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) references public.states (abbr),
  kind text not null check (kind in (
    'police', 'federal_road_police', 'ambulance', 'fire', 'state_road_police', 'civil_defence', 'road_operator'
  )),
  phone text not null check (phone ~ '^[0-9+() -]{3,30}$'),
  name text not null check (name !~ '^\s*$'),
  source text not null check (source !~ '^\s*$'),
  check_date date,
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  checked_on date generated always as (coalesce(check_date, '1900-01-01')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (state_abbr, kind, phone)
);
comment on table public.emergency_contacts is 'Whom to call on the road; without a state, in the whole country.';
comment on column public.emergency_contacts.source is 'Where the number was read; none is published without.';
comment on column public.emergency_contacts.translations is '{en: {name}, es: {name}}';
comment on column public.emergency_contacts.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';
comment on column public.emergency_contacts.checked_on is 'check_date, or 1900-01-01 when nobody ever looked.';

alter table public.emergency_contacts enable row level security;
grant select on public.emergency_contacts to anon;
grant select, insert, update, delete on public.emergency_contacts to authenticated;
grant all on public.emergency_contacts to service_role;

create policy "anonymous visitors read every emergency contact" on public.emergency_contacts
  for select to anon using (true);
create policy "signed-in accounts read every emergency contact" on public.emergency_contacts
  for select to authenticated using (true);
create policy "state editors add emergency contacts" on public.emergency_contacts
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update emergency contacts" on public.emergency_contacts
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete emergency contacts" on public.emergency_contacts
  for delete to authenticated using ((select private.has_permission('state_content')));

create trigger emergency_contacts_touch before update on public.emergency_contacts
  for each row execute function private.touch_updated_at();
create trigger emergency_contacts_audit after insert or update or delete on public.emergency_contacts
  for each row execute function private.write_audit('id');

-- Compares the towns of a state with the IBGE list and updates them; a town with content is never deleted.
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

-- What the guide of each state lacks, read from the indexes of the public lists and no further than needed.
-- With a limit the planner would scan the whole table, which is slow for a state without rows.
create function private.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean, in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  perform private.require_permission('state_content');
  return query
  select
    states.abbr::text, coalesce(content.headline ~ '\S', false), coalesce(content.intro ~ '\S', false),
    coalesce(content.best_season ~ '\S', false), coalesce(content.how_to_arrive ~ '\S', false),
    private.has_texts(content.translations -> 'en'), private.has_texts(content.translations -> 'es'),
    (select count(*) from public.emergency_contacts as contacts where contacts.state_abbr = states.abbr),
    (select count(*) from (
      select from public.regions where regions.state_abbr = states.abbr and regions.status = 'published' and regions.deleted_at is null limit 5
    ) as few),
    (select count(*) from (
      select from public.photo_points where photo_points.state_abbr = states.abbr and photo_points.status = 'published' and photo_points.deleted_at is null limit 1
    ) as few)
  from public.states
  left join public.state_contents as content on content.state_abbr = states.abbr
  order by states.name;
end $$;

create function private.has_texts(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(texts ->> name, '') ~ '\S'), false) from unnest(array['headline', 'intro', 'best_season', 'how_to_arrive']) as name
$$;
comment on function private.has_texts(jsonb) is 'Whether a state''s texts are all there in one language.';

create function public.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean, in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.state_completeness();
end;
comment on function public.state_completeness() is 'What the guide of each of the 27 states has, for state editors: texts, languages, phones, up to 5 published routes and up to 1 photo point.';
revoke execute on function public.state_completeness() from public, anon;
grant execute on function public.state_completeness() to authenticated, service_role;

insert into public.emergency_contacts (position, kind, phone, name, source, translations) values
  (1, 'police', '190', 'Polícia Militar', 'Anatel: serviços públicos de emergência', '{"en": {"name": "Police"}, "es": {"name": "Policía"}}'),
  (2, 'federal_road_police', '191', 'Polícia Rodoviária Federal', 'Anatel: serviços públicos de emergência', '{"en": {"name": "Federal road police"}, "es": {"name": "Policía de carreteras federal"}}'),
  (3, 'ambulance', '192', 'SAMU', 'Anatel: serviços públicos de emergência', '{"en": {"name": "Ambulance (SAMU)"}, "es": {"name": "Ambulancia (SAMU)"}}'),
  (4, 'fire', '193', 'Corpo de Bombeiros', 'Anatel: serviços públicos de emergência', '{"en": {"name": "Fire brigade"}, "es": {"name": "Bomberos"}}');
