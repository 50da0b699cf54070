set check_function_bodies = off;

create or replace function private.withdrawal_days() returns integer
language sql immutable set search_path = ''
return 7;

-- Data that a person gives for the invoice of a paid registration.

create table public.registration_invoices (
  registration_id uuid primary key references public.event_registrations (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  document text not null check (private.is_document(document)),
  address text check (char_length(address) <= 300),
  updated_at timestamptz not null default now()
);

alter table public.registration_invoices enable row level security;

select private.declare_columns('registration_invoices', 'exported',
  '{registration_id,name,document,address,updated_at}');

create or replace function private.event_payments(event uuid, after uuid, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', registration.id, 'code', registration.code, 'name', registration.full_name, 'kind', type.name,
      'status', registration.status, 'price_cents', registration.price_cents,
      'difference_cents', registration.difference_cents, 'method', payment.method, 'payment_status', payment.status,
      'paid_at', payment.paid_at, 'paid_cents', case when payment.paid_at is not null then payment.amount_cents end,
      'refunded_cents', payment.refunded_cents, 'invoice', private.invoice_of(registration.id)
    ) order by registration.id), '[]')
    from (
      select * from public.event_registrations as one
      where one.event_id = event_payments.event and one.price_cents > 0
        and (event_payments.after is null or one.id > event_payments.after)
      order by one.id limit least(greatest(most, 1), 1000)
    ) as registration join public.event_registration_types as type on type.id = registration.type_id
    left join lateral private.counted_payment(registration) as payment on true
  );
end $$;

create or replace function private.is_cancelled_by_holder(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'cancelled' and coalesce((
    select entry.actor_id is null or entry.actor_id = registration.user_id from public.registration_events as entry
    where entry.registration_id = registration.id and entry.to_status = 'cancelled' order by entry.id desc limit 1
  ), false)
$$;

create or replace function private.refund_terms(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'full_cents', coalesce(sum(cents) filter (where is_full), 0),
    'full_until', min(full_until) filter (where is_full and cents > 0),
    'rules_cents', coalesce(sum(cents) filter (where not is_full), 0)
  )
  from (
    select paid.amount_cents - paid.refunded_cents as cents, paid.full_until,
      coalesce(registration.cancelled_at, now()) < paid.full_until
        or registration.status = any (private.ended_registration_statuses())
          and not private.is_cancelled_by_holder(registration) as is_full
    from (
      -- The day of the payment is not counted.
      select payments.*,
        private.day_start(private.day_of(payments.paid_at) + private.withdrawal_days() + 1) as full_until
      from public.payments
      where subject_type = 'registration' and subject_id = registration.id and status = 'paid'
        and note is distinct from 'amount_mismatch'
    ) as paid
  ) as owed
$$;

create or replace function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id), 'can_manage', private.held_registration(token) is not null,
    'refund', private.refund_terms(registration), 'event_rules', event.rules,
    'can_cancel', private.may_change(registration, 'cancel_own') and event.starts_at > now(),
    'invoice', case when private.held_registration(token) is not null then private.invoice_of(registration.id) end
  )
  from public.event_registrations as registration join public.events as event on event.id = registration.event_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

