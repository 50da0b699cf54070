-- Commissions of sellers, their payouts and statements.

create table public.commission_payouts (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references public.sellers (id) on delete restrict,
  total_cents integer not null check (total_cents >= 0),
  commissions integer not null check (commissions > 0),
  note text check (char_length(note) <= 500),
  paid_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz not null default now()
);
comment on table public.commission_payouts is 'What was transferred to a seller at once.';

create index commission_payouts_seller_id_idx on public.commission_payouts (seller_id, paid_at desc);
create index commission_payouts_paid_by_idx on public.commission_payouts (paid_by);

alter table public.commission_payouts enable row level security;
revoke all on public.commission_payouts from anon, authenticated;
grant select on public.commission_payouts to authenticated;
grant all on public.commission_payouts to service_role;

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null unique references public.sales (id) on delete restrict,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
  approved_at timestamptz,
  paid_at timestamptz,
  reversed_at timestamptz,
  payout_id uuid references public.commission_payouts (id) on delete set null,
  held_cents integer not null default 0 check (held_cents between 0 and amount_cents),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.commissions is 'Plan price × percentage / 100 of each paid sale, both as stored with the sale.';
comment on column public.commissions.held_cents is 'Share of the commission on money that was refunded or is disputed; not paid out.';

create index commissions_seller_id_idx on public.commissions (seller_id, status);
create index commissions_status_idx on public.commissions (status, created_at);
create index commissions_payout_id_idx on public.commissions (payout_id);

alter table public.commissions enable row level security;
revoke all on public.commissions from anon, authenticated;
grant select on public.commissions to authenticated;
grant all on public.commissions to service_role;

create policy "sellers read their own commissions, financial managers all" on public.commissions
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id())) or (select private.reads_money()));

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

create trigger commissions_touch before update on public.commissions
  for each row execute function private.touch_updated_at();
create trigger commissions_audit after update on public.commissions
  for each row execute function private.write_audit('id', 'status,payout_id');
create trigger commissions_book after insert or update of status, amount_cents, held_cents on public.commissions
  for each row execute function private.book_commission();

create policy "sellers read their own payouts, financial managers all" on public.commission_payouts
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id())) or (select private.reads_money()));

create trigger commission_payouts_audit after insert on public.commission_payouts
  for each row execute function private.write_audit('id');

-- The statement of a seller: lines are only added, negative ones too; what a payout did not cover is carried to the next.
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

-- What the next payout of each seller covers: the chosen commissions, and corrections of those paid or reversed before.
create function private.lines_to_pay(seller uuid, items uuid[]) returns setof public.commission_lines
language sql stable security definer set search_path = '' as $$
  select lines.* from public.commission_lines as lines join public.commissions on commissions.sale_id = lines.sale_id
  where lines.seller_id = seller and lines.paid_at is null and (commissions.status in ('paid', 'reversed') or commissions.status = 'approved' and (items is null or commissions.id = any (items)))
$$;

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
