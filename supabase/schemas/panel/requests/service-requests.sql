-- What visitors and accounts send to the team: places, trip panels, takedowns and reports.

-- The number orders the requests; the random letters prevent guessing.
create function private.new_protocol() returns text
language sql volatile set search_path = '' as $$
  select 'LC-' || to_char(now() at time zone 'America/Sao_Paulo', 'YYYY')
    || '-' || lpad(nextval('private.protocol_number')::text, 6, '0')
    || '-' || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 24, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;
comment on function private.new_protocol is
  'Returns a new protocol such as LC-2026-000123-ABCDEF, without the letters I and O, which look like digits.';

create table public.service_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  kind text not null check (kind = any (private.service_request_kinds())),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  service_id uuid references public.services (id) on delete set null,
  requester_name text not null,
  requester_email text not null,
  requester_phone text,
  state_abbr char(2) not null references public.states (abbr),
  status text not null default 'received' check (status = any (private.service_request_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  result_table text check (result_table in ('services', 'clubs')),
  result_id uuid,
  undo jsonb check (jsonb_typeof(undo) = 'object'),
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale = any (private.locales())),
  adjust_asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references public.profiles (id) on delete set null,
  is_from_place boolean not null default false
);
comment on table public.service_requests is 'Requests to add, correct, claim or remove a place of the guide.';
comment on column public.service_requests.payload is 'Data about the place as sent by the form.';
comment on column public.service_requests.status_note is 'Answer of the team; readable by anyone who has the protocol.';
comment on column public.service_requests.result_id is
  'Id of the row of result_table that the request created or changed.';
comment on column public.service_requests.undo is
  'Data to undo the decision, {before, at}: the previous column values of the row, and its updated_at after the '
  'change.';
comment on column public.service_requests.locale is 'Language of the page the form was sent from.';
comment on column public.service_requests.adjust_asked_at is 'When the team last asked the sender for an adjustment.';
comment on column public.service_requests.user_id is 'Account that was signed in when the form was sent.';
comment on column public.service_requests.is_from_place is
  'The correction was proposed by an account that runs the place: its name, category and photos are applied too. Set '
  'by private.propose_place_change only.';
create index service_requests_service_id_idx on public.service_requests (service_id);
create index service_requests_state_abbr_idx on public.service_requests (state_abbr);
create index service_requests_assigned_to_idx on public.service_requests (assigned_to);
create index service_requests_status_idx on public.service_requests (status, created_at desc);
create index service_requests_created_at_idx on public.service_requests (created_at desc);
create index service_requests_decided_by_idx on public.service_requests (decided_by);
create index service_requests_user_id_idx on public.service_requests (user_id);
create unique index service_requests_place_change_idx on public.service_requests (service_id)
  where is_from_place and status in ('received', 'in_review');
alter table public.service_requests enable row level security;
grant select on public.service_requests to anon;
grant select, update on public.service_requests to authenticated;
grant all on public.service_requests to service_role;
create policy "request managers read service requests" on public.service_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer service requests" on public.service_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger service_requests_touch before update on public.service_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger service_requests_audit after update on public.service_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

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
comment on function private.guard_columns is
  'Trigger function: raises 42501 when anon or authenticated changes a column other than those of the argument '
  '(comma-separated) and updated_at.';

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger service_requests_guard before update on public.service_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger service_requests_files after delete on public.service_requests
  for each row execute function private.queue_request_photos();