create or replace function private.held_registration(token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.id
  from private.live_registration_link(token, 'registration', 'manage') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  where link.kind = 'manage' or registration.user_id = (select private.account_id())
$$;

create or replace function private.cancel_own_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
begin
  if existing.id is null or not private.may_change(existing, 'cancel_own')
    or exists (select from public.events where id = existing.event_id and starts_at <= now())
  then
    return private.gone();
  end if;
  return private.saved_or_gone(private.cancel_registration(existing.id) = 'cancelled');
end $$;

create or replace function private.transfer_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if existing.id is null or not private.is_editable(existing) or not private.may_change(existing, 'transfer') then
    return private.gone();
  end if;
  perform private.mail_registration(existing, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = existing.id returning * into moved;
  delete from public.registration_invoices where registration_id = existing.id;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return private.saved();
end $$;

create or replace function private.invoice_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', invoice.name, 'document', invoice.document, 'address', invoice.address)
  from public.registration_invoices as invoice where invoice.registration_id = invoice_of.registration
$$;

create or replace function private.save_registration_invoice(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
  payer text;
  payer_document text;
begin
  perform private.check_payload(payload);
  if existing.id is null or existing.price_cents = 0
    or existing.status <> all (private.active_registration_statuses()) then
    return private.gone();
  end if;
  payer := private.text_field(payload, 'invoice_name', 160);
  payer_document := private.optional_document_field(payload, 'invoice_document');
  if payer is null and payer_document is null then
    delete from public.registration_invoices where registration_id = existing.id;
    return private.saved();
  elsif payer is null or payer_document is null then
    perform private.refuse('invalid', case when payer is null then 'invoice_name' else 'invoice_document' end);
  end if;
  insert into public.registration_invoices (registration_id, name, document, address)
  values (existing.id, payer, payer_document, private.text_field(payload, 'invoice_address', 300))
  on conflict (registration_id) do update set name = excluded.name, document = excluded.document,
    address = excluded.address;
  return private.saved();
end $$;

create or replace function public.save_registration_invoice(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_registration_invoice(token, payload);

create trigger registration_invoices_touch before update on public.registration_invoices
  for each row execute function private.touch_updated_at();

comment on function private.withdrawal_days is
  'Days after the day of a payment on the internet in which the person may withdraw and gets all of it back (CDC, '
  'article 49).';

comment on function private.is_cancelled_by_holder is
  'Whether the person cancelled the registration, not the organiser or the team.';

comment on function private.refund_terms is
  'What comes back when the person cancels now, or came back when the registration ended: full_cents by law until '
  'full_until, or because the organiser ended it; rules_cents as the rules of the event say.';

comment on function private.registration_extras is
  'Required documents that are missing, whether the person ended the messages of the organiser, what is owed after '
  'the team added people, whether somebody entered, whether the caller may cancel and what then comes back, and, for '
  'who may cancel, the data of the invoice.';

comment on function private.held_registration is
  'The registration that the caller may cancel and transfer: behind the link that was mailed to the contact, or, for '
  'the account that registered, behind the link of its page; null for everybody else.';

comment on function private.cancel_own_registration is
  'Cancels before the event and before anybody entered, for the holder of the mailed link and the account that '
  'registered.';

comment on function private.transfer_registration is
  'Gives a registration to another person, for the holder of the mailed link and the account that registered. Earlier '
  'links and badges end; both people get a mail.';

comment on function public.cancel_own_registration is
  'Cancels a registration, for the holder of the link that was mailed to its contact and, with the link of its page, '
  'for the account that registered; gone for anybody else.';

comment on function public.transfer_registration is
  'Gives a registration to another person: {full_name, email, phone}. For the holder of the mailed link and, with the '
  'link of its page, for the account that registered.';

comment on table public.registration_invoices is
  'Who the invoice (nota fiscal) of a paid registration is for. Read by functions: by the person, and by people of the '
  'event with the right payments. The organiser issues the invoice. Deleted with the registration or at its transfer.';

comment on column public.registration_invoices.document is 'CPF or CNPJ without punctuation.';

comment on function private.invoice_of is 'Data for the invoice of a registration; null without any.';

comment on function private.save_registration_invoice is
  'Stores who the invoice of a paid registration is for, or deletes it when name and document are empty; gone for '
  'somebody who may not manage the registration, for a free one and for one that has ended.';

comment on function public.save_registration_invoice is
  'Stores {invoice_name, invoice_document, invoice_address} of a paid registration, for the holder of the mailed link '
  'and, with the link of its page, for the account that registered. Empty name and document delete them.';

grant execute on function private.held_registration to public;

grant execute on function private.invoice_of to public;

grant execute on function private.is_cancelled_by_holder to public;

grant execute on function private.refund_terms to public;

grant execute on function private.save_registration_invoice to public;

grant execute on function private.withdrawal_days to public;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.registration_invoices to service_role;

grant execute on function public.save_registration_invoice to anon;

grant execute on function public.save_registration_invoice to authenticated;

grant execute on function public.save_registration_invoice to service_role;

reset check_function_bodies;
