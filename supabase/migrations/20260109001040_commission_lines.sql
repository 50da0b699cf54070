-- The account of a seller: lines are only added, negative ones too, and what a payout did not cover waits for the next one.
create table public.commission_lines (
  id bigint generated always as identity primary key,
  sale_id uuid not null references public.sales (id) on delete cascade,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  kind text not null check (kind in ('earned', 'reduced', 'restored', 'reversed')),
  amount_cents integer not null check (amount_cents <> 0),
  payout_id uuid references public.commission_payouts (id) on delete set null,
  paid_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.commission_lines is 'Append-only; the sum of a sale''s lines is its commission now. Only payout_id and paid_at are written later, once.';
comment on column public.commission_lines.paid_at is 'When the line was part of a payout; null while it waits for the next one.';
create index commission_lines_seller_id_idx on public.commission_lines (seller_id, created_at desc);
create index commission_lines_sale_id_idx on public.commission_lines (sale_id);
create index commission_lines_payout_id_idx on public.commission_lines (payout_id);

alter table public.commission_lines enable row level security;
revoke all on public.commission_lines from anon, authenticated, service_role;
grant select on public.commission_lines to authenticated, service_role;
create policy "sellers read their own commission lines, financial managers all" on public.commission_lines
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id())) or (select private.reads_money()));
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, hidden)
select 'commission_lines', column_name, matched_by, kind, 'Extrato de comissões', at_erasure, reason, hidden
from private.personal_rows where relation = 'commissions' and column_name = 'seller_id';
select private.declare_columns('commission_lines', 'exported', '{id,sale_id,seller_id,kind,amount_cents,payout_id,paid_at,created_at}');

create function private.guard_commission_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'payout_id' - 'paid_at' <> to_jsonb(old) - 'payout_id' - 'paid_at' or old.paid_at is not null and new.paid_at is distinct from old.paid_at then
    raise exception 'update of commission_lines is not allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger commission_lines_stay before update on public.commission_lines
  for each row execute function private.guard_commission_line();

create function private.book_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  due integer := case when new.status = 'reversed' then 0 else new.amount_cents - new.held_cents end;
  booked integer := coalesce((select sum(amount_cents) from public.commission_lines where sale_id = new.sale_id), 0);
begin
  if due <> booked then
    insert into public.commission_lines (sale_id, seller_id, kind, amount_cents) values (
      new.sale_id, new.seller_id,
      case when tg_op = 'INSERT' then 'earned' when new.status = 'reversed' then 'reversed' when due < booked then 'reduced' else 'restored' end,
      due - booked
    );
  end if;
  return null;
end $$;
create trigger commissions_book after insert or update of status, amount_cents, held_cents on public.commissions
  for each row execute function private.book_commission();

insert into public.commission_lines (sale_id, seller_id, kind, amount_cents, payout_id, paid_at, created_at)
select sale_id, seller_id, 'earned', amount_cents - held_cents, payout_id, paid_at, created_at
from public.commissions where amount_cents > held_cents and (status <> 'reversed' or payout_id is not null)
union all
select sale_id, seller_id, 'reversed', held_cents - amount_cents, null, null, coalesce(reversed_at, updated_at)
from public.commissions where amount_cents > held_cents and status = 'reversed' and payout_id is not null;

-- What the next payout of each seller covers: the chosen commissions, and corrections of those paid or reversed before.
create function private.lines_to_pay(seller uuid, items uuid[]) returns setof public.commission_lines
language sql stable security definer set search_path = '' as $$
  select lines.* from public.commission_lines as lines join public.commissions on commissions.sale_id = lines.sale_id
  where lines.seller_id = seller and lines.paid_at is null and (commissions.status in ('paid', 'reversed') or commissions.status = 'approved' and (items is null or commissions.id = any (items)))
$$;

create or replace function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  lines bigint[];
  total integer;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first: two people paying the same seller never pay twice.
  perform 1 from public.sellers where id in (select seller_id from public.commissions where id = any (items)) order by id for update;
  for batch in
    select seller_id, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    select array_agg(id), coalesce(sum(amount_cents), 0)::integer into lines, total from private.lines_to_pay(batch.seller_id, items);
    -- A negative balance is carried until commissions cover it.
    continue when total < 0;
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id()) returning id into payout;
    update public.commission_lines set payout_id = payout, paid_at = now() where id = any (lines);
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;
comment on function public.pay_commissions(uuid[], text) is
  'approved → paid, one payout per seller with the corrections that wait; a seller whose balance is negative is skipped. Answers how many.';

create function private.payout_totals() returns table (seller_id uuid, seller text, pix_key text, approved_cents bigint, corrections_cents bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_money();
  return query
  select sellers.id, sellers.full_name, sellers.pix_key,
    coalesce(sum(lines.amount_cents) filter (where commissions.status = 'approved'), 0)::bigint,
    coalesce(sum(lines.amount_cents) filter (where commissions.status <> 'approved'), 0)::bigint
  from public.sellers
  cross join lateral private.lines_to_pay(sellers.id, null) as lines
  join public.commissions on commissions.sale_id = lines.sale_id
  group by sellers.id
  having bool_or(commissions.status = 'approved') or sum(lines.amount_cents) <> 0
  order by sellers.full_name, sellers.id;
end $$;
create function public.payout_totals() returns table (seller_id uuid, seller text, pix_key text, approved_cents bigint, corrections_cents bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payout_totals();
end;
comment on function public.payout_totals() is 'What each seller would be paid now, with the Pix key, for financial managers.';
revoke execute on function public.payout_totals() from public, anon;
grant execute on function public.payout_totals() to authenticated;

create or replace function private.has_open_commissions(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commissions where seller_id = seller and status in ('pending', 'approved'))
    or coalesce((select sum(amount_cents) from public.commission_lines where seller_id = seller and paid_at is null), 0) > 0
$$;
