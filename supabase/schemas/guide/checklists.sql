-- Templates of checklists that the team writes.

create table public.checklist_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$'),
  is_public boolean not null default false,
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null default 'public_trip'
  check (kind = any (private.checklist_kinds()))
);
comment on table public.checklist_templates is
  'Checklist templates: the public ones are the travel checklist, the others belong to the driver''s log.';
comment on column public.checklist_templates.is_public is 'Whether visitors and accounts see the list.';
comment on column public.checklist_templates.translations is '{en: {title}, es: {title}}';
comment on column public.checklist_templates.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.checklist_templates.kind is
  'public_trip is the list of /checklist-viagem; the others are offered for the cars of an account.';
alter table public.checklist_templates enable row level security;
grant select on public.checklist_templates to anon;
grant select, insert, update, delete on public.checklist_templates to authenticated;
grant all on public.checklist_templates to service_role;
create policy "anonymous visitors read public checklists" on public.checklist_templates
  for select to anon using (is_public);
create policy "signed-in accounts read public checklists, website editors all" on public.checklist_templates
  for select to authenticated using (is_public or (select private.has_permission('website_content')));
create policy "website editors add checklists" on public.checklist_templates
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update checklists" on public.checklist_templates
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete checklists" on public.checklist_templates
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger checklist_templates_touch before update on public.checklist_templates
  for each row execute function private.touch_updated_at();
create trigger checklist_templates_audit after insert or update or delete on public.checklist_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('checklist_templates', 'website_content');

select private.declare_columns('checklist_templates', 'not_personal', '{*}', 'published texts');

create table public.checklist_template_items (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.checklist_templates (id) on delete cascade,
  position integer not null check (position > 0),
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  section_key text not null check (section_key ~ '^[a-z]+(_[a-z]+)*$'),
  section text not null check (section !~ '^\s*$'),
  text text not null check (text !~ '^\s*$'),
  why text not null default '',
  car_kinds text[] not null default '{}' check (private.are_words(car_kinds)),
  trip_kinds text[] not null default '{}' check (private.are_words(trip_kinds)),
  terrains text[] not null default '{}' check (private.are_words(terrains)),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  answer text not null default 'check' check (answer = any (private.checklist_answers())),
  unit text not null default '' check (char_length(unit) <= 20),
  choices text not null default '' check (char_length(choices) <= 600),
  suggests_maintenance boolean not null default true,
  unique (template_id, position),
  unique (template_id, key)
);
comment on table public.checklist_template_items is 'Items of a checklist; an empty list of kinds means all of them.';
comment on column public.checklist_template_items.key is 'Key under which a device stores whether the item is ticked.';
comment on column public.checklist_template_items.section is
  'Heading of the group section_key, such as documents, safety, fluids or tyres.';
comment on column public.checklist_template_items.translations is '{en: {section, text, why, unit, choices}, es: {…}}';
comment on column public.checklist_template_items.answer is
  'What is noted beside the status: nothing, a number with unit, one of choices, a text.';
comment on column public.checklist_template_items.choices is 'One choice in each line.';
comment on column public.checklist_template_items.suggests_maintenance is
  'Whether a failure offers a maintenance task.';
alter table public.checklist_template_items enable row level security;
grant select on public.checklist_template_items to anon;
grant select, insert, update, delete on public.checklist_template_items to authenticated;
grant all on public.checklist_template_items to service_role;

-- The subquery runs under the reader's own policies on the templates, so an item is as visible as its list.
create policy "anonymous visitors read items of checklists they see" on public.checklist_template_items
  for select to anon using (exists (select from public.checklist_templates as list where list.id = template_id));
create policy "signed-in accounts read items of checklists they see" on public.checklist_template_items
  for select to authenticated using (exists (select from public.checklist_templates as list
    where list.id = template_id));
create policy "website editors add checklist items" on public.checklist_template_items
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update checklist items" on public.checklist_template_items
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete checklist items" on public.checklist_template_items
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger checklist_template_items_touch before update on public.checklist_template_items
  for each row execute function private.touch_updated_at();
create trigger checklist_template_items_audit after insert or update or delete on public.checklist_template_items
  for each row execute function private.write_audit('id');
create trigger checklist_template_items_touch_template after insert or update or delete
  on public.checklist_template_items
  for each row execute function private.touch_parent('checklist_templates', 'template_id');

insert into private.audit_log_permissions (entity, permission) values
  ('checklist_template_items', 'website_content');

select private.declare_columns('checklist_template_items', 'not_personal', '{*}', 'published texts');
