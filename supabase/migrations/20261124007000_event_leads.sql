-- People and companies that the team invites to events, and texts that announce an event.

create table public.event_leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('organizer', 'sponsor', 'food_truck', 'exhibitor', 'club')),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  contact_name text check (char_length(contact_name) <= 120),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  email text check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  state_abbr char(2) references public.states (abbr),
  stage text not null default 'new' check (stage in ('new', 'contacted', 'negotiating', 'won', 'lost')),
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
comment on table public.event_leads is 'Organisers, sponsors, food trucks, exhibitors and clubs that the team contacts. Deleted two years after the last change or activity.';
comment on column public.event_leads.phone_key is 'Digits of the telephone without the code of Brazil: equal in two rows of the same number.';
comment on column public.event_leads.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';
comment on column public.event_leads.event_id is 'The event the contact is about, when there is one.';

create index event_leads_stage_idx on public.event_leads (stage, next_contact_on);
create index event_leads_phone_key_idx on public.event_leads (phone_key);
create index event_leads_email_idx on public.event_leads (lower(email));
create index event_leads_owner_id_idx on public.event_leads (owner_id);
create index event_leads_event_id_idx on public.event_leads (event_id);
create index event_leads_state_abbr_idx on public.event_leads (state_abbr);
create index event_leads_updated_at_idx on public.event_leads (updated_at desc);

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

create table public.event_ad_drafts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience in ('visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs')),
  tone text not null check (tone in ('direct', 'friendly', 'formal')),
  channel text not null check (channel in ('whatsapp', 'instagram', 'email', 'sms', 'radio')),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  text text not null check (text !~ '^\s*$' and char_length(text) <= 2200),
  status text not null default 'draft' check (status in ('draft', 'approved', 'discarded')),
  approved_by uuid references public.profiles (id) on delete set null,
  approved_at timestamptz,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint approved_text_has_its_time check ((status = 'approved') = (approved_at is not null))
);
comment on table public.event_ad_drafts is 'Texts that announce an event. Only approved ones are offered on the promotion page.';
comment on column public.event_ad_drafts.status is 'Changed by private.decide_ad_draft; a changed text is a draft again.';
create index event_ad_drafts_event_id_idx on public.event_ad_drafts (event_id, status, created_at desc);
create index event_ad_drafts_approved_by_idx on public.event_ad_drafts (approved_by);
create index event_ad_drafts_created_by_idx on public.event_ad_drafts (created_by);
create index event_ad_drafts_created_at_idx on public.event_ad_drafts (created_at desc);

alter table public.event_leads enable row level security;
alter table public.lead_activities enable row level security;
alter table public.event_ad_drafts enable row level security;
revoke all on public.event_leads, public.lead_activities, public.event_ad_drafts from anon, authenticated;
grant select, insert, update, delete on public.event_leads to authenticated;
grant select, insert on public.lead_activities to authenticated;
grant select, insert, update on public.event_ad_drafts to authenticated;
grant all on public.event_leads, public.lead_activities, public.event_ad_drafts to service_role;

create policy "prospecting staff reads leads" on public.event_leads
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds leads" on public.event_leads
  for insert to authenticated with check ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff updates leads" on public.event_leads
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_prospecting')))
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff deletes leads" on public.event_leads
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff reads activities" on public.lead_activities
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds activities in its own name" on public.lead_activities
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting')) and created_by = (select private.account_id()));
create policy "announcement staff reads texts, event managers approved ones" on public.event_ad_drafts
  for select to authenticated
  using (
    (select private.is_staff())
    and ((select private.has_permission('event_ai_ads')) or (status = 'approved' and (select private.has_permission('events'))))
  );
create policy "announcement staff adds texts in its own name" on public.event_ad_drafts
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads')) and created_by = (select private.account_id()));
create policy "announcement staff updates texts" on public.event_ad_drafts
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_ai_ads')))
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads')));

create function private.reopen_ad_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.status := 'draft';
  new.approved_by := null;
  new.approved_at := null;
  return new;
