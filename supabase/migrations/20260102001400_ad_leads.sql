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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ad_leads is 'Companies that want to advertise.';
comment on column public.ad_leads.interest is 'Plan or format they asked about.';
comment on column public.ad_leads.seller_ref is 'The ref of the address they came by, credited to a seller by the team.';

create index ad_leads_state_abbr_idx on public.ad_leads (state_abbr);
create index ad_leads_assigned_to_idx on public.ad_leads (assigned_to);
create index ad_leads_status_idx on public.ad_leads (status, created_at desc);

alter table public.ad_leads enable row level security;
grant select, update on public.ad_leads to authenticated;
grant all on public.ad_leads to service_role;

create policy "ad managers read ad leads" on public.ad_leads
  for select to authenticated using ((select private.has_permission('ads')));
create policy "ad managers answer ad leads" on public.ad_leads
  for update to authenticated
  using ((select private.has_permission('ads')))
  with check ((select private.has_permission('ads')));

create trigger ad_leads_guard before update on public.ad_leads
  for each row execute function private.guard_columns('status,status_note,assigned_to');
create trigger ad_leads_touch before update on public.ad_leads
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger ad_leads_audit after update on public.ad_leads
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

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
comment on function private.file_ad_lead(jsonb) is 'company, contact_name and email.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_ad_lead(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.file_ad_lead(payload);
comment on function public.submit_ad_lead(jsonb) is 'Leaves the contact of a company that wants to advertise and answers the protocol.';
grant execute on function public.submit_ad_lead(jsonb) to anon, authenticated, service_role;
