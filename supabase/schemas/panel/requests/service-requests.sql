-- What visitors send about a place or event of the guide, with the functions that all applications share.

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
    perform private.refuse('invalid', 'category_key');
  end if;
  if application.service_id is not null and not exists (
    select from public.services where id = application.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse('invalid', 'service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing'
      and private.is_plan_on_offer(publication_plans) and application.kind in ('new', 'claim');
    if wish is null then
      perform private.refuse('invalid', 'plan_id');
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
  'claimed place; refuses an invalid field.';

create function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = ''
begin atomic
  select set_config('app.request_locale', coalesce((
    select locale from unnest(private.locales()) as locale where locale = payload ->> 'locale'
  ), ''), true);
end;
comment on function private.use_request_locale is
  'Sets the language (app.request_locale) with which the row of this transaction is stored.';

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
  'invalid.';
grant execute on function public.submit_service_request to anon, authenticated, service_role;

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
