-- Who receives the money of an event: the portal, or a Pix key or Stripe account of the organiser that the team
-- approved.

create table public.event_recipients (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind = any (private.recipient_kinds())),
  pix_key_type text,
  pix_key text,
  name text check (name !~ '^\s*$' and char_length(name) <= 80),
  city text check (city !~ '^\s*$' and char_length(city) <= 60),
  status text not null default 'pending' check (status = any (private.event_recipient_statuses())),
  note text check (char_length(note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  position bigint generated always as identity,
  stripe_account text references public.stripe_accounts (account),
  constraint recipient_with_key_is_complete check (case kind
    when 'pix' then private.is_pix_key(pix_key, pix_key_type) and name is not null and city is not null
      and stripe_account is null
    when 'stripe' then stripe_account is not null and name is not null
      and coalesce(pix_key_type, pix_key, city) is null
    else coalesce(pix_key_type, pix_key, name, city, stripe_account) is null and status = 'approved' end)
);
comment on table public.event_recipients is
  'Recipients that the people of an event asked for, one row for each change; written by functions only, and never '
  'changed but for the decision. The newest row that was neither rejected nor withdrawn counts.';
comment on column public.event_recipients.position is 'Order of the rows of an event; two may have the same time.';
comment on column public.event_recipients.name is
  'Name of the holder of the key or of the account at Stripe when it was asked for, which the payer reads before '
  'paying.';
create index event_recipients_stripe_account_idx on public.event_recipients (stripe_account);
create index event_recipients_event_id_idx on public.event_recipients (event_id, position desc);
create index event_recipients_created_by_idx on public.event_recipients (created_by);
create index event_recipients_decided_by_idx on public.event_recipients (decided_by);
create index event_recipients_pending_idx on public.event_recipients (created_at) where status = 'pending';
alter table public.event_recipients enable row level security;
grant select on public.event_recipients to authenticated;
grant all on public.event_recipients to service_role;
create policy "treasurers and financial managers read recipients" on public.event_recipients
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('financials'))
    or event_id in (select private.events_with_right('payments'))
  );
create trigger event_recipients_audit after insert or update or delete on public.event_recipients
  for each row execute function private.write_audit('id', 'event_id,kind,status,note');

insert into private.audit_log_permissions (entity, permission) values
  ('event_recipients', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_recipients', 'created_by', 'account', 'work', 'Recebedores de um evento', 'unlink', 173),
  ('event_recipients', 'decided_by', 'account', 'work', 'Recebedores que conferiu', 'unlink', 174);

select
  private.declare_columns('event_recipients', 'exported',
    '{id,event_id,kind,pix_key_type,pix_key,name,city,status,note,decided_at,created_at,stripe_account}'),
  private.declare_columns('event_recipients', 'not_personal', '{position}', 'order of the rows'),
  private.declare_columns('event_recipients', 'withheld', '{created_by,decided_by}',
    'another person: who asked or decided');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unused_event_recipients', 'public.event_recipients',
    'coalesce(case when status = ''approved'' then (select min(coalesce(later.decided_at, later.created_at)) '
    'from public.event_recipients as later where later.event_id = event_recipients.event_id '
    'and later.status = ''approved'' and later.position > event_recipients.position) end, decided_at, created_at)',
    '90 days',
    'kind <> ''portal'' and status <> ''pending'' and not exists (select from public.payments '
    'where payments.recipient_id = event_recipients.id) and (status <> ''approved'' or exists (select from '
    'public.event_recipients as later where later.event_id = event_recipients.event_id '
    'and later.status = ''approved'' and later.position > event_recipients.position))', 272);

create function private.event_recipient(event uuid) returns public.event_recipients
language sql stable security definer set search_path = '' as $$
  select known.* from public.event_recipients as known
  where known.event_id = event_recipient.event and known.status in ('pending', 'approved')
  order by known.position desc limit 1
$$;
comment on function private.event_recipient is
  'The recipient that counts: the newest that is approved or waits for the decision of the team; none when the event '
  'never asked for another one than the portal.';

