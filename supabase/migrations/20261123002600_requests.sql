-- Forms of visitors: places, trip panels, advertising, reviews, takedowns and reports. Every table is written by a
-- function that checks the payload.

create sequence private.protocol_number;

-- The number orders the requests; the random letters prevent guessing.
create function private.new_protocol() returns text
language sql volatile set search_path = '' as $$
  select 'LC-' || to_char(now() at time zone 'America/Sao_Paulo', 'YYYY')
    || '-' || lpad(nextval('private.protocol_number')::text, 6, '0')
    || '-' || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 24, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;
comment on function private.new_protocol() is 'LC-2026-000123-ABCDEF, without letters that look like digits.';

create function private.refuse_request(field text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'invalid_request' using detail = field;
end $$;
comment on function private.refuse_request(text) is 'Ends the request; the detail names the field to look at.';

create function private.check_payload(payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform private.refuse_request('payload');
  end if;
end $$;
comment on function private.check_payload(jsonb) is 'An object of at most 20 kB.';

create function private.text_field(payload jsonb, key text, max_length integer, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(btrim(payload ->> key, E' \t\r\n'), '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.text_field(jsonb, text, integer, boolean) is 'A trimmed text of the payload; null when empty.';

create function private.choice_field(payload jsonb, key text, choices text[], required boolean default true) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, 60, required);
begin
  if value is not null and value <> all (choices) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.pattern_field(payload jsonb, key text, max_length integer, pattern text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, max_length, required);
begin
  if value !~ pattern then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.email_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 254, '^[^@\s]+@[^@\s]+\.[^@\s]+$', required)
$$;

create function private.phone_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 30, '^\+?[0-9 ().-]{8,}$', required)
$$;

create function private.date_field(payload jsonb, key text) returns date
language plpgsql set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 10, '^\d{4}-\d{2}-\d{2}$')::date;
exception when datetime_field_overflow then
  perform private.refuse_request(key);
end $$;

create function private.whole_field(payload jsonb, key text, lowest integer, highest integer, required boolean default false) returns integer
language plpgsql set search_path = '' as $$
declare
  value numeric := case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end;
begin
  if (value is null and (required or coalesce(jsonb_typeof(payload -> key), 'null') <> 'null'))
    or value <> trunc(value) or value not between lowest and highest
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.whole_field(jsonb, text, integer, integer, boolean) is 'A whole number of the payload between two others.';

create function private.flag_field(payload jsonb, key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(payload -> key), 'null') not in ('boolean', 'null') then
    perform private.refuse_request(key);
  end if;
  return coalesce((payload ->> key)::boolean, false);
end $$;

create function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse_request(key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120
  ) then
    perform private.refuse_request(key);
  end if;
  return array(select jsonb_array_elements_text(list));
end $$;
comment on function private.texts_field(jsonb, text, integer) is 'A list of at most so many short texts.';

