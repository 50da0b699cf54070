-- What a registration owes after the team changed its places or its stand.

alter table public.event_registrations add column difference_cents integer not null default 0 check (difference_cents >= 0);
comment on column public.event_registrations.difference_cents is
  'What is still to be paid of price_cents after the registration was paid, because the team added people or a stand.';
alter table public.payments add column difference text check (difference in ('asked', 'counted'));
comment on column public.payments.difference is 'asked: opened for the difference of a registration; counted: paid it. Null for every other payment.';
select
  private.declare_columns('event_registrations', 'exported', '{difference_cents}'),
  private.declare_columns('payments', 'exported', '{difference}');
