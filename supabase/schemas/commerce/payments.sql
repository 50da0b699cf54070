-- Payments by card and Pix, refunds and disputes.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('sale', 'registration', 'service_request', 'voucher',
    'service_plan')),
  subject_id uuid not null,
  method text not null check (method in ('card', 'pix', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  status text not null default 'pending' check (status in ('pending', 'review', 'processing', 'expired', 'failed',
    'paid', 'refunded')),
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
  constraint paid_payment_has_a_time check (status <> 'paid' or paid_at is not null)
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
  for each row when (new.subject_type = 'sale' and old.status <> new.status and new.status
    in ('review', 'processing', 'paid', 'refunded'))
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
create trigger payments_note_registration after update of status, refunded_cents, needs_refund on public.payments
  for each row when (new.subject_type = 'registration') execute function private.note_registration_payment();

insert into private.audit_log_permissions (entity, permission) values
  ('payments', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('payments', 'subject_id', 'sale', 'own', 'Pagamentos', 'keep', 'Tax record; deleted with the sale.', 27),
  ('payments', 'confirmed_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 48);

select
  private.declare_columns('payments', 'exported',
    '{id,subject_type,subject_id,method,amount_cents,currency,status,provider,receipt_path,receipt_sent_at,
      refunded_cents,needs_refund,note,paid_at,expires_at,completed_at,disputed_cents,dispute_status,
      dispute_due_at,refund_failed_cents,created_at,updated_at,difference}'),
  private.declare_columns('payments', 'not_personal',
    '{provider_ref,payment_intent,pix_txid}', 'key of the payment at its provider'),
  private.declare_columns('payments', 'withheld',
    '{checkout_url,pix_payload}', 'opens a payment for anybody who holds it'),
  private.declare_columns('payments', 'withheld', '{confirmed_by}', 'another person: who confirmed');

insert into private.file_columns (bucket, relation, names) values
  ('payment-receipts', 'public.payments', 'array[receipt_path]');

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

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('disputed', 'Pagamento contestado',
    'O cliente contestou no banco o pagamento da venda nº %s. O anúncio parou e a comissão ficou retida.',
    '{"en": {"body": "The client disputed the payment of sale no. %s at the bank. The ad stopped and the commission is held.", "title": "Payment disputed"}, "es": {"body": "El cliente disputó en el banco el pago de la venta n.º %s. El anuncio se detuvo y la comisión quedó retenida.", "title": "Pago disputado"}}', true),
  ('dispute_won', 'Contestação encerrada a favor do portal', 'O pagamento da venda nº %s volta a valer.',
    '{"en": {"body": "The payment of sale no. %s counts again.", "title": "Dispute won"}, "es": {"body": "El pago de la venta n.º %s vuelve a valer.", "title": "Disputa ganada"}}', true),
  ('dispute_lost', 'Contestação perdida', 'O banco devolveu ao cliente o valor contestado da venda nº %s.',
    '{"en": {"body": "The bank returned the disputed amount of sale no. %s to the client.", "title": "Dispute lost"}, "es": {"body": "El banco devolvió al cliente el monto disputado de la venta n.º %s.", "title": "Disputa perdida"}}', true),
  ('refund_failed', 'Devolução falhou',
    'A devolução da venda nº %s não chegou ao cliente. Devolva de novo ou combine outra forma.',
    '{"en": {"body": "The refund of sale no. %s did not reach the client. Refund again or agree on another way.", "title": "Refund failed"}, "es": {"body": "La devolución de la venta n.º %s no llegó al cliente. Devuelve de nuevo o acuerda otra forma.", "title": "Falló la devolución"}}',
    false),
  ('refunded_part', 'Parte do pagamento devolvida',
    'Parte do pagamento da venda nº %s foi devolvida; a comissão diminuiu na mesma proporção.',
    '{"en": {"body": "Part of the payment of sale no. %s was refunded; the commission went down in proportion.", "title": "Part of a payment refunded"}, "es": {"body": "Parte del pago de la venta n.º %s fue devuelta; la comisión bajó en la misma proporción.", "title": "Parte del pago devuelta"}}', true),
  ('refund_owed', 'Pagamento a devolver',
    'A venda nº %s recebeu um pagamento a mais ou fora do prazo. Devolva o valor em Financeiro.',
    '{"en": {"body": "Sale no. %s received a payment twice or too late. Refund it under Finance.", "title": "Payment to refund"}, "es": {"body": "La venta n.º %s recibió un pago de más o fuera de plazo. Devuélvelo en Finanzas.", "title": "Pago por devolver"}}',
    false),
  ('contract_signed', 'Contrato assinado', 'O cliente da venda nº %s assinou o contrato e já pode pagar.',
    '{"en": {"body": "The client of sale no. %s signed the contract and can pay now.", "title": "Contract signed"}, "es": {"body": "El cliente de la venta n.º %s firmó el contrato y ya puede pagar.", "title": "Contrato firmado"}}', true),
  ('registration_refund_owed', 'Inscrição paga a devolver',
    'A inscrição %s recebeu um pagamento a mais, fora do prazo ou foi cancelada. Devolva o valor em Financeiro.',
    '{"en": {"body": "Registration %s was paid twice or too late, or was cancelled. Refund it under Finance.", "title": "Registration payment to refund"}, "es": {"body": "La inscripción %s recibió un pago de más o fuera de plazo, o fue cancelada. Devuélvelo en Finanzas.", "title": "Pago de inscripción por devolver"}}',
    false),
  ('plan_refund_owed', 'Plano pago a devolver',
    'O plano do lugar %s recebeu um pagamento a mais ou foi cancelado. Devolva o valor em Financeiro.',
    '{"en": {"body": "The plan of the place %s was paid twice, or was cancelled. Refund it under Finance.", "title": "Plan payment to refund"}, "es": {"body": "El plan del lugar %s recibió un pago de más o fue cancelado. Devuélvelo en Finanzas.", "title": "Pago de plan por devolver"}}',
    false),
  ('plan_paid', 'Plano pago', 'O pagamento do plano de %s chegou. Veja no seu painel até quando ele vale.',
    '{"en": {"body": "The payment of the plan of %s arrived. See in your panel until when it runs.", "title": "Plan paid"}, "es": {"body": "Llegó el pago del plan de %s. Mira en tu panel hasta cuándo vale.", "title": "Plan pagado"}}',
    false),
  ('plan_receipt_refused', 'Comprovante recusado',
    'O comprovante do plano de %s foi recusado. Envie outro na página de pagamento.',
    '{"en": {"body": "The receipt of the plan of %s was refused. Send another one on the payment page.", "title": "Receipt refused"}, "es": {"body": "El comprobante del plan de %s fue rechazado. Envía otro en la página de pago.", "title": "Comprobante rechazado"}}',
    false),
  ('plan_refunded', 'Plano reembolsado', 'O valor do plano de %s foi devolvido.',
    '{"en": {"body": "The money of the plan of %s was sent back.", "title": "Plan refunded"}, "es": {"body": "El valor del plan de %s fue devuelto.", "title": "Plan reembolsado"}}',
    false);

select private.declare_columns('private.payment_notices', 'not_personal', '{*}', 'texts of notices');

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
comment on table public.payment_webhook_events is
  'Webhook events with a valid signature, each stored once; facts contains ids, status and amounts only, no data of '
  'the payer.';
create index payment_webhook_events_payment_id_idx on public.payment_webhook_events (payment_id);
create index payment_webhook_events_created_at_idx on public.payment_webhook_events (created_at desc);
alter table public.payment_webhook_events enable row level security;
grant select on public.payment_webhook_events to authenticated;
grant all on public.payment_webhook_events to service_role;
create policy "financial managers read payment events" on public.payment_webhook_events
  for select to authenticated using ((select private.reads_money()));

select private.declare_columns('payment_webhook_events', 'not_personal',
  '{*}', 'ids, states and amounts without the payer');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('payment_events', 'public.payment_webhook_events', 'created_at', '6 years', 190);

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
comment on table public.payment_entries is
  'Append-only: money in (positive) and out (negative) per payment. Written by a trigger of payments.';
comment on column public.payment_entries.booked_at is
  'Date used by lists, totals and CSV files; always the time of the insert, so that a finished month does not change.';
create index payment_entries_payment_id_idx on public.payment_entries (payment_id);
create index payment_entries_booked_at_idx on public.payment_entries (booked_at, id);
alter table public.payment_entries enable row level security;
grant select on public.payment_entries to authenticated, service_role;
create policy "financial managers read payment entries" on public.payment_entries
  for select to authenticated using ((select private.reads_money()));
create trigger payment_entries_stay before update on public.payment_entries
  for each row execute function private.refuse_change();

select private.declare_columns('payment_entries', 'not_personal',
  '{*}', 'amounts of payments, which are in the copy themselves');

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
language sql immutable set search_path = ''
  as $$ select payment.disputed_cents > 0 and payment.dispute_status is distinct from 'lost' $$;

-- pending < review < processing < expired < failed < paid < refunded.
create function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'], status)
$$;

create function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text
  default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  total_refunded integer;
  next_status text;
begin
  select * into found from public.payments where id = payment;
  if found.id is null then
    return 'unknown';
  end if;
  -- The sale, registration or plan is always locked before its payment, so that concurrent events wait for each other.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
  elsif found.subject_type = 'registration' then
    perform private.lock_registration(found.subject_id);
  elsif found.subject_type = 'service_plan' then
    perform private.lock_service_plan(found.subject_id);
  end if;
  select * into found from public.payments where id = payment for update;
  total_refunded := least(found.amount_cents, coalesce(refunded, found.refunded_cents));
  next_status := case
    when total_refunded >= found.amount_cents then 'refunded'
    when found.status = 'refunded' then 'paid'
    when private.payment_rank(new_status) > private.payment_rank(found.status) then new_status
    else found.status
  end;
  if next_status = found.status and total_refunded = found.refunded_cents
    and (intent is null or found.payment_intent is not null) then
    return 'unchanged';
  end if;
  perform private.keep_intent(payment, intent, next_status);
  update public.payments set
    status = next_status, refunded_cents = total_refunded,
    paid_at = case when next_status in ('paid', 'refunded') then coalesce(paid_at, now()) else paid_at end
  where id = payment;
  if found.subject_type = 'sale' and next_status in ('paid', 'refunded') then
    perform private.update_sale_from_payments(found.subject_id);
  elsif found.subject_type = 'registration' and next_status in ('paid', 'refunded') then
    perform private.update_registration_from_payments(found.subject_id);
  elsif found.subject_type = 'service_plan' and next_status in ('paid', 'refunded') then
    perform private.update_plan_from_payments(found.subject_id);
  end if;
  return next_status;
end $$;

create function private.payment_of_event(facts jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.payments
  where provider = 'stripe' and (
    provider_ref = facts ->> 'session_id' or payment_intent = facts ->> 'payment_intent'
      or id::text = facts ->> 'payment_id'
  )
  order by provider_ref is not distinct from facts ->> 'session_id' desc, payment_intent is not distinct
    from facts ->> 'payment_intent' desc
  limit 1
$$;

create function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid := private.payment_of_event(facts);
  owed public.payments;
  refunds record;
  answer text;
  is_handled boolean := type in (
    'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed',
      'checkout.session.expired',
    'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated', 'charge.dispute.created',
      'charge.dispute.updated', 'charge.dispute.closed',
    'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'
  );
  -- These events repeat the content of a handled event.
  is_informative boolean := type in (
    'payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed',
      'payment_intent.requires_action',
    'charge.succeeded', 'charge.pending', 'charge.failed', 'charge.updated', 'refund.created'
  );
begin
  if facts ->> 'is_other_mode' = 'true' then
    payment := null;
  end if;
  if payment is null and not is_handled then
    return 'ignored';
  end if;
  -- The sale, registration or plan is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment
    and subject_type = 'sale') for update;
  perform private.lock_registration((select subject_id from public.payments where id = payment
    and subject_type = 'registration'));
  perform private.lock_service_plan((select subject_id from public.payments where id = payment
    and subject_type = 'service_plan'));
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at,
    payment_id)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id',
    record_stripe_event.facts, 'received', record_stripe_event.happened_at, payment)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now())
      where id = payment;
  end if;
  select * into owed from public.payments where id = payment for update;
  if facts ->> 'is_other_mode' = 'true' then
    answer := 'other_mode';
  elsif payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded')
    and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: the team must check it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency')
      is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status
        not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', null, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'processing', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.async_payment_failed' then
    answer := private.advance_payment(payment, 'failed', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.expired' then
    answer := private.advance_payment(payment, 'expired');
  elsif type like 'charge.dispute.%' and is_handled then
    perform private.keep_intent(payment, facts ->> 'payment_intent', null);
    answer := private.apply_dispute(payment);
  elsif is_handled then
    select * into refunds from private.refunds_of_events(payment);
    update public.payments set refund_failed_cents = least(refunds.failed, amount_cents) where id = payment;
    answer := private.advance_payment(payment, 'pending', least(refunds.refunded, 2000000000)::integer,
      facts ->> 'payment_intent');
    if refunds.failed > 0 and type <> 'charge.refunded' then
      answer := 'refund_failed';
    end if;
  else
    answer := case when is_informative then 'informative' else 'unhandled' end;
  end if;
  update public.payment_webhook_events set outcome = answer where id = stored;
  return answer;
end $$;

-- The seller may open the payment without the document; the client is asked for it first.
create function private.payable_sale(token text, sale uuid) returns public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  owed public.sales;
begin
  select * into owed from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id)
    or (token is null and id = payable_sale.sale and seller_id = private.own_seller_id());
  if token is not null and owed.contract_sha256 is not null and owed.payment_status = 'pending' and owed.cancelled_at
    is null and private.needs_document(owed) then
    raise exception 'document_missing';
  end if;
  return owed;
end $$;

create function private.open_payment(token text, sale uuid, wanted text) returns public.payments
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
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  end if;
  perform 1 from public.sales where id = owed.id for update;
  select * into owed from public.sales where id = owed.id;
  if owed.payment_status = 'paid' or owed.cancelled_at is not null then
    raise exception 'nothing_to_pay';
  elsif owed.contract_sha256 is null then
    raise exception 'unsigned';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif private.is_period_over(owed, now()) then
    raise exception 'period_over';
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

-- A page that was created while the sale was paid or cancelled expires at once.
create function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into found;
  if found.status = 'expired' then
    perform private.enqueue_job('expire-card-page', jsonb_build_object('session', session));
  end if;
end $$;

create function private.attach_pix(payment uuid, payload text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set pix_payload = payload where id = payment and method = 'pix' and status = 'pending'
$$;

create function private.attach_receipt(token text, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed uuid := (private.live_link(token, 'payment')).sale_id;
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  -- The sale or registration is always locked before its payments.
  perform 1 from public.sales where id = owed for update;
  perform private.lock_registration(registered);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and (subject_type = 'sale' and subject_id = owed or subject_type = 'registration' and subject_id = registered)
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
end $$;

create function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'company', sales.client_company_name, 'contact',
      sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan', sales.plan_name, 'plan_id',
      sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'days', sales.duration_days,
    'seller', coalesce(sales.seller_name, sellers.full_name), 'payment_status', sales.payment_status, 'paid_at',
      sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'document', sales.client_document, 'email', sales.client_email, 'phone', sales.client_phone, 'portal_party',
        sales.portal_party,
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version,
        'clauses', sale_terms.clauses, 'note', sale_terms.note
    ) end,
    'needs_document', private.needs_document(sales),
    'has_ad', sales.payment_status = 'paid' and sales.cancelled_at is null
      and exists (select from public.ads where ads.sale_id = sales.id),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'sale' and subject_id = sales.id and needs_refund and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'pix_payload', payments.pix_payload, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note
          end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'sale' and subject_id = sales.id
    ), '[]')
  )
  from private.live_link(token, 'payment') as link
  join public.sales on sales.id = link.sale_id
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
$$;

