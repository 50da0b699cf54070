set check_function_bodies = off;

alter table public.sales
  add column reminders_stopped_at timestamptz,
  add column invoice_number text check (invoice_number ~ '^[0-9A-Za-z./-]{1,40}$');
comment on column public.sales.reminders_stopped_at is
  'When the client stopped the reminders of this sale; null while they are sent.';
comment on column public.sales.invoice_number is
  'Number of the service invoice (NFS-e) that the financial team issued; the receipt shows it.';

drop trigger sales_audit on public.sales;
create trigger sales_audit after insert or update on public.sales
  for each row execute function private.write_audit('id',
    'payment_status,payment_id,cancelled_at,cancel_reason,plan_name,price_cents,start_date,end_date,invoice_number');

select private.declare_columns('sales', 'exported', '{reminders_stopped_at,invoice_number}');

insert into private.mail_kinds (template, mail_group) values
  ('sale_unsigned', 'sale'), ('sale_unpaid', 'sale'), ('art_due', 'sale');

create table private.sale_reminders (
  sale_id uuid not null references public.sales (id) on delete cascade,
  template text not null references private.mail_kinds (template) on delete restrict,
  due_at timestamptz not null,
  days_left integer not null default 0,
  primary key (sale_id, template, due_at, days_left)
);
comment on table private.sale_reminders is
  'Reminders that were mailed to the client of a sale. A banner whose end moves is announced again.';
create index sale_reminders_template_idx on private.sale_reminders (template);
alter table private.sale_reminders enable row level security;

select private.declare_columns('private.sale_reminders', 'not_personal', '{*}', 'which reminders of a sale were mailed');

-- The first notice of each end that was mailed already.
insert into private.sale_reminders (sale_id, template, due_at, days_left)
select ads.sale_id, 'ad_ending', told.ends_at - interval '15 days', 15
from private.announced_ends as told join public.ads on ads.id = told.ad_id where ads.sale_id is not null
on conflict do nothing;

drop function private.mail_ending_ads();
drop table private.announced_ends;
delete from private.personal_columns where relation = 'private.announced_ends';

create function private.sale_reminders_due() returns table (sale public.sales, template text, due_at timestamptz,
  facts jsonb, days_left integer)
language sql stable security definer set search_path = '' as $$
  select sales, step.template, step.due_at, step.facts, 0
  from public.sales left join public.ads on ads.sale_id = sales.id
  cross join lateral (values
    ('sale_unsigned', sales.created_at + interval '2 days', '{}'::jsonb, sales.contract_sha256 is null),
    ('sale_unpaid', sales.terms_accepted_at + interval '2 days', '{}',
      sales.contract_sha256 is not null and sales.payment_status = 'pending' and not exists (
        select from public.payments where payments.subject_type = 'sale' and payments.subject_id = sales.id
          and payments.status = 'review')),
    ('art_due', sales.paid_at + interval '2 days', jsonb_build_object('link_kind', 'report', 'link_subject', ads.id),
      sales.payment_status = 'paid' and ads.status = 'awaiting_art' and ads.image_desktop is null)
  ) as step (template, due_at, facts, is_open)
  where step.is_open and step.due_at <= now() and sales.cancelled_at is null
    and (sales.payment_status = 'paid' or sales.end_date >= private.brazilian_today())
  union all
  select sales, 'ad_ending', ads.ends_at - step.early, jsonb_build_object(
    'until', ((ads.ends_at - interval '1 second') at time zone 'America/Sao_Paulo')::date,
    'link_kind', 'report', 'link_subject', ads.id), extract(day from step.early)::integer
  from public.ads join public.sales on sales.id = ads.sale_id
  -- A banner that runs for less than 15 days, or a worker that stood still, leaves only the second reminder.
  cross join (values (interval '15 days', interval '3 days'), (interval '3 days', interval '0')) as step (early, late)
  where ads.status = 'approved' and sales.cancelled_at is null
    and ads.ends_at <= now() + step.early and ads.ends_at > now() + step.late
$$;
comment on function private.sale_reminders_due is
  'Reminders to clients that are due now, mailed ones included: signature, payment and art two days after the step '
  'before, and 15 and 3 days before a banner ends.';

create function private.mail_sale_reminders() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
  enqueued integer := 0;
begin
  for due in
    select reminder.* from private.sale_reminders_due() as reminder
    where (reminder.sale).reminders_stopped_at is null
  loop
    -- In one transaction with the mail, so that a worker that is killed has done both or neither.
    insert into private.sale_reminders (sale_id, template, due_at, days_left)
    values ((due.sale).id, due.template, due.due_at, due.days_left) on conflict do nothing;
    if found then
      perform private.mail_client(due.sale, due.template, due.facts || jsonb_build_object('ends_sale', (due.sale).id));
      enqueued := enqueued + 1;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_sale_reminders is
  'Enqueues each due reminder to a client once, unless the client stopped the reminders of the sale, and returns how '
  'many.';

create function private.stop_sale_reminders(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.sales set reminders_stopped_at = now()
  where id = (private.live_link(token, 'payment')).sale_id and reminders_stopped_at is null
$$;

create function public.stop_sale_reminders(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.stop_sale_reminders(token);
end;
comment on function public.stop_sale_reminders is
  'Ends the reminders of the sale of a payment link; anyone who has the token may call it, and a wrong token changes '
  'nothing.';
grant execute on function public.stop_sale_reminders to anon, authenticated, service_role;

create function private.set_sale_invoice(item uuid, number text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('financials');
  if btrim(set_sale_invoice.number) !~ '^[0-9A-Za-z./-]{0,40}$' then
    perform private.refuse('invalid', 'number');
  end if;
  update public.sales set invoice_number = nullif(btrim(set_sale_invoice.number), '')
  where id = item and payment_status = 'paid';
  return case when found then private.saved() else private.gone() end;
end $$;

create function public.set_sale_invoice(id uuid, number text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_sale_invoice(id, number);
comment on function public.set_sale_invoice is
  'For financial managers: stores the number of the service invoice (NFS-e) of a paid sale; gone for any other sale, '
  'and invalid for a number with other characters than letters, digits, dots, dashes and slashes.';
grant execute on function public.set_sale_invoice to authenticated, service_role;

create or replace function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'client_company_name', sales.client_company_name,
    'client_contact_name', sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan_name', sales.plan_name,
    'plan_id', sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'duration_days', sales.duration_days,
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'payment_status', sales.payment_status, 'paid_at',
      sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'client_document', sales.client_document, 'client_email', sales.client_email, 'client_phone', sales.client_phone,
      'portal_party', sales.portal_party,
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version,
        'clauses', sale_terms.clauses, 'note', sale_terms.note
    ) end,
    'needs_document', private.needs_document(sales), 'has_reminders', sales.cancelled_at is null
      and sales.reminders_stopped_at is null,
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
