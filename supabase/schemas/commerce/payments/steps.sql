-- Steps of a payment: which change follows which, and what a sale gets from them.

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
  ('sale_paid', 'Venda paga', 'O pagamento da venda nº %s foi confirmado.',
    '{"en": {"body": "The payment of sale no. %s is confirmed.", "title": "Sale paid"}, "es": {"body": "El pago de la venta n.º %s está confirmado.", "title": "Venta pagada"}}', true),
  ('registration_refund_owed', 'Inscrição paga a devolver',
    'A inscrição %s tem um valor a devolver: pagamento a mais ou fora do prazo, cancelamento ou saída de uma pessoa. '
    'Veja quanto em Financeiro.',
    '{"en": {"body": "Registration %s has money to refund: paid twice or too late, cancelled, or a person left. See how much under Finance.", "title": "Registration payment to refund"}, "es": {"body": "La inscripción %s tiene un valor por devolver: pago de más o fuera de plazo, cancelación o salida de una persona. Mira cuánto en Finanzas.", "title": "Pago de inscripción por devolver"}}',
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

-- Bookings: money received and returned, each on the day it was booked. Rows are only added, so that a finished
-- month never changes and later corrections belong to the current one.
create table public.payment_entries (
  id bigint generated always as identity primary key,
  payment_id uuid not null references public.payments (id) on delete cascade,
  kind text not null check (kind = any (private.payment_entry_kinds())),
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

create function private.due_of_payment(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  select case when payment.owed_law_cents + payment.owed_rules_cents > 0
    then greatest(payment.owed_law_cents + payment.owed_rules_cents - payment.refunded_cents, 0)
    else payment.amount_cents - payment.refunded_cents end
$$;
comment on function private.due_of_payment is
  'What a refund of a payment returns: the parts of people who left a paid order, else all that is left.';

create function private.due_by_rules(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  -- What went back counts for the law first.
  select least(payment.owed_rules_cents, private.due_of_payment(payment))
$$;
comment on function private.due_by_rules is
  'The part of private.due_of_payment about which the rules of the event decide.';

-- pending < review < processing < expired < failed < paid < refunded.
create function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(private.payment_statuses(), status)
$$;

create function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text
  default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
  total_refunded integer;
  next_status text;
begin
  select * into existing from public.payments where id = payment;
  if existing.id is null then
    return 'unknown';
  end if;
  -- The sale, registration or plan is always locked before its payment, so that concurrent events wait for each other.
  if existing.subject_type = 'sale' then
    perform 1 from public.sales where id = existing.subject_id for update;
  elsif existing.subject_type = 'registration' then
    perform private.lock_registration(existing.subject_id);
  elsif existing.subject_type = 'service_plan' then
    perform private.lock_service_plan(existing.subject_id);
  end if;
  select * into existing from public.payments where id = payment for update;
  total_refunded := least(existing.amount_cents, coalesce(refunded, existing.refunded_cents));
  next_status := case
    when total_refunded >= existing.amount_cents then 'refunded'
    when existing.status = 'refunded' then 'paid'
    when private.payment_rank(new_status) > private.payment_rank(existing.status) then new_status
    else existing.status
  end;
  if next_status = existing.status and total_refunded = existing.refunded_cents
    and (intent is null or existing.payment_intent is not null) then
    return 'unchanged';
  end if;
  perform private.keep_intent(payment, intent, next_status);
  update public.payments set
    status = next_status, refunded_cents = total_refunded,
    paid_at = case when next_status in ('paid', 'refunded') then coalesce(paid_at, now()) else paid_at end
  where id = payment;
  if existing.subject_type = 'sale' and next_status in ('paid', 'refunded') then
    perform private.update_sale_from_payments(existing.subject_id);
  elsif existing.subject_type = 'registration' and next_status in ('paid', 'refunded') then
    perform private.update_registration_from_payments(existing.subject_id);
  elsif existing.subject_type = 'service_plan' and next_status in ('paid', 'refunded') then
    perform private.update_plan_from_payments(existing.subject_id);
  end if;
  return next_status;
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

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create function private.update_sale_from_payments(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  paid_cents integer;
  is_sold_out boolean;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- A payment that came after the shares were sold to another client does not count.
  is_sold_out := now_sale.payment_id is null and not private.hold_shares(now_sale);
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale)
      and not needs_refund and not is_sold_out)
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := private.commission_cents(now_sale.price_cents, now_sale.commission_percentage);
  paid_cents := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and paid_cents = 0 then
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
      commission - round(commission::numeric * paid_cents / first_payment.amount_cents))
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

create policy "receipts of payments cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));
