create table public.takedown_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  url text not null,
  claimant_name text not null,
  email text not null,
  phone text,
  reason text not null,
  evidence text,
  status text not null default 'received' check (status in ('received', 'in_review', 'accepted', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.takedown_requests is 'Claims that something shown here belongs to somebody else.';
comment on column public.takedown_requests.evidence is 'Where the original can be seen.';

create index takedown_requests_assigned_to_idx on public.takedown_requests (assigned_to);
create index takedown_requests_status_idx on public.takedown_requests (status, created_at desc);

alter table public.takedown_requests enable row level security;
grant select, update on public.takedown_requests to authenticated;
grant all on public.takedown_requests to service_role;

create policy "website editors read takedown requests" on public.takedown_requests
  for select to authenticated using ((select private.has_permission('website_content')));
create policy "website editors answer takedown requests" on public.takedown_requests
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));

create trigger takedown_requests_guard before update on public.takedown_requests
  for each row execute function private.guard_columns('status,status_note,assigned_to');
create trigger takedown_requests_touch before update on public.takedown_requests
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger takedown_requests_audit after update on public.takedown_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

create function private.file_takedown_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  -- A claim against somebody else's work stands on the word of whoever makes it.
  if not private.flag_field(payload, 'declares_truth') then
    perform private.refuse_request('declares_truth');
  end if;
  insert into public.takedown_requests (url, claimant_name, email, phone, reason, evidence) values (
    private.text_field(payload, 'url', 500, true),
    private.text_field(payload, 'claimant_name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone'),
    private.text_field(payload, 'reason', 4000, true),
    private.text_field(payload, 'evidence', 2000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_takedown_request(jsonb) is 'url, claimant_name, email, reason and declares_truth.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.file_takedown_request(payload);
comment on function public.submit_takedown_request(jsonb) is 'Claims a work shown here and answers the protocol.';
grant execute on function public.submit_takedown_request(jsonb) to anon, authenticated, service_role;

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('region', 'city', 'service', 'photo_point', 'club', 'post', 'page')),
  subject_id text not null,
  reason text not null check (reason in ('wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other')),
  text text,
  page_path text,
  reporter_email text,
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  status_note text check (char_length(status_note) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.reports is 'Something on a page is wrong, says a reader.';
comment on column public.reports.subject_id is 'Id of the row, IBGE code of a city, path of a page.';

create index reports_subject_idx on public.reports (subject_type, subject_id);
create index reports_status_idx on public.reports (status, created_at desc);

alter table public.reports enable row level security;
grant select, update on public.reports to authenticated;
grant all on public.reports to service_role;

create policy "request managers read reports" on public.reports
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer reports" on public.reports
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

create trigger reports_guard before update on public.reports
  for each row execute function private.guard_columns('status,status_note');
create trigger reports_touch before update on public.reports
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger reports_audit after update on public.reports
  for each row execute function private.write_audit('id', 'status,status_note');

create function private.file_report(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.reports (subject_type, subject_id, reason, text, page_path, reporter_email) values (
    private.choice_field(payload, 'subject_type', array['region', 'city', 'service', 'photo_point', 'club', 'post', 'page']),
    private.text_field(payload, 'subject_id', 300, true),
    private.choice_field(payload, 'reason', array['wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other']),
    private.text_field(payload, 'text', 2000),
    private.pattern_field(payload, 'page_path', 300, '^/'),
    private.email_field(payload, 'reporter_email')
  );
end $$;
comment on function private.file_report(jsonb) is 'subject_type, subject_id and reason; text, page_path and reporter_email when given.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
return private.file_report(payload);
comment on function public.submit_report(jsonb) is 'Reports something wrong on a page.';
grant execute on function public.submit_report(jsonb) to anon, authenticated, service_role;

create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at
  from public.trip_panel_requests where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at
  from public.takedown_requests where protocol = wanted
$$;
create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status(text) is 'Where a request stands, for whoever holds its protocol; no personal data.';
grant execute on function public.request_status(text) to anon, authenticated, service_role;
