-- Templates of forms and contracts with their versions.

create table public.form_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  kind text not null check (kind in ('registration', 'contract', 'service', 'panel')),
  registration_kind text check (registration_kind in ('publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial')),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(name || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.form_templates is 'Contracts and forms the team fills in for others.';
comment on column public.form_templates.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

alter table public.form_templates enable row level security;
grant select, insert, update, delete on public.form_templates to authenticated;
grant all on public.form_templates to service_role;

create policy "template managers read templates" on public.form_templates
  for select to authenticated using ((select private.has_permission('form_templates')));
create policy "template managers add templates" on public.form_templates
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update templates" on public.form_templates
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete templates" on public.form_templates
  for delete to authenticated using ((select private.has_permission('form_templates')));

create trigger form_templates_touch before update on public.form_templates
  for each row execute function private.touch_updated_at();
create trigger form_templates_audit after insert or update or delete on public.form_templates
  for each row execute function private.write_audit('id');

create table public.form_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.form_templates (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '',
  body_en text,
  body_es text,
  schema jsonb not null default '[]' check (jsonb_typeof(schema) = 'array'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deferred, so that two versions can exchange their numbers.
  unique (template_id, version) deferrable initially deferred
);
comment on table public.form_template_versions is 'Texts of a template; one that was published stays as it is.';
comment on column public.form_template_versions.body is 'Clauses in Markdown with variables such as {{nome}}.';
comment on column public.form_template_versions.schema is '[{name, label, kind, required}]: what the variables ask for.';

alter table public.form_template_versions enable row level security;
grant select, insert, update, delete on public.form_template_versions to authenticated;
grant all on public.form_template_versions to service_role;

create policy "template managers read template versions" on public.form_template_versions
  for select to authenticated using ((select private.has_permission('form_templates')));
create policy "template managers add template versions" on public.form_template_versions
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update template versions" on public.form_template_versions
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete template versions" on public.form_template_versions
  for delete to authenticated using ((select private.has_permission('form_templates')));

create function private.keep_published_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' and exists (select from public.form_templates where id = old.template_id)
    or tg_op = 'UPDATE' and (new.title, new.body, new.body_en, new.body_es, new.schema, new.template_id, new.published_at)
      is distinct from (old.title, old.body, old.body_en, old.body_es, old.schema, old.template_id, old.published_at)
  ) then
    raise exception 'a published version stays as it is' using errcode = '23514', constraint = 'published_version_stays', column = 'published_at';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger form_template_versions_stay before update or delete on public.form_template_versions
  for each row execute function private.keep_published_version();
create trigger form_template_versions_touch before update on public.form_template_versions
  for each row execute function private.touch_updated_at();
create trigger form_template_versions_audit after insert or update or delete on public.form_template_versions
  for each row execute function private.write_audit('id');

insert into private.trail_permissions (entity, permission) values
  ('form_templates', 'form_templates'),
  ('form_template_versions', 'form_templates'),
  ('notification_campaigns', 'notifications'),
  ('approval_tokens', 'service_requests');
