create table public.service_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  kind text not null check (kind in ('new', 'correction', 'claim', 'removal')),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  service_id uuid references public.services (id) on delete set null,
  requester_name text not null,
  requester_email text not null,
  requester_phone text,
  state_abbr char(2) not null references public.states (abbr),
  status text not null default 'received' check (status in ('received', 'in_review', 'approved', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.service_requests is 'Requests to add, correct, claim or remove a place of the guide.';
comment on column public.service_requests.payload is 'What was said about the place, as the form sent it.';
comment on column public.service_requests.status_note is 'Answer of the team; whoever holds the protocol reads it.';

create index service_requests_service_id_idx on public.service_requests (service_id);
create index service_requests_state_abbr_idx on public.service_requests (state_abbr);
create index service_requests_assigned_to_idx on public.service_requests (assigned_to);
create index service_requests_status_idx on public.service_requests (status, created_at desc);

alter table public.service_requests enable row level security;
grant select, update on public.service_requests to authenticated;
grant all on public.service_requests to service_role;

create policy "request managers read service requests" on public.service_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer service requests" on public.service_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

create trigger service_requests_guard before update on public.service_requests
  for each row execute function private.guard_columns('status,status_note,assigned_to');
create trigger service_requests_touch before update on public.service_requests
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger service_requests_audit after update on public.service_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

create function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.service_requests;
begin
  perform private.check_payload(payload);
  request.kind := private.choice_field(payload, 'kind', array['new', 'correction', 'claim', 'removal']);
  request.state_abbr := private.state_field(payload, 'state_abbr', true);
  request.service_id := private.uuid_field(payload, 'service_id', request.kind <> 'new');
  request.requester_name := private.text_field(payload, 'requester_name', 120, true);
  request.requester_email := private.email_field(payload, 'requester_email', true);
  request.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, request.kind = 'new');
  perform private.text_field(payload, 'message', 4000, request.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if request.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse_request('category_key');
  end if;
  if request.service_id is not null and not exists (
    select from public.services where id = request.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse_request('service_id');
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone, payload)
  values (
    request.kind, request.state_abbr, request.service_id,
    request.requester_name, request.requester_email, request.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone']
  )
  returning protocol into request.protocol;
  return request.protocol;
end $$;
comment on function private.file_service_request(jsonb) is
  'kind, state_abbr, requester_name, requester_email; name and category_key of a new place, service_id and message otherwise.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.file_service_request(payload);
comment on function public.submit_service_request(jsonb) is 'Sends a request about a place and answers its protocol.';
grant execute on function public.submit_service_request(jsonb) to anon, authenticated, service_role;
