set check_function_bodies = off;

drop function private.refuse_request;

create or replace function private.refuse(reason text, field text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', reason using errcode = 'P0001', detail = coalesce(field, '');
end $$;

create or replace function private.check_payload(payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;

-- Texts of at most 160 characters have one line, as in lib/platform/form.ts.
create or replace function private.text_field(payload jsonb, key text, max_length integer, required boolean default false)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(case when max_length > 160 then private.typed_text(payload ->> key)
    else private.typed_line(payload ->> key) end, '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create or replace function private.choice_field(payload jsonb, key text, choices text[], required boolean default true)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, 60, required);
begin
  if value is not null and value <> all (choices) then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create or replace function private.pattern_field(payload jsonb, key text, max_length integer, pattern text, required boolean
  default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, max_length, required);
begin
  if value !~ pattern then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create or replace function private.date_field(payload jsonb, key text) returns date
language plpgsql set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 10, '^\d{4}-\d{2}-\d{2}$')::date;
exception when datetime_field_overflow then
  perform private.refuse('invalid', key);
end $$;

create or replace function private.whole_field(payload jsonb, key text, lowest integer, highest integer, required boolean
  default false) returns integer
language plpgsql set search_path = '' as $$
declare
  value numeric := case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end;
begin
  if (value is null and (required or coalesce(jsonb_typeof(payload -> key), 'null') <> 'null'))
    or value <> trunc(value) or value not between lowest and highest
  then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create or replace function private.flag_field(payload jsonb, key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(payload -> key), 'null') not in ('boolean', 'null') then
    perform private.refuse('invalid', key);
  end if;
  return coalesce((payload ->> key)::boolean, false);
end $$;

create or replace function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse('invalid', key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120
      or (item #>> '{}' <> '' and private.typed_line(item #>> '{}') = '')
  ) then
    perform private.refuse('invalid', key);
  end if;
  return array(select private.typed_line(item) from jsonb_array_elements_text(list) with ordinality as one (item, place)
    order by place);
end $$;

create or replace function private.state_field(payload jsonb, key text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := upper(private.text_field(payload, key, 2, required));
begin
  if value is not null and not exists (select from public.states where abbr = value) then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

create or replace function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  document text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if not private.is_document(document) then
    perform private.refuse('invalid', key);
  end if;
  return document;
end $$;

create or replace function private.moment_field(payload jsonb, key text, required boolean default false) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 40,
    '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$', required)::timestamptz;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('invalid', key);
end $$;

create or replace function private.number_field(payload jsonb, key text, lowest double precision, highest double precision)
  returns double precision
language plpgsql immutable set search_path = '' as $$
declare
  value double precision := case when jsonb_typeof(payload -> key) = 'number'
    then (payload ->> key)::numeric::double precision end;
begin
  if (value is null and coalesce(jsonb_typeof(payload -> key), 'null') <> 'null') or value
    not between lowest and highest then
    perform private.refuse('invalid', key);
  end if;
  return value;
end $$;

-- Feature flags are checked on the server too.
create or replace function private.require_feature(feature text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.app_settings where key = 'feature_' || feature and value = 'false') then
    perform private.refuse('feature_off', feature);
  end if;
end $$;

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create or replace function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role <> all (private.club_roles()) then
    perform private.refuse('invalid', 'role');
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return private.gone();
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return private.saved();
end $$;

-- The form of a place may wish a plan.
create or replace function private.file_service_request(payload jsonb) returns text
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
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing' and is_active and application.kind
      in ('new', 'claim');
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

create or replace function private.file_trip_panel_request(payload jsonb) returns text
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
    perform private.refuse('invalid', 'end_on');
  end if;
  if not private.flag_field(payload, 'consent') then
    perform private.refuse('invalid', 'consent');
  end if;
  if exists (
    select from unnest(private.texts_field(payload, 'states', 27)) as wanted (abbr)
    where not exists (select from public.states where states.abbr = upper(wanted.abbr))
  ) then
    perform private.refuse('invalid', 'states');
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

create or replace function private.file_takedown_request(payload jsonb) returns text
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

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  reason_text text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return private.gone();
  elsif decision <> all (private.approval_decisions()) or name is null or char_length(name) > 120 then
    perform private.refuse('invalid', case when name is null or char_length(name) > 120 then 'name'
      else 'decision' end);
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return private.refused(state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, reason_text, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, reason_text, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, reason_text, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'saved' then
    return private.refused(case answer ->> 'reason' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = reason_text,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return private.saved(jsonb_build_object('decision', decision, 'kind', link.subject_kind));
end $$;

create or replace function private.check_reason(decision text, reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  reason_text text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if (decision in ('reject', 'adjust') and reason_text is null) or char_length(reason_text) > 1000 then
    perform private.refuse('invalid', 'reason');
  end if;
  return reason_text;
end $$;

create or replace function private.apply_service_request(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  application public.service_requests;
  reason_text text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    perform private.refuse('invalid', 'decision');
  end if;
  select * into application from public.service_requests where id = item for update;
  if application.id is null then
    return private.gone();
  end if;
  is_decided := application.status in ('approved', 'rejected');
  if (expected_status is not null and expected_status <> application.status)
    or (case when decision = 'reopen' then not is_decided and application.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, application.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(application);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null,
      result_id = null, undo = null where id = item;
    return private.saved(jsonb_build_object('status', 'in_review', 'restored', restored));
  elsif decision in ('approve', 'publish') then
    application.result_table := case when application.kind = 'new' and application.payload ->> 'subject' = 'club'
      then 'clubs'
      else 'services' end;
    if application.kind <> 'new' then
      application.undo := private.change_place(application);
      application.result_id := application.service_id;
    elsif application.result_table = 'clubs' then
      application.result_id := private.add_club(application, place_status);
    else
      application.result_id := private.add_place(application, place_status);
    end if;
  end if;
  application.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust'
    then 'in_review' else 'approved' end;
  update public.service_requests set
    status = application.status, status_note = coalesce(reason_text, status_note),
      result_table = application.result_table,
      result_id = application.result_id, undo = application.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when application.status = 'in_review' then null else actor end,
    decided_at = case when application.status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', application.status, 'table', application.result_table, 'id',
    application.result_id));
end $$;

create or replace function private.answer_trip_panel_request(item uuid, answer text, link text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.trip_panel_requests;
  answer_text text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    perform private.refuse('invalid', 'link');
  end if;
  select * into application from public.trip_panel_requests where id = item for update;
  if application.id is null then
    return private.gone();
  elsif application.status not in ('received', 'in_progress')
    or (expected_status is not null and expected_status <> application.status) then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return private.saved(jsonb_build_object('status', 'ready'));
end $$;

create or replace function private.registration_answers(fields jsonb, answers jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field jsonb;
  key text;
  value jsonb;
  result jsonb := '{}';
begin
  if jsonb_typeof(coalesce(answers, '{}')) <> 'object' then
    perform private.refuse('invalid', 'answers');
  end if;
  for field in select * from jsonb_array_elements(fields) loop
    key := field ->> 'name';
    value := case field ->> 'kind'
      when 'boolean' then to_jsonb(private.flag_field(answers, key))
      when 'number' then case when jsonb_typeof(answers -> key) = 'number' and (answers ->> key)::numeric
        between 0 and 1000000 then answers -> key end
      when 'date' then to_jsonb(private.date_field(answers, key))
      when 'choice' then case when jsonb_typeof(answers -> key) = 'string' and field -> 'options' @> (answers -> key)
        then answers -> key end
      else to_jsonb(private.text_field(answers, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null
        and coalesce(jsonb_typeof(answers -> key), 'null') <> 'null' then
      perform private.refuse('invalid', key);
    end if;
    if value is not null and value <> 'null' then
      result := result || jsonb_build_object(key, value);
    end if;
  end loop;
  return result;
end $$;

create or replace function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration;
  if existing.id is null or kind not in ('registration', 'badge', 'manage') then
    perform private.refuse('registration_missing');
  elsif existing.status = 'unconfirmed' then
    perform private.resend_confirmation(existing.id);
  else
    perform private.mail_registration(existing, case kind when 'manage' then 'registration_manage_link'
      else 'registration_link' end, kind);
  end if;
end $$;

create or replace function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status = new_status then
    return new_status;
  elsif private.holds_place(new_status) and not private.holds_place(existing.status) and
    not private.hold_places(existing.type_id, existing.places) then
    perform private.refuse('no_places');
  elsif private.holds_place(existing.status) and not private.holds_place(new_status) then
    perform private.release_places(existing.type_id, existing.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = existing.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and existing.status = 'offered' then existing.held_until
      else private.hold_end(new_status, existing.status, existing.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(existing.waiting_since, now())
      else existing.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else existing.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = existing.id returning * into changed;
  if new_status = any (private.ended_registration_statuses()) then
    perform private.expire_registration_pages(existing.id);
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund;
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and existing.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = existing.event_id
      and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;

create or replace function private.check_document(document uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked_document public.registration_documents;
  existing public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse('invalid', 'decision');
  elsif decision = 'refused' and note is null then
    return private.refused('reason_missing');
  end if;
  select * into checked_document from public.registration_documents where id = document for update;
  select * into existing from public.event_registrations where id = checked_document.registration_id;
  if existing.id is null then
    return private.gone();
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = checked_document.id;
  perform private.note_registration(existing, 'document_' || decision || ':' || checked_document.kind);
  if decision = 'refused' and checked_document.status <> 'refused' then
    perform private.mail_registration(existing, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return private.saved();
end $$;

create or replace function private.send_registration_contract(contract uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse('invalid', 'token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(),
      link_expires_at = now() + make_interval(days => private.registration_contract_days()),
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    return private.refused('contract_closed');
  end if;
  return private.saved(jsonb_build_object('until', until));
end $$;

-- What a registration costs, when paid kinds may be offered, and what a payment changes.

create or replace function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible()
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse('invalid', 'price_cents');
  end if;
  return new;
end $$;

create or replace function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible() then
    perform private.refuse('payment_unavailable');
  end if;
  return new;
end $$;

create or replace function private.take_stand(stand uuid, registration uuid, type public.event_registration_types) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One statement decides: of two callers the second waits for the row and then finds it taken.
  update public.event_stands as known set registration_id = take_stand.registration
  where known.id = stand and known.event_id = type.event_id and known.registration_id is null
    and (known.kinds = '{}' or type.kind = any (known.kinds));
  if not found then
    perform private.refuse('stand_taken');
  end if;
end $$;

-- Sending a form: its checks, its limits and the confirmation of the address.

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create or replace function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
  event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vehicle jsonb;
  number integer := 0;
  year integer;
begin
  if jsonb_typeof(coalesce(list, '[]')) <> 'array' or jsonb_array_length(coalesce(list, '[]')) > kind.max_vehicles
    or kind.kind = any (private.exhibitor_kinds()) and jsonb_array_length(coalesce(list, '[]')) = 0 then
    perform private.refuse('invalid', 'vehicles');
  end if;
  for vehicle in select * from jsonb_array_elements(coalesce(list, '[]')) loop
    number := number + 1;
    if jsonb_typeof(vehicle) <> 'object' then
      perform private.refuse('invalid', 'vehicles');
    end if;
    year := private.whole_field(vehicle, 'year', 1880, 2100, true);
    -- The car that is exhibited must have the age; the van of a seller may be new.
    if kind.kind = any (private.exhibitor_kinds()) and extract(year
      from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      perform private.refuse('vehicle_too_new', number::text);
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate,
      has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true),
        private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10,
        '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600),
        private.text_field(vehicle, 'class_name', 80)
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model,
      year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story,
        class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration
    and known.position > number;
end $$;

create or replace function private.open_kind(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    perform private.refuse('event_missing');
  elsif event.status <> 'published' or coalesce(kind.opens_at, '-infinity') > now()
    or least(coalesce(kind.closes_at, event.starts_at), event.ends_at) <= now() then
    perform private.refuse('registration_closed');
  end if;
  return kind;
end $$;

create or replace function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(payload, 'type', true));
  event public.events;
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(payload, 'companions', kind.max_companions);
  people integer := 1 + cardinality(companions);
  stand uuid := case when kind.chooses_stand then private.uuid_field(payload, 'stand') end;
  price integer := private.registration_price(kind, people, stand);
  full_name text := private.text_field(payload, 'full_name', 120, true);
  address text := lower(private.email_field(payload, 'email', true));
  own_address text := private.confirmed_address();
  first_status text;
  stored public.event_registrations;
begin
  select * into event from public.events where id = kind.event_id;
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(payload, 'form_version'), form.id) is distinct from form.id then
    perform private.refuse('form_changed');
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse('invalid', 'companions');
  elsif not private.flag_field(payload, 'consent') then
    perform private.refuse('invalid', 'consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    perform private.refuse('already_registered');
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  kind.requires_approval := kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
  first_status := private.status_after_form(kind, people, price);
  if own_address is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(event.id);
    if price > 0 and not (kind.requires_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(event.id, address, (select private.account_id()));
    end if;
  end if;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    perform private.refuse('no_places');
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    full_name, address, private.phone_field(payload, 'phone', kind.kind <> all (private.visitor_kinds())),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind = any (private.company_kinds())),
    private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160),
      private.text_field(payload, 'company', 160, kind.kind = any (private.company_kinds())),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      private.uuid_field(payload, 'request_id', true),
    private.request_digest(payload), case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end, case when first_status = 'unconfirmed' then 1 else 0 end
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    perform private.refuse('stand_taken');
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;

create or replace function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  idempotency_key uuid;
  address text;
begin
  perform private.check_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || idempotency_key, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into existing from public.event_registrations where request_id = idempotency_key;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if existing.id is not null and (lower(existing.email), existing.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    perform private.refuse('form_sent');
  elsif existing.id is null then
    existing := private.store_registration(payload, 'form');
    perform private.mail_registration_status(existing);
  end if;
  return private.saved(jsonb_build_object(
    'id', existing.id, 'event', existing.event_id, 'code', existing.code, 'status', existing.status,
    'is_changed', coalesce(existing.request_digest <> private.request_digest(payload), false)
  ));
end $$;

create or replace function private.status_after_form(kind public.event_registration_types, places integer, price integer)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Free places belong to the people who wait.
  is_full boolean := exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted')
    or coalesce(places > private.places_left(kind.id), false);
begin
  if is_full and not kind.has_waiting_list then
    perform private.refuse('no_places');
  end if;
  return case
    when kind.requires_approval then 'pending'
    when is_full then 'waitlisted'
    when price > 0 then 'awaiting_payment'
    else 'confirmed'
  end;
end $$;

create or replace function private.check_single_hold(event uuid, address text, account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.event_registrations as other join public.event_registration_types as kind
      on kind.id = other.type_id
    where other.event_id = event and other.source = 'form' and other.price_cents > 0
      and (lower(other.email) = lower(address) or other.user_id = account)
      and (other.status = 'awaiting_payment' or other.status = 'pending' and not kind.requires_approval)
  ) then
    perform private.refuse('unpaid_hold');
  end if;
end $$;

create or replace function private.check_confirm_mails(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.confirm_mails_of(address) >= private.confirm_mails_per_hour() then
    perform private.refuse('too_many_mails');
  end if;
end $$;

create or replace function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and created_at > now() - interval '1 hour'
  ) >= private.account_forms_per_hour() then
    perform private.refuse('too_many_forms');
  end if;
end $$;

create or replace function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(existing.email), 0)) then
    perform private.refuse('too_many_mails');
  elsif existing.status = 'unconfirmed' and existing.held_until > now() then
    perform private.check_confirm_mails(lower(existing.email));
    update public.event_registrations set confirm_mails = confirm_mails + 1,
      held_until = private.hold_end('unconfirmed', 'form', type_id)
    where id = existing.id returning * into existing;
    perform private.mail_registration_status(existing);
  end if;
end $$;

create or replace function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
  next_status text;
begin
  if existing.id is null or existing.status = 'unconfirmed' and existing.held_until <= now() then
    return private.gone();
  elsif existing.status <> 'unconfirmed' then
    return private.saved(jsonb_build_object('status', existing.status));
  end if;
  if not exists (select from public.events where id = existing.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    perform private.refuse('registration_closed');
  end if;
  select * into kind from public.event_registration_types where id = existing.type_id;
  if not kind.allows_several and private.other_registration(kind.id, existing.email,
    existing.full_name) is not null then
    perform private.refuse('already_registered');
  end if;
  select * into wish from public.event_stands where id = existing.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    existing.stand_id := null;
    existing.price_cents := private.registration_price(kind, existing.places, null);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(existing) <> '{}';
  next_status := private.status_after_form(kind, existing.places, existing.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(existing.event_id, existing.email, existing.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = existing.price_cents, stand_id = case when next_status <> 'waitlisted'
      then existing.stand_id end
  where id = existing.id;
  perform private.set_registration_status(existing.id, next_status);
  if existing.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(existing.stand_id, existing.id, kind);
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

-- Decisions of the organiser, and registrations that the organiser adds.

create or replace function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('pending', 'waitlisted') then
    return existing.status;
  elsif existing.places > private.places_left(existing.type_id) then
    return private.set_registration_status(existing.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;

create or replace function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'wait') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'reject') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.active_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'cancel') then
        return private.refused('registration_entered');
      end if;
      return private.saved(jsonb_build_object('status', private.cancel_registration(existing.id, note)));
    else
      perform private.refuse('invalid', 'decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return private.saved(jsonb_build_object('status',
    (select status from public.event_registrations where id = existing.id)));
end $$;

create or replace function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  answer jsonb;
  key text;
  counts jsonb := '{}';
begin
  perform private.require_registration_manager();
  if cardinality(registrations) > 200 then
    perform private.refuse('invalid', 'registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      answer := private.decide_registration(one.id, decision, reason, null);
      key := case answer ->> 'outcome' when 'saved' then 'decided' when 'refused' then answer ->> 'reason'
        else 'failed' end;
    exception when raise_exception then
      key := 'failed';
    end;
    counts := counts || jsonb_build_object(key, coalesce((counts ->> key)::integer, 0) + 1);
  end loop;
  return counts;
end $$;

create or replace function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_registration_manager();
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    perform private.refuse('registration_missing');
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    perform private.refuse('no_places');
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible() then
    perform private.refuse('payment_unavailable');
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;

-- Changes of a registration by its holder and by the organiser.

create or replace function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status in ('cancelled', 'rejected') then
    return existing.status;
  end if;
  perform private.set_registration_status(existing.id, 'cancelled', reason);
  if private.holds_place(existing.status) then
    -- The place of a person who is inside stays taken; private.undo_checkin returns it.
    inside := least(private.entered_people(existing.id), existing.places);
    if inside > 0 then
      update public.event_registration_types set taken = taken + inside where id = existing.type_id;
    end if;
    perform private.promote_waiting(existing.type_id);
  end if;
  return 'cancelled';
end $$;

create or replace function private.edit_own_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if existing.id is null or not private.is_editable(existing) then
    return private.gone();
  end if;
  select * into kind from public.event_registration_types where id = existing.type_id;
  select * into event from public.events where id = existing.event_id;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(existing.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse('invalid', 'companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> all (private.visitor_kinds())),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = existing.id;
  perform private.add_registration_vehicles(existing.id, kind, event, payload -> 'vehicles');
  return private.saved();
end $$;

create or replace function private.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  elsif note is null then
    return private.refused('reason_missing');
  end if;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  if form is null then
    perform private.refuse('invalid', 'answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := existing.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(existing.answers) union select jsonb_object_keys(changed)) as keys (name)
    where existing.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return private.saved();
  end if;
  update public.event_registrations set answers = changed where id = existing.id returning * into existing;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(existing, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return private.saved();
end $$;

create or replace function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then existing.price_cents else private.price_after(existing, people,
    stand) end;
  paid integer := existing.price_cents - existing.difference_cents;
  changed public.event_registrations;
begin
  if private.places_refusal(existing, people) is not null then
    perform private.refuse(private.places_refusal(existing, people));
  elsif private.holds_place(existing.status) and people > existing.places then
    perform private.hold_places(existing.type_id, people - existing.places);
  elsif private.holds_place(existing.status) and people < existing.places then
    perform private.release_places(existing.type_id, existing.places - people);
  end if;
  if private.is_settled(existing) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = existing.id returning * into changed;
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = existing.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (existing.price_cents,
    existing.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(existing.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = existing.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', existing.price_cents, changed.price_cents));
    if changed.difference_cents > existing.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = existing.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;

create or replace function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  people integer;
  price integer;
begin
  perform private.require_registration_manager();
  select * into existing from public.event_registrations where id = changed_price.registration;
  if existing.id is null then
    perform private.refuse('registration_missing');
  end if;
  people := case
    when companions is null then existing.places
    else greatest(existing.places + companions - cardinality(existing.companions), 1 + companions)
  end;
  price := private.price_after(existing, people, case when companions is null
    then changed_price.stand else existing.stand_id
    end);
  if private.is_settled(existing) then
    price := greatest(price, existing.price_cents - existing.difference_cents);
  end if;
  return jsonb_build_object('from', existing.price_cents, 'to', price, 'is_settled', private.is_settled(existing));
end $$;

-- Whether registered people come, and places of those who do not.

create or replace function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_registration_manager();
  select * into existing from public.events where id = event;
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('published', 'postponed') or existing.deleted_at is not null
    or existing.starts_at <= now() then
    perform private.refuse('event_over');
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = existing.id and registration.status = 'confirmed'
      and registration.attending = 'unknown'
      and (ask_attendance.type is null or registration.type_id = ask_attendance.type)
      and (registration.attendance_asked_at is null or registration.attendance_asked_at < now() - interval '3 days')
    order by registration.created_at, registration.id limit least(greatest(max_mails, 0), 500) for update skip locked
  loop
    update public.event_registrations set attendance_asked_at = now() where id = one.id;
    perform private.mail_registration(one, 'registration_attendance', 'attendance');
    asked := asked + 1;
  end loop;
  return asked;
end $$;

create or replace function private.event_file_field(payload jsonb, key text, event public.events) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text := private.text_field(payload, key, 300);
begin
  if name is not null and not private.is_event_file(name, event) then
    perform private.refuse('invalid', key);
  end if;
  return name;
end $$;

-- A key that the payload does not have keeps the value of the event.
create or replace function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  input jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(input, 'title', 140, true);
  event.kind := private.choice_field(input, 'kind', private.event_kinds());
  event.state_abbr := private.pattern_field(input, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(input, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse('invalid', 'municipality_ibge');
  end if;
  event.town := private.text_field(input, 'town', 120, true);
  event.venue := private.text_field(input, 'venue', 160);
  event.address := private.text_field(input, 'address', 300);
  event.access_notes := private.text_field(input, 'access_notes', 1000);
  event.lat := private.number_field(input, 'lat', -34, 6);
  event.lng := private.number_field(input, 'lng', -74, -28);
  event.starts_at := private.moment_field(input, 'starts_at', true);
  event.ends_at := private.moment_field(input, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(input, 'description', 8000), '');
  event.rules := coalesce(private.text_field(input, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(input, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(input, 'solidarity_item', 160);
  event.capacity := private.whole_field(input, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(input, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(input, 'organizer_phone');
  event.organizer_email := private.email_field(input, 'organizer_email');
  event.website := private.pattern_field(input, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(input, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(input, 'poster_path', base);
  event.stand_map_path := private.event_file_field(input, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(input, 'votes_open_at');
  event.votes_close_at := private.moment_field(input, 'votes_close_at');
  if jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 40000 then
    perform private.refuse('invalid', 'translations');
  elsif event.ends_at <= event.starts_at
    or event.ends_at >= event.starts_at + make_interval(days => private.max_event_days()) then
    perform private.refuse('invalid', 'ends_at');
  elsif event.starts_at not between now() - make_interval(years => private.event_years())
      and now() + make_interval(years => private.event_years()) and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse('invalid', 'starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse('invalid', 'lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse('invalid', 'votes_close_at');
  end if;
  event.translations := input -> 'translations';
  return event;
end $$;

create or replace function private.save_event_days(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  item jsonb;
  wanted date;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 31 then
    perform private.refuse('invalid', 'days');
  end if;
  delete from public.event_days where event_id = event.id;
  for entry in select value from jsonb_array_elements(list) loop
    wanted := case when jsonb_typeof(entry) = 'object' then private.date_field(entry, 'day') end;
    if wanted is null or coalesce(jsonb_typeof(entry -> 'items'), '') <> 'array'
      or wanted < (event.starts_at at time zone event.time_zone)::date
        or wanted > (event.ends_at at time zone event.time_zone)::date
    then
      perform private.refuse('invalid', 'days');
    elsif jsonb_array_length(entry -> 'items') > 40 or octet_length((entry -> 'items')::text) > 20000 then
      perform private.refuse('invalid', 'days');
    end if;
    for item in select value from jsonb_array_elements(entry -> 'items') loop
      if jsonb_typeof(item) <> 'object' then
        perform private.refuse('invalid', 'days');
      end if;
      perform private.pattern_field(item, 'time', 5, '^([01]\d|2[0-3]):[0-5]\d$'),
        private.text_field(item, 'text', 300, true),
        private.text_field(item, 'en', 300), private.text_field(item, 'es', 300);
    end loop;
    insert into public.event_days (event_id, day, items) values (event.id, wanted, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'time', coalesce(one.value ->> 'time', ''), 'text', btrim(one.value ->> 'text'), 'en', one.value ->> 'en', 'es',
          one.value ->> 'es'
      )) order by one.place), '[]')
      from jsonb_array_elements(entry -> 'items') with ordinality as one (value, place)
    ));
  end loop;
exception when unique_violation then
  perform private.refuse('invalid', 'days');
end $$;

create or replace function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  input jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(input, 'kind', private.registration_kinds());
  type.name := private.text_field(input, 'name', 120, true);
  type.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(input, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(input, 'requires_approval');
  type.max_vehicles := private.whole_field(input, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(input, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(input, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(input, 'has_waiting_list');
  type.chooses_stand := private.flag_field(input, 'chooses_stand');
  type.allows_several := private.flag_field(input, 'allows_several');
  type.opens_at := private.moment_field(input, 'opens_at');
  type.closes_at := private.moment_field(input, 'closes_at');
  type.edit_until := private.moment_field(input, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse('invalid', 'required_documents');
  elsif jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 4000 then
    perform private.refuse('invalid', 'translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse('invalid', 'closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse('invalid', 'capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse('invalid', 'kind_registered');
  end if;
  type.translations := input -> 'translations';
  return type;
end $$;

create or replace function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse('invalid', 'kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', private.registration_kinds()), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse('invalid', format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.save_event_sponsors(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  sponsor public.event_sponsors;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 40
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'sponsors');
  end if;
  delete from public.event_sponsors
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into sponsor from public.event_sponsors where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if sponsor.id is null then
        sponsor.id := gen_random_uuid();
      end if;
      entry := to_jsonb(sponsor) || entry;
      insert into public.event_sponsors (id, event_id, name, tier, url, logo_path, position) values (
        sponsor.id, event.id, private.text_field(entry, 'name', 120, true),
        coalesce(private.choice_field(entry, 'tier', private.sponsor_tiers(), false), 'support'),
        private.pattern_field(entry, 'url', 300, '^https?://[^\s"<>\\]+$'),
          private.event_file_field(entry, 'logo_path', event), number
      ) on conflict (id) do update set name = excluded.name, tier = excluded.tier, url = excluded.url,
        logo_path = excluded.logo_path, position = excluded.position;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('sponsors.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.series_of(club uuid, rule jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  series uuid;
begin
  if club is null or coalesce(jsonb_typeof(rule), 'null') = 'null' then
    return null;
  elsif jsonb_typeof(rule) <> 'object' then
    perform private.refuse('invalid', 'series');
  end if;
  insert into public.event_series (club_id, week, weekday)
  values (club, private.whole_field(rule, 'week', 1, 5, true), private.whole_field(rule, 'weekday', 0, 6, true))
  on conflict (club_id, week, weekday) do update set week = excluded.week
  returning id into series;
  return series;
end $$;

create or replace function private.check_event_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 200000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;

-- Writes the event with its parts; rights are checked by the callers.
create or replace function private.write_public_parts(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := link is null and private.is_staff() and private.has_permission('events');
  wanted uuid := private.uuid_field(payload, 'id');
  before public.events;
  event public.events;
  change text;
  mailed integer := 0;
begin
  if wanted is not null then
    select * into before from public.events where id = wanted and deleted_at is null for no key update;
    if before.id is null then
      return private.gone();
    elsif before.updated_at <> private.moment_field(payload, 'expected_version', true) then
      return private.conflict(jsonb_build_object('updated_at', before.updated_at));
    elsif before.status = 'cancelled' and not is_manager then
      return private.refused('closed');
    end if;
  else
    before.id := gen_random_uuid();
    before.organizer_id := actor;
    before.publish_link_id := link;
    before.status := 'draft';
    before.description := '';
    before.rules := '';
    before.translations := '{}';
    before.is_portal_event := false;
    before.club_id := private.uuid_field(payload, 'club_id');
    before.series_id := private.series_of(before.club_id, payload -> 'series');
  end if;
  event := private.event_from(payload, before);
  change := private.event_change(before, event);
  if is_manager then
    event.is_portal_event := private.flag_field(jsonb_build_object('is_portal_event',
      before.is_portal_event) || payload, 'is_portal_event');
    event.club_id := private.uuid_field(jsonb_build_object('club_id', before.club_id) || payload, 'club_id');
    if event.club_id is not null and not exists (select from public.clubs where id = event.club_id) then
      perform private.refuse('invalid', 'club_id');
    end if;
  end if;
  if event.slug is null or event.published_at is null and before.title <> event.title then
    -- Two events with the same title saved at the same time get different addresses.
    perform pg_advisory_xact_lock(hashtext('event_slug'));
    event.slug := private.free_event_slug(event.title, event.id);
  end if;
  if event.status = 'rejected' then
    event.status := 'draft';
    event.decided_at := null;
    event.decided_by := null;
  elsif event.status = 'postponed' and change like 'date%' then
    event.status := 'published';
    event.status_note := null;
  end if;
  insert into public.events (
    id, slug, title, kind, status, status_note, is_portal_event, organizer_id, publish_link_id, club_id, series_id,
      organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, decided_by,
      decided_at
  ) values (
    event.id, event.slug, event.title, event.kind, event.status, event.status_note, event.is_portal_event,
      event.organizer_id, event.publish_link_id, event.club_id, event.series_id, event.organizer_name,
      event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng, event.starts_at, event.ends_at, event.time_zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path, event.votes_open_at,
      event.votes_close_at, event.translations, event.decided_by, event.decided_at
  ) on conflict (id) do update set
    slug = excluded.slug, title = excluded.title, kind = excluded.kind, status = excluded.status,
      status_note = excluded.status_note, is_portal_event = excluded.is_portal_event,
    club_id = excluded.club_id, organizer_name = excluded.organizer_name, organizer_phone = excluded.organizer_phone,
      organizer_email = excluded.organizer_email,
    website = excluded.website, instagram = excluded.instagram, state_abbr = excluded.state_abbr,
      municipality_ibge = excluded.municipality_ibge, town = excluded.town,
    venue = excluded.venue, address = excluded.address, access_notes = excluded.access_notes, lat = excluded.lat,
      lng = excluded.lng,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
      description = excluded.description, rules = excluded.rules,
    min_vehicle_age = excluded.min_vehicle_age, solidarity_item = excluded.solidarity_item,
      capacity = excluded.capacity, poster_path = excluded.poster_path,
    stand_map_path = excluded.stand_map_path, votes_open_at = excluded.votes_open_at,
      votes_close_at = excluded.votes_close_at, translations = excluded.translations,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at
  returning * into event;
  if payload ? 'days' then
    perform private.save_event_days(event, payload -> 'days');
  end if;
  if payload ? 'kinds' then
    perform private.save_registration_types(event, payload -> 'kinds');
  end if;
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  ));
end $$;

create or replace function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  existing public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + make_interval(years => private.event_years()) then
    perform private.refuse('invalid', 'starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + make_interval(days => private.max_event_days())
  then
    perform private.refuse('invalid', 'ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into existing;
  return private.changed_event(existing, private.mail_registered(existing, 'date', note));
end $$;

create or replace function private.follow_events(email text, state_abbr text, event_id uuid, locale text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  follow public.event_follows;
begin
  if num_nonnulls(follow_events.state_abbr, follow_events.event_id) <> 1 then
    perform private.refuse('invalid', 'subject');
  elsif follow_events.state_abbr is not null
    and not exists (select from public.states where abbr = follow_events.state_abbr) then
    perform private.refuse('invalid', 'state_abbr');
  elsif follow_events.event_id is not null then
    select * into subject from public.events where id = follow_events.event_id;
    if subject.id is null or not private.is_public_event(subject) or subject.ends_at <= now() then
      perform private.refuse('invalid', 'event_id');
    end if;
  end if;
  begin
    insert into public.event_follows (email, locale, state_abbr, event_id)
    values (lower(btrim(follow_events.email)), follow_events.locale, follow_events.state_abbr,
      follow_events.event_id)
    on conflict on constraint event_follows_email_state_abbr_event_id_key do update set locale = excluded.locale
    returning * into follow;
  exception when check_violation or not_null_violation then
    perform private.refuse('invalid', 'email');
  end;
  if follow.mailed_at > now() - (case when follow.confirmed_at is null then interval '15 minutes' else interval '1 day'
    end)
    or (
      select count(*) from public.event_follows as others
      where others.email = follow.email and others.confirmed_at is null and others.mailed_at > now() - interval '1 day'
    ) >= 10
  then
    return;
  end if;
  update public.event_follows set mailed_at = now() where id = follow.id;
  perform private.enqueue_mail(
    follow.email, case when follow.confirmed_at is null then 'event_follow_confirm' else 'event_follow_known' end,
    jsonb_build_object(
      'subject', case when follow.event_id is null then 'state' else 'event' end,
      'state', coalesce((select name from public.states where abbr = follow.state_abbr), ''), 'follow', follow.id
    ) || case when follow.event_id is null then '{"event": ""}' else private.mail_event_facts(subject) end,
    follow.locale
  );
end $$;

create or replace function private.message_from(payload jsonb) returns public.event_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
  kinds text[];
begin
  perform private.check_payload(payload);
  message.id := private.uuid_field(payload, 'id', true);
  message.event_id := private.uuid_field(payload, 'event', true);
  message.channel := private.choice_field(payload, 'channel', '{mail,whatsapp}', true);
  message.subject := case when message.channel = 'mail' then private.text_field(payload, 'subject', 160, true) end;
  message.body := private.text_field(payload, 'body', 4000, true);
  kinds := private.texts_field(payload, 'types', 50);
  if exists (select from unnest(kinds) as chosen where not exists (
    select from public.event_registration_types as known where known.id::text = chosen
      and known.event_id = message.event_id
  )) then
    perform private.refuse('invalid', 'types');
  end if;
  message.types := kinds::uuid[];
  message.statuses := private.texts_field(payload, 'statuses', 5);
  if cardinality(message.statuses) = 0 or not message.statuses <@ private.active_registration_statuses() then
    perform private.refuse('invalid', 'statuses');
  end if;
  message.attending := private.choice_field(payload, 'attending', private.attendance_answers(), false);
  message.is_checked_in := case private.choice_field(payload, 'checked_in', '{yes,no}', false) when 'yes' then true
    when 'no' then false end;
  message.send_at := coalesce(private.moment_field(payload, 'send_at'), now());
  if message.send_at > now() + interval '1 year' then
    perform private.refuse('invalid', 'send_at');
  elsif not exists (select from public.events where id = message.event_id and deleted_at is null) then
    perform private.refuse('event_missing');
  end if;
  return message;
end $$;

create or replace function private.send_event_message(payload jsonb, people integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_registration_manager();
  message := private.message_from(payload);
  if exists (select from public.event_messages where id = message.id) then
    return message.id;
  elsif (select count(*) from private.message_people(message)) is distinct from people then
    perform private.refuse('audience_changed');
  end if;
  message.created_by := (select private.account_id());
  insert into public.event_messages (id, event_id, channel, subject, body, types, statuses, attending, is_checked_in,
    send_at, created_by)
  values (
    message.id, message.event_id, message.channel, message.subject, message.body, message.types, message.statuses,
      message.attending,
    message.is_checked_in, message.send_at, message.created_by
  ) on conflict (id) do nothing;
  -- The links of WhatsApp are opened by hand, so their list is stored at once.
  if message.channel = 'whatsapp' then
    perform private.start_event_message(message.id);
  end if;
  return message.id;
end $$;

create or replace function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_registration_manager();
  if copy is null then
    perform private.refuse('invalid', 'copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    perform private.refuse('event_missing');
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse('invalid', 'first_day');
  end if;
  days := first_day - (event.starts_at at time zone zone)::date;
  insert into public.events (
    id, slug, title, kind, status, is_portal_event, organizer_id, club_id, series_id, organizer_name, organizer_phone,
      organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources,
    badge_size, badge_hidden, certificate_template_id, certificate_hours
  ) values (
    copy, private.free_event_slug(event.title, copy), event.title, event.kind, 'draft', event.is_portal_event,
      event.organizer_id, event.club_id, event.series_id,
    event.organizer_name, event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng,
    private.shifted(event.starts_at, days, zone), private.shifted(event.ends_at, days, zone), zone, event.description,
      event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path,
    private.shifted(event.votes_open_at, days, zone), private.shifted(event.votes_close_at, days, zone),
      event.translations, event.sources,
    event.badge_size, event.badge_hidden, event.certificate_template_id, event.certificate_hours
  );
  perform private.copy_event_parts(event, copy, days);
  return copy;
end $$;

create or replace function private.save_team_members(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 20
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'team');
  end if;
  delete from public.event_team_members where event_id = save_team_members.event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_team_members (event_id, position, full_name, phone)
      values (save_team_members.event, number, private.text_field(entry, 'full_name', 120, true),
        private.phone_field(entry, 'phone'));
    exception when raise_exception then
      perform private.refuse('invalid', 'team');
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.check_promotion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.events;
begin
  -- Two people may book the same page at the same time.
  perform pg_advisory_xact_lock(hashtext('event_promotions'), hashtext(coalesce(new.state_abbr, 'BR')));
  select * into event from public.events where id = new.event_id;
  if event.status is distinct from 'published' or event.deleted_at is not null or new.state_abbr <> event.state_abbr
    then
    raise exception 'the event cannot be featured there' using errcode = '23514',
      constraint = 'promotion_of_a_published_event';
  elsif new.ends_on < private.brazilian_today() or new.ends_on > (event.ends_at at time zone event.time_zone)::date then
    raise exception 'the period is over or ends after the event' using errcode = '23514',
      constraint = 'promotion_ends_with_the_event';
  elsif exists (
    select from public.event_promotions as other
    where other.state_abbr is not distinct from new.state_abbr and other.starts_on <= new.ends_on
      and other.ends_on >= new.starts_on
  ) then
    perform private.refuse('promotion_taken');
  end if;
  return new;
end $$;

create or replace function private.begin_certificate_batch(event uuid, template uuid, registrations uuid[], hours numeric)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
  chosen uuid[] := array(
    select registration.id from public.event_registrations as registration
    where registration.event_id = event and registration.id = any (registrations)
    order by private.fold(registration.full_name), registration.id
  );
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  elsif cardinality(chosen) not between 1 and 5000 or not exists (select from public.certificate_templates
    where id = template and is_active) then
    perform private.refuse('invalid');
  end if;
  insert into public.certificate_batches (event_id, template_id, registrations, hours, created_by)
  values (event, template, chosen, hours, private.account_id()) returning id into batch;
  perform private.enqueue_job('issue-certificates', jsonb_build_object('batch', batch));
  return batch;
end $$;

create or replace function private.revoke_certificate(certificate uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers revoke certificates' using errcode = '42501';
  elsif reason is null or reason ~ '^\s*$' or char_length(reason) > 500 then
    perform private.refuse('invalid');
  end if;
  update public.certificates set revoked_at = now(), revoked_by = private.account_id(), revoke_reason = btrim(reason)
  where id = certificate and revoked_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
end $$;

create or replace function private.reissue_certificate(certificate uuid, reason text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  former public.certificates;
  created uuid;
begin
  select * into former from public.certificates where id = certificate for update;
  if former.revoked_at is null then
    perform private.revoke_certificate(certificate, reason);
  elsif not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  end if;
  created := private.issue_certificate(former.registration_id, former.template_id, (former.facts ->> 'hours')::numeric,
    private.account_id(), null);
  if created is null then
    perform private.refuse('not_earned');
  end if;
  return created;
end $$;

create or replace function private.add_print_batch(kind text, event uuid, size text, locale text, items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
begin
  if cardinality(items) = 0 then
    perform private.refuse('nothing_to_print');
  elsif cardinality(items) > 2000 then
    perform private.refuse('too_much_to_print');
  end if;
  -- Two clicks at the same time start one batch.
  perform pg_advisory_xact_lock(hashtextextended('print_batches ' || event, 0));
  if exists (
    select from public.print_batches as other
    where other.event_id = event and other.kind = add_print_batch.kind and other.ended_at is null and other.failed_at
      is null
  ) then
    perform private.refuse('printing');
  end if;
  insert into public.print_batches (kind, event_id, size, locale, items, created_by)
  values (add_print_batch.kind, event, add_print_batch.size, add_print_batch.locale, add_print_batch.items,
    private.account_id()) returning id into batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return cardinality(items);
end $$;

create or replace function private.retry_print_batch(batch uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.print_batches;
begin
  select * into work from public.print_batches where id = batch for update;
  if not (
    work.kind is distinct from 'certificates' and private.manages_registrations()
    or work.kind is distinct from 'badges' and private.manages_certificates()
  ) then
    raise exception 'only managers print' using errcode = '42501';
  elsif work.id is null or work.failed_at is null or work.ended_at is not null then
    perform private.refuse('not_found');
  end if;
  update public.print_batches set failed_at = null, failure = null, done = 0 where id = batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return work.total;
end $$;

create or replace function private.apply_as_seller(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  now_status text;
  wanted char(2)[];
  key text := private.text_field(payload, 'pix_key', 140);
begin
  perform private.check_payload(payload);
  if account is null or not exists (select from public.profiles where id = account and blocked_at is null
    and email_verified_at is not null) then
    raise exception 'a verified account is needed' using errcode = '42501';
  end if;
  if payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse('invalid', 'states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states
    on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true))
    then
    perform private.refuse('invalid', 'document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse('invalid', 'pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return private.saved(jsonb_build_object('status', now_status));
  end if;
  insert into public.sellers (user_id, full_name, document, phone, city, states, experience, pix_key, pix_key_type)
    values (
    account,
    private.text_field(payload, 'full_name', 120, true),
    payload ->> 'document',
    private.phone_field(payload, 'phone', true),
    private.text_field(payload, 'city', 120),
    wanted,
    private.text_field(payload, 'experience', 2000),
    key,
    case when key is not null then payload ->> 'pix_key_type' end
  )
  on conflict (user_id) do update set
    full_name = excluded.full_name, document = excluded.document, phone = excluded.phone, city = excluded.city,
      states = excluded.states,
    experience = excluded.experience,
    pix_key = excluded.pix_key, pix_key_type = excluded.pix_key_type, status = 'pending', terms_accepted_at = now(),
      decided_by = null, decided_at = null;
  return private.saved('{"status": "pending"}');
exception when unique_violation then
  return private.refused('taken', 'document');
end $$;

create or replace function private.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_permission('sellers');
  if percentage is null or percentage not between 0 and 100 then
    perform private.refuse('invalid', 'percentage');
  elsif starts_on is null or starts_on < private.brazilian_today() or starts_on > private.brazilian_today() + 730 then
    perform private.refuse('invalid', 'starts_on');
  end if;
  -- Records the previous rate from the seller's first day.
  insert into public.seller_commission_rates (seller_id, percentage, starts_on)
  select id, commission_percentage, least(created_at::date, set_seller_commission.starts_on - 1) from public.sellers
  where id = seller and not exists (select from public.seller_commission_rates as known where known.seller_id = seller);
  insert into public.seller_commission_rates as rates (seller_id, percentage, starts_on, created_by)
  values (seller, set_seller_commission.percentage, set_seller_commission.starts_on, (select private.account_id()))
  on conflict (seller_id, starts_on) do update set percentage = excluded.percentage, created_by = excluded.created_by;
  if set_seller_commission.starts_on = private.brazilian_today() then
    update public.sellers set commission_percentage = set_seller_commission.percentage where id = seller;
  end if;
end $$;

create or replace function private.set_own_pix_key(key text, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.sellers where user_id = (select private.account_id()) and status
    in ('active', 'suspended')) then
    raise exception 'only a seller has a Pix key for commissions' using errcode = '42501';
  end if;
  if nullif(key, '') is not null and not private.is_pix_key(key, kind) then
    perform private.refuse('invalid', 'pix_key');
  end if;
  update public.sellers set pix_key = nullif(key, ''), pix_key_type = case when key <> '' then kind end
    where user_id = (select private.account_id());
end $$;

-- A registration may name a document of another country; what has the form of a CPF or CNPJ must be one.
create or replace function private.check_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plain constant text := upper(regexp_replace(new.document, '[^0-9A-Za-z]', '', 'g'));
begin
  if plain ~ '^([0-9]{11}|[0-9]{14})$' and not private.is_document(plain) then
    perform private.refuse('invalid', 'document');
  end if;
  return new;
end $$;

create or replace function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  idempotency_key uuid;
  plan public.publication_plans;
  replaced public.sales;
  starts date;
  sale public.sales;
begin
  select * into own from public.sellers where id = private.own_seller_id();
  if own.id is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    idempotency_key := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse('invalid', case when idempotency_key is null then 'client_request_id' when starts is null
      then 'start_date' else 'plan_id' end);
  end;
  if idempotency_key is null then
    perform private.refuse('invalid', 'client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || idempotency_key::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = idempotency_key;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse('invalid', 'plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse('invalid', 'start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse('invalid', 'seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse('invalid', 'terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse('invalid', 'seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse('invalid', 'client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
    sale.terms_accepted_at := now();
  end if;
  if payload ->> 'replaces_sale_id' is not null then
    replaced := private.lock_replaceable_sale(own.id, payload ->> 'replaces_sale_id');
  end if;
  sale.seller_id := own.id;
  sale.seller_name := left(own.full_name, 160);
  sale.seller_document := own.document;
  sale.portal_party := private.portal_party();
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  sale.placements := plan.placements;
  sale.states_limit := plan.states_limit;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_document := private.optional_document_field(payload, 'client_document');
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  if not sale.is_remote_signing then
    sale.contract_sha256 := private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256);
  end if;
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone,
      start_date, end_date,
    seller_signature_url, client_signature_url, seller_file_sha256, client_file_sha256, seller_name, seller_document,
      portal_party, is_remote_signing,
    plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    own.id, plan.id, sale.client_company_name, sale.client_document, sale.client_contact_name, sale.client_email,
      sale.client_phone, sale.start_date, sale.end_date,
    sale.seller_signature_url, sale.client_signature_url, sale.seller_file_sha256, sale.client_file_sha256,
      sale.seller_name, sale.seller_document, sale.portal_party, sale.is_remote_signing,
    plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements,
      plan.states_limit,
    private.commission_rate(own.id, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at,
      sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), idempotency_key
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number
    where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse('invalid', 'seller_signature_url');
end $$;

create or replace function private.require_same_sale(sale public.sales, payload jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  differing text[];
begin
  select coalesce(array_agg(fact.key order by fact.place), '{}') into differing
  from (values
    (1, 'plan_id', sale.plan_id::text, payload ->> 'plan_id'),
    (2, 'seen_price_cents', sale.price_cents::text, payload ->> 'seen_price_cents'),
    (3, 'start_date', sale.start_date::text, payload ->> 'start_date'),
    (4, 'client_company_name', sale.client_company_name, private.text_field(payload, 'client_company_name', 160, true)),
    -- The client may have given it since, when signing.
    (5, 'client_document', sale.client_document, coalesce(
      private.optional_document_field(payload, 'client_document'), case when sale.is_remote_signing
        then sale.client_document end
    )),
    (6, 'client_contact_name', sale.client_contact_name, private.text_field(payload, 'client_contact_name', 120, true)),
    (7, 'client_email', sale.client_email, private.email_field(payload, 'client_email', true)),
    (8, 'client_phone', sale.client_phone, private.phone_field(payload, 'client_phone', true)),
    (9, 'terms_version', sale.terms_version, payload ->> 'terms_version'),
    (10, 'is_remote_signing', sale.is_remote_signing::text, coalesce(payload ->> 'is_remote_signing', 'false')),
    (11, 'cancelled_at', sale.cancelled_at::text, null)
  ) as fact (place, key, saved, sent)
  where fact.saved is distinct from fact.sent;
  if cardinality(differing) > 0 then
    perform private.refuse('sale_differs', array_to_string(differing, ','));
  end if;
end $$;

create or replace function private.lock_replaceable_sale(seller uuid, replaced text) returns public.sales
language plpgsql volatile set search_path = '' as $$
declare
  sale public.sales;
begin
  begin
    select * into sale from public.sales where id = replaced::uuid and seller_id = seller for update;
  exception when invalid_text_representation then
    perform private.refuse('invalid', 'replaces_sale_id');
  end;
  if sale.id is null or sale.payment_status = 'paid' or sale.cancelled_at is not null
    or exists (select from public.payments where subject_type = 'sale' and subject_id = sale.id and status
      in ('review', 'paid'))
  then
    perform private.refuse('invalid', 'replaces_sale_id');
  end if;
  return sale;
end $$;

create or replace function public.create_sale(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.saved(to_jsonb(private.create_sale(payload)));

create or replace function private.sign_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    return private.refused('sale_missing');
  elsif sale.contract_sha256 is not null then
    return private.refused('signed_before');
  elsif sale.cancelled_at is not null then
    return private.refused('nothing_to_sign');
  elsif private.is_period_over(sale, now()) then
    return private.refused('period_over');
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  -- Facts of a sale that has a document do not change.
  sale.client_document := coalesce(sale.client_document, private.document_field(payload, 'client_document'));
  sale.client_signed_name := private.text_field(payload, 'client_signed_name', 120, true);
  if char_length(sale.client_signed_name) < 3 then
    perform private.refuse('invalid', 'client_signed_name');
  end if;
  if payload ->> 'client_signature_url' is not null then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(sale.seller_id, sale.client_signature_url, 'client') is not true then
      perform private.refuse('invalid', 'client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
  end if;
  sale.terms_accepted_at := now();
  update public.sales set
    client_document = sale.client_document, client_signed_name = sale.client_signed_name,
      client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'client_signed_with', 1000), 300),
      client_address_hash = private.pattern_field(payload, 'client_address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256,
      sale.client_file_sha256)
  where id = sale.id;
  return private.saved();
end $$;

create or replace function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse('invalid', 'token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind = any (private.registration_link_kinds()) then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known
      where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return private.conflict();
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash,
      private.link_end(issue_link.kind, subject));
    return private.saved();
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject
    and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return private.conflict();
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report'
      then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return private.saved();
end $$;

-- Payment pages: opening a payment by card or Pix, receipts.

-- The seller may open the payment without the document; the client is asked for it first.
create or replace function private.payable_sale(token text, sale uuid) returns public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  owed public.sales;
begin
  select * into owed from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id)
    or (token is null and id = payable_sale.sale and seller_id = private.own_seller_id());
  if token is not null and owed.contract_sha256 is not null and owed.payment_status = 'pending' and owed.cancelled_at
    is null and private.needs_document(owed) then
    perform private.refuse('document_missing');
  end if;
  return owed;
end $$;

create or replace function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null and exists (select from public.event_registrations where id = registered and status = 'confirmed'
    and difference_cents > 0) then
    return private.open_difference(token, wanted);
  elsif owed.id is null and registered is not null then
    return private.open_registration_payment(token, wanted);
  end if;
  if owed.id is null then
    perform private.refuse('sale_missing');
  elsif wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  end if;
  perform 1 from public.sales where id = owed.id for update;
  select * into owed from public.sales where id = owed.id;
  if owed.payment_status = 'paid' or owed.cancelled_at is not null then
    perform private.refuse('nothing_to_pay');
  elsif owed.contract_sha256 is null then
    perform private.refuse('unsigned');
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif private.is_period_over(owed, now()) then
    perform private.refuse('period_over');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status = 'pending'
    -- The provider refuses pages that end within half an hour.
    and (expires_at is null or expires_at > now() + case when wanted = 'card' then case when provider_ref is null
      then interval '1 hour' else interval '2 minutes' end else interval '0' end)
  order by created_at desc limit 1;
  if payment.id is not null then
    return payment;
  end if;
  period_end := private.day_start(owed.end_date + 1);
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at)
    values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then greatest(least(now() + interval '23 hours', period_end), now() + interval '1 hour')
      else period_end end
  ) returning * into payment;
  return payment;
end $$;

create or replace function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    perform private.refuse('sale_missing');
  elsif wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    perform private.refuse('period_over');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + make_interval(mins => private.card_page_minutes())
        else greatest(least(now() + make_interval(hours => private.pix_hours()), ends),
          now() + make_interval(mins => private.hold_minutes())) end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open. Payments that are opened one after the other hold it for one
  -- hour more than a Pix payment in all.
  select max(created_at) + make_interval(hours => private.pix_hours() + 1) into last_hold
  from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;

create or replace function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    perform private.refuse('period_over');
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at,
      difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;

create or replace function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.saved(to_jsonb(private.open_payment(token, sale, method)));

-- One visit shows a banner once per placement and opens it a few times at most; more in one batch is not counted.
create or replace function private.record_ad_events(payload jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted integer;
begin
  if jsonb_typeof(payload) is distinct from 'array' or jsonb_array_length(payload) > 40
    or octet_length(payload::text) > 8192 then
    perform private.refuse('invalid', 'payload');
  end if;
  with given as (
    select event ->> 'ad' as ad, event ->> 'placement' as placement, upper(event ->> 'state') as state, event ->> 'kind'
      as kind
    from jsonb_array_elements(payload) as event
    where jsonb_typeof(event) = 'object'
  ), known as (
    select ads.id, given.placement, given.state,
      least(count(*) filter (where kind = 'view'), 1)::integer as views,
        least(count(*) filter (where kind = 'click'), 3)::integer as clicks
    from given
    join public.ads on ads.id::text = given.ad and private.is_running(ads, now())
    join public.ad_placements as place on place.key = given.placement
      and (ads.placements = '{}' or place.key = any (ads.placements))
    where (given.state is null or given.state in (select abbr from public.states))
      and (ads.states = '{}' or given.state = any (ads.states))
    group by ads.id, given.placement, given.state
  ), added as (
    insert into public.ad_daily_stats as stats (ad_id, day, placement, state_abbr, impressions, clicks)
    select id, private.brazilian_today(), placement, state, views, clicks from known where views + clicks > 0
      order by id, placement, state
    on conflict (ad_id, day, placement, state_abbr) do update
      set impressions = stats.impressions + excluded.impressions, clicks = stats.clicks + excluded.clicks
    returning 1
  )
  select count(*) into counted from added;
  return counted;
end $$;

create or replace function private.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select private.account_id());
  address text := lower(btrim(email));
  place public.services;
begin
  perform private.require_owner(service);
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or invitation is null or token_hash is null then
    perform private.refuse('invalid', 'email');
  elsif exists (
    select from public.service_members join auth.users on users.id = account_id
    where service_id = service and lower(users.email) = address
  ) then
    return private.refused('member');
  elsif (select count(*) from public.service_invitations where created_by = me
    and created_at > now() - interval '1 day') >= 20 then
    return private.refused('limit');
  end if;
  -- A new link replaces the earlier one of this address.
  update public.service_invitations set revoked_at = now()
  where service_id = service and lower(service_invitations.email) = address and revoked_at is null and accepted_at
    is null;
  insert into public.service_invitations (id, service_id, email, token_hash, created_by)
  values (invitation, service, address, invite_place_staff.token_hash, me);
  perform private.enqueue_mail(address, 'place_invitation', jsonb_build_object(
    'name', (select username from public.profiles where id = me), 'place', place.name, 'place_invitation', invitation
  ), (select locale from public.profiles where id = me));
  return private.saved();
end $$;

create or replace function private.set_place_member(service uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  perform private.require_permission('services');
  if role is null or role not in ('owner', 'staff') or not exists (select from public.services where id = service) then
    perform private.refuse('invalid', 'role');
  end if;
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(set_place_member.email)) and profiles.email_verified_at is not null;
  if person is null then
    return private.gone();
  end if;
  insert into public.service_members as known (service_id, account_id, role, invited_by)
  values (service, person, set_place_member.role, (select private.account_id()))
  on conflict (service_id, account_id) do update set role = excluded.role where known.role <> excluded.role;
  if found then
    perform private.tell_place_owner(person, service);
  end if;
  return private.saved();
end $$;

create or replace function private.own_attributes(payload jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  value jsonb := payload -> 'attributes';
begin
  if not private.is_service_attributes(value) then
    perform private.refuse('invalid', 'attributes');
  elsif value ? 'makes' then
    perform private.texts_field(value, 'makes', 30);
  end if;
  return value;
end $$;

create or replace function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  existing public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into existing from public.services where id = service and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at is distinct from expected_version then
    return private.conflict(jsonb_build_object('place', private.place_state(existing)));
  end if;
  place := existing;
  if payload ? 'phone' then place.phone := private.phone_field(payload, 'phone'); end if;
  if payload ? 'whatsapp' then place.whatsapp := private.phone_field(payload, 'whatsapp'); end if;
  if payload ? 'website' then place.website := private.pattern_field(payload, 'website', 300, '^https?://[^\s"<>\\]+$');
    end if;
  if payload ? 'instagram' then place.instagram := private.pattern_field(payload, 'instagram', 30,
    '^[A-Za-z0-9._]{1,30}$'); end if;
  if payload ? 'attributes' then place.attributes := private.own_attributes(payload); end if;
  if payload ? 'opening_hours' then
    place.opening_hours := nullif(payload -> 'opening_hours', 'null');
    if place.opening_hours is not null and not private.is_opening_hours(place.opening_hours) then
      perform private.refuse('invalid', 'opening_hours');
    end if;
  end if;
  -- A published number says where and when it was read.
  if (place.phone, place.whatsapp) is distinct from (existing.phone, existing.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram,
      attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return private.saved(jsonb_build_object('place', private.place_state(place)));
end $$;

-- Checks the proposed values and keeps only keys that are known.
create or replace function private.checked_place_change(payload jsonb, place public.services) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then result := result || jsonb_build_object('name', private.text_field(payload, 'name', 160,
    true));
    end if;
  if payload ? 'description' then result := result || jsonb_build_object('description',
    coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then result := result || jsonb_build_object('address',
    coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then result := result || jsonb_build_object('city', private.text_field(payload, 'city', 120,
    true));
    end if;
  if payload ? 'category_key' then
    result := result || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = result ->> 'category_key' and is_active) then
      perform private.refuse('invalid', 'category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      result := result || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse('invalid', 'pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    result := result || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery',
      to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and
        not address = any (private.photo_addresses(result))
    ) or cardinality(private.photo_addresses(result)) <> jsonb_array_length(result -> 'photos') then
      perform private.refuse('invalid', 'gallery');
    end if;
  end if;
  if result = '{}' then
    perform private.refuse('invalid', 'payload');
  end if;
  return result;
end $$;

create or replace function private.count_place_contact(service uuid, kind text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind <> all (private.contact_kinds()) then
    perform private.refuse('invalid', 'kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return private.saved_or_gone(found);
end $$;

create or replace function private.file_service_message(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.service_messages;
  place public.services;
  owner record;
begin
  perform private.check_payload(payload);
  message.service_id := private.uuid_field(payload, 'service', true);
  message.name := private.text_field(payload, 'name', 120, true);
  message.email := lower(private.email_field(payload, 'email', true));
  message.body := private.text_field(payload, 'body', 2000, true);
  message.locale := coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR');
  if not private.flag_field(payload, 'consent') then
    perform private.refuse('invalid', 'consent');
  end if;
  select * into place from public.services where id = message.service_id for key share;
  if not private.takes_messages(message.service_id) then
    return private.refused('closed');
  elsif exists (
    select from public.service_messages as known
    where known.service_id = message.service_id and lower(known.email) = message.email and known.body = message.body
      and known.created_at > now() - interval '1 day'
  ) then
    -- The same form sent twice is one message.
    return private.saved();
  elsif (select count(*) from public.service_messages where lower(email) = message.email
    and created_at > now() - interval '1 day') >= 10
    or (select count(*) from public.service_messages where service_id = message.service_id
      and created_at > now() - interval '1 day') >= 100
  then
    return private.refused('limit');
  end if;
  insert into public.service_messages (service_id, name, email, body, locale)
  values (message.service_id, message.name, message.email, message.body, message.locale);
  for owner in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = place.id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      owner.id, 'Mensagem para ' || left(place.name, 90), 'Um visitante escreveu ao lugar. Leia e responda no painel.',
        '/painel/lugares/' || place.id || '#mensagens',
      jsonb_build_object(
        'en', jsonb_build_object('title', 'Message for ' || left(place.name, 90), 'body',
          'A visitor wrote to the place. Read and answer it in your panel.'),
        'es', jsonb_build_object('title', 'Mensaje para ' || left(place.name, 90), 'body',
          'Una persona escribió al lugar. Lee y responde en tu panel.')
      )
    );
    begin
      -- The text of the visitor is read in the panel only.
      perform private.enqueue_mail(owner.email, 'place_message', jsonb_build_object(
        'name', owner.username, 'place', place.name, 'path', '/painel/lugares/' || place.id || '#mensagens'
      ), owner.locale);
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return private.saved();
end $$;

create or replace function private.open_plan_payment(plan uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.service_plans;
  payment public.payments;
begin
  perform private.require_account();
  select * into owed from public.service_plans where id = plan;
  if owed.id is null or not private.owns_place(owed.service_id) then
    perform private.refuse('sale_missing');
  elsif wanted is null or wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  end if;
  owed := private.lock_service_plan(plan);
  if owed.status <> 'ordered' or exists (select from public.services where id = owed.service_id and deleted_at
    is not null) then
    perform private.refuse('nothing_to_pay');
  elsif private.is_plan_being_paid(owed.id) then
    perform private.refuse('in_progress');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'service_plan' and subject_id = owed.id and method = wanted and status = 'pending'
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'service_plan', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end
    ) returning * into payment;
  end if;
  return payment;
end $$;

create or replace function public.open_plan_payment(plan uuid, method text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.saved(to_jsonb(private.open_plan_payment(plan, method)));

create or replace function private.voucher_of(payload jsonb, voucher public.vouchers) returns public.vouchers
language plpgsql set search_path = '' as $$
begin
  perform private.check_payload(payload);
  voucher.title := private.text_field(payload, 'title', 120, true);
  voucher.benefit_type := private.pattern_field(payload, 'benefit_type', 10, '^(percent|amount|gift)$', true);
  voucher.benefit_value := case voucher.benefit_type
    when 'percent' then private.whole_field(payload, 'benefit_value', 1, 100, true)
    when 'amount' then private.whole_field(payload, 'benefit_value', 1, 10000000, true)
  end;
  voucher.rules := coalesce(private.text_field(payload, 'rules', 2000), '');
  voucher.valid_from := private.date_field(payload, 'valid_from');
  voucher.valid_until := private.date_field(payload, 'valid_until');
  if voucher.valid_from is null then
    perform private.refuse('invalid', 'valid_from');
  elsif voucher.valid_until is null or voucher.valid_until not between greatest(voucher.valid_from,
    private.brazilian_today()) and voucher.valid_from + 730 then
    perform private.refuse('invalid', 'valid_until');
  end if;
  voucher.weekdays := array(
    select distinct day::smallint from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'weekdays') = 'array'
      then payload -> 'weekdays' else '[]' end) as day
    where day ~ '^[1-7]$' order by 1
  );
  voucher.starts_at := private.time_field(payload, 'starts_at');
  voucher.ends_at := private.time_field(payload, 'ends_at');
  if (voucher.starts_at is null) <> (voucher.ends_at is null) or voucher.starts_at >= voucher.ends_at then
    perform private.refuse('invalid', 'ends_at');
  end if;
  voucher.total_limit := private.whole_field(payload, 'total_limit', 1, 100000);
  voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 50), 1);
  voucher.guests_allowed := private.flag_field(payload, 'guests_allowed');
  return voucher;
end $$;

create or replace function private.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vouchers;
  input public.vouchers;
begin
  perform private.require_account();
  select * into existing from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or existing.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image_url not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse('invalid', 'image_url');
  elsif existing.id is not null and expected_version is distinct from existing.updated_at then
    return private.conflict(jsonb_build_object('updated_at', existing.updated_at));
  elsif existing.status = 'ended' then
    return private.refused('ended');
  elsif existing.id is null and (select count(*) from public.vouchers where service_id = place
    and status <> 'ended') >= 50
    then
    return private.refused('too_many');
  end if;
  input := private.voucher_of(payload, existing);
  if existing.id is not null and private.promises_changed(existing, input)
    and exists (select from private.voucher_counts where voucher_id = existing.id and downloads > 0)
  then
    return private.refused('downloaded');
  elsif input.total_limit < (select downloads from private.voucher_counts where voucher_id = existing.id) then
    perform private.refuse('invalid', 'total_limit');
  end if;
  input.id := coalesce(existing.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  input.status := case
    when existing.status in ('active', 'paused') and not private.promises_changed(existing, input)
      and save_voucher.image_url is not distinct from existing.image_url then existing.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    input.id, place, input.title, input.benefit_type, input.benefit_value, input.rules, input.valid_from,
      input.valid_until,
    input.weekdays, input.starts_at, input.ends_at, input.total_limit, input.per_person_limit, input.guests_allowed,
      save_voucher.image_url, input.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value,
      rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays,
      starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations =
      case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into input;
  return private.saved(jsonb_build_object('id', input.id, 'status', input.status, 'updated_at', input.updated_at));
end $$;

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create or replace function private.set_voucher_limits(voucher uuid, total_limit integer, per_person_limit integer,
  guests_allowed boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total_limit not between 1 and 100000 then
    perform private.refuse('invalid', 'total_limit');
  elsif per_person_limit is null or per_person_limit not between 1 and 50 then
    perform private.refuse('invalid', 'per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return private.gone();
  elsif total_limit < taken then
    perform private.refuse('invalid', 'total_limit');
  end if;
  update public.vouchers set total_limit = set_voucher_limits.total_limit,
    per_person_limit = set_voucher_limits.per_person_limit,
    guests_allowed = coalesce(set_voucher_limits.guests_allowed, false) where id = voucher;
  return private.saved();
end $$;

-- The row of the counts is locked first: downloads of one voucher happen one after the other.
create or replace function private.download_voucher(voucher uuid, idempotency_key uuid, guest_name text, guest_phone text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  phone_digits text := regexp_replace(coalesce(download_voucher.guest_phone, ''), '\D', '', 'g');
  wanted public.vouchers;
  existing public.voucher_downloads;
  taken integer;
begin
  perform from private.voucher_counts where voucher_id = voucher for update;
  select * into existing from public.voucher_downloads where request_id = idempotency_key;
  if existing.id is not null then
    return case when existing.voucher_id = voucher and existing.account_id is not distinct from account
      then private.saved(jsonb_build_object('id', existing.id)) else private.gone() end;
  end if;
  select * into wanted from public.vouchers where id = voucher;
  if wanted.id is null or not private.is_shown_voucher(wanted) then
    return private.gone();
  elsif account is null and not (wanted.guests_allowed and private.allows_guest_vouchers()) then
    return private.refused('sign_in');
  elsif account is null and (coalesce(btrim(download_voucher.guest_name), '') = '' or char_length(phone_digits)
    not between 8 and 15) then
    perform private.refuse('invalid', case when coalesce(btrim(download_voucher.guest_name), '') = ''
      then 'guest_name' else 'guest_phone' end);
  end if;
  select count(*), (array_agg(download.id order by download.created_at desc) filter (where redeemed_at is null))[1]
    into taken, existing.id
  from public.voucher_downloads as download
  where download.voucher_id = voucher and cancelled_at is null and case when account is null
    then download.guest_phone is not null and regexp_replace(download.guest_phone, '\D', '', 'g') = phone_digits
      else account_id = account end;
  if taken >= wanted.per_person_limit then
    -- Only the account itself gets its earlier code again; a phone number proves nothing.
    return private.refused('limit') || jsonb_build_object('id', case when account is not null then existing.id end);
  end if;
  update private.voucher_counts set downloads = downloads + 1
  where voucher_id = voucher and (wanted.total_limit is null or downloads < wanted.total_limit);
  if not found then
    return private.refused('sold_out');
  end if;
  insert into public.voucher_downloads (voucher_id, account_id, guest_name, guest_phone, request_id, expires_at)
  values (
    voucher, account, case when account is null then left(btrim(download_voucher.guest_name), 120) end,
    case when account is null then phone_digits end, idempotency_key, private.voucher_end(wanted)
  ) returning * into existing;
  return private.saved(jsonb_build_object('id', existing.id));
end $$;

comment on function private.refuse is
  'Raises the outcome refused, which undoes what the transaction wrote; outcomeOrThrow of lib/platform/supabase returns '
  'it as private.refused does.';

comment on function private.check_payload is
  'Refuses with invalid unless the payload is a JSON object of at most 20 kB.';

comment on function private.text_field is
  'Returns a trimmed text of the payload, null when empty; refuses with invalid when it is not a text, too long, or '
  'required and empty.';

comment on function private.whole_field is
  'Returns an integer of the payload; refuses with invalid when it is not an integer, outside the limits, or '
  'required and missing.';

comment on function private.texts_field is
  'Returns a list of texts of the payload; refuses with invalid for more than the given number of items, or an item '
  'that is not a text or longer than 120 characters.';

comment on function private.file_app_review is
  'Stores a review of the portal, one per account; required field: rating (1 to 5); optional: nps, topic, text, name, '
  'contact, publish_ok, app_version and device; refuses an invalid field.';

comment on function public.submit_app_review is
  'Stores a review of the portal; anyone may call it; refuses with feature_off or invalid.';

comment on function public.decide_app_review is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, '
  'reopen sets pending; answers saved, conflict, gone, or refused with no_consent; raises 42501 without the permission '
  'app_reviews, and refuses an invalid field.';

comment on function private.file_service_request is
  'Stores a request about a place; required fields: kind, state_abbr, requester_name and requester_email; for a new '
  'place also name and category_key, otherwise service_id and message; optional: plan_id, the wished plan of a new or '
  'claimed place; refuses an invalid field.';

comment on function public.submit_service_request is
  'Stores a request about a place and returns its protocol; anyone may call it; raises feature_off or '
  'invalid.';

comment on function private.file_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; required fields: name, email, delivery_kind, '
  'origin, destination and consent, and phone when by_whatsapp is true; refuses an invalid field.';

comment on function public.submit_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; anyone may call it; raises feature_off or '
  'invalid.';

comment on function private.file_takedown_request is
  'Stores a takedown claim and returns its protocol; required fields: url, claimant_name, email, reason and '
  'declares_truth; refuses an invalid field.';

comment on function public.submit_takedown_request is
  'Stores a claim to a work shown on the portal and returns its protocol; anyone may call it; refuses an invalid field.';

comment on function private.file_report is
  'Stores a report of an error on a page; required fields: subject_type, subject_id and reason; optional: text, '
  'page_path and reporter_email; refuses an invalid field.';

comment on function public.submit_report is
  'Stores a report of an error on a page; anyone may call it; refuses an invalid field.';

comment on function public.decide_approval is
  'Decides about a request by an approval link, once: approve creates a draft (or applies the change), adjust and '
  'reject need a reason; answers saved, gone, or refused with used, revoked, expired or closed; raises '
  'invalid; anyone who has the token may call it.';

comment on function public.decide_trip_panel_request is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), reject '
  'cancels it, reopen sets it back to received; answers saved, conflict, or gone; raises 42501 without the permission '
  'service_requests, and refuses an invalid field.';

comment on function public.decide_takedown_request is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject rejects '
  'it, start sets in_review, reopen undoes the decision; answers saved, conflict, or gone; raises 42501 without the '
  'permission service_requests, and refuses an invalid field.';

comment on function public.decide_report is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; answers saved, '
  'conflict, or gone; raises 42501 without the permission reviews, and refuses an invalid field.';

comment on function public.decide_service_request is
  'Decides about a request and answers an outcome: approve creates a draft of a new place (or applies a correction, '
  'claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen '
  'undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and '
  'invalid.';

comment on function private.registration_answers is
  'The answers to the fields of a form; refuses an invalid field with the name of the field that is wrong or missing.';

comment on function public.submit_registration is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, '
  'companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}. Answers id, code, status and '
  'whether a repeated request has other data than the stored one. Refuses with invalid, vehicle_too_new, '
  'event_missing, registration_closed, form_changed, form_sent, already_registered, unpaid_hold, too_many_mails, '
  'too_many_forms, no_places or stand_taken.';

comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers an outcome, refused '
  'with reason_missing; refuses an invalid field.';

comment on function public.save_event is
  'Creates an event, or with id and expected_version changes it: saved, conflict, gone, or refused with closed '
  'or limit; a wrong field refuses an invalid field with the field as detail.';

comment on function private.message_from is
  'A message from the payload of the form, checked; refuses an invalid field with the name of the field.';

comment on function public.apply_as_seller is
  'Stores the caller''s application to become a seller and answers an outcome with its status, pending until the team '
  'decides; required fields: full_name, document, phone, accepts_terms; refused with taken for a document of another '
  'seller; raises 42501 without a verified account, and refuses an invalid field.';

comment on function public.decide_seller is
  'Decides about a seller and answers an outcome: approve makes a pending or suspended seller active and changes the '
  'role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a '
  'rejection, or an approval before the first sale; raises 42501 without the permission sellers, and '
  'refuses an invalid field.';

comment on function public.set_seller_commission is
  'Sets the commission rate of a seller from starts_on (today to 730 days ahead); existing sales keep their rate; '
  'raises 42501 without the permission sellers, 28000 without a recent proof of identity, and refuses an invalid field.';

comment on function public.set_own_pix_key is
  'Sets the Pix key to which the commissions of the calling seller are paid, an empty key removes it; raises 42501 '
  'when the caller is not a seller, 28000 when the key changes without a recent proof of identity, and '
  'invalid.';

comment on function private.lock_replaceable_sale is
  'Locks and returns a sale of the seller that is neither paid, under review nor cancelled; refuses with invalid '
  'for any other sale.';

comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; answers an outcome, gone when it '
  'has one or the link opens none. Refuses an invalid document with invalid. For the server alone.';

comment on function public.issue_link is
  'Stores the next version of a payment or report link and answers an outcome, conflict when the given version is not '
  'the next one; is_replacing revokes earlier links; raises 42501 unless the caller may send the link to the client, '
  'and invalid without a token hash.';

comment on function public.issue_server_link is
  'For the server only: stores the next version of a link of any kind and answers an outcome, conflict when the given '
  'version is not the next one; refuses with invalid without a token hash.';

comment on function public.decide_pix is
  'Decides about a Pix payment and answers an outcome: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid.';

comment on function public.mark_refunded is
  'Marks a payment that was not made by card, such as Pix, as refunded after the team sent the money back, and '
  'answers an outcome, refused with not_refundable; a card is refunded at the provider, whose event does this; raises '
  'invalid without a reason, and 42501 without the permission financials.';

comment on function public.request_refund is
  'Checks the refund of a card payment and answers an outcome with {payment_intent, refunded_cents, cents} for the '
  'request to the provider: the whole remaining amount, or the given cents of it; refused with not_refundable; raises '
  'invalid without a reason, and 42501 without the permission financials.';

comment on function public.cancel_sale is
  'Cancels an unpaid sale and answers an outcome; for its seller and for seller managers, gone for others; refused '
  'with sale_paid or sale_in_progress (a receipt under review, a delayed method); refuses with invalid without a '
  'reason.';

comment on function public.decide_ad is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; answers saved, '
  'conflict, gone, or refused with period_over, payment_disputed, states_needed or placement_full; raises 42501 '
  'without the permission ads, and refuses an invalid field.';

comment on function public.record_ad_events is
  'For the server only: counts a batch [{ad, placement, state, kind: view|click}] and returns how many rows of '
  'ad_daily_stats it changed; events of banners that do not run are ignored; refuses an invalid field.';

comment on function public.submit_ad_art is
  'For the server only: stores image_desktop, image_mobile, alt, link_url and states of the banner of a report link '
  'while it does not run yet; answers saved, gone, or refused with closed; refuses an invalid field.';

comment on function private.file_ad_lead is
  'Stores the contact of an advertiser and returns its protocol; required fields: company, contact_name and email; '
  'refuses an invalid field.';

comment on function public.submit_ad_lead is
  'Stores the contact of a company that wants to advertise and returns its protocol; anyone may call it; raises '
  'invalid.';

comment on function public.decide_ad_lead is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; '
  'answers saved, conflict, or gone; raises 42501 without the permission ads, and refuses an invalid field.';

comment on function private.checked_place_change is
  'The known keys of a proposed change, checked; refuses an invalid field with the name of the field.';

comment on function public.count_place_contact is
  'For the server only: counts one tap on a contact link (call, whatsapp, directions, website) of a published place; '
  'gone for any other place; refuses an invalid field.';

comment on function private.voucher_of is
  'A voucher with the values of a form; refuses an invalid field with the field that is wrong.';

comment on function private.set_voucher_limits is
  'Changes how many people may download a voucher; refuses with invalid when the total is below the downloads.';

grant execute on function private.refuse to public;

reset check_function_bodies;