create function private.collects_for_events() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payment_settings where key = 'event_collecting' and value -> 'enabled' = 'true')
$$;
comment on function private.collects_for_events is
  'Whether the portal collects for new organisers. The owner of the portal switches it on after a legal check.';

create function private.set_portal_collects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.portal_collects := not private.is_api_request() or private.collects_for_events()
    or new.organizer_id is null and new.club_id is null and new.publish_link_id is null
    or private.is_staff() and private.has_permission('events')
    or exists (
      select from public.events as earlier
      where earlier.portal_collects and (earlier.organizer_id = new.organizer_id or earlier.club_id = new.club_id)
    );
  return new;
end $$;
comment on function private.set_portal_collects is
  'Trigger function: the portal collects for its own events and for organisers for whom it collected before; for new '
  'organisers, also those with a publish link, only while the setting is on.';

create trigger events_portal_collects before insert on public.events
  for each row execute function private.set_portal_collects();

create function private.portal_can_be_paid() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_settings
    where value -> 'enabled' = 'true' and case key
      when 'pix_config' then coalesce(value ->> 'pix_key', '') <> '' and coalesce(value ->> 'recipient_name', '') <> ''
      when 'stripe_config' then coalesce(value ->> 'publishable_key', '') <> ''
      else false
    end
  )
$$;
comment on function private.portal_can_be_paid is
  'Whether Pix or cards are on in the payment settings. The secret key of cards is in the environment, where SQL does '
  'not see it.';

