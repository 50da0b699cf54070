set check_function_bodies = off;

drop function public.follow_events;

drop function public.join_convoy_as_guest;

drop function public.join_convoy;

drop function public.create_convoy;

drop function private.follow_events;

drop function private.join_convoy_as_guest;

drop function private.join_convoy;

drop function private.create_convoy;

create function private.create_convoy(name text, ends_at timestamptz, member_name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the convoys of the others.
  perform from public.profiles where id = account for no key update;
  if (select count(*) from public.convoys where leader_id = account and convoys.ends_at > now()) >= 10 then
    return private.refused('limit');
  end if;
  insert into public.convoys (code, name, leader_id, ends_at)
  values (private.new_registration_code(), create_convoy.name, account, create_convoy.ends_at) returning * into made;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle, role)
    values (made.id, account, member_name, create_convoy.vehicle, 'leader');
  return private.saved(jsonb_build_object('code', made.code));
end $$;

create function private.join_convoy(code text, name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  existing public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.convoys as convoy where convoy.code = join_convoy.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100
    and not exists (select from public.convoy_members where convoy_id = existing.id and account_id = account) then
    return private.refused('full');
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (existing.id, account, join_convoy.name, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return private.saved();
end $$;

create function public.create_convoy(name text, ends_at timestamptz, member_name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_convoy(name, ends_at, member_name, vehicle);

create function public.join_convoy(code text, name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy(code, name, vehicle);

create function private.join_convoy_as_guest(code text, token_hash text, name text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.convoys;
begin
  select * into existing from public.convoys as convoy where convoy.code = join_convoy_as_guest.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100 then
    return private.refused('full');
  end if;
  insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at)
  values (
    existing.id, join_convoy_as_guest.token_hash, join_convoy_as_guest.name, join_convoy_as_guest.vehicle,
    existing.ends_at
  );
  return private.saved();
end $$;

create function public.join_convoy_as_guest(code text, token_hash text, name text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy_as_guest(code, token_hash, name, vehicle);

create function private.follow_events(email text, state_abbr text, event_id uuid, locale text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  follow public.event_follows;
begin
  if num_nonnulls(follow_events.state_abbr, follow_events.event_id) <> 1 then
    perform private.refuse_request('subject');
  elsif follow_events.state_abbr is not null
    and not exists (select from public.states where abbr = follow_events.state_abbr) then
    perform private.refuse_request('state_abbr');
  elsif follow_events.event_id is not null then
    select * into subject from public.events where id = follow_events.event_id;
    if subject.id is null or not private.is_public_event(subject) or subject.ends_at <= now() then
      perform private.refuse_request('event_id');
    end if;
  end if;
  begin
    insert into public.event_follows (email, locale, state_abbr, event_id)
    values (lower(btrim(follow_events.email)), follow_events.locale, follow_events.state_abbr,
      follow_events.event_id)
    on conflict on constraint event_follows_email_state_abbr_event_id_key do update set locale = excluded.locale
    returning * into follow;
  exception when check_violation or not_null_violation then
    perform private.refuse_request('email');
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

create function public.follow_events(email text, state_abbr text, event_id uuid, locale text) returns void
language sql volatile security invoker set search_path = ''
return private.follow_events(email, state_abbr, event_id, locale);

comment on function public.create_convoy is
  'Creates a convoy that begins now, led by the caller: saved with its code, refused with limit for an account that '
  'leads ten running convoys.';

comment on function public.join_convoy is
  'Adds the caller to a convoy, or changes the own name and car: saved, or refused with unknown, over or full '
  '(100 people).';

comment on function public.join_convoy_as_guest is
  'Adds a person without an account to a convoy: saved, or refused with unknown, over or full (100 people). Only the '
  'server calls it, which limits the guesses of codes.';

comment on function private.follow_events is
  'Stores an unconfirmed follow of a state or an event and mails its link, at most every 15 minutes per follow and 10 '
  'per address and day.';

comment on function public.follow_events is
  'For the server only: asks by mail whether an address wants to be told about a state or an event.';

grant execute on function public.create_convoy to authenticated, service_role;

grant execute on function public.join_convoy to authenticated, service_role;

grant execute on function public.join_convoy_as_guest to service_role;

grant execute on function public.follow_events to service_role;

reset check_function_bodies;
