-- What the badges of an event print and which model its certificates use.

alter table public.events
  add column badge_size text not null default 'a6' check (badge_size in ('a6', 'card', 'label')),
  add column badge_hidden text[] not null default '{}' check (badge_hidden <@ array['poster', 'club', 'car', 'town', 'people', 'stand', 'date']),
  add column certificate_template_id uuid references public.certificate_templates (id) on delete set null,
  add column certificate_hours numeric(4, 1) check (certificate_hours between 0.5 and 999);
comment on column public.events.badge_size is 'Size of a badge when nobody chooses another one.';
comment on column public.events.badge_hidden is 'Lines and pictures that the badges of this event leave out.';
comment on column public.events.certificate_template_id is 'Model that is selected first when certificates are issued.';
comment on column public.events.certificate_hours is 'Hours that are filled in first when certificates are issued.';
create index events_certificate_template_id_idx on public.events (certificate_template_id);
select private.declare_columns('events', 'not_personal', '{badge_size,badge_hidden,certificate_template_id,certificate_hours}', 'settings of the event');

alter table public.certificate_templates add column search_name text generated always as (private.fold(name)) stored;
comment on column public.certificate_templates.search_name is 'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';

-- Event managers choose the model of an event without being able to change or issue anything.
drop policy "certificate managers and designers read models" on public.certificate_templates;
create policy "event and certificate managers and designers read models" on public.certificate_templates
  for select to authenticated using (
    (select private.designs_certificates()) or (select private.manages_certificates()) or (select private.manages_registrations())
  );

create or replace function private.badge_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'event_id', event.id, 'status', registration.status, 'badge_version', registration.badge_version, 'full_name', registration.full_name,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'town', registration.town, 'state_abbr', registration.state_abbr,
    'club', registration.club, 'company', registration.company, 'places', registration.places,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('id', vehicle.id, 'make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'event', jsonb_build_object('slug', event.slug, 'title', event.title, 'translations', event.translations, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr, 'venue', event.venue, 'poster_path', event.poster_path,
      'has_votes', event.votes_open_at is not null, 'badge_size', event.badge_size, 'badge_hidden', to_jsonb(event.badge_hidden))
  )
  from public.event_registrations as registration
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  where registration.id = badge_of.registration
$$;

create function private.badge_sample(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  return (
    select private.badge_of(registration.id) from public.event_registrations as registration
    where registration.event_id = badge_sample.event and registration.status = 'confirmed'
    order by registration.created_at, registration.id limit 1
  );
end $$;
comment on function private.badge_sample(uuid) is 'The badge of the first confirmed registration of an event; null while nobody is confirmed.';

create function public.badge_sample(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.badge_sample(event);
comment on function public.badge_sample(uuid) is 'For event managers: what the badge of the first confirmed registration shows, without its code.';
revoke execute on function public.badge_sample(uuid) from public, anon;
grant execute on function public.badge_sample(uuid) to authenticated, service_role;