end $$;
comment on function private.reopen_ad_draft() is 'Trigger function: an approval is for the text as it was read.';

create function private.decide_ad_draft(draft uuid, decision text, seen timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_ad_drafts;
begin
  if not (private.is_staff() and private.has_permission('event_ai_ads')) then
    raise exception 'only announcement staff' using errcode = '42501';
  elsif decision is null or decision not in ('draft', 'approved', 'discarded') then
    raise exception 'unknown decision' using errcode = '22023';
  end if;
  select * into one from public.event_ad_drafts where id = draft for update;
  if one.id is null then
    return 'missing';
  elsif seen is not null and one.updated_at <> seen then
    return 'changed';
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return decision;
end $$;
comment on function private.decide_ad_draft(uuid, text, timestamptz) is 'Approves, discards or reopens a text; seen is the updated_at of the text that was read.';

create function public.decide_ad_draft(draft uuid, decision text, seen timestamptz) returns text
language sql volatile security invoker set search_path = ''
return private.decide_ad_draft(draft, decision, seen);
comment on function public.decide_ad_draft(uuid, text, timestamptz) is 'For announcement staff: approves, discards or reopens a text; answers missing or changed when it was not decided.';
revoke execute on function public.decide_ad_draft(uuid, text, timestamptz) from public, anon;
grant execute on function public.decide_ad_draft(uuid, text, timestamptz) to authenticated;

create trigger event_leads_server_columns before insert or update on public.event_leads
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_leads_touch before update on public.event_leads
  for each row execute function private.touch_updated_at();
create trigger event_leads_audit after insert or update or delete on public.event_leads
  for each row execute function private.write_audit('id', 'id,kind,stage,state_abbr,owner_id,next_contact_on,event_id');
create trigger lead_activities_server_columns before insert or update on public.lead_activities
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_ad_drafts_functions_only before insert or update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('status,approved_by,approved_at', '{"status": "draft"}');
create trigger event_ad_drafts_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('event_id,audience,tone,channel,locale', '{}');
create trigger event_ad_drafts_server_columns before insert or update on public.event_ad_drafts
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_ad_drafts_touch before update on public.event_ad_drafts
  for each row execute function private.touch_updated_at();
-- After the guards, which compare what the request gave.
create trigger event_ad_drafts_reopen before update on public.event_ad_drafts
  for each row when (old.text is distinct from new.text) execute function private.reopen_ad_draft();
create trigger event_ad_drafts_audit after insert or update or delete on public.event_ad_drafts
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_leads', 'event_prospecting'), ('event_ad_drafts', 'event_ai_ads');
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (270, 'event_leads', 'public.event_leads',
    'greatest(updated_at, (select max(activity.created_at) from public.lead_activities as activity where activity.lead_id = event_leads.id))',
    '2 years', 'true', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('event_leads', 'email', 'address', 'own', 'Contatos comerciais de eventos', 'delete'),
  ('event_leads', 'owner_id', 'account', 'work', 'Trabalho na equipe', 'unlink'),
  ('lead_activities', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink'),
  ('event_ad_drafts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink'),
  ('event_ad_drafts', 'approved_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select
  private.declare_columns('event_leads', 'exported', '{id,kind,name,contact_name,phone,email,state_abbr,stage,source,note,created_at,updated_at}'),
  private.declare_columns('event_leads', 'withheld', '{owner_id}', 'another person: who contacts'),
  private.declare_columns('event_leads', 'not_personal', '{next_contact_on,event_id,phone_key,search_name}', 'made by the portal'),
  private.declare_columns('lead_activities', 'exported', '{id,lead_id,kind,created_at}'),
  private.declare_columns('lead_activities', 'withheld', '{text,created_by}', 'another person: the contact, and who wrote'),
  private.declare_columns('event_ad_drafts', 'exported', '{id,event_id,audience,tone,channel,locale,text,status,approved_at,created_at,updated_at}'),
  private.declare_columns('event_ad_drafts', 'withheld', '{created_by,approved_by}', 'another person: who wrote and who approved');
