-- Submitting, publishing, postponing and cancelling an event.

create function private.mail_registered(event public.events, change text, note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select
      (array_agg(registration.id order by registration.created_at))[1] as id,
      (array_agg(registration.email order by registration.created_at))[1] as email,
      (array_agg(registration.full_name order by registration.created_at))[1] as full_name,
      (array_agg(registration.locale order by registration.created_at))[1] as locale,
      string_agg(registration.code, ', ' order by registration.created_at) as codes,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
      )) as has_paid,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
          and payments.recipient_id is not null
      )) as has_paid_organiser
    from public.event_registrations as registration
    where event_id = event.id and registration.status = any (private.active_registration_statuses())
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or
      not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid_organiser then 'organiser'
          when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_registered is
  'Enqueues the mail event_changed with the codes of the registrations of each person. change: date, place, '
  'date_place, postponed or cancelled.';

create function private.event_change(before public.events, event public.events) returns text
language sql immutable set search_path = '' as $$
  select nullif(concat_ws('_',
    case when (before.starts_at, before.ends_at) is distinct from (event.starts_at, event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge)
      is distinct from (event.venue, event.address, event.municipality_ibge) then 'place' end
  ), '')
$$;
comment on function private.event_change is
  'What registered people are told of: date, place or date_place; null for other changes.';

create function private.event_checklist(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('key', item.key, 'needed', item.needed, 'done', item.done) order by item.place)
  from (values
    (1, 'date', true, event.starts_at > now()),
    (2, 'description', true, char_length(btrim(event.description)) >= 30),
    (3, 'position', true, event.lat is not null),
    (4, 'contact', true, event.organizer_phone is not null or event.organizer_email is not null),
    (5, 'payment', true,
      not private.is_paid_event(event.id) or private.recipient_state(event.id) not in ('none', 'stopped')),
    (6, 'stands', true, not exists (
      select from public.event_registration_types as type
      where type.event_id = event.id and type.chooses_stand and not exists (
        select from public.event_stands as stand
        where stand.event_id = event.id and (stand.kinds = '{}' or type.kind = any (stand.kinds))
      )
    )),
    (7, 'cover', false, event.poster_path is not null),
    (8, 'venue', false, event.venue is not null),
    (9, 'programme', false, exists (select from public.event_days where event_id = event.id)),
    (10, 'rules', false, event.rules <> ''),
    (11, 'kinds', false, exists (select from public.event_registration_types where event_id = event.id))
  ) as item (place, key, needed, done)
$$;
comment on function private.event_checklist is
  'What an event has and lacks: [{key, needed, done}]. needed: without it the event is neither sent to the team nor '
  'published; the others are advice. payment: no price, or somebody receives the money; stands: those of the kinds that '
  'choose one.';

create function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(item ->> 'key' order by place), '{}')
  from jsonb_array_elements(private.event_checklist(event)) with ordinality as one (item, place)
  where (item ->> 'needed')::boolean and not (item ->> 'done')::boolean
$$;
comment on function private.event_gaps is 'What an event lacks before it is submitted: needed lines of its checklist.';

create function private.publish_event(event uuid) returns public.events
language sql volatile security definer set search_path = '' as $$
  update public.events set status = 'published', published_at = coalesce(published_at, now()), status_note = null
  where id = publish_event.event returning *
$$;
comment on function private.publish_event is 'Publishes an event. Rights and missing parts are checked by the callers.';

