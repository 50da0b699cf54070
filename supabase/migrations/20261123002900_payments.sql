-- Payments, the notices about them and the bookings.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('sale', 'registration', 'service_request', 'voucher')),
  subject_id uuid not null,
  method text not null check (method in ('card', 'pix', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  status text not null default 'pending' check (status in ('pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded')),
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
  constraint paid_payment_has_a_time check (status <> 'paid' or paid_at is not null)
);
comment on table public.payments is 'Attempts to pay and what became of them. Written by functions of the server only.';
comment on column public.payments.needs_refund is 'Money that arrived for something already paid or cancelled: somebody must send it back.';
comment on column public.payments.provider_ref is 'Stripe checkout session.';
comment on column public.payments.receipt_path is 'File in bucket payment-receipts, which is not public.';
comment on column public.payments.completed_at is 'When the payer completed the card page. A delayed method delivers the money later.';
comment on column public.payments.disputed_cents is 'What the payer disputes at the bank, open or lost; zero once the dispute is won.';
comment on column public.payments.dispute_status is 'The provider''s status of the newest dispute.';
comment on column public.payments.dispute_due_at is 'Until when the provider takes evidence.';
comment on column public.payments.refund_failed_cents is 'Refunds that failed since the last one that was accepted: somebody must refund again.';

create index payments_subject_idx on public.payments (subject_type, subject_id, created_at desc);
create index payments_status_idx on public.payments (status, created_at desc);
create index payments_confirmed_by_idx on public.payments (confirmed_by);

alter table public.payments enable row level security;

-- The default privileges of a Supabase project give more than reading.
revoke all on public.payments from anon, authenticated;
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
      select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = (select private.account_id())
    ))
    or (select private.reads_money())
  );

create function private.queue_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('payment-receipts', array[old.receipt_path]);
  return null;
end $$;

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
    perform private.mail_client(sale, 'payment_refunded', jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  return null;
end $$;

-- Notices about disputes and refunds: always to the financial team, some also to the seller of the sale.
create table private.payment_notices (
  kind text primary key,
  title text not null,
  body text not null,
  translations jsonb not null,
  is_for_seller boolean not null
);
comment on table private.payment_notices is 'Texts of notices about payments; %s becomes the number of the sale.';

alter table private.payment_notices enable row level security;

create function private.notify_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale record;
begin
  select * into notice from private.payment_notices where kind = case
    when new.disputed_cents > 0 and new.dispute_status = 'lost' and old.dispute_status is distinct from 'lost' then 'dispute_lost'
    when new.disputed_cents > 0 and old.disputed_cents = 0 then 'disputed'
    when new.disputed_cents = 0 and old.disputed_cents > 0 then 'dispute_won'
    when new.refund_failed_cents > old.refund_failed_cents then 'refund_failed'
    when new.refunded_cents > old.refunded_cents and new.refunded_cents < new.amount_cents then 'refunded_part'
  end;
  if notice.kind is null or new.subject_type <> 'sale' then
    return null;
  end if;
  select sales.number, sellers.user_id into sale from public.sales join public.sellers on sellers.id = sales.seller_id where sales.id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number),
    case when private.holds_permission(profiles, 'financials') then '/admin/financials' else '/vendedor/dashboard' end,
    replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles
  where private.holds_permission(profiles, 'financials') or notice.is_for_seller and profiles.id = sale.user_id;
  return null;
end $$;

create function private.expire_card_pages_of_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.subject_id);
  return null;
end $$;

create function private.tell_refund_owed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale public.sales;
begin
  select * into notice from private.payment_notices where kind = 'refund_owed';
  select * into sale from public.sales where id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number), '/admin/financials', replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles where private.holds_permission(profiles, 'financials');
  begin
    perform private.enqueue_mail(sale.client_email, 'payment_to_refund', jsonb_build_object(
      'name', sale.client_contact_name, 'company', sale.client_company_name, 'number', sale.number::text, 'amount', (new.amount_cents - new.refunded_cents) / 100.0
    ));
  exception when invalid_parameter_value then
    -- An address that cannot receive mail does not roll the payment back.
    null;
  end;
  return null;
end $$;

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

create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger payments_audit after insert or update or delete on public.payments
  for each row execute function private.write_audit('id', 'status,method,amount_cents,refunded_cents,needs_refund,note,confirmed_by,subject_type,subject_id');
create trigger payments_files after delete on public.payments
  for each row execute function private.queue_receipt();
create trigger payments_mail after update of status, refunded_cents on public.payments
  for each row when (new.subject_type = 'sale') execute function private.mail_payment();
create trigger payments_notify after update of disputed_cents, dispute_status, refund_failed_cents, refunded_cents on public.payments
  for each row execute function private.notify_payment();
create trigger payments_expire_card_pages after update of status on public.payments
  for each row when (new.subject_type = 'sale' and old.status <> new.status and new.status in ('review', 'processing', 'paid', 'refunded'))
  execute function private.expire_card_pages_of_payment();
create trigger payments_tell_refund_owed after update of needs_refund on public.payments
  for each row when (new.subject_type = 'sale' and new.needs_refund and not old.needs_refund and new.note is distinct from 'amount_mismatch')
  execute function private.tell_refund_owed();
create trigger payments_book after insert or update of paid_at, refunded_cents, disputed_cents on public.payments
  for each row execute function private.book_payment();

create table public.payment_webhook_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('stripe')),
  event_id text not null,
  type text not null,
  object_id text,
  payment_id uuid references public.payments (id) on delete set null,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  outcome text not null,
  happened_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, event_id)
);
comment on table public.payment_webhook_events is 'Every signed event once, without the payer''s data: facts holds ids, status and amounts only.';

