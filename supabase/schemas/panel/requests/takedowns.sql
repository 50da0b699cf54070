-- Complaints about copyright: applications that content is taken down.

create table public.takedown_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  url text not null,
  claimant_name text not null,
  email text not null,
  phone text,
  reason text not null,
  evidence text,
  status text not null default 'received' check (status = any (private.claim_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale = any (private.locales())),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references public.profiles (id) on delete set null
);
comment on table public.takedown_requests is 'Claims that content of the portal belongs to another person.';
comment on column public.takedown_requests.evidence is 'Where the original can be seen.';
comment on column public.takedown_requests.locale is 'Language of the page the form was sent from.';
comment on column public.takedown_requests.user_id is 'Account that was signed in when the form was sent.';
create index takedown_requests_assigned_to_idx on public.takedown_requests (assigned_to);
create index takedown_requests_status_idx on public.takedown_requests (status, created_at desc);
create index takedown_requests_decided_by_idx on public.takedown_requests (decided_by);
create index takedown_requests_user_id_idx on public.takedown_requests (user_id);
alter table public.takedown_requests enable row level security;
grant select on public.takedown_requests to anon;
grant select, update on public.takedown_requests to authenticated;
grant all on public.takedown_requests to service_role;
create policy "request managers read takedown requests" on public.takedown_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers assign takedown requests" on public.takedown_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger takedown_requests_touch before update on public.takedown_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger takedown_requests_audit after update on public.takedown_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger takedown_requests_guard before update on public.takedown_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger takedown_requests_mail_received after insert on public.takedown_requests
  for each row execute function private.mail_received_request('email', '/direitos-autorais');
create trigger takedown_requests_withdraw before update of status on public.takedown_requests
  for each row when (old.status in ('accepted', 'rejected'))
    execute function private.withdraw_answer('received,in_review');
create trigger takedown_requests_sender before insert on public.takedown_requests
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('takedown_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('takedown_requests', 'email', 'address', 'own', 'Pedidos de retirada de conteúdo', 'keep',
    'Proof in a dispute about the work (LGPD, articles 7 VI and 16 I); deleted five years after the decision.', 20),
  ('takedown_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 35),
  ('takedown_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 36),
  ('takedown_requests', 'user_id', 'account', 'own', 'Pedidos de retirada feitos com a conta', 'unlink', null, 92);

select
  private.declare_columns('takedown_requests', 'exported',
    '{id,protocol,url,claimant_name,email,phone,reason,evidence,status,status_note,decided_at,locale,created_at,
      updated_at,user_id}'),
  private.declare_columns('takedown_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('takedown_requests', 'public.takedown_requests', 'coalesce(decided_at, created_at)', '5 years', 80);

create function private.file_takedown_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  -- The claimant must declare that the claim is true.
  if not private.flag_field(payload, 'declares_truth') then
    perform private.refuse('invalid', 'declares_truth');
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
comment on function private.file_takedown_request is
  'Stores a takedown claim and returns its protocol; required fields: url, claimant_name, email, reason and '
  'declares_truth; refuses an invalid field.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_takedown_request(payload);
end;
comment on function public.submit_takedown_request is
  'Stores a claim to a work shown on the portal and returns its protocol; anyone may call it; refuses an invalid field.';
grant execute on function public.submit_takedown_request to anon, authenticated, service_role;
