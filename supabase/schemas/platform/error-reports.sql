-- Errors that browsers report.

create table public.error_reports (
  id bigint generated always as identity primary key,
  message text not null check (char_length(message) <= 500),
  digest text not null default '' check (char_length(digest) <= 100),
  path text not null check (char_length(path) <= 300),
  occurrences integer not null default 1 check (occurrences > 0),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (message, path, digest)
);
comment on table public.error_reports is
  'Errors that the error pages of visitors reported; equal errors are counted in one row; no personal data.';
create index error_reports_last_seen_idx on public.error_reports (last_seen_at desc);
alter table public.error_reports enable row level security;
grant select, delete on public.error_reports to authenticated;
grant all on public.error_reports to service_role;
create policy "health readers read the error reports" on public.error_reports
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers delete error reports" on public.error_reports
  for delete to authenticated using ((select private.has_permission('system_health')));

select private.declare_columns('error_reports', 'not_personal', '{*}', 'message and page of an error, without account');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('error_reports', 'public.error_reports', 'last_seen_at', '30 days', 30);

create function public.report_browser_error(error_message text, error_digest text, error_path text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.error_reports (message, digest, path) values (left(error_message, 500),
    left(coalesce(error_digest, ''), 100), left(error_path, 300))
  on conflict (message, path, digest) do update set occurrences = error_reports.occurrences + 1, last_seen_at = now()
$$;
comment on function public.report_browser_error is
  'For the server only: stores or counts an error reported by the browser of a visitor.';
grant execute on function public.report_browser_error to service_role;
