-- Clubs of owners of classic cars.

create table public.clubs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  makes text[] not null default '{}',
  story text not null default '',
  meeting_rule text,
  website text check (website ~ '^https?://'),
  instagram text check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  sources text[] not null default '{}',
  check_date date,
  status text not null default 'draft' check (status in ('draft', 'to_confirm', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shown_club_has_a_source check (status = 'draft' or cardinality(sources) > 0)
);
comment on table public.clubs is 'Clubs of old cars.';
comment on column public.clubs.status is 'to_confirm: shown with the mark that its record is old and the club has not answered yet.';
comment on column public.clubs.check_date is 'When the sources were read.';
comment on column public.clubs.translations is '{en: {story, meeting_rule}, es: {…}}';
comment on column public.clubs.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

create index clubs_state_abbr_idx on public.clubs (state_abbr, name);
create index clubs_city_ibge_idx on public.clubs (city_ibge);
create index clubs_updated_at_idx on public.clubs (updated_at desc);

alter table public.clubs enable row level security;
grant select on public.clubs to anon;
grant select, insert, update, delete on public.clubs to authenticated;
grant all on public.clubs to service_role;

create policy "anonymous visitors read clubs that are shown" on public.clubs
  for select to anon using (status in ('to_confirm', 'published') and deleted_at is null);
create policy "signed-in accounts read clubs that are shown, club editors all" on public.clubs
  for select to authenticated
  using ((status in ('to_confirm', 'published') and deleted_at is null) or (select private.has_permission('clubs')));
create policy "club editors add clubs" on public.clubs
  for insert to authenticated with check ((select private.has_permission('clubs')));
create policy "club editors update clubs" on public.clubs
  for update to authenticated
  using ((select private.has_permission('clubs')))
  with check ((select private.has_permission('clubs')));
create policy "club editors delete clubs" on public.clubs
  for delete to authenticated using ((select private.has_permission('clubs')));

create trigger clubs_touch before update on public.clubs
  for each row execute function private.touch_updated_at();
create trigger clubs_audit after insert or update or delete on public.clubs
  for each row execute function private.write_audit('id');
create trigger clubs_search_insert after insert on public.clubs referencing new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_update after update on public.clubs referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_delete after delete on public.clubs referencing old table as old_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_duplicates after insert or update or delete on public.clubs
  for each row execute function private.note_duplicates();
