create table public.trip_panel_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  delivery_kind text not null check (delivery_kind in ('digital', 'print', 'both')),
  start_on date,
  end_on date,
  origin text not null,
  destination text not null,
  states text[] not null default '{}',
  cars integer not null default 1 check (cars between 1 and 500),
  people integer not null default 1 check (people between 1 and 2000),
  vehicles text[] not null default '{}',
  km_per_day integer check (km_per_day between 20 and 1500),
  budget text,
  interests text[] not null default '{}',
  needs_lodging boolean not null default false,
  by_whatsapp boolean not null default false,
  notes text,
  status text not null default 'received' check (status in ('received', 'in_progress', 'ready', 'delivered', 'cancelled')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_ends_after_it_starts check (end_on >= start_on)
);
comment on table public.trip_panel_requests is 'Trips somebody asks the team to prepare.';
comment on column public.trip_panel_requests.km_per_day is 'The pace they want.';

create index trip_panel_requests_user_id_idx on public.trip_panel_requests (user_id);
create index trip_panel_requests_assigned_to_idx on public.trip_panel_requests (assigned_to);
create index trip_panel_requests_status_idx on public.trip_panel_requests (status, created_at desc);

alter table public.trip_panel_requests enable row level security;
grant select, update on public.trip_panel_requests to authenticated;
grant all on public.trip_panel_requests to service_role;

create policy "request managers read trip panel requests" on public.trip_panel_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer trip panel requests" on public.trip_panel_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

create trigger trip_panel_requests_guard before update on public.trip_panel_requests
  for each row execute function private.guard_columns('status,status_note,assigned_to');
create trigger trip_panel_requests_touch before update on public.trip_panel_requests
  for each row execute function private.touch_updated_at();
-- Personal data stays out of the trail.
create trigger trip_panel_requests_audit after update on public.trip_panel_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

create function private.file_trip_panel_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
  start_on date;
  end_on date;
begin
  perform private.check_payload(payload);
  start_on := private.date_field(payload, 'start_on');
  end_on := private.date_field(payload, 'end_on');
  if end_on < start_on then
    perform private.refuse_request('end_on');
  end if;
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  if exists (
    select from unnest(private.texts_field(payload, 'states', 27)) as wanted (abbr)
    where not exists (select from public.states where states.abbr = upper(wanted.abbr))
  ) then
    perform private.refuse_request('states');
  end if;
  insert into public.trip_panel_requests (
    user_id, name, email, phone, delivery_kind, start_on, end_on, origin, destination, states, cars, people, vehicles,
    km_per_day, budget, interests, needs_lodging, by_whatsapp, notes
  ) values (
    (select profiles.id from public.profiles where profiles.id = (select auth.uid())),
    private.text_field(payload, 'name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone', private.flag_field(payload, 'by_whatsapp')),
    private.choice_field(payload, 'delivery_kind', array['digital', 'print', 'both']),
    start_on,
    end_on,
    private.text_field(payload, 'origin', 160, true),
    private.text_field(payload, 'destination', 160, true),
    array(select upper(abbr) from unnest(private.texts_field(payload, 'states', 27)) as abbr),
    coalesce(private.whole_field(payload, 'cars', 1, 500), 1),
    coalesce(private.whole_field(payload, 'people', 1, 2000), 1),
    private.texts_field(payload, 'vehicles', 50),
    private.whole_field(payload, 'km_per_day', 20, 1500),
    private.text_field(payload, 'budget', 120),
    private.texts_field(payload, 'interests', 20),
    private.flag_field(payload, 'needs_lodging'),
    private.flag_field(payload, 'by_whatsapp'),
    private.text_field(payload, 'notes', 4000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_trip_panel_request(jsonb) is
  'name, email, delivery_kind, origin, destination and consent; a phone when the answer should come by WhatsApp.';

-- Bound to the private function when it is created: callers need no way into schema private.
create function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.file_trip_panel_request(payload);
comment on function public.submit_trip_panel_request(jsonb) is 'Asks for a trip to be prepared and answers the protocol.';
grant execute on function public.submit_trip_panel_request(jsonb) to anon, authenticated, service_role;
