-- Errors on pages that readers report.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type = any (private.complaint_subjects())),
  subject_id text not null,
  reason text not null check (reason = any (private.complaint_reasons())),
  text text,
  page_path text,
  reporter_email text,
  status text not null default 'open' check (status = any (private.complaint_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale = any (private.locales())),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.reports is 'Errors on pages, reported by readers.';
comment on column public.reports.subject_id is 'Id of the row, IBGE code of a city, path of a page.';
comment on column public.reports.locale is 'Language of the page the form was sent from.';
create index reports_subject_idx on public.reports (subject_type, subject_id);
create index reports_status_idx on public.reports (status, created_at desc);
create index reports_decided_by_idx on public.reports (decided_by);
alter table public.reports enable row level security;
grant select on public.reports to anon, authenticated;
grant all on public.reports to service_role;
create policy "review moderators read reports" on public.reports
  for select to authenticated using ((select private.has_permission('reviews')));
create trigger reports_touch before update on public.reports
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger reports_audit after update on public.reports
  for each row execute function private.write_audit('id', 'status,status_note');
create trigger reports_withdraw before update of status on public.reports
  for each row when (old.status in ('resolved', 'dismissed')) execute function private.withdraw_answer('open');

insert into private.audit_log_permissions (entity, permission) values
  ('reports', 'reviews');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('reports', 'reporter_email', 'address', 'own', 'Erros relatados', 'clear', 19),
  ('reports', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 37);

select
  private.declare_columns('reports', 'exported',
    '{id,subject_type,subject_id,reason,text,page_path,reporter_email,status,status_note,decided_at,locale,
      created_at,updated_at}'),
  private.declare_columns('reports', 'withheld', '{decided_by}', 'another person: who answered');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('reports', 'public.reports', 'coalesce(decided_at, created_at)', '5 years', 100);

create function private.file_report(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.reports (subject_type, subject_id, reason, text, page_path, reporter_email) values (
    private.choice_field(payload, 'subject_type', private.complaint_subjects()),
    private.text_field(payload, 'subject_id', 300, true),
    private.choice_field(payload, 'reason', private.complaint_reasons()),
    private.text_field(payload, 'text', 2000),
    private.pattern_field(payload, 'page_path', 300, '^/'),
    private.email_field(payload, 'reporter_email')
  );
end $$;
comment on function private.file_report is
  'Stores a report of an error on a page; required fields: subject_type, subject_id and reason; optional: text, '
  'page_path and reporter_email; refuses an invalid field.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_report(payload);
end;
comment on function public.submit_report is
  'Stores a report of an error on a page; anyone may call it; refuses an invalid field.';
grant execute on function public.submit_report to anon, authenticated, service_role;
