-- Decisions of the team about events, also by a link without an account, and events of invited organisers.

create function private.apply_event_decision(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (seen is not null and seen <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return jsonb_build_object('outcome', 'has_registrations');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', item);
end $$;
comment on function private.apply_event_decision(uuid, text, text, text, uuid) is
  'approve publishes, reject and adjust need a reason, reopen takes an event without registrations back to the queue.';

create function private.decide_event(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('events');
  return private.apply_event_decision(item, decision, reason, seen, (select private.account_id()));
end $$;

create function public.decide_event(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event(id, decision, reason, seen);
comment on function public.decide_event(uuid, text, text, text) is
  'approve publishes an event, adjust returns it to its organiser and reject refuses it, both with a reason; reopen takes the decision back.';
revoke execute on function public.decide_event(uuid, text, text, text) from public, anon;
grant execute on function public.decide_event(uuid, text, text, text) to authenticated, service_role;

create trigger events_withdraw before update of status on public.events
  for each row when (old.status in ('published', 'rejected') and new.status = 'pending')
  execute function private.withdraw_answer('pending');

create function private.decided_events() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select events.id, case events.status when 'draft' then 'adjust' else events.status end, events.decided_at, 'event_decided',
    coalesce(users.email, events.organizer_email), coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', events.organizer_name, 'event', events.title, 'status', case events.status when 'draft' then 'adjust' else events.status end,
      'note', coalesce(events.status_note, ''),
      'path', case when events.status = 'published' or events.organizer_id is null then '/eventos/lacambeche/' || events.slug else '/publicar-evento/preview/' || events.id end
    )
  from public.events
  left join auth.users on users.id = events.organizer_id left join public.profiles on profiles.id = events.organizer_id
  where events.status in ('published', 'rejected', 'draft') and events.decided_at is not null and events.deleted_at is null
    and coalesce(users.email, events.organizer_email) is not null
$$;
comment on function private.decided_events() is 'Decisions about events, which their organisers are told of by mail.';

create or replace function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art() union all select * from private.decided_events()
$$;

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = '' as $$
  select 'service_request', count(*), min(created_at) from public.service_requests where status in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status in ('received', 'in_progress', 'ready')
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
$$;

-- Links for one decision.
alter table public.approval_tokens drop constraint approval_tokens_subject_kind_check;
alter table public.approval_tokens add constraint approval_tokens_subject_kind_check check (subject_kind in ('service_request', 'event'));

create function private.decides_subject(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind when 'event' then private.is_staff() and private.has_permission('events') else private.has_permission('service_requests') end
$$;
comment on function private.decides_subject(text) is 'Whether the caller may decide what an approval link of this kind is about.';

drop policy "request managers read approval links" on public.approval_tokens;
drop policy "request managers make approval links in their own name" on public.approval_tokens;
drop policy "request managers revoke approval links" on public.approval_tokens;
create policy "request managers read approval links of requests, event managers those of events" on public.approval_tokens
  for select to authenticated using (private.decides_subject(subject_kind));
create policy "request and event managers make approval links in their own name" on public.approval_tokens
  for insert to authenticated
  with check (
    private.decides_subject(subject_kind) and created_by = (select private.account_id())
    and used_at is null and revoked_at is null and decided_name is null and ip_hash is null
  );
create policy "request and event managers revoke approval links" on public.approval_tokens
  for update to authenticated
  using (private.decides_subject(subject_kind)) with check (private.decides_subject(subject_kind));

create or replace function private.approval_state(link public.approval_tokens) returns text
language sql stable set search_path = '' as $$
  select case
    when link.used_at is not null then 'used'
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when link.subject_kind = 'event' and not exists (select from public.events where id = link.subject_id and status = 'pending' and deleted_at is null) then 'closed'
    when link.subject_kind = 'service_request' and not exists (select from public.service_requests where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;

-- Only facts that will be public; the sender of a request is not shown.
create or replace function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at, coalesce(request.protocol, ''),
    case when event.id is not null then 'event' when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address', concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram', event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description', event.description, 'rules', nullif(event.rules, '')
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city', request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website', request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message'
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as request on link.subject_kind = 'service_request' and request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (request.id is not null or event.id is not null)
$$;

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name' else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given, decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision, 'kind', link.subject_kind);
end $$;

-- Everything the form of an event shows.
create function private.event_form(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(event) - array['decided_by', 'search_name', 'publish_link_id', 'sources'] || jsonb_build_object(
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]') from public.event_days where event_id = event.id),
    'kinds', (select coalesce(jsonb_agg(to_jsonb(type) - array['event_id', 'created_at', 'updated_at'] order by position, id), '[]') from public.event_registration_types as type where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]') from public.event_sponsors as sponsor where event_id = event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'change', (select jsonb_build_object('fields', fields, 'values', payload) from public.event_changes where event_id = event.id and event_changes.status = 'pending')
  )
$$;

create function private.read_event_form(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.event_form(found) || jsonb_build_object('publishes_directly', private.publishes_directly(found.id))
  from public.events as found where found.id = event and deleted_at is null and private.edits_event(event)
$$;

create function public.read_event_form(id uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_form(id);
comment on function public.read_event_form(uuid) is 'An event with its days, kinds, sponsors and missing parts, for those who may edit it; null otherwise.';
revoke execute on function public.read_event_form(uuid) from public, anon;
grant execute on function public.read_event_form(uuid) to authenticated, service_role;

-- Publish links. The server calls these functions with the token; no account is needed.
create function private.publish_link(token text) returns public.event_publish_links
language sql stable security definer set search_path = '' as $$
  select * from public.event_publish_links where token_hash = private.token_hash(token)
$$;

create function private.publish_link_state(link public.event_publish_links) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when (select count(*) from public.events where publish_link_id = link.id) >= link.max_uses then 'used'
    else 'open'
  end
$$;
comment on function private.publish_link_state(public.event_publish_links) is 'Whether an event can be added: open, used (as often as allowed), expired or revoked. Events that were added can be edited unless the link is revoked.';

create function private.read_publish_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.publish_link_state(link), 'label', link.label, 'email', link.email, 'phone', link.phone, 'state_abbr', link.state_abbr,
    'publishes_directly', link.publishes_directly, 'expires_at', link.expires_at, 'uses_left', link.max_uses - (select count(*) from public.events where publish_link_id = link.id),
    'events', (
      select coalesce(jsonb_agg(private.event_form(event) order by event.starts_at, event.id), '[]')
      from public.events as event where event.publish_link_id = link.id and event.deleted_at is null and link.revoked_at is null
    )
  )
  from private.publish_link(token) as link where link.id is not null
$$;
create function public.read_publish_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_publish_link(token);
comment on function public.read_publish_link(text) is 'The state of a publish link and its events; null for a token that does not exist.';
-- The page is read without an account, as the page of an approval link is; the token is the proof.
revoke execute on function public.read_publish_link(text) from public;
grant execute on function public.read_publish_link(text) to anon, authenticated, service_role;

create function private.save_event_by_link(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
  wanted uuid;
begin
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  -- Two events saved at the same time wait here, so that the maximum of uses holds.
  select * into link from public.event_publish_links where id = link.id for update;
  if link.id is null or link.revoked_at is not null then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is null and private.publish_link_state(link) <> 'open' then
    return jsonb_build_object('outcome', private.publish_link_state(link));
  elsif wanted is not null and not exists (select from public.events where id = wanted and publish_link_id = link.id and deleted_at is null) then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is not null and exists (select from public.events where id = wanted and published_at is not null and starts_at <= now()) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  payload := payload || jsonb_build_object('club_id', link.club_id);
  return coalesce(
    case when wanted is not null and not link.publishes_directly then private.propose_event_change(payload, null, link.id) end,
    private.write_event(payload, null, link.id)
  );
end $$;
create function public.save_event_by_link(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event_by_link(token, payload);
comment on function public.save_event_by_link(text, jsonb) is 'Saves an event of an invited organiser until it begins. The server calls it.';
revoke execute on function public.save_event_by_link(text, jsonb) from public, anon, authenticated;
grant execute on function public.save_event_by_link(text, jsonb) to service_role;

create function private.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return jsonb_build_object('outcome', 'missing');
  end if;
  return private.submit_event(submit_event_by_link.id, seen, link.publishes_directly);
end $$;
create function public.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_event_by_link(token, id, seen);
comment on function public.submit_event_by_link(text, uuid, timestamptz) is 'Submits an event of an invited organiser. The server calls it.';
revoke execute on function public.submit_event_by_link(text, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.submit_event_by_link(text, uuid, timestamptz) to service_role;