create function private.recipient_state(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind <> 'portal' and own.status <> 'approved' then 'checking'
    when own.kind = 'stripe' and not private.is_live_account(own.stripe_account) then 'stopped'
    when own.kind <> 'portal' then 'own'
    when (events.portal_collects or private.collects_for_events()) and private.portal_can_be_paid() then 'portal'
    else 'none'
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = recipient_state.event
$$;
comment on function private.recipient_state is
  'own (a key or account that the team approved), checking (one that waits for it), stopped (an approved Stripe '
  'account that cannot be paid), portal, or none: nobody receives money.';

create function private.event_payment_is_possible(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.recipient_state(event) in ('own', 'portal'), false)
$$;
comment on function private.event_payment_is_possible is
  'Whether a paid registration of the event can be paid now; not while the team checks a new recipient.';

create function private.event_payee(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case private.recipient_state(event)
    when 'none' then null
    when 'portal' then (
      select value ->> 'recipient_name' from public.payment_settings
      where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
    )
    else (private.event_recipient(event)).name
  end
$$;
comment on function private.event_payee is
  'Who receives the money of registrations: the holder of the Pix key or Stripe account of the organiser, also while '
  'it is checked, or of the key of the portal.';

create function private.event_pix_key(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pix_key_type', own.pix_key_type, 'pix_key', own.pix_key, 'name', own.name,
    'city', own.city, 'is_current', true)
  from private.event_recipient(event) as own where own.kind = 'pix' and own.status = 'approved'
$$;
comment on function private.event_pix_key is
  'Key and holder of the Pix key of the organiser that the team approved; null without one.';

create function private.collecting_of(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', state, 'name', case when state <> 'checking' then private.event_payee(event) end,
    'kind', case when state = 'own' then (private.event_recipient(event)).kind end
  )
  from private.recipient_state(event) as state
$$;
comment on function private.collecting_of is
  'Who receives the money of an event and how; a name that is not approved yet is left out.';

create function private.event_collecting(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.collecting_of(known.id)
  from public.events as known
  where known.id = event_collecting.event and known.deleted_at is null
    and (private.is_public_event(known) or private.may_in_event(known.id, 'page'))
$$;
comment on function private.event_collecting is
  'Who receives the money of an event, for the pages before the payment; null for events that the caller does not '
  'see.';

-- Only people of the event act for its money: event managers of the team have no right here.
create function private.require_event_money(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if event is null or event not in (select private.events_with_right('payments')) then
    raise exception 'no right to the money of the event' using errcode = '42501';
  end if;
end $$;
comment on function private.require_event_money is
  'Raises 42501 unless a role of the caller has the right payments in the event; the team of the portal has it not.';

create function private.accounts_with_right(event uuid, wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select work.account_id
  from (
    select member.account_id, member.role from public.event_members as member
    where member.event_id = accounts_with_right.event and (member.ends_at is null or member.ends_at > now())
    union
    select club.user_id, case club.role when 'owner' then 'owner' else 'organiser' end
    from public.club_members as club join public.events as owned on owned.club_id = club.club_id
    where owned.id = accounts_with_right.event and club.role in ('owner', 'admin')
  ) as work join public.profiles on profiles.id = work.account_id
  where profiles.blocked_at is null and wanted = any (private.rights_of_event_role(work.role))
    and (work.role in ('owner', 'treasurer') or exists (
      select from public.events where id = accounts_with_right.event and ends_at + interval '30 days' > now()))
  group by 1
$$;
comment on function private.accounts_with_right is 'Accounts whose role in an event has a right.';
revoke execute on function private.accounts_with_right from public;

-- Every change of a payment of a registration locks the kinds of the event first, so that it and a change of the
-- recipient wait for each other.
create function private.lock_recipient(event uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  perform from public.event_registration_types where event_id = lock_recipient.event order by id for update;
  return true;
end $$;
comment on function private.lock_recipient is 'Locks an event and its kinds; false for an event that does not exist.';

create function private.tell_about_recipient(event uuid, template text, recipient public.event_recipients) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.mail_event_owners(event, template, jsonb_build_object(
    'by', coalesce((select username from public.profiles where id = (select private.account_id())), ''),
    'recipient', coalesce(recipient.name, 'Portal LACAMBECHE'), 'note', coalesce(recipient.note, ''),
    'path', '/painel/eventos/' || event || '/recebimento'));
end $$;
comment on function private.tell_about_recipient is 'Mails every owner of an event about its recipient.';
revoke execute on function private.tell_about_recipient from public;

create function private.set_event_recipient(event uuid, kind text, pix_key_type text, pix_key text, name text,
  city text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  added public.event_recipients;
  holder text := nullif(private.typed_line(name), '');
  place text := nullif(private.typed_line(city), '');
  connected public.stripe_accounts;
begin
  perform private.require_recent_proof();
  perform private.require_event_money(event);
  if kind is null or kind <> all (private.recipient_kinds()) then
    perform private.refuse('invalid', 'kind');
  elsif kind = 'pix' and not private.is_pix_key(pix_key, pix_key_type) then
    perform private.refuse('invalid', 'pix_key');
  elsif kind = 'pix' and (holder is null or char_length(holder) > 80) then
    perform private.refuse('invalid', 'name');
  elsif kind = 'pix' and (place is null or char_length(place) > 60) then
    perform private.refuse('invalid', 'city');
  end if;
  if not private.lock_recipient(event) then
    return private.gone();
  end if;
  if kind = 'stripe' then
    connected := private.stripe_account_of(event);
    if not private.is_live_account(connected.account) then
      return private.refused('incomplete');
    end if;
  end if;
  if kind = 'portal' and not private.collects_for_events()
    and not exists (select from public.events where id = event and portal_collects)
  then
    return private.refused('portal_off');
  elsif exists (
    select from private.event_recipient(event) as known
    where known.kind = set_event_recipient.kind and (known.kind = 'portal' or known.stripe_account = connected.account
      or (known.pix_key_type, known.pix_key, known.name, known.city)
        = (set_event_recipient.pix_key_type, set_event_recipient.pix_key, holder, place))
  ) then
    return private.refused('unchanged');
  elsif (select count(*) from public.event_recipients as known where known.event_id = set_event_recipient.event
    and known.created_at > now() - interval '1 day') >= private.recipient_changes_per_day()
  then
    return private.refused('limit');
  end if;
  -- A newer change takes the place of one that waits, so that the team decides about one.
  update public.event_recipients as earlier set status = 'withdrawn', decided_at = now()
  where earlier.event_id = set_event_recipient.event and earlier.status = 'pending';
  if kind = 'portal' then
    update public.events set portal_collects = true where id = event and not portal_collects;
    insert into public.event_recipients (event_id, kind, status, created_by)
    values (event, 'portal', 'approved', (select private.account_id())) returning * into added;
    perform private.extend_holds(event);
  else
    insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, created_by, stripe_account)
    select event, asked.kind, asked.pix_key_type, asked.pix_key, asked.name, asked.city, (select private.account_id()),
      asked.account
    from (
      select 'pix' as kind, set_event_recipient.pix_key_type, set_event_recipient.pix_key, holder as name,
        place as city, null as account
      union all select 'stripe', null, null, connected.name, null, connected.account
    ) as asked
    where asked.kind = set_event_recipient.kind
    returning * into added;
    perform private.tell_money_managers(event);
  end if;
  perform private.tell_about_recipient(event, 'event_recipient_changed', added);
  return private.saved();
end $$;

create function private.tell_money_managers(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, 'Recebedor de evento a conferir', left(events.title, 80), '/admin/financials/recebedores',
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Recipient of an event to check', 'body', left(events.title, 80)),
      'es', jsonb_build_object('title', 'Receptor de un evento por revisar', 'body', left(events.title, 80))
    )
  from public.profiles cross join public.events
  where private.holds_permission(profiles, 'financials') and events.id = tell_money_managers.event
$$;
comment on function private.tell_money_managers is 'Notice to financial managers about a recipient to check.';
revoke execute on function private.tell_money_managers from public;

create function private.extend_holds(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registrations set held_until = greatest(held_until,
    now() + make_interval(hours => private.receipt_hold_hours()))
  where event_id = extend_holds.event and status in ('offered', 'awaiting_payment') and price_cents > 0
$$;
comment on function private.extend_holds is
  'Gives places that waited for a decision about the recipient time to be paid.';
revoke execute on function private.extend_holds from public;

create function private.withdraw_event_recipient(item uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.event_recipients;
begin
  perform private.require_recent_proof();
  perform private.require_event_money((select event_id from public.event_recipients where id = item));
  perform private.lock_recipient((select event_id from public.event_recipients where id = item));
  update public.event_recipients set status = 'withdrawn', decided_at = now() where id = item and status = 'pending'
  returning * into asked;
  if asked.id is null then
    return private.gone();
  end if;
  perform private.extend_holds(asked.event_id);
  perform private.tell_about_recipient(asked.event_id, 'event_recipient_withdrawn', asked);
  return private.saved();
end $$;

create function private.decide_event_recipient(item uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.event_recipients;
  reason_text text := private.check_reason(decision, reason);
begin
  perform private.require_permission('financials');
  perform private.require_recent_proof();
  if decision is null or decision not in ('approve', 'reject') then
    perform private.refuse('invalid', 'decision');
  end if;
  select * into asked from public.event_recipients where id = item;
  if asked.id is null or not private.lock_recipient(asked.event_id) then
    return private.gone();
  end if;
  select * into asked from public.event_recipients where id = item for update;
  if asked.created_by = (select private.account_id()) then
    return private.refused('own');
  elsif decision = 'approve' and asked.kind = 'stripe' and not private.is_live_account(asked.stripe_account) then
    return private.refused('incomplete');
  elsif asked.status <> 'pending' then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.event_recipients set status = case decision when 'approve' then 'approved' else 'rejected' end,
    note = reason_text, decided_by = (select private.account_id()), decided_at = now()
  where id = item returning * into asked;
  perform private.extend_holds(asked.event_id);
  perform private.tell_about_recipient(asked.event_id,
    case decision when 'approve' then 'event_recipient_approved' else 'event_recipient_rejected' end, asked);
  return private.saved();
end $$;

create function private.recipient_entry(recipient public.event_recipients) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', recipient.id, 'kind', recipient.kind, 'pix_key_type', recipient.pix_key_type, 'pix_key', recipient.pix_key,
    'name', recipient.name, 'city', recipient.city, 'stripe_account', recipient.stripe_account,
    'status', recipient.status, 'note', recipient.note,
    'created_at', recipient.created_at, 'decided_at', recipient.decided_at,
    'by', (select username from public.profiles where id = recipient.created_by),
    'decided_by', (select username from public.profiles where id = recipient.decided_by)
  )
$$;
comment on function private.recipient_entry is 'A recipient with the names of the people who asked and decided.';
revoke execute on function private.recipient_entry from public;

create function private.event_recipients_of(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    select jsonb_build_object(
      'state', private.recipient_state(known.id), 'payee', private.event_payee(known.id),
      'may_change', known.id in (select private.events_with_right('payments')),
      'offers_portal', known.portal_collects or private.collects_for_events(),
      'current', (private.event_recipient(known.id)).id,
      'stripe', (
        select jsonb_build_object('account', own.account, 'name', own.name,
          'details_submitted', own.details_submitted, 'charges_enabled', own.charges_enabled)
        from private.stripe_account_of(known.id) as own where own.account is not null
      ),
      'recipients', (
        select coalesce(jsonb_agg(private.recipient_entry(listed.one) order by listed.position desc), '[]')
        from (
          select one, one.position from public.event_recipients as one
          where one.event_id = known.id order by one.position desc limit 50
        ) as listed
      )
    )
    from public.events as known where known.id = event_recipients_of.event
  );
end $$;

create function private.list_event_recipients(only_pending boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('financials');
  return (
    select coalesce(jsonb_agg(private.recipient_entry(listed.one) || jsonb_build_object(
      'event_id', events.id, 'event', events.title, 'event_status', events.status, 'organiser', events.organizer_name,
      'paid', (
        select count(*) from public.payments as paid join public.event_registrations as registration
          on registration.id = paid.subject_id and paid.subject_type = 'registration'
        where registration.event_id = events.id and paid.status = 'paid'
      )
    ) order by listed.is_pending desc, listed.position desc), '[]')
    from (
      select one, one.position, one.status = 'pending' as is_pending from public.event_recipients as one
      where one.kind <> 'portal' and (one.status = 'pending' or not coalesce(only_pending, false))
      order by one.status = 'pending' desc, one.position desc limit 200
    ) as listed join public.events on events.id = (listed.one).event_id and events.deleted_at is null
  );
end $$;

create function public.event_collecting(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_collecting(event);
comment on function public.event_collecting is
  'Who receives the money of an event ({state, name, kind}); null for events that the caller does not see.';
grant execute on function public.event_collecting to anon, authenticated, service_role;

create function public.set_event_recipient(event uuid, kind text, pix_key_type text default null,
  pix_key text default null, name text default null, city text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_recipient(event, kind, pix_key_type, pix_key, name, city);
comment on function public.set_event_recipient is
  'People with the right payments in an event ask for another recipient; paid registrations stop until the team '
  'approves it, and every owner gets a mail. stripe is the account that the event connected last. Raises 28000 without '
  'a recent proof of identity. Answers saved, gone, or refused with portal_off, unchanged, limit or incomplete (the '
  'account cannot be paid).';
grant execute on function public.set_event_recipient to authenticated, service_role;

create function public.withdraw_event_recipient(item uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_event_recipient(item);
comment on function public.withdraw_event_recipient is
  'Ends a change that waits for the team, so that the recipient before it counts again; needs a recent proof of '
  'identity. Answers saved or gone.';
grant execute on function public.withdraw_event_recipient to authenticated, service_role;

create function public.decide_event_recipient(item uuid, decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_recipient(item, decision, reason);
comment on function public.decide_event_recipient is
  'A financial manager approves or rejects (with a reason) a recipient; needs a recent proof of identity. Answers '
  'saved, gone, conflict (decided already), or refused with own (asked for by the caller) or incomplete (an account '
  'that cannot be paid).';
grant execute on function public.decide_event_recipient to authenticated, service_role;

create function public.event_recipients_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_recipients_of(event);
comment on function public.event_recipients_of is
  'Recipients of an event with their history, for people with the right payments and for event managers.';
grant execute on function public.event_recipients_of to authenticated, service_role;

create function public.list_event_recipients(only_pending boolean default true) returns jsonb
language sql stable security invoker set search_path = ''
return private.list_event_recipients(only_pending);
comment on function public.list_event_recipients is
  'Recipients of all events, those that wait for a decision first, for financial managers.';
grant execute on function public.list_event_recipients to authenticated, service_role;