create function private.state_field(payload jsonb, key text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := upper(private.text_field(payload, key, 2, required));
begin
  if value is not null and not exists (select from public.states where abbr = value) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.uuid_field(payload jsonb, key text, required boolean default false) returns uuid
language sql set search_path = '' as $$
  select private.pattern_field(
    payload, key, 36, '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', required
  )::uuid
$$;

-- The team answers and assigns a request but cannot change what the sender wrote.
create function private.guard_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  open_columns text[] := string_to_array(tg_argv[0], ',') || 'updated_at'::text;
begin
  if current_user in ('anon', 'authenticated') and to_jsonb(new) - open_columns <> to_jsonb(old) - open_columns then
    raise exception 'only % of % may be changed', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_columns() is 'Argument: the columns a signed-in account may change, comma-separated.';

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
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  result_table text check (result_table in ('services', 'clubs')),
  result_id uuid,
  undo jsonb check (jsonb_typeof(undo) = 'object'),
  locale text default nullif(current_setting('app.request_locale', true), '') check (locale in ('pt-BR', 'en-US', 'es-419')),
  adjust_asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.service_requests is 'Requests to add, correct, claim or remove a place of the guide.';
comment on column public.service_requests.payload is 'What was said about the place, as the form sent it.';
comment on column public.service_requests.status_note is 'Answer of the team; whoever holds the protocol reads it.';
comment on column public.service_requests.result_id is 'The row this request made or changed.';
comment on column public.service_requests.undo is 'What the row held before, and its updated_at after: {before, at}.';
comment on column public.service_requests.locale is 'Language of the page the form was sent from.';
comment on column public.service_requests.adjust_asked_at is 'When the team last asked the sender for an adjustment.';

create index service_requests_service_id_idx on public.service_requests (service_id);
create index service_requests_state_abbr_idx on public.service_requests (state_abbr);
create index service_requests_assigned_to_idx on public.service_requests (assigned_to);
create index service_requests_status_idx on public.service_requests (status, created_at desc);
create index service_requests_created_at_idx on public.service_requests (created_at desc);
create index service_requests_decided_by_idx on public.service_requests (decided_by);

alter table public.service_requests enable row level security;
grant select, update on public.service_requests to authenticated;
grant all on public.service_requests to service_role;

create policy "request managers read service requests" on public.service_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer service requests" on public.service_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

-- Arguments: the column with the address, the page where the protocol is looked up. The mail contains no text
-- of the sender, and at most three mails a day go to one address, so that the forms cannot be used to send spam.
create function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request jsonb := to_jsonb(new);
  address text := request ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''', tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', request ->> 'protocol', 'path', replace(tg_argv[1], '{uf}', lower(coalesce(request ->> 'state_abbr', '')))
    ), request ->> 'locale');
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not cancel the request.
  return null;
end $$;
comment on function private.mail_received_request() is 'Confirms a request by mail with its protocol.';

create table private.answered_requests (
  request_id uuid not null,
  status text not null,
  answered_at timestamptz not null default now(),
  mail_id uuid,
  primary key (request_id, status)
);
comment on table private.answered_requests is 'Decisions about requests whose mail was enqueued.';
comment on column private.answered_requests.mail_id is 'The enqueued mail; null when it left before this column existed or could not be sent.';

alter table private.answered_requests enable row level security;

-- Undoing a decision deletes its mail from the queue, or sends a correction.
-- Argument: the statuses in which an item waits again, separated by commas.
create function private.withdraw_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answer private.answered_requests;
  decided record;
  was_sent boolean := false;
  was jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
  -- A seller who applies again or a client who sends other art did not undo the decision; the next one is mailed again.
  is_undo boolean := case tg_table_name
    when 'sellers' then new.decided_at is not null
    when 'ads' then (given -> 'image_desktop', given -> 'image_mobile', given -> 'alt', given -> 'link_url')
      = (was -> 'image_desktop', was -> 'image_mobile', was -> 'alt', was -> 'link_url') and private.is_staff()
    else true
  end;
begin
  if new.status <> all (string_to_array(tg_argv[0], ',')) then
    return new;
  elsif not is_undo then
    delete from private.answered_requests where request_id = old.id;
    return new;
  end if;
  -- This trigger runs before the row changes, so the function still returns what was mailed.
  select * into decided from private.decided_requests() where request_id = old.id;
  for answer in
    delete from private.answered_requests
    where request_id = old.id and (status = 'adjust') = (coalesce(decided.status, '') = 'adjust') returning *
  loop
    was_sent := was_sent or not coalesce(private.cancel_mail(answer.mail_id), false);
  end loop;
  if was_sent and decided.email is not null then
    begin
      perform private.enqueue_mail(
        decided.email, 'decision_withdrawn',
        decided.data || jsonb_build_object('name', coalesce(decided.data ->> 'name', 'none'), 'protocol', coalesce(decided.data ->> 'protocol', 'none')), decided.locale
      );
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  -- Clears the text of the undone answer; keys that a table does not have are ignored.
  return jsonb_populate_record(new, '{"status_note": null, "answer_link": null}');
end $$;
comment on function private.withdraw_answer() is 'Withdraws the mail of a decision that is taken back, or corrects it by a second mail when it has left.';

create trigger service_requests_touch before update on public.service_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger service_requests_audit after update on public.service_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger service_requests_guard before update on public.service_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger service_requests_files after delete on public.service_requests
  for each row execute function private.queue_request_photos();
create trigger service_requests_mail_received after insert on public.service_requests
  for each row execute function private.mail_received_request('requester_email', '/{uf}/cadastro#consulta');
create trigger service_requests_withdraw before update of status on public.service_requests
  for each row when (old.status in ('approved', 'rejected') or old.adjust_asked_at is not null and new.adjust_asked_at is null)
  execute function private.withdraw_answer('received,in_review');

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

create function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = '' as $$
  select set_config('app.request_locale', case when payload ->> 'locale' in ('pt-BR', 'en-US', 'es-419') then payload ->> 'locale' else '' end, true)
$$;
comment on function private.use_request_locale(jsonb) is 'The language that the row of this transaction is stored with.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('place_requests');
  select private.use_request_locale(payload);
  select private.file_service_request(payload - 'locale');
end;
comment on function public.submit_service_request(jsonb) is 'Sends a request about a place and answers its protocol.';
grant execute on function public.submit_service_request(jsonb) to anon, authenticated, service_role;

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
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '') check (locale in ('pt-BR', 'en-US', 'es-419')),
  answer_link text
    check (answer_link ~ '^https://[^\s"<>\\]+$' and char_length(answer_link) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_ends_after_it_starts check (end_on >= start_on)
);
comment on table public.trip_panel_requests is 'Trips somebody asks the team to prepare.';
comment on column public.trip_panel_requests.km_per_day is 'The pace they want.';
comment on column public.trip_panel_requests.locale is 'Language of the page the form was sent from.';
comment on column public.trip_panel_requests.answer_link is 'Address of the prepared trip; the text of the answer is status_note.';

create index trip_panel_requests_user_id_idx on public.trip_panel_requests (user_id);
create index trip_panel_requests_assigned_to_idx on public.trip_panel_requests (assigned_to);
create index trip_panel_requests_status_idx on public.trip_panel_requests (status, created_at desc);
create index trip_panel_requests_decided_by_idx on public.trip_panel_requests (decided_by);

alter table public.trip_panel_requests enable row level security;
grant select, update on public.trip_panel_requests to authenticated;
grant all on public.trip_panel_requests to service_role;

create policy "request managers read trip panel requests" on public.trip_panel_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer trip panel requests" on public.trip_panel_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

create trigger trip_panel_requests_touch before update on public.trip_panel_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger trip_panel_requests_audit after update on public.trip_panel_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger trip_panel_requests_guard before update on public.trip_panel_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger trip_panel_requests_mail_received after insert on public.trip_panel_requests
  for each row execute function private.mail_received_request('email', '/solicitar-painel-viagem');
create trigger trip_panel_requests_withdraw before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered', 'cancelled')) execute function private.withdraw_answer('received,in_progress');

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
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
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

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.use_request_locale(payload);
  select private.file_trip_panel_request(payload);
end;
comment on function public.submit_trip_panel_request(jsonb) is 'Asks for a trip to be prepared and answers the protocol.';
grant execute on function public.submit_trip_panel_request(jsonb) to anon, authenticated, service_role;

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
  locale text default nullif(current_setting('app.request_locale', true), '') check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ad_leads is 'Companies that want to advertise.';
comment on column public.ad_leads.interest is 'Plan or format they asked about.';
comment on column public.ad_leads.seller_ref is 'The ref of the address they came by, credited to a seller by the team.';
comment on column public.ad_leads.locale is 'Language of the page the form was sent from.';

create index ad_leads_state_abbr_idx on public.ad_leads (state_abbr);
create index ad_leads_assigned_to_idx on public.ad_leads (assigned_to);
create index ad_leads_status_idx on public.ad_leads (status, created_at desc);
create index ad_leads_decided_by_idx on public.ad_leads (decided_by);

alter table public.ad_leads enable row level security;
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

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_ad_lead(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_ad_lead(payload);
end;
comment on function public.submit_ad_lead(jsonb) is 'Leaves the contact of a company that wants to advertise and answers the protocol.';
grant execute on function public.submit_ad_lead(jsonb) to anon, authenticated, service_role;

create table public.app_reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  nps integer check (nps between 0 and 10),
  topic text check (topic in ('content', 'maps', 'speed', 'app', 'events', 'services', 'other')),
  text text,
  name text,
  contact text,
  publish_ok boolean not null default false,
  app_version text,
  device text,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden')),
  reply text check (char_length(reply) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint review_is_published_with_consent check (status <> 'published' or publish_ok)
);
comment on table public.app_reviews is 'What people think of the portal. Strangers read the published ones through published_app_reviews().';
comment on column public.app_reviews.contact is 'E-mail or phone, for an answer; never shown.';
comment on column public.app_reviews.name is 'The name shown with a published review.';

create index app_reviews_status_idx on public.app_reviews (status, created_at desc);
create index app_reviews_created_at_idx on public.app_reviews (created_at desc);
create index app_reviews_decided_by_idx on public.app_reviews (decided_by);

alter table public.app_reviews enable row level security;
revoke update on public.app_reviews from authenticated;
grant select on public.app_reviews to authenticated;
grant all on public.app_reviews to service_role;

create policy "review managers read app reviews" on public.app_reviews
  for select to authenticated using ((select private.has_permission('app_reviews')));

create trigger app_reviews_touch before update on public.app_reviews
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger app_reviews_audit after update on public.app_reviews
  for each row execute function private.write_audit('id', 'status,reply');

create function private.file_app_review(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.app_reviews (user_id, rating, nps, topic, text, name, contact, publish_ok, app_version, device) values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.whole_field(payload, 'rating', 1, 5, true),
    private.whole_field(payload, 'nps', 0, 10),
    private.choice_field(payload, 'topic', array['content', 'maps', 'speed', 'app', 'events', 'services', 'other'], false),
    private.text_field(payload, 'text', 4000),
    private.text_field(payload, 'name', 80),
    private.text_field(payload, 'contact', 254),
    private.flag_field(payload, 'publish_ok'),
    private.text_field(payload, 'app_version', 40),
    private.text_field(payload, 'device', 200)
  )
  -- One review per account: a second one replaces the first and is moderated again.
  on conflict (user_id) do update set
    rating = excluded.rating, nps = excluded.nps, topic = excluded.topic, text = excluded.text, name = excluded.name,
    contact = excluded.contact, publish_ok = excluded.publish_ok, app_version = excluded.app_version,
    device = excluded.device, status = 'pending';
end $$;
comment on function private.file_app_review(jsonb) is 'rating 1–5; nps, topic, text, name, contact and publish_ok when given.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_app_review(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('reviews');
  select private.file_app_review(payload);
end;
comment on function public.submit_app_review(jsonb) is 'Rates the portal.';
grant execute on function public.submit_app_review(jsonb) to anon, authenticated, service_role;

create function private.read_published_app_reviews(max_rows integer) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select id, rating, topic, text, name, reply, created_at
  from public.app_reviews
  where status = 'published' and text is not null
  order by created_at desc, id
  limit least(greatest(max_rows, 1), 100)
$$;

create function public.published_app_reviews(max_rows integer default 20) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_published_app_reviews(max_rows);
end;
comment on function public.published_app_reviews(integer) is 'Published reviews, newest first, without personal data.';
grant execute on function public.published_app_reviews(integer) to anon, authenticated, service_role;

create function private.read_app_rating() returns table (average numeric, total bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(rating), 1), count(*) from public.app_reviews where status <> 'hidden'
$$;

create function public.app_rating() returns table (average numeric, total bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_app_rating();
end;
comment on function public.app_rating() is 'Average and number of all ratings, hidden ones aside; average is null before the first.';
grant execute on function public.app_rating() to anon, authenticated, service_role;

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
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '') check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.takedown_requests is 'Claims that something shown here belongs to somebody else.';
comment on column public.takedown_requests.evidence is 'Where the original can be seen.';
comment on column public.takedown_requests.locale is 'Language of the page the form was sent from.';

create index takedown_requests_assigned_to_idx on public.takedown_requests (assigned_to);
create index takedown_requests_status_idx on public.takedown_requests (status, created_at desc);
create index takedown_requests_decided_by_idx on public.takedown_requests (decided_by);

alter table public.takedown_requests enable row level security;
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
  for each row when (old.status in ('accepted', 'rejected')) execute function private.withdraw_answer('received,in_review');

create function private.file_takedown_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  -- The claimant must declare that the claim is true.
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

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_takedown_request(payload);
end;
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
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '') check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.reports is 'Something on a page is wrong, says a reader.';
comment on column public.reports.subject_id is 'Id of the row, IBGE code of a city, path of a page.';
comment on column public.reports.locale is 'Language of the page the form was sent from.';

create index reports_subject_idx on public.reports (subject_type, subject_id);
create index reports_status_idx on public.reports (status, created_at desc);
create index reports_decided_by_idx on public.reports (decided_by);

alter table public.reports enable row level security;
revoke update on public.reports from authenticated;
grant select on public.reports to authenticated;
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

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_report(payload);
end;
comment on function public.submit_report(jsonb) is 'Reports something wrong on a page.';
grant execute on function public.submit_report(jsonb) to anon, authenticated, service_role;

create function private.cancel_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  cancelled boolean;
begin
  delete from private.outbox where id = mail and job = 'send-mail';
  if found then
    return true;
  elsif to_regclass('pgboss.job') is null then
    return false;
  end if;
  execute 'with gone as (delete from pgboss.job where id = $1 and name = ''send-mail'' and state::text in (''created'', ''retry'') returning 1) select exists (select from gone)'
    into cancelled using mail;
  return cancelled;
end $$;
comment on function private.cancel_mail(uuid) is 'Deletes a mail that has not left; false when it has.';

-- Photos sent with a request. Without an insert policy only the server adds files, after checking them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('request-photos', 'request-photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create policy "request managers read the photos of requests" on storage.objects
  for select to authenticated
  using (bucket_id = 'request-photos' and (select private.has_permission('service_requests')));
