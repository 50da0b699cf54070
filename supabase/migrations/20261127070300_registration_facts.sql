-- What an export of registrations shows beside their own columns: payment and entry.

create function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer, entered_at timestamptz, people_inside integer
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end
  from public.event_registrations as registration
  left join lateral (
    select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents
    from public.payments where payments.subject_type = 'registration' and payments.subject_id = registration.id
    order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last, payments.created_at desc limit 1
  ) as payment on true
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and private.is_staff() and private.has_permission('events')
$$;

create function public.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer, entered_at timestamptz, people_inside integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_facts(event, registrations);
end;
comment on function public.registration_facts(uuid, uuid[]) is
  'Payment (the one that counts, else the newest attempt), first entry and people inside of registrations of an event, for event managers.';
revoke execute on function public.registration_facts(uuid, uuid[]) from public, anon;
grant execute on function public.registration_facts(uuid, uuid[]) to authenticated;
