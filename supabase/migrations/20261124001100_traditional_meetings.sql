-- Meetings that happen every year and of which only the month is known: no date and no registration.

create table public.traditional_meetings (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  months integer[] not null check (cardinality(months) between 1 and 12 and months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer not null references public.cities (ibge_code),
  note text not null default '' check (char_length(note) <= 600),
  sources text[] not null default '{}' check (cardinality(sources) <= 10),
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint published_meeting_has_a_source check (status = 'draft' or cardinality(sources) > 0)
);
comment on table public.traditional_meetings is 'Yearly meetings of which only the month is known. Visitors are told to confirm the date with the organiser.';
comment on column public.traditional_meetings.months is 'Months of earlier editions, 1 to 12.';
comment on column public.traditional_meetings.translations is '{en: {name, note}, es: {…}}';
comment on column public.traditional_meetings.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

create index traditional_meetings_state_abbr_idx on public.traditional_meetings (state_abbr, name);
create index traditional_meetings_city_ibge_idx on public.traditional_meetings (city_ibge);
create index traditional_meetings_updated_at_idx on public.traditional_meetings (updated_at desc);

alter table public.traditional_meetings enable row level security;
revoke all on public.traditional_meetings from anon, authenticated;
grant select on public.traditional_meetings to anon;
grant select, insert, update, delete on public.traditional_meetings to authenticated;
grant all on public.traditional_meetings to service_role;

create policy "anonymous visitors read published meetings" on public.traditional_meetings
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published meetings, event managers all" on public.traditional_meetings
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or ((select private.is_staff()) and (select private.has_permission('events'))));
create policy "event managers add meetings" on public.traditional_meetings
  for insert to authenticated with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update meetings" on public.traditional_meetings
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete meetings" on public.traditional_meetings
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));

create trigger traditional_meetings_touch before update on public.traditional_meetings
  for each row execute function private.touch_updated_at();
create trigger traditional_meetings_audit after insert or update or delete on public.traditional_meetings
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values ('traditional_meetings', 'events');
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('traditional_meetings', '*', 'not_personal', 'guide');
select private.declare_columns('traditional_meetings', 'not_personal', '{name}', 'name of a thing, not of a person');
