set check_function_bodies = off;

drop trigger sales_notify_signed on public.sales;

drop function public.payout_totals;

drop function private.payout_totals;

drop function private.notify_signed_contract;

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('sale_paid', 'Venda paga', 'O pagamento da venda nº %s foi confirmado.',
    '{"en": {"body": "The payment of sale no. %s is confirmed.", "title": "Sale paid"}, "es": {"body": "El pago de la venta n.º %s está confirmado.", "title": "Venta pagada"}}', true);

create table private.place_contact_days (
  service_id uuid not null references public.services (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('call', 'whatsapp', 'directions', 'website')),
  taps integer not null check (taps > 0),
  primary key (service_id, day, kind)
);

alter table private.place_contact_days enable row level security;

select private.declare_columns('private.place_contact_days', 'not_personal', '{*}', 'sums');

create or replace function private.count_place_contact(service uuid, kind text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind not in ('call', 'whatsapp', 'directions', 'website') then
    perform private.refuse_request('kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return found;
end $$;

create or replace function private.place_visits(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place public.services;
  path text;
  live date;
begin
  perform private.require_member(service);
  select * into place from public.services where id = service;
  path := '/' || lower(place.state_abbr) || '/servicos/' || place.slug;
  select until into live from private.page_view_rollup;
  return (
    -- Finished days come from the daily counts, later ones from the single views.
    with views as materialized (
      select day, locale, views from public.page_view_daily where page_path = path
        and day > private.brazilian_today() - 90 and day < live
      union all
      select private.day_of(created_at), locale, 1 from public.page_views
      where page_path = path and created_at >= greatest(live,
        private.brazilian_today() - 89)::timestamp at time zone 'America/Sao_Paulo'
    )
    select jsonb_build_object(
      'days7', coalesce((select sum(views) from views where day > private.brazilian_today() - 7), 0),
      'days30', coalesce((select sum(views) from views where day > private.brazilian_today() - 30), 0),
      'days90', coalesce((select sum(views) from views), 0),
      'locales', coalesce((
        select jsonb_object_agg(locale, total) from (select locale, sum(views) as total from views where locale
          is not null group by locale) as counted
      ), '{}'),
      'contacts', coalesce((
        select jsonb_object_agg(kind, total) from (
          select kind, sum(taps) as total from private.place_contact_days
          where service_id = service and day > private.brazilian_today() - 30
          group by kind
        ) as counted
      ), '{}')
    )
  );
end $$;

create or replace function public.count_place_contact(service uuid, kind text) returns boolean
language sql volatile security invoker set search_path = ''
return private.count_place_contact(service, kind);

create function private.payout_totals() returns table (seller_id uuid, seller text, city text, pix_key text,
  pix_key_type text, approved_cents bigint, corrections_cents bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_money();
  return query
  select sellers.id, sellers.full_name, sellers.city, sellers.pix_key, sellers.pix_key_type,
    coalesce(sum(lines.amount_cents) filter (where commissions.status = 'approved'), 0)::bigint,
    coalesce(sum(lines.amount_cents) filter (where commissions.status <> 'approved'), 0)::bigint
  from public.sellers
  cross join lateral private.lines_to_pay(sellers.id, null) as lines
  join public.commissions on commissions.sale_id = lines.sale_id
  group by sellers.id
  having bool_or(commissions.status = 'approved') or sum(lines.amount_cents) <> 0
  order by sellers.full_name, sellers.id;
end $$;

create function public.payout_totals() returns table (seller_id uuid, seller text, city text, pix_key text,
  pix_key_type text, approved_cents bigint, corrections_cents bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payout_totals();
end;

-- The argument of the trigger is the kind of the notice.
create or replace function private.notify_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (user_id, title, body, link, translations)
  select sellers.user_id, notice.title, format(notice.body, new.number), '/vendedor/dashboard',
    replace(notice.translations::text, '%s', new.number::text)::jsonb
  from private.payment_notices as notice, public.sellers
  where notice.kind = tg_argv[0] and sellers.id = new.seller_id and sellers.user_id is not null;
  return null;
end $$;

create trigger sales_notify_signed after update of contract_sha256 on public.sales
  for each row when (old.contract_sha256 is null and new.contract_sha256 is not null)
  execute function private.notify_seller('contract_signed');

create trigger sales_notify_paid after update of payment_status on public.sales
  for each row when (new.payment_status = 'paid' and old.payment_status <> 'paid')
  execute function private.notify_seller('sale_paid');

comment on table private.place_contact_days is
  'How often the links to call, write to, drive to or read about a place were tapped on its page, per day in the time '
  'zone America/Sao_Paulo; without accounts.';

comment on function public.count_place_contact is
  'For the server only: counts one tap on a contact link (call, whatsapp, directions, website) of a published place; '
  'false for any other place; raises invalid_request.';

comment on function public.place_visits is
  'For owners and staff: views of the page of a place in 7, 30 and 90 days, those of 90 days by language too, and taps '
  'on its contact links in 30 days by kind.';

comment on function public.payout_totals is
  'Returns for each seller the city, the Pix key and the amounts in cents (approved commissions, corrections) of a '
  'payout made now; raises 42501 without the permission financials.';

grant execute on function private.count_place_contact to public;

grant execute on function public.count_place_contact to service_role;

grant execute on function private.notify_seller to public;

grant execute on function public.payout_totals to authenticated, service_role;

reset check_function_bodies;
