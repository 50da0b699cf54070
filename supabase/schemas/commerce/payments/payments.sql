-- Payments, their mails and notices.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type = any (private.payment_sources())),
  subject_id uuid not null,
  method text not null check (method = any (private.payment_methods())),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  status text not null default 'pending' check (status = any (private.payment_statuses())),
  provider text not null check (provider in ('stripe', 'pix', 'manual')),
  provider_ref text unique,
  payment_intent text unique,
  checkout_url text check (checkout_url ~ '^https?://'),
  pix_txid text unique check (pix_txid ~ '^[A-Za-z0-9]{1,25}$'),
  pix_payload text check (char_length(pix_payload) <= 600),
  receipt_path text,
  receipt_sent_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  needs_refund boolean not null default false,
  note text check (char_length(note) <= 1000),
  confirmed_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz,
  expires_at timestamptz,
  completed_at timestamptz,
  disputed_cents integer not null default 0 check (disputed_cents >= 0),
  dispute_status text check (dispute_status ~ '^[a-z_]{1,40}$'),
  dispute_due_at timestamptz,
  refund_failed_cents integer not null default 0 check (refund_failed_cents >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  difference text check (difference in ('asked', 'counted')),
  recipient_id uuid references public.event_recipients (id) on delete restrict,
  received_cents integer check (received_cents > 0),
  received_on date,
  owed_law_cents integer not null default 0 check (owed_law_cents >= 0),
  owed_rules_cents integer not null default 0 check (owed_rules_cents >= 0),
  constraint paid_payment_has_a_time check (status <> 'paid' or paid_at is not null),
  constraint owed_part_is_of_the_amount check (owed_law_cents + owed_rules_cents <= amount_cents)
);
comment on table public.payments is 'Payment attempts and their status; written by functions of the server only.';
comment on column public.payments.provider_ref is 'Id of the Stripe checkout session.';
comment on column public.payments.receipt_path is 'File in bucket payment-receipts, which is not public.';
comment on column public.payments.needs_refund is
  'Whether the team must refund the payment, because the sale was already paid or cancelled, its period was over, or '
  'the amount differs.';
comment on column public.payments.completed_at is
  'When the payer completed the card page. A delayed method delivers the money later.';
comment on column public.payments.disputed_cents is
  'Amount in cents that the payer disputes at the bank, in open and lost disputes; zero when the dispute was won.';
comment on column public.payments.dispute_status is 'The provider''s status of the newest dispute.';
comment on column public.payments.dispute_due_at is 'Deadline of the provider for evidence.';
comment on column public.payments.refund_failed_cents is
  'Amount in cents of the refunds that failed since the last accepted one; the team must refund it again.';
comment on column public.payments.difference is
  'asked: opened for the difference of a registration; counted: paid it. Null for every other payment.';
comment on column public.payments.recipient_id is
  'Recipient of the organiser to whom the payer was asked to pay; null when the portal receives the money.';
comment on column public.payments.received_cents is
  'What the treasurer of an event says arrived; may differ from the amount.';
comment on column public.payments.owed_law_cents is
  'What goes back of a payment that still counts, because people left the paid order in the time of the law or by the '
  'organiser, with what already went back; 0 again when the order ends.';
comment on column public.payments.owed_rules_cents is
  'The same of people who left later, about which the rules of the event decide.';
create index payments_recipient_id_idx on public.payments (recipient_id);
create index payments_subject_idx on public.payments (subject_type, subject_id, created_at desc);
create index payments_status_idx on public.payments (status, created_at desc);
create index payments_confirmed_by_idx on public.payments (confirmed_by);
alter table public.payments enable row level security;
grant select on public.payments to authenticated;
grant all on public.payments to service_role;

create function private.reads_money() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('financials')
$$;

create policy "sellers read payments of their own sales, financial managers all" on public.payments
  for select to authenticated
  using (
    (subject_type = 'sale' and subject_id in (
      select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id
        where sellers.user_id = (select private.account_id())
    ))
    or (select private.reads_money())
  );
create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger payments_audit after insert or update or delete on public.payments
  for each row execute function private.write_audit('id',
    'status,method,amount_cents,refunded_cents,needs_refund,note,confirmed_by,subject_type,subject_id');

create function private.queue_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('payment-receipts', array[old.receipt_path]);
  return null;
end $$;

create trigger payments_files after delete on public.payments
  for each row execute function private.queue_receipt();

