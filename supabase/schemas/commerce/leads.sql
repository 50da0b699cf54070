-- Companies that ask for advertising, and organisers that the team contacts.

create table public.ad_leads (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  company text not null,
  contact_name text not null,
  email text not null,
  phone text,
  state_abbr char(2) references public.states (abbr),
  interest text,
  message text,
  seller_ref text,
  status text not null default 'received' check (status in ('received', 'contacted', 'won', 'lost')),
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
comment on table public.ad_leads is 'Companies that want to advertise.';
comment on column public.ad_leads.interest is 'Plan or format they asked about.';
comment on column public.ad_leads.seller_ref is
  'Parameter ref of the address that the company opened; the team assigns the lead to a seller by it.';
comment on column public.ad_leads.locale is 'Language of the page the form was sent from.';
comment on column public.ad_leads.user_id is 'Account that was signed in when the form was sent.';
create index ad_leads_state_abbr_idx on public.ad_leads (state_abbr);
create index ad_leads_assigned_to_idx on public.ad_leads (assigned_to);
create index ad_leads_status_idx on public.ad_leads (status, created_at desc);
create index ad_leads_decided_by_idx on public.ad_leads (decided_by);
create index ad_leads_user_id_idx on public.ad_leads (user_id);
alter table public.ad_leads enable row level security;
grant select on public.ad_leads to anon;
grant select, update on public.ad_leads to authenticated;
grant all on public.ad_leads to service_role;
create policy "ad managers read ad leads" on public.ad_leads
  for select to authenticated using ((select private.has_permission('ads')));
create policy "ad managers answer ad leads" on public.ad_leads
  for update to authenticated
  using ((select private.has_permission('ads')))
  with check ((select private.has_permission('ads')));
create trigger ad_leads_touch before update on public.ad_leads
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger ad_leads_audit after update on public.ad_leads
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger ad_leads_guard before update on public.ad_leads
  for each row execute function private.guard_columns('assigned_to');
create trigger ad_leads_mail_received after insert on public.ad_leads
  for each row execute function private.mail_received_request('email', '/anuncie-aqui');
create trigger ad_leads_withdraw before update of status on public.ad_leads
  for each row when (old.status = 'lost') execute function private.withdraw_answer('received,contacted');
create trigger ad_leads_sender before insert on public.ad_leads
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('ad_leads', 'ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('ad_leads', 'email', 'address', 'own', 'Contato de anunciante', 'delete', 18),
  ('ad_leads', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 33),
  ('ad_leads', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 34),
  ('ad_leads', 'user_id', 'account', 'own', 'Contatos de anunciante feitos com a conta', 'delete', 91);

select
  private.declare_columns('ad_leads', 'exported',
    '{id,protocol,company,contact_name,email,phone,state_abbr,interest,message,seller_ref,status,status_note,
      decided_at,locale,created_at,updated_at,user_id}'),
  private.declare_columns('ad_leads', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('ad_leads', 'public.ad_leads', 'coalesce(decided_at, created_at)', '5 years', 90);

create table public.event_leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind = any (private.lead_kinds())),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  contact_name text check (char_length(contact_name) <= 120),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  email text check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  state_abbr char(2) references public.states (abbr),
  stage text not null default 'new' check (stage = any (private.lead_stages())),
  owner_id uuid references public.profiles (id) on delete set null,
  next_contact_on date,
  source text check (char_length(source) <= 200),
  note text not null default '' check (char_length(note) <= 2000),
  event_id uuid references public.events (id) on delete set null,
  -- Brazilian numbers with and without the country code are the same number.
  phone_key text generated always as (
    nullif(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^55([0-9]{10,11})$', '\1'), '')
  ) stored,
  search_name text generated always as (private.fold(name || ' ' || coalesce(contact_name, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_leads is
  'Organisers, sponsors, food trucks, exhibitors and clubs that the team contacts. Deleted two years after the last '
  'change or activity.';
comment on column public.event_leads.event_id is 'The event the contact is about, when there is one.';
comment on column public.event_leads.phone_key is
  'Digits of the telephone without the code of Brazil: equal in two rows of the same number.';
comment on column public.event_leads.search_name is
  'Folded words a list is searched by: query it with like and a folded pattern.';
create index event_leads_stage_idx on public.event_leads (stage, next_contact_on);
create index event_leads_phone_key_idx on public.event_leads (phone_key);
create index event_leads_email_idx on public.event_leads (lower(email));
create index event_leads_owner_id_idx on public.event_leads (owner_id);
create index event_leads_event_id_idx on public.event_leads (event_id);
create index event_leads_state_abbr_idx on public.event_leads (state_abbr);
create index event_leads_updated_at_idx on public.event_leads (updated_at desc);
create index event_leads_created_at_idx on public.event_leads (created_at);
alter table public.event_leads enable row level security;
grant select, insert, update, delete on public.event_leads to authenticated;
grant all on public.event_leads to service_role;
create policy "prospecting staff reads leads" on public.event_leads
  for select to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds leads" on public.event_leads
  for insert to authenticated with check ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff updates leads" on public.event_leads
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_prospecting')))
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff deletes leads" on public.event_leads
  for delete to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create trigger event_leads_server_columns before insert or update on public.event_leads
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_leads_touch before update on public.event_leads
  for each row execute function private.touch_updated_at();
create trigger event_leads_audit after insert or update or delete on public.event_leads
  for each row execute function private.write_audit('id', 'id,kind,stage,state_abbr,owner_id,next_contact_on,event_id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_leads', 'event_prospecting');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_leads', 'email', 'address', 'own', 'Contatos comerciais de eventos', 'delete', 71),
  ('event_leads', 'owner_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 72);

select
  private.declare_columns('event_leads', 'exported',
    '{id,kind,name,contact_name,phone,email,state_abbr,stage,source,note,created_at,updated_at}'),
  private.declare_columns('event_leads', 'not_personal',
    '{next_contact_on,event_id,phone_key,search_name}', 'made by the portal'),
  private.declare_columns('event_leads', 'withheld', '{owner_id}', 'another person: who contacts');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_leads', 'public.event_leads',
    'greatest(updated_at, (select max(activity.created_at) from public.lead_activities as activity where activity.lead_id = event_leads.id))',
    '2 years', 270);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_leads', 'next_contact_on', 'stays', 'work of the team');

create table public.lead_activities (
  id bigint generated always as identity primary key,
  lead_id uuid not null references public.event_leads (id) on delete cascade,
  kind text not null check (kind in ('call', 'whatsapp', 'email', 'meeting', 'note', 'invitation')),
  text text not null check (text !~ '^\s*$' and char_length(text) <= 1000),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.lead_activities is 'What was done about a contact; never changed.';
create index lead_activities_lead_id_idx on public.lead_activities (lead_id, id desc);
create index lead_activities_created_by_idx on public.lead_activities (created_by);
alter table public.lead_activities enable row level security;
grant select, insert on public.lead_activities to authenticated;
grant all on public.lead_activities to service_role;
create policy "prospecting staff reads activities" on public.lead_activities
  for select to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds activities in its own name" on public.lead_activities
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting'))
    and created_by = (select private.account_id()));
create trigger lead_activities_server_columns before insert or update on public.lead_activities
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('lead_activities', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 73);

select
  private.declare_columns('lead_activities', 'exported', '{id,lead_id,kind,created_at}'),
  private.declare_columns('lead_activities', 'withheld',
    '{text,created_by}', 'another person: the contact, and who wrote');

create function private.file_ad_lead(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  insert into public.ad_leads (company, contact_name, email, phone, state_abbr, interest, message, seller_ref) values (
    private.text_field(payload, 'company', 160, true),
    private.text_field(payload, 'contact_name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone'),
    private.state_field(payload, 'state_abbr'),
    private.text_field(payload, 'interest', 120),
    private.text_field(payload, 'message', 4000),
    private.pattern_field(payload, 'seller_ref', 60, '^[A-Za-z0-9_-]+$')
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_ad_lead is
  'Stores the contact of an advertiser and returns its protocol; required fields: company, contact_name and email; '
  'refuses an invalid field.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_ad_lead(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_ad_lead(payload);
end;
comment on function public.submit_ad_lead is
  'Stores the contact of a company that wants to advertise and returns its protocol; anyone may call it; raises '
  'invalid.';
grant execute on function public.submit_ad_lead to anon, authenticated, service_role;

create function public.decide_ad_lead(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.ad_leads', 'ads', '{
  "received": {"approve": "contacted", "reject": "lost"},
  "contacted": {"approve": "won", "reject": "lost"},
  "reopen": "received"
}', id, decision, reason, expected_status);
comment on function public.decide_ad_lead is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; '
  'answers saved, conflict, or gone; raises 42501 without the permission ads, and refuses an invalid field.';
grant execute on function public.decide_ad_lead to authenticated, service_role;

create function public.lead_twins(lead uuid) returns table (id uuid, name text, stage text)
language sql stable security invoker set search_path = ''
begin atomic
  select other.id, other.name, other.stage
  from public.event_leads as one join public.event_leads as other
    on other.id <> one.id and (other.phone_key = one.phone_key or lower(other.email) = lower(one.email))
  where one.id = lead_twins.lead
  order by other.created_at, other.id limit 20;
end;
comment on function public.lead_twins is
  'For prospecting staff: other leads with the telephone or the e-mail of a lead.';
grant execute on function public.lead_twins to authenticated, service_role;

create function public.lead_conversion(since date, until date)
returns table (source text, stage text, leads bigint, invited bigint, published bigint)
language sql stable security invoker set search_path = '' begin atomic
  select coalesce(btrim(lead.source), ''), lead.stage, count(*),
    count(*) filter (where exists (
      select from public.lead_activities as activity where activity.lead_id = lead.id and activity.kind = 'invitation'
    )),
    count(*) filter (where exists (
      select from public.events as event
      where event.published_at is not null and (
        event.id = lead.event_id or lower(event.organizer_email) = lower(lead.email)
          and event.published_at > lead.created_at
      )
    ))
  from public.event_leads as lead
  where lead.created_at >= since::timestamp at time zone 'America/Sao_Paulo'
    and lead.created_at < (until + 1)::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2 order by 3 desc, 1, 2 limit 1000;
end;
comment on function public.lead_conversion is
  'For prospecting staff: leads of a period by source and stage, how many got an invitation, and for how many an '
  'event is published: their own one, or a later one with their e-mail.';
grant execute on function public.lead_conversion to authenticated, service_role;
