-- Mails of the portal, enqueued in the transaction that makes them true.
create function private.mail_paid_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(new.client_email, 'payment_confirmed', jsonb_build_object(
    'name', new.client_contact_name, 'company', new.client_company_name, 'plan', new.plan_name, 'number', new.number::text,
    'amount', new.price_cents / 100.0, 'from', to_char(new.start_date, 'DD/MM/YYYY'), 'until', to_char(new.end_date, 'DD/MM/YYYY')
  ));
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail must not take the payment back.
  return null;
end $$;
create trigger sales_mail_paid after update of payment_status on public.sales
  for each row when (new.payment_status = 'paid' and old.payment_status <> 'paid') execute function private.mail_paid_sale();

create table private.answered_requests (
  request_id uuid not null,
  status text not null,
  answered_at timestamptz not null default now(),
  primary key (request_id, status)
);
comment on table private.answered_requests is 'Decisions about requests whose mail was enqueued.';
alter table private.answered_requests enable row level security;

create function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, status, decided_at, 'request_answered', requester_email, 'pt-BR',
    jsonb_build_object('name', requester_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro')
  from public.service_requests where status in ('approved', 'rejected') and decided_at is not null
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note', coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status in ('ready', 'delivered', 'cancelled') and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, 'pt-BR',
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''), 'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles on profiles.id = sellers.user_id
  where sellers.status in ('active', 'rejected', 'suspended') and sellers.decided_at is not null
$$;
comment on function private.decided_requests() is 'Decisions a person outside the team is told of by mail.';

create function private.mark_requests_answered() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.answered_requests (request_id, status) select request_id, status from private.decided_requests() on conflict do nothing
$$;
comment on function private.mark_requests_answered() is 'No mail leaves for decisions made so far: for a restored backup, whose mails were sent.';

-- Decisions of before this migration were answered by hand.
select private.mark_requests_answered();

-- Two minutes in which the team can take a decision back. A decision older than a day gets no late mail.
create function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (select from private.answered_requests as known where known.request_id = found.request_id and known.status = found.status)
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests (request_id, status) values (decided.request_id, decided.status) on conflict do nothing;
    if found then
      begin
        perform private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.answer_requests() is 'Enqueues one mail per decision about a request; safe to run at the same time.';