create function private.mail_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  select * into sale from public.sales where id = new.subject_id;
  if new.status = 'review' and old.status = 'pending' then
    perform private.mail_client(sale, 'receipt_received');
  elsif new.status = 'pending' and old.status = 'review' then
    perform private.mail_client(sale, 'receipt_refused', jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_client(sale, 'payment_refunded', jsonb_build_object('amount',
      (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  return null;
end $$;

create trigger payments_mail after update of status, refunded_cents on public.payments
  for each row when (new.subject_type = 'sale') execute function private.mail_payment();

create function private.notify_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale record;
begin
  select * into notice from private.payment_notices where kind = case
    when new.disputed_cents > 0 and new.dispute_status = 'lost' and old.dispute_status is distinct from 'lost'
      then 'dispute_lost'
    when new.disputed_cents > 0 and old.disputed_cents = 0 then 'disputed'
    when new.disputed_cents = 0 and old.disputed_cents > 0 then 'dispute_won'
    when new.refund_failed_cents > old.refund_failed_cents then 'refund_failed'
    when new.refunded_cents > old.refunded_cents and new.refunded_cents < new.amount_cents then 'refunded_part'
  end;
  if notice.kind is null or new.subject_type <> 'sale' then
    return null;
  end if;
  select sales.number, sellers.user_id into sale from public.sales join public.sellers on sellers.id = sales.seller_id
    where sales.id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number),
    case when private.holds_permission(profiles, 'financials') then '/admin/financials' else '/vendedor/dashboard' end,
    replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles
  where private.holds_permission(profiles, 'financials') or notice.is_for_seller and profiles.id = sale.user_id;
  return null;
end $$;

create trigger payments_notify after update of disputed_cents, dispute_status, refund_failed_cents, refunded_cents
  on public.payments
  for each row execute function private.notify_payment();

create function private.expire_card_pages_of_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.subject_id);
  return null;
end $$;

create trigger payments_expire_card_pages after update of status on public.payments
  for each row when (new.subject_type = 'sale' and old.status <> new.status
    and new.status = any (private.arrived_payment_statuses()))
  execute function private.expire_card_pages_of_payment();

create function private.tell_refund_owed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale public.sales;
begin
  select * into notice from private.payment_notices where kind = 'refund_owed';
  select * into sale from public.sales where id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number), '/admin/financials',
    replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles where private.holds_permission(profiles, 'financials');
  begin
    perform private.enqueue_mail(sale.client_email, 'payment_to_refund', jsonb_build_object(
      'name', sale.client_contact_name, 'company', sale.client_company_name, 'number', sale.number::text, 'amount',
        (new.amount_cents - new.refunded_cents) / 100.0
    ));
  exception when invalid_parameter_value then
    -- An address that cannot receive mail does not roll the payment back.
    null;
  end;
  return null;
end $$;

create trigger payments_tell_refund_owed after update of needs_refund on public.payments
  for each row when (new.subject_type = 'sale' and new.needs_refund and not old.needs_refund and new.note
    is distinct from 'amount_mismatch')
  execute function private.tell_refund_owed();

create function private.book_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_paid boolean := false;
  refunded integer := 0;
  disputed integer := 0;
begin
  if tg_op = 'UPDATE' then
    was_paid := old.paid_at is not null;
    refunded := old.refunded_cents;
    disputed := old.disputed_cents;
  end if;
  -- Money that an organiser receives itself is in the ledger of its event; its treasurer books Pix there.
  if new.recipient_id is not null then
    insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day, account_id)
    select private.event_of_payment(new), new.id, entry.kind, entry.cents, private.day_of(now()), null
    from (values
      ('payment', case when new.paid_at is not null and not was_paid then new.amount_cents else 0 end),
      (case when new.refunded_cents > refunded then 'refund' else 'refund_undone' end, refunded - new.refunded_cents),
      (case when new.disputed_cents > disputed then 'refund' else 'refund_undone' end, disputed - new.disputed_cents)
    ) as entry (kind, cents)
    where entry.cents <> 0 and new.method = 'card';
    return null;
  end if;
  insert into public.payment_entries (payment_id, kind, method, subject_type, amount_cents)
  select new.id, entry.kind, new.method, new.subject_type, entry.cents
  from (values
    ('payment', case when new.paid_at is not null and not was_paid then new.amount_cents else 0 end),
    (case when new.refunded_cents > refunded then 'refund' else 'refund_failed' end, refunded - new.refunded_cents),
    (case when new.disputed_cents > disputed then 'dispute' else 'dispute_won' end, disputed - new.disputed_cents)
  ) as entry (kind, cents)
  where entry.cents <> 0;
  return null;
end $$;

create trigger payments_book after insert or update of paid_at, refunded_cents, disputed_cents on public.payments
  for each row execute function private.book_payment();
create trigger payments_note_registration after update of status, refunded_cents, needs_refund, owed_law_cents,
  owed_rules_cents on public.payments
  for each row when (new.subject_type = 'registration') execute function private.note_registration_payment();
create trigger payments_enqueue_webhooks after insert or update of status, refunded_cents on public.payments
  for each row when (new.subject_type = 'registration' and new.status in ('paid', 'refunded'))
  execute function private.enqueue_payment_webhooks();

insert into private.audit_log_permissions (entity, permission) values
  ('payments', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('payments', 'subject_id', 'sale', 'own', 'Pagamentos', 'keep', 'Tax record; deleted with the sale.', 27),
  ('payments', 'confirmed_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 48);

select
  private.declare_columns('payments', 'exported',
    '{id,subject_type,subject_id,method,amount_cents,currency,status,provider,receipt_path,receipt_sent_at,
      refunded_cents,needs_refund,note,paid_at,expires_at,completed_at,disputed_cents,dispute_status,
      dispute_due_at,refund_failed_cents,created_at,updated_at,difference,received_cents,received_on,
      owed_law_cents,owed_rules_cents}'),
  private.declare_columns('payments', 'not_personal',
    '{provider_ref,payment_intent,pix_txid,recipient_id}', 'key of the payment at its provider'),
  private.declare_columns('payments', 'withheld',
    '{checkout_url,pix_payload}', 'opens a payment for anybody who holds it'),
  private.declare_columns('payments', 'withheld', '{confirmed_by}', 'another person: who confirmed');

insert into private.file_columns (bucket, relation, names) values
  ('payment-receipts', 'public.payments', 'array[receipt_path]');

alter table public.event_registrations add constraint event_registrations_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete set null;
alter table public.sales add constraint sales_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete restrict;

create policy "sellers read their own commissions, financial managers all" on public.commissions
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "sellers read their own payouts, financial managers all" on public.commission_payouts
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "sellers read their own commission lines, financial managers all" on public.commission_lines
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "financial managers read payment receipts" on storage.objects
  for select to authenticated using (bucket_id = 'payment-receipts' and (select private.reads_money()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-receipts', 'payment-receipts', false, 5242880, '{image/jpeg,image/png,image/webp,application/pdf}');
