-- Dates that hang on the date of an event move together with it, whichever way the event was saved.

create table private.event_dates (
  relation text not null,
  date_column text not null,
  treatment text not null check (treatment in ('moves', 'stays')),
  reason text not null,
  primary key (relation, date_column)
);
comment on table private.event_dates is
  'Every date of the tables with an event: whether it moves with the date of the event. A test lists the columns that are missing.';
alter table private.event_dates enable row level security;

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('events', 'starts_at', 'moves', 'the date itself'),
  ('events', 'ends_at', 'moves', 'the date itself'),
  ('events', 'votes_open_at', 'moves', 'voting takes place at the event'),
  ('events', 'votes_close_at', 'moves', 'voting takes place at the event'),
  ('event_days', 'day', 'moves', 'programme'),
  ('event_registration_types', 'opens_at', 'moves', 'time before the event; an opening that has passed stays'),
  ('event_registration_types', 'closes_at', 'moves', 'time before or at the event'),
  ('event_registration_types', 'edit_until', 'moves', 'time before the event'),
  ('event_messages', 'send_at', 'moves', 'time before or after the event; a message that was sent or cancelled stays'),
  ('notification_campaigns', 'scheduled_at', 'moves', 'notice to the people of the event; one that was sent stays'),
  ('event_promotions', 'starts_on', 'stays', 'booked days of the portal'),
  ('event_promotions', 'ends_on', 'stays', 'booked days of the portal'),
  ('event_leads', 'next_contact_on', 'stays', 'work of the team'),
  ('event_registrations', 'held_until', 'stays', 'time to pay counts from the registration'),
  ('event_registrations', 'waiting_since', 'stays', 'place in the waiting list'),
  ('registration_documents', 'expires_on', 'stays', 'a date on the document'),
  ('registration_contracts', 'link_expires_at', 'stays', 'counts from the sending'),
  ('registration_links', 'expires_at', 'stays', 'counts from the sending'),
  ('checkin_devices', 'expires_at', 'stays', 'chosen by the team for a device');

insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.event_dates', '*', 'not_personal', 'matrix');

create function private.moved(moment timestamptz, before public.events, after public.events) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone before.time_zone
    + ((after.starts_at at time zone after.time_zone) - (before.starts_at at time zone before.time_zone))) at time zone after.time_zone
$$;
comment on function private.moved(timestamptz, public.events, public.events) is
  'A moment that hangs on the beginning of an event, after the event got another date or time zone: the same local time before or after it.';

create function private.set_event_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.votes_open_at, new.votes_close_at) is not distinct from (old.votes_open_at, old.votes_close_at) then
    new.votes_open_at := private.moved(old.votes_open_at, old, new);
    new.votes_close_at := private.moved(old.votes_close_at, old, new);
  end if;
  return new;
end $$;
comment on function private.set_event_votes() is 'Trigger function: the times of voting move with the date of the event, unless the same change sets them.';
-- After the triggers that set the time zone.
create trigger events_b_votes before update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.set_event_votes();

create function private.move_event_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  days integer := (new.starts_at at time zone new.time_zone)::date - (old.starts_at at time zone old.time_zone)::date;
begin
  if days <> 0 then
    -- Two steps, because a day may get the date of another one that is not moved yet.
    update public.event_days set day = day + days + 10000 where event_id = new.id;
    update public.event_days set day = day - 10000 where event_id = new.id;
  end if;
  update public.event_registration_types set
    opens_at = case when opens_at <= now() then opens_at else private.moved(opens_at, old, new) end,
    closes_at = least(private.moved(closes_at, old, new), case when closes_at is not null then new.ends_at end),
    edit_until = private.moved(edit_until, old, new)
  where event_id = new.id and (opens_at is not null or closes_at is not null or edit_until is not null);
  update public.event_messages set send_at = greatest(private.moved(send_at, old, new), now())
  where event_id = new.id and send_at > now() and started_at is null and ended_at is null and cancelled_at is null;
  update public.notification_campaigns set scheduled_at = greatest(private.moved(scheduled_at, old, new), now())
  where audience_event = new.id and status = 'scheduled' and scheduled_at > now();
  return null;
end $$;
comment on function private.move_event_dates() is
  'Trigger function: moves the dates of private.event_dates that hang on the date of an event. Dates that the same save sets afterwards replace them.';
create trigger events_move_dates after update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.move_event_dates();

create or replace function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  found public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now() or change_event_dates.starts_at > now() + interval '3 years' then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + interval '31 days'
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at, ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into found;
  return private.changed_event(found, private.mail_registered(found, 'date', note));
end $$;

-- Dates that hang on an event, for the organiser before the date is changed.
create function private.event_date_list(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = event_date_list.event;
  return jsonb_build_object(
    'starts_at', found.starts_at, 'ends_at', found.ends_at, 'time_zone', found.time_zone,
    'votes_open_at', found.votes_open_at, 'votes_close_at', found.votes_close_at,
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from public.event_days where event_id = found.id),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'opens_at', opens_at, 'closes_at', closes_at, 'edit_until', edit_until) order by position, id), '[]')
      from public.event_registration_types where event_id = found.id and (opens_at is not null or closes_at is not null or edit_until is not null)
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('name', planned.name, 'send_at', planned.send_at) order by planned.send_at, planned.id), '[]')
      from (
        select id, coalesce(subject, left(body, 80)) as name, send_at from public.event_messages
        where event_id = found.id and send_at > now() and started_at is null and ended_at is null and cancelled_at is null
        union all
        select id, title, scheduled_at from public.notification_campaigns
        where audience_event = found.id and status = 'scheduled' and scheduled_at > now()
      ) as planned
    )
  );
end $$;
comment on function private.event_date_list(uuid) is 'The dates of an event that move with its date, for its editors.';

create function public.event_date_list(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_date_list(event);
comment on function public.event_date_list(uuid) is 'Editors of an event read the dates that move with its date: voting, programme, kinds of registration, scheduled messages.';
revoke execute on function public.event_date_list(uuid) from public, anon;
grant execute on function public.event_date_list(uuid) to authenticated, service_role;