create index payment_webhook_events_payment_id_idx on public.payment_webhook_events (payment_id);
create index payment_webhook_events_created_at_idx on public.payment_webhook_events (created_at desc);

alter table public.payment_webhook_events enable row level security;
revoke all on public.payment_webhook_events from anon, authenticated;
grant select on public.payment_webhook_events to authenticated;
grant all on public.payment_webhook_events to service_role;

create policy "financial managers read payment events" on public.payment_webhook_events
  for select to authenticated using ((select private.reads_money()));

create function private.is_receipt(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments where receipt_path = path)
$$;

-- The provider's payment id is unique and never changes once it is set, even when an event contains another one.
create function private.keep_intent(payment uuid, intent text, answer text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payments set payment_intent = intent
  where id = payment and payment_intent is null and intent is not null
    and not exists (select from public.payments as other where other.payment_intent = intent);
  return answer;
end $$;

create function private.has_open_dispute(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$ select payment.disputed_cents > 0 and payment.dispute_status is distinct from 'lost' $$;

-- Bookings: money received and returned, each on the day it was booked. Rows are only added, so that a finished
-- month never changes and later corrections belong to the current one.
create table public.payment_entries (
  id bigint generated always as identity primary key,
  payment_id uuid not null references public.payments (id) on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
  method text not null,
  subject_type text not null,
  amount_cents integer not null check (amount_cents <> 0),
  booked_at timestamptz not null default now(),
  constraint entry_sign_fits_kind check ((amount_cents > 0) = (kind in ('payment', 'refund_failed', 'dispute_won')))
);
comment on table public.payment_entries is 'Append-only: money in (positive) and out (negative) per payment. Written by a trigger of payments.';
comment on column public.payment_entries.booked_at is 'The one date of lists, totals and CSV. Never in a month that is over.';

create index payment_entries_payment_id_idx on public.payment_entries (payment_id);
create index payment_entries_booked_at_idx on public.payment_entries (booked_at, id);

alter table public.payment_entries enable row level security;
revoke all on public.payment_entries from anon, authenticated, service_role;
grant select on public.payment_entries to authenticated, service_role;

create policy "financial managers read payment entries" on public.payment_entries
  for select to authenticated using ((select private.reads_money()));

create trigger payment_entries_stay before update on public.payment_entries
  for each row execute function private.refuse_change();

-- Both tables name each other, so this key of public.sales follows here.
alter table public.sales add constraint sales_payment_id_fkey foreign key (payment_id) references public.payments (id) on delete restrict;

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('disputed', 'Pagamento contestado', 'O cliente contestou no banco o pagamento da venda nº %s. O anúncio parou e a comissão ficou retida.',
    '{"en": {"title": "Payment disputed", "body": "The client disputed the payment of sale no. %s at the bank. The ad stopped and the commission is held."}, "es": {"title": "Pago disputado", "body": "El cliente disputó en el banco el pago de la venta n.º %s. El anuncio se detuvo y la comisión quedó retenida."}}', true),
  ('dispute_won', 'Contestação encerrada a favor do portal', 'O pagamento da venda nº %s volta a valer.',
    '{"en": {"title": "Dispute won", "body": "The payment of sale no. %s counts again."}, "es": {"title": "Disputa ganada", "body": "El pago de la venta n.º %s vuelve a valer."}}', true),
  ('dispute_lost', 'Contestação perdida', 'O banco devolveu ao cliente o valor contestado da venda nº %s.',
    '{"en": {"title": "Dispute lost", "body": "The bank returned the disputed amount of sale no. %s to the client."}, "es": {"title": "Disputa perdida", "body": "El banco devolvió al cliente el monto disputado de la venta n.º %s."}}', true),
  ('refund_failed', 'Devolução falhou', 'A devolução da venda nº %s não chegou ao cliente. Devolva de novo ou combine outra forma.',
    '{"en": {"title": "Refund failed", "body": "The refund of sale no. %s did not reach the client. Refund again or agree on another way."}, "es": {"title": "Falló la devolución", "body": "La devolución de la venta n.º %s no llegó al cliente. Devuelve de nuevo o acuerda otra forma."}}', false),
  ('refunded_part', 'Parte do pagamento devolvida', 'Parte do pagamento da venda nº %s foi devolvida; a comissão diminuiu na mesma proporção.',
    '{"en": {"title": "Part of a payment refunded", "body": "Part of the payment of sale no. %s was refunded; the commission went down in proportion."}, "es": {"title": "Parte del pago devuelta", "body": "Parte del pago de la venta n.º %s fue devuelta; la comisión bajó en la misma proporción."}}', true),
  ('refund_owed', 'Pagamento a devolver', 'A venda nº %s recebeu um pagamento a mais ou fora do prazo. Devolva o valor em Financeiro.',
    '{"en": {"title": "Payment to refund", "body": "Sale no. %s received a payment twice or too late. Refund it under Finance."}, "es": {"title": "Pago por devolver", "body": "La venta n.º %s recibió un pago de más o fuera de plazo. Devuélvelo en Finanzas."}}', false),
  ('contract_signed', 'Contrato assinado', 'O cliente da venda nº %s assinou o contrato e já pode pagar.',
    '{"en": {"title": "Contract signed", "body": "The client of sale no. %s signed the contract and can pay now."}, "es": {"title": "Contrato firmado", "body": "El cliente de la venta n.º %s firmó el contrato y ya puede pagar."}}', true);