create function private.submit_event(event uuid, expected_version timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
begin
  select * into existing from public.events where id = submit_event.event and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict(jsonb_build_object('updated_at', existing.updated_at));
  elsif not (existing.status in ('draft', 'rejected') or existing.status = 'pending' and directly) then
    return private.refused('already') || jsonb_build_object('status', existing.status);
  elsif cardinality(private.event_gaps(existing)) > 0 then
    return private.refused('incomplete') || jsonb_build_object('gaps', to_jsonb(private.event_gaps(existing)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = existing.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = existing.id;
  if directly then
    perform private.publish_event(existing.id);
  end if;
  select * into existing from public.events where id = existing.id;
  return private.saved(jsonb_build_object('status', existing.status, 'updated_at', existing.updated_at, 'slug',
    existing.slug, 'state_abbr', existing.state_abbr));
end $$;
comment on function private.submit_event is
  'Sends an event to the team, or publishes it directly. Rights are checked by the callers.';

create function private.publishes_directly(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events') or exists (
    select from public.events join public.clubs on clubs.id = events.club_id
    where events.id = event and clubs.is_trusted and clubs.deleted_at is null and private.runs_club(clubs.id)
  )
$$;
comment on function private.publishes_directly is
  'Whether the caller publishes an event without a decision of the team: event managers, and owner and administrators '
  'of a trusted club.';

create function private.require_event_editor(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.edits_event(event) then
    raise exception 'only editors of an event change it' using errcode = '42501';
  end if;
end $$;

create function private.submit_own_event(event uuid, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_editor(event);
  return private.submit_event(event, expected_version, private.publishes_directly(event));
end $$;

create function private.lock_public_event(event uuid, expected_version timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
begin
  perform private.require_event_editor(event);
  select * into existing from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when existing.id is null then private.gone()
    when existing.updated_at <> expected_version
      then private.conflict(jsonb_build_object('updated_at', existing.updated_at))
    when existing.status <> all (statuses) then private.refused('already') || jsonb_build_object('status',
      existing.status)
  end;
end $$;
comment on function private.lock_public_event is 'Locks the event; returns null, or why the change is refused.';

create function private.changed_event(event public.events, mailed integer) returns jsonb
language sql stable set search_path = '' as $$
  select private.saved(jsonb_build_object('status', event.status, 'updated_at', event.updated_at, 'slug',
    event.slug, 'state_abbr', event.state_abbr, 'mailed', mailed))
$$;

create function private.postpone_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  existing public.events;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'postponed', status_note = note where id = postpone_event.event returning *
    into existing;
  return private.changed_event(existing, private.mail_registered(existing, 'postponed', note));
end $$;
comment on function private.postpone_event is
  'The new date is not known yet; registrations are kept. A new date publishes the event again.';

create function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
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

create function private.cancel_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  existing public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into existing;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = existing.id order by id for update;
  mailed := private.mail_registered(existing, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = existing.id and status = any (private.active_registration_statuses())
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(existing, mailed);
end $$;
comment on function private.cancel_event is
  'Cancels the event and its registrations; paid ones are refunded by private.cancel_registration. The mail of the '
  'event is the only one: set_registration_status sends none for a cancelled event. Cannot be undone.';

create function private.apply_event_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return private.gone();
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item
    and status = any (private.active_registration_statuses())) then
    return private.refused('has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return private.refused('unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else reason_text end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', item));
end $$;
comment on function private.apply_event_decision is
  'approve publishes, or answers unpayable while its prices cannot be paid; reject and adjust need a reason, reopen '
  'takes an event without registrations back to the queue.';

create function private.decide_event(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('events');
  return private.apply_event_decision(item, decision, reason, expected_status, (select private.account_id()));
end $$;

create function private.decided_events() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select events.id, case events.status when 'draft' then 'adjust' else events.status end, events.decided_at,
    'event_decided',
    coalesce(users.email, events.organizer_email), coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', events.organizer_name, 'event', events.title, 'status', case events.status when 'draft' then 'adjust'
        else events.status end,
      'note', coalesce(events.status_note, ''),
      'path', case when events.status = 'published' or events.organizer_id is null
        then '/eventos/lacambeche/' || events.slug else '/publicar-evento/preview/' || events.id end
    )
  from public.events
  left join auth.users on users.id = events.organizer_id left join public.profiles on profiles.id = events.organizer_id
  where events.status in ('published', 'rejected', 'draft') and events.decided_at is not null and events.deleted_at
    is null
    and coalesce(users.email, events.organizer_email) is not null
$$;
comment on function private.decided_events is 'Decisions about events, which their organisers are told of by mail.';

create function public.submit_event(id uuid, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_own_event(id, expected_version);
comment on function public.submit_event is
  'Sends an event to the team; event managers and trusted clubs publish it at once: saved, conflict, gone, or '
  'refused with incomplete or already.';
grant execute on function public.submit_event to authenticated, service_role;

create function public.postpone_event(id uuid, reason text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.postpone_event(id, reason, expected_version);
comment on function public.postpone_event is
  'Postpones a published event without a new date and mails everybody registered.';
grant execute on function public.postpone_event to authenticated, service_role;

create function public.change_event_dates(id uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_dates(id, starts_at, ends_at, reason, expected_version);
comment on function public.change_event_dates is
  'Gives a published or postponed event another date, moves its programme and mails everybody registered.';
grant execute on function public.change_event_dates to authenticated, service_role;

create function public.cancel_event(id uuid, reason text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event(id, reason, expected_version);
comment on function public.cancel_event is
  'Cancels a published or postponed event with its registrations and mails everybody registered. Cannot be undone.';
grant execute on function public.cancel_event to authenticated, service_role;

create function public.decide_event(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event(id, decision, reason, expected_status);
comment on function public.decide_event is
  'approve publishes an event, adjust returns it to its organiser and reject refuses it, both with a reason; reopen '
  'takes the decision back.';
grant execute on function public.decide_event to authenticated, service_role;
