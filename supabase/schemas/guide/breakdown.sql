-- Emergency numbers.

create table public.emergency_contacts (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) references public.states (abbr),
  kind text not null check (kind = any (private.emergency_contact_kinds())),
  phone text not null check (phone ~ '^[0-9+() .-]{3,30}$'),
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
comment on table public.emergency_contacts is
  'Emergency telephone numbers; a row without a state is valid in the whole country.';
comment on column public.emergency_contacts.source is 'Source of the telephone number; required.';
comment on column public.emergency_contacts.translations is '{en: {name}, es: {name}}';
comment on column public.emergency_contacts.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.emergency_contacts.checked_on is
  'Date the number was last verified: check_date, or 1900-01-01 without one.';
alter table public.emergency_contacts enable row level security;
grant select on public.emergency_contacts to anon;
grant select, insert, update, delete on public.emergency_contacts to authenticated;
grant all on public.emergency_contacts to service_role;

insert into public.emergency_contacts (position, kind, phone, name, source, translations) values
  (1, 'police', '190', 'Polícia Militar', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Police"}, "es": {"name": "Policía"}}'),
  (2, 'federal_road_police', '191', 'Polícia Rodoviária Federal', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Federal road police"}, "es": {"name": "Policía de carreteras federal"}}'),
  (3, 'ambulance', '192', 'SAMU', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Ambulance (SAMU)"}, "es": {"name": "Ambulancia (SAMU)"}}'),
  (4, 'fire', '193', 'Corpo de Bombeiros', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Fire brigade"}, "es": {"name": "Bomberos"}}');

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

insert into private.audit_log_permissions (entity, permission) values
  ('emergency_contacts', 'state_content');

select
  private.declare_columns('emergency_contacts', 'not_personal', '{*}', 'guide'),
  private.declare_columns('emergency_contacts', 'not_personal', '{phone}', 'public telephone'),
  private.declare_columns('emergency_contacts', 'not_personal', '{name}', 'name of a thing, not of a person');
