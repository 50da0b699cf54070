-- Notices about disputes and refunds: to the financial team always, to the seller of the sale where it matters.
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
  ('disputed', 'Pagamento contestado', 'O cliente contestou no banco o pagamento da venda nº %s. O anúncio parou e a comissão ficou retida.',
    '{"en": {"title": "Payment disputed", "body": "The client disputed the payment of sale no. %s at the bank. The ad stopped and the commission is held."}, "es": {"title": "Pago disputado", "body": "El cliente disputó en el banco el pago de la venta n.º %s. El anuncio se detuvo y la comisión quedó retenida."}}', true),
  ('dispute_won', 'Contestação encerrada a favor do portal', 'O pagamento da venda nº %s volta a valer.',
    '{"en": {"title": "Dispute won", "body": "The payment of sale no. %s counts again."}, "es": {"title": "Disputa ganada", "body": "El pago de la venta n.º %s vuelve a valer."}}', true),
  ('dispute_lost', 'Contestação perdida', 'O banco devolveu ao cliente o valor contestado da venda nº %s.',
    '{"en": {"title": "Dispute lost", "body": "The bank returned the disputed amount of sale no. %s to the client."}, "es": {"title": "Disputa perdida", "body": "El banco devolvió al cliente el monto disputado de la venta n.º %s."}}', true),
  ('refund_failed', 'Devolução falhou', 'A devolução da venda nº %s não chegou ao cliente. Devolva de novo ou combine outra forma.',
    '{"en": {"title": "Refund failed", "body": "The refund of sale no. %s did not reach the client. Refund again or agree on another way."}, "es": {"title": "Falló la devolución", "body": "La devolución de la venta n.º %s no llegó al cliente. Devuelve de nuevo o acuerda otra forma."}}', false),
  ('refunded_part', 'Parte do pagamento devolvida', 'Parte do pagamento da venda nº %s foi devolvida; a comissão diminuiu na mesma proporção.',
    '{"en": {"title": "Part of a payment refunded", "body": "Part of the payment of sale no. %s was refunded; the commission went down in proportion."}, "es": {"title": "Parte del pago devuelta", "body": "Parte del pago de la venta n.º %s fue devuelta; la comisión bajó en la misma proporción."}}', true);

create function private.holds_permission(account public.profiles, key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.blocked_at is null and (
    account.role in ('main_admin', 'superadministrador') or key = any (account.permissions)
    or exists (select from public.role_permissions where role_permissions.role = account.role and permission_key = key)
  )
$$;
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
create trigger payments_notify after update of disputed_cents, dispute_status, refund_failed_cents, refunded_cents on public.payments
  for each row execute function private.notify_payment();