create function private.read_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.contract_of_sale(link.sale_id)
  from private.live_link(token, 'contract', 'payment') as link
  where private.opens_contract(link)
$$;

create function private.require_money() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('financials');
end $$;

create function private.decide_pix(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  select * into payment from public.payments where id = item and method = 'pix';
  if payment.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  elsif payment.subject_type = 'service_plan' then
    perform private.lock_service_plan(payment.subject_id);
  end if;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject')
    or (seen is not null and seen <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = given where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = given, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function private.mark_refunded(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  if private.check_reason('reject', reason) is null then
    return null;
  end if;
  select * into payment from public.payments where id = item;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  return private.advance_payment(item, 'refunded', payment.amount_cents);
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  if payment.id is null or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else given end,
    confirmed_by = (select private.account_id()) where id = item;
  return jsonb_build_object('payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents, 'cents',
    coalesce(cents, payment.amount_cents - payment.refunded_cents));
end $$;

create function private.approve_commissions(items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_money();
  update public.commissions set status = 'approved', approved_at = now() where id = any (items) and status = 'pending';
  get diagnostics changed = row_count;
  return changed;
end $$;

create function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  lines bigint[];
  total integer;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first, so that two concurrent payouts do not pay a seller twice.
  perform 1 from public.sellers where id in (select seller_id from public.commissions where id = any (items))
    order by id for update;
  for batch in
    select seller_id, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    select array_agg(id), coalesce(sum(amount_cents), 0)::integer into lines, total
      from private.lines_to_pay(batch.seller_id, items);
    -- A negative balance is carried until commissions cover it.
    continue when total < 0;
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id())
      returning id into payout;
    update public.commission_lines set payout_id = payout, paid_at = now() where id = any (lines);
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was
-- cancelled.
create function private.cancel_sale(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  given text := private.check_reason('reject', reason);
begin
  select * into sale from public.sales where id = item for update;
  if sale.id is null or not (
    sale.seller_id is not distinct from private.own_seller_id()
    or (private.is_staff() and private.has_permission('sellers'))
  ) then
    raise exception 'sale_missing';
  end if;
  if sale.payment_status = 'paid' then
    raise exception 'sale_paid';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = item and status
    in ('review', 'processing')) then
    raise exception 'sale_in_progress';
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = given where id = item;
  end if;
  return 'cancelled';
end $$;

-- One hour more, because a card page opened in the last minutes remains open that long.
create function private.came_in_time(payment public.payments, sale public.sales) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_period_over(sale, coalesce(payment.completed_at, payment.receipt_sent_at, payment.paid_at,
    now()) - interval '1 hour')
$$;
comment on function private.came_in_time is
  'Whether the payer paid before the period of the sale was over, with one hour of tolerance; later payments must be '
  'refunded.';

-- Read from the stored events, so that the order of their arrival does not matter.
create function private.refunds_of_events(payment uuid) returns table (refunded bigint, failed bigint)
language sql stable security definer set search_path = '' as $$
  with known as (
    select type, object_id, happened_at, facts ->> 'status' as status, coalesce((facts ->> 'refunded_cents')::bigint, 0)
      as refunded, coalesce((facts ->> 'cents')::bigint, 0) as cents
    from public.payment_webhook_events where payment_id = payment
  ), newest as (
    select refunded, happened_at from known where type = 'charge.refunded' order by happened_at desc nulls last,
      refunded desc limit 1
  ), failed as (
    select coalesce(sum(cents), 0)::bigint as cents from (
      select distinct on (object_id) cents from known
      where (type = 'refund.failed' or type in ('refund.updated', 'charge.refund.updated') and status
        in ('failed', 'canceled'))
        and coalesce(happened_at, now()) >= coalesce((select happened_at from newest), '-infinity')
    ) as one_each
  )
  select greatest(coalesce((select refunded from newest), 0) - failed.cents, 0), failed.cents from failed
$$;

create function private.disputes_of_events(payment uuid) returns table (cents bigint, status text, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (object_id) happened_at, facts ->> 'status' as status, coalesce((facts ->> 'cents')::bigint, 0)
      as cents, to_timestamp((facts ->> 'due_by')::bigint) as due_at
    from public.payment_webhook_events where payment_id = payment and type like 'charge.dispute.%'
    order by object_id, type = 'charge.dispute.closed' desc, happened_at desc nulls last
  )
  select coalesce(sum(newest.cents) filter (where newest.status not in ('won', 'warning_closed', 'prevented')),
    0)::bigint,
    (array_agg(newest.status order by newest.status = 'lost' desc, newest.happened_at desc nulls last))[1],
    max(newest.due_at) filter (where newest.status like '%needs_response')
  from newest
$$;

create function private.is_lost(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select payment.dispute_status = 'lost' and payment.refunded_cents + payment.disputed_cents >= payment.amount_cents
$$;
comment on function private.is_lost is 'Whether the bank gave the whole amount back to the payer.';

create function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status,
    dispute_due_at = dispute.due_at
  where id = payment returning * into found;
  perform private.update_sale_from_payments(found.subject_id);
  return case when private.has_open_dispute(found) then 'disputed' when found.disputed_cents > 0 then 'dispute_lost'
    else 'dispute_won' end;
end $$;

create function private.holds_permission(account public.profiles, key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.blocked_at is null and (
    account.role in ('main_admin', 'superadministrador') or key = any (account.permissions)
    or exists (select from public.role_permissions where role_permissions.role = account.role and permission_key = key)
  )
$$;

create function private.expire_card_pages(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'sale' and subject_id = sale and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_card_pages is
  'Sets the pending card payments of a sale to expired and enqueues a job that expires their pages at the provider; a '
  'payment that arrives nevertheless is still recorded.';

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create function private.update_sale_from_payments(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  kept integer;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale))
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := round(now_sale.price_cents * now_sale.commission_percentage / 100);
  kept := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and kept = 0 then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()),
      cancel_reason = coalesce(cancel_reason, case when first_payment.status = 'refunded' then 'refunded'
        else 'dispute_lost' end)
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, commission, 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id,
      paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents, held_cents)
    values (sale, now_sale.seller_id, commission,
      commission - round(commission::numeric * kept / first_payment.amount_cents))
    on conflict (sale_id) do update set held_cents = excluded.held_cents;
    if private.has_open_dispute(first_payment) then
      update public.ads set status = 'paused', reason = 'payment_disputed' where sale_id = sale and status = 'approved';
    else
      update public.ads set status = 'approved', reason = null where sale_id = sale and status = 'paused'
        and reason = 'payment_disputed';
    end if;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at
      is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and (status = 'refunded' or private.is_lost(payments))
    and needs_refund;
end $$;
comment on function private.update_sale_from_payments is
  'Updates the payment status, commission and banners of a sale from its payments, and marks the other payments for a '
  'refund.';

create function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + interval '32 minutes' else greatest(least(now() + interval '24 hours', ends),
        now() + interval '30 minutes') end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open: 24 hours for Pix, for a card until its page ends. Payments that
  -- are
  -- opened one after the other hold it for 25 hours in all.
  select max(created_at) + interval '25 hours' into last_hold from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;
comment on function private.open_registration_payment is
  'The open payment of a registration by card or Pix until the end of the event, made when there is none; holds the '
  'place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress or period_over.';

create function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    raise exception 'period_over';
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at,
      difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then interval '32 minutes' else interval '24 hours' end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;
comment on function private.open_difference is
  'The open payment of the difference of a registration by card or Pix, made when there is none. Refuses with '
  'nothing_to_pay, in_progress or period_over.';

create policy "financial managers read payment receipts" on storage.objects
  for select to authenticated using (bucket_id = 'payment-receipts' and (select private.reads_money()));
create policy "receipts of payments cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));

create function public.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_event(event_id, type, happened_at, facts);
comment on function public.record_stripe_event is
  'For the server only: stores and applies one signed Stripe event and returns its outcome, duplicate for a repeated '
  'one; facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, '
  'refunded_cents.';
grant execute on function public.record_stripe_event to service_role;

create function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.open_payment(token, sale, method));
comment on function public.open_payment is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller '
  'and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, document_missing, in_progress (a receipt '
  'under review, a delayed method) or period_over.';
grant execute on function public.open_payment to anon, authenticated, service_role;

create function public.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_checkout(payment, session, url, expires);
end;
comment on function public.attach_checkout is
  'For the server only: stores the session, address and expiry time of the card page of a payment; when the payment '
  'is already expired, a job closes the page at the provider.';
grant execute on function public.attach_checkout to service_role;

create function public.attach_pix(payment uuid, payload text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_pix(payment, payload);
end;
comment on function public.attach_pix is
  'For the server only: stores the BR Code that is shown for a pending Pix payment.';
grant execute on function public.attach_pix to service_role;

create function public.attach_receipt(token text, payment uuid, path text) returns boolean
language sql volatile security invoker set search_path = ''
return private.attach_receipt(token, payment, path);
comment on function public.attach_receipt is
  'For the server only: attaches a stored receipt to a Pix payment and sets its status to review, in which a '
  'financial manager decides; returns false when the payment cannot take a receipt.';
grant execute on function public.attach_receipt to service_role;

create function public.read_payment_page(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_payment_page(token);
comment on function public.read_payment_page is
  'Returns the data of the page of a payment link; null for a wrong, expired or revoked token; anyone who has the '
  'token may call it.';
grant execute on function public.read_payment_page to anon, authenticated, service_role;

create function public.read_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_contract(token);
comment on function public.read_contract is
  'For the server only: returns the facts of a contract with the paths of its signature files by the token of a '
  'contract or payment link; null when the token gives no access.';
grant execute on function public.read_contract to service_role;

create function public.decide_pix(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_pix(id, decision, reason, seen);
comment on function public.decide_pix is
  'Decides about a Pix payment and returns {outcome}: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid_decision.';
grant execute on function public.decide_pix to authenticated, service_role;

create function public.mark_refunded(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.mark_refunded(id, reason);
comment on function public.mark_refunded is
  'Marks a payment that was not made by card, such as Pix, as refunded after the team sent the money back, and '
  'returns its status; a card is refunded at the provider, whose event does this; raises not_refundable, '
  'invalid_decision without a reason, and 42501 without the permission financials.';
grant execute on function public.mark_refunded to authenticated, service_role;

create function public.request_refund(id uuid, reason text, cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_refund(id, reason, cents);
comment on function public.request_refund is
  'Checks the refund of a card payment and returns {payment_intent, refunded_cents, cents} for the request to the '
  'provider: the whole remaining amount, or the given cents of it; raises not_refundable, invalid_decision without a '
  'reason, and 42501 without the permission financials.';
grant execute on function public.request_refund to authenticated, service_role;

create function public.approve_commissions(items uuid[]) returns integer
language sql volatile security invoker set search_path = ''
return private.approve_commissions(items);
comment on function public.approve_commissions is
  'Changes pending commissions to approved and returns how many; raises 42501 without the permission financials.';
grant execute on function public.approve_commissions to authenticated, service_role;

create function public.pay_commissions(items uuid[], note text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.pay_commissions(items, note);
comment on function public.pay_commissions is
  'Changes approved commissions to paid and returns how many, with one payout per seller that includes the open '
  'corrections; a seller with a negative balance is skipped; raises 42501 without the permission financials.';
grant execute on function public.pay_commissions to authenticated, service_role;

create function public.cancel_sale(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);
comment on function public.cancel_sale is
  'Cancels an unpaid sale and returns cancelled; for its seller and for seller managers; raises sale_missing, '
  'sale_paid, sale_in_progress (a receipt under review, a delayed method), or invalid_decision without a reason.';
grant execute on function public.cancel_sale to authenticated, service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-receipts', 'payment-receipts', false, 5242880, '{image/jpeg,image/png,image/webp,application/pdf}');
