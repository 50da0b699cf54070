-- A mail at every step of a sale, to the client in Portuguese and to the seller in the language of the account.
create function private.mail_client(sale public.sales, template text, facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(sale.client_email, template, jsonb_build_object(
    'name', sale.client_contact_name, 'company', sale.client_company_name, 'plan', sale.plan_name, 'number', sale.number::text,
    'amount', sale.price_cents / 100.0, 'from', to_char(sale.start_date, 'DD/MM/YYYY'), 'until', to_char(sale.end_date, 'DD/MM/YYYY'),
    'link_kind', 'payment', 'link_subject', sale.id
  ) || facts);
exception when invalid_parameter_value then
  -- An address that cannot receive mail must not undo what the mail is about.
  null;
end $$;
comment on function private.mail_client(public.sales, text, jsonb) is 'Enqueues a mail about a sale to its client; its button opens the payment page.';

create function private.mail_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.mail_client(new, 'sale_created', '{"attach_contract": true}');
  elsif new.payment_status = 'paid' and old.payment_status <> 'paid' then
    perform private.mail_client(new, 'payment_confirmed', '{"attach_contract": true}');
  elsif new.cancelled_at is not null and old.cancelled_at is null and coalesce(new.cancel_reason, '') not in ('refunded', 'dispute_lost') then
    perform private.mail_client(new, 'sale_cancelled', jsonb_build_object('note', coalesce(new.cancel_reason, '')));
  end if;
  return null;
end $$;
drop trigger sales_mail_paid on public.sales;
drop function private.mail_paid_sale();
create trigger sales_mail after insert or update of payment_status, cancelled_at on public.sales
  for each row execute function private.mail_sale();

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
create trigger payments_mail after update of status, refunded_cents on public.payments
  for each row when (new.subject_type = 'sale') execute function private.mail_payment();

create function private.mail_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(users.email::text, 'seller_applied', jsonb_build_object('name', new.full_name, 'path', '/vendedor/cadastro'), profiles.locale)
  from auth.users left join public.profiles on profiles.id = users.id
  where users.id = new.user_id and users.email is not null;
  return null;
exception when invalid_parameter_value then
  return null;
end $$;
create trigger sellers_mail_application after insert on public.sellers
  for each row when (new.status = 'pending') execute function private.mail_application();
create trigger sellers_mail_new_application after update of status on public.sellers
  for each row when (new.status = 'pending' and old.status = 'rejected') execute function private.mail_application();

-- Decisions about art are mailed like those about requests: after the minutes in which they can be taken back.
create function private.decided_art() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select ads.id, ads.status, ads.decided_at, 'art_decided', sales.client_email, 'pt-BR',
    jsonb_build_object(
      'name', sales.client_contact_name, 'company', sales.client_company_name, 'status', ads.status, 'note', coalesce(ads.reason, ''),
      'link_kind', 'report', 'link_subject', ads.id
    )
  from public.ads join public.sales on sales.id = ads.sale_id
  where ads.status in ('approved', 'rejected') and ads.decided_at is not null
$$;
comment on function private.decided_art() is 'Decisions about the art of sold banners, which their clients are told of by mail.';
alter function private.decided_requests() rename to decided_applications;
create function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art()
$$;
comment on function private.decided_requests() is 'Decisions a person outside the team is told of by mail.';
select private.mark_requests_answered();

create table private.announced_ends (
  ad_id uuid not null references public.ads (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (ad_id, ends_at)
);
comment on table private.announced_ends is 'Banners whose client was told when they end.';
alter table private.announced_ends enable row level security;
select private.declare_columns('private.announced_ends', 'not_personal', '{*}', 'which banner''s end was announced');

create function private.mail_ending_ads() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    select ads.id, ads.ends_at, sales as sale from public.ads join public.sales on sales.id = ads.sale_id
    where ads.status = 'approved' and ads.ends_at > now() and ads.ends_at <= now() + interval '15 days'
      and not exists (select from private.announced_ends as told where told.ad_id = ads.id and told.ends_at = ads.ends_at)
  loop
    insert into private.announced_ends (ad_id, ends_at) values (ending.id, ending.ends_at) on conflict do nothing;
    if found then
      perform private.mail_client(ending.sale, 'ad_ending', jsonb_build_object(
        'until', to_char((ending.ends_at - interval '1 second') at time zone 'America/Sao_Paulo', 'DD/MM/YYYY'), 'link_kind', 'report', 'link_subject', ending.id
      ));
      enqueued := enqueued + 1;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_ending_ads() is 'Tells clients once, 15 days ahead, when their banner ends; answers how many.';
