-- The months of the books: what came in and what went back, each on the day it was booked. Lines are only added, so a
-- month that is over never changes and later corrections fall into the open one.
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
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('payment_entries', '*', 'not_personal', 'amounts of payments, which are in the copy themselves'),
  ('private.payment_notices', '*', 'not_personal', 'texts of notices');

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

insert into public.payment_entries (payment_id, kind, method, subject_type, amount_cents, booked_at)
select id, 'payment', method, subject_type, amount_cents, paid_at from public.payments where paid_at is not null
union all
select id, 'refund', method, subject_type, -refunded_cents, coalesce(
  (select max(events.happened_at) from public.payment_webhook_events as events where events.payment_id = payments.id and events.type = 'charge.refunded'), updated_at
)
from public.payments where refunded_cents > 0;
