-- What people who came without a registration paid at the gate.

create table public.gate_sales (
  registration_id uuid primary key references public.event_registrations (id) on delete cascade,
  event_id uuid not null references public.events (id) on delete cascade,
  method text not null check (method = any (private.gate_payment_methods())),
  amount_cents integer not null check (amount_cents > 0),
  device_id uuid references public.checkin_devices (id) on delete set null,
  operator_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
comment on table public.gate_sales is
  'Payments that somebody took at the gate, as that person noted them; the portal does not move this money. Written by '
  'functions only.';
comment on column public.gate_sales.amount_cents is 'Price of the registration when it was made.';
comment on column public.gate_sales.undone_at is 'When the entry was undone, so that the money was given back.';
create index gate_sales_event_id_idx on public.gate_sales (event_id);
create index gate_sales_device_id_idx on public.gate_sales (device_id);
create index gate_sales_operator_id_idx on public.gate_sales (operator_id);
alter table public.gate_sales enable row level security;
grant select on public.gate_sales to authenticated;
grant all on public.gate_sales to service_role;
create policy "organisers of an event and check-in operators read sales" on public.gate_sales
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('registrations')));
create trigger gate_sales_audit after insert or update or delete on public.gate_sales
  for each row execute function private.write_audit('registration_id', 'event_id,method,amount_cents,undone_at');

insert into private.audit_log_permissions (entity, permission) values
  ('gate_sales', 'event_checkin');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('gate_sales', 'operator_id', 'account', 'work', 'Vendas na portaria', 'unlink', 162);

select
  private.declare_columns('gate_sales', 'exported', '{event_id,method,amount_cents,created_at,undone_at}'),
  private.declare_columns('gate_sales', 'withheld',
    '{registration_id,device_id,operator_id}', 'another person: who paid and who took the money');

create function private.gate_sale_totals(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reader', reader, 'method', method, 'count', total, 'cents', cents
  ) order by reader, method), '[]')
  from (
    select coalesce(device.name, operator.username, '') as reader, sale.method, count(*) as total,
      sum(sale.amount_cents) as cents
    from public.gate_sales as sale
    left join public.checkin_devices as device on device.id = sale.device_id
    left join public.profiles as operator on operator.id = sale.operator_id
    where sale.event_id = gate_sale_totals.event and sale.undone_at is null
    group by 1, 2
  ) as per_reader
$$;
comment on function private.gate_sale_totals is
  'Sales at the gate of an event by who took the money and method, in cents; undone ones are left out.';