-- Arguments: the column with the address, the page where the protocol is looked up. The mail contains no text
-- of the sender, and at most three mails a day go to one address, so that the forms cannot be used to send spam.
create function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  application jsonb := to_jsonb(new);
  address text := application ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''',
    tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', application ->> 'protocol', 'path', replace(tg_argv[1], '{uf}',
        lower(coalesce(application ->> 'state_abbr', '')))
    ), application ->> 'locale');
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not cancel the request.
  return null;
end $$;
comment on function private.mail_received_request is
  'Trigger function: enqueues a mail that confirms a request with its protocol.';

create trigger service_requests_mail_received after insert on public.service_requests
  for each row execute function private.mail_received_request('requester_email', '/{uf}/cadastro#consulta');

-- Undoing a decision deletes its mail from the queue, or sends a correction.
-- Argument: the statuses in which an item waits again, separated by commas.
create function private.withdraw_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answer private.answered_requests;
  decided record;
  was_sent boolean := false;
  was jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  -- A seller who applies again or a client who sends other art did not undo the decision; the next one is mailed again.
  is_undo boolean := case tg_table_name
    when 'sellers' then new.decided_at is not null
    when 'ads' then (new_row -> 'image_desktop', new_row -> 'image_mobile', new_row -> 'alt', new_row -> 'link_url')
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
        decided.data || jsonb_build_object('name', coalesce(decided.data ->> 'name', 'none'), 'protocol',
          coalesce(decided.data ->> 'protocol', 'none')), decided.locale
      );
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  -- Clears the text of the undone answer; keys that a table does not have are ignored.
  return jsonb_populate_record(new, '{"status_note": null, "answer_link": null}');
end $$;
comment on function private.withdraw_answer is
  'Trigger function: when a decision is undone, deletes its mail from the queue, or enqueues a second mail with a '
  'correction when it was already sent; argument: statuses without a decision, comma-separated.';

create trigger service_requests_withdraw before update of status on public.service_requests
  for each row when (old.status in ('approved', 'rejected') or old.adjust_asked_at is not null and new.adjust_asked_at
    is null)
  execute function private.withdraw_answer('received,in_review');
create trigger service_requests_own_club after update of status on public.service_requests
  for each row when (new.status = 'approved' and old.status <> 'approved' and new.kind = 'new'
    and new.result_table = 'clubs')
  execute function private.own_requested_club();

create function private.note_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := (select id from public.profiles where id = private.account_id());
  return new;
end $$;
comment on function private.note_sender is
  'Trigger function: the signed-in account that sends a form; null for visitors.';

create trigger service_requests_sender before insert on public.service_requests
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('service_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('service_requests', 'requester_email', 'address', 'own', 'Pedidos sobre lugares e clubes', 'delete', 17),
  ('service_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 29),
  ('service_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 30),
  ('service_requests', 'user_id', 'account', 'own', 'Pedidos sobre lugares e clubes feitos com a conta', 'delete', 90);

select
  private.declare_columns('service_requests', 'exported',
    '{id,protocol,kind,payload,service_id,requester_name,requester_email,requester_phone,state_abbr,status,
      status_note,decided_at,result_table,result_id,locale,adjust_asked_at,created_at,updated_at,user_id,
      is_from_place}'),
  private.declare_columns('service_requests', 'not_personal', '{undo}', 'what a page of the guide said before'),
  private.declare_columns('service_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, action, position) values
  ('rejected_request_files', 'public.service_requests', 'decided_at', '90 days',
    'status = ''rejected'' and private.payload_photos(payload) is not null', 'delete_photos', 50),
  ('service_requests', 'public.service_requests', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete', 60);

insert into private.file_columns (bucket, relation, names) values
  ('request-photos', 'public.service_requests', 'private.payload_photos(payload)');

create table private.answered_requests (
  request_id uuid not null,
  status text not null,
  answered_at timestamptz not null default now(),
  mail_id uuid,
  primary key (request_id, status)
);
comment on table private.answered_requests is 'Decisions about requests whose mail was enqueued.';
comment on column private.answered_requests.mail_id is
  'Id of the enqueued mail; null when it was sent before this column existed or could not be enqueued.';
alter table private.answered_requests enable row level security;

select private.declare_columns('private.answered_requests', 'not_personal',
  '{*}', 'which request was answered and when; by whom is in the request');

create table public.trip_panel_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  delivery_kind text not null check (delivery_kind = any (private.delivery_kinds())),
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
  status text not null default 'received' check (status in ('received', 'in_progress', 'ready', 'delivered',
    'cancelled')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale = any (private.locales())),
  answer_link text
    check (answer_link ~ '^https://[^\s"<>\\]+$' and char_length(answer_link) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_ends_after_it_starts check (end_on >= start_on)
);
comment on table public.trip_panel_requests is 'Applications of visitors for a trip that the team prepares.';
comment on column public.trip_panel_requests.km_per_day is
  'Distance in kilometres that the travellers want to drive per day.';
comment on column public.trip_panel_requests.locale is 'Language of the page the form was sent from.';
comment on column public.trip_panel_requests.answer_link is
  'Address of the prepared trip; the text of the answer is status_note.';
create index trip_panel_requests_user_id_idx on public.trip_panel_requests (user_id);
create index trip_panel_requests_assigned_to_idx on public.trip_panel_requests (assigned_to);
create index trip_panel_requests_status_idx on public.trip_panel_requests (status, created_at desc);
create index trip_panel_requests_decided_by_idx on public.trip_panel_requests (decided_by);
alter table public.trip_panel_requests enable row level security;
grant select on public.trip_panel_requests to anon;
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
  for each row when (old.status = any (private.finished_panel_statuses()))
    execute function private.withdraw_answer('received,in_progress');

create function private.end_trip_panel_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trip_shares set revoked_at = now()
  where created_by is null and revoked_at is null and trip_id = (select id from public.trips where request_id = old.id);
  -- Before the mail is enqueued the account has no notice of the copy, so it is deleted; afterwards it is kept.
  if not exists (select from private.answered_requests where request_id = old.id) then
    delete from public.trips
    where delivered_request_id = old.id and owner_id = old.user_id and version = 1 and created_at >= old.decided_at;
  end if;
  return new;
end $$;
comment on function private.end_trip_panel_delivery is
  'Trigger function: revokes the link of an undone or cancelled delivery, and deletes the unchanged copy in the '
  'account if its mail was not enqueued yet.';

-- Its name sorts before trip_panel_requests_withdraw, which deletes the rows of answered_requests.
create trigger trip_panel_requests_end_delivery before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered') and new.status in ('received', 'in_progress', 'cancelled'))
  execute function private.end_trip_panel_delivery();

insert into private.audit_log_permissions (entity, permission) values
  ('trip_panel_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trip_panel_requests', 'user_id', 'account', 'own', 'Pedidos de painel de viagem', 'delete', 15),
  ('trip_panel_requests', 'email', 'address', 'own', 'Pedidos de painel de viagem com este e-mail', 'delete', 16),
  ('trip_panel_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 31),
  ('trip_panel_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 32);

select
  private.declare_columns('trip_panel_requests', 'exported',
    '{id,protocol,user_id,name,email,phone,delivery_kind,start_on,end_on,origin,destination,states,cars,people,
      vehicles,km_per_day,budget,interests,needs_lodging,by_whatsapp,notes,status,status_note,decided_at,locale,
      answer_link,created_at,updated_at}'),
  private.declare_columns('trip_panel_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('trip_panel_requests', 'public.trip_panel_requests', 'coalesce(decided_at, created_at)', '5 years', 70);

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

alter table public.trips add constraint trips_request_id_fkey
  foreign key (request_id) references public.trip_panel_requests (id) on delete cascade;
alter table public.trips add constraint trips_delivered_request_id_fkey
  foreign key (delivered_request_id) references public.trip_panel_requests (id) on delete set null;

-- The form of a place may wish a plan.
create function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.service_requests;
  wish jsonb := '{}';
begin
  perform private.check_payload(payload);
  application.kind := private.choice_field(payload, 'kind', private.service_request_kinds());
  application.state_abbr := private.state_field(payload, 'state_abbr', true);
  application.service_id := private.uuid_field(payload, 'service_id', application.kind <> 'new');
  application.requester_name := private.text_field(payload, 'requester_name', 120, true);
  application.requester_email := private.email_field(payload, 'requester_email', true);
  application.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, application.kind = 'new');
  perform private.text_field(payload, 'message', 4000, application.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if application.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse_request('category_key');
  end if;
  if application.service_id is not null and not exists (
    select from public.services where id = application.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse_request('service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing' and is_active and application.kind
      in ('new', 'claim');
    if wish is null then
      perform private.refuse_request('plan_id');
    end if;
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone,
    payload)
  values (
    application.kind, application.state_abbr, application.service_id,
    application.requester_name, application.requester_email, application.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone',
      'plan_id', 'plan_name'] || wish
  )
  returning protocol into application.protocol;
  return application.protocol;
end $$;
comment on function private.file_service_request is
  'Stores a request about a place; required fields: kind, state_abbr, requester_name and requester_email; for a new '
  'place also name and category_key, otherwise service_id and message; optional: plan_id, the wished plan of a new or '
  'claimed place; raises invalid_request.';

create function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = ''
begin atomic
  select set_config('app.request_locale', coalesce((
    select locale from unnest(private.locales()) as locale where locale = payload ->> 'locale'
  ), ''), true);
end;
comment on function private.use_request_locale is
  'Sets the language (app.request_locale) with which the row of this transaction is stored.';

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
    private.choice_field(payload, 'delivery_kind', private.delivery_kinds()),
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
comment on function private.file_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; required fields: name, email, delivery_kind, '
  'origin, destination and consent, and phone when by_whatsapp is true; raises invalid_request.';

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
comment on function private.file_takedown_request is
  'Stores a takedown claim and returns its protocol; required fields: url, claimant_name, email, reason and '
  'declares_truth; raises invalid_request.';

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
  'page_path and reporter_email; raises invalid_request.';

create function private.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  existing public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return private.refused('invalid');
  end if;
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.refused('forbidden');
  end if;
  if expected_version is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), application, btrim(save_requested_trip.plan ->> 'title'), state,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into existing from public.trips where request_id = application for update;
  answer := private.store_trip(existing, expected_version, save_requested_trip.plan, save_requested_trip.route, state);
  if answer ->> 'outcome' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = application and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.save_requested_trip is
  'Stores the trip of an application until it is delivered; the first save takes the application into preparation.';

create function private.copy_trip_panel(account uuid, panel public.trips) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- As in private.require_trip_owner: saves of the account wait, so that each counts the trips of the others.
  perform from public.profiles where id = account for no key update;
  if not private.has_room_for_trip(account) then
    return 'full';
  end if;
  insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route, delivered_request_id)
  values (gen_random_uuid(), account, panel.title, panel.state_abbr, panel.start_on, panel.plan, panel.route,
    panel.request_id);
  return 'account';
end $$;
comment on function private.copy_trip_panel is
  'Copies the trip of an application into an account; answers account, or full when the account has no room and only '
  'the link remains.';

create function private.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  answer_text text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = application for update;
  if panel.id is null or panel.route is null then
    return private.refused('trip_unfinished');
  elsif panel.version is distinct from deliver_trip_panel.version then
    return private.refused('trip_changed');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, parts)
  values (
    share, panel.id, deliver_trip_panel.token_hash, 'view',
    now() + make_interval(days => private.trip_link_days()), private.share_parts()
  );
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, decided_by = private.account_id(),
    decided_at = now() where id = application;
  return private.saved(jsonb_build_object('status', 'ready', 'place', place));
end $$;
comment on function private.deliver_trip_panel is
  'Answers an application with its planned trip: a link to read it for 365 days and a copy in the account that '
  'applied, if there is one.';

create function private.trip_panel_share(application uuid) returns table (id uuid, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select share.id, share.expires_at from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where trip.request_id = application and share.created_by is null and share.revoked_at is null
    and share.expires_at > now()
  order by share.created_at desc, share.id limit 1
$$;
comment on function private.trip_panel_share is
  'The open link of a delivered trip panel; the server derives its token from the id.';

create function private.notify_trip_panel(application uuid, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select asked.user_id, 'Seu painel de viagem está pronto', trip.name, '/painel#pedidos', jsonb_build_object(
    'en', jsonb_build_object('title', 'Your trip panel is ready', 'body', trip.name),
    'es', jsonb_build_object('title', 'Tu panel de viaje está listo', 'body', trip.name)
  )
  from public.trip_panel_requests as asked
  join public.profiles on profiles.id = asked.user_id and profiles.blocked_at is null and profiles.notify_in_app
  cross join lateral (select asked.origin || ' → ' || asked.destination as name) as trip
  where asked.id = application and notify_trip_panel.status = 'ready'
$$;
comment on function private.notify_trip_panel is
  'Adds a notice for the account whose application for a trip panel was answered; nothing for other applications and '
  'statuses.';

create function private.read_own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security definer set search_path = '' as $$
  select found.* from (
    select application.id, 'trip_panel' as kind, application.protocol,
      application.origin || ' → ' || application.destination as title,
      null as state_abbr,
      application.status, application.status_note, application.created_at, application.answer_link,
        share.id as share_id,
        share.expires_at as share_expires_at,
      (
        select trips.id from public.trips
        where delivered_request_id = application.id and owner_id = application.user_id and deleted_at is null
          order by trips.created_at desc, trips.id limit 1
      ) as trip_id
    from public.trip_panel_requests as application
      left join lateral private.trip_panel_share(application.id) as share on true
    where application.user_id = (select private.account_id())
    union all
    select application.id, case when application.payload ->> 'subject' = 'club' then 'club' else application.kind end,
      application.protocol,
      coalesce(application.payload ->> 'name', service.name), application.state_abbr, application.status,
        application.status_note,
        application.created_at, null, null, null, null
    from public.service_requests as application
      left join public.services as service on service.id = application.service_id
    where application.user_id = (select private.account_id())
    union all
    select id, 'takedown', protocol, url, null, status, status_note, created_at, null, null, null, null
    from public.takedown_requests where user_id = (select private.account_id())
    union all
    select id, 'ad_lead', protocol, company, state_abbr, status, status_note, created_at, null, null, null, null
    from public.ad_leads where user_id = (select private.account_id())
  ) as found
  order by found.created_at desc, found.id limit 100
$$;
comment on function private.read_own_requests is
  'The 100 newest applications of the caller; those sent without signing in are found by protocol only.';

create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null, null::uuid
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link,
    (select share.id from private.trip_panel_share(application.id) as share)
  from public.trip_panel_requests as application where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null, null
  from public.takedown_requests where protocol = wanted
$$;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('place_requests');
  select private.use_request_locale(payload);
  select private.file_service_request(payload - 'locale');
end;
comment on function public.submit_service_request is
  'Stores a request about a place and returns its protocol; anyone may call it; raises feature_off or '
  'invalid_request.';
grant execute on function public.submit_service_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.use_request_locale(payload);
  select private.file_trip_panel_request(payload);
end;
comment on function public.submit_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; anyone may call it; raises feature_off or '
  'invalid_request.';
grant execute on function public.submit_trip_panel_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_takedown_request(payload);
end;
comment on function public.submit_takedown_request is
  'Stores a claim to a work shown on the portal and returns its protocol; anyone may call it; raises invalid_request.';
grant execute on function public.submit_takedown_request to anon, authenticated, service_role;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_report(payload);
end;
comment on function public.submit_report is
  'Stores a report of an error on a page; anyone may call it; raises invalid_request.';
grant execute on function public.submit_report to anon, authenticated, service_role;

create policy "request managers read the photos of requests" on storage.objects
  for select to authenticated
  using (bucket_id = 'request-photos' and (select private.has_permission('service_requests')));
create policy "request managers delete photos of places" on storage.objects
  for delete to authenticated
  using (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
create policy "request managers add photos of places" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('request-photos', 'request-photos', false, 5242880, '{image/jpeg,image/png,image/webp}');

create function public.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(application, expected_version, plan, route, state);
comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: saved, conflict, gone, or refused with forbidden or '
  'invalid; forbidden once it is delivered or cancelled.';
grant execute on function public.save_requested_trip to authenticated, service_role;

create function public.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.deliver_trip_panel(application, version, share, token_hash, answer);
comment on function public.deliver_trip_panel is
  'Delivers the saved trip of an application: {outcome: decided | already | missing | trip_unfinished | trip_changed, '
  'place: account | full | link}.';
grant execute on function public.deliver_trip_panel to authenticated, service_role;

create function public.own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_requests();
end;
comment on function public.own_requests is
  'Applications of the caller with their answers, the newest first; share_id is the open link of a delivered trip '
  'panel.';
grant execute on function public.own_requests to authenticated, service_role;

create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status is
  'Status of an application for anyone who has its protocol number; no personal data. share_id: the open link of a '
  'delivered trip panel.';
grant execute on function public.request_status to anon, authenticated, service_role;
