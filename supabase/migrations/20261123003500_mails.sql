-- Mails about decisions, sales and banners.

create function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at), 'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null) or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email, coalesce(request.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note', coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status in ('ready', 'delivered', 'cancelled') and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''), 'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles on profiles.id = sellers.user_id
  where sellers.status in ('active', 'rejected', 'suspended') and sellers.decided_at is not null
$$;
comment on function private.decided_forms() is 'Decisions a person outside the team is told of by mail.';

create function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' else form.template end, form.email, form.locale,
    case when form.status = 'ready'
      then form.data || jsonb_build_object('origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''))
      else form.data
    end
  from private.decided_forms() as form left join public.trip_panel_requests as panel on panel.id = form.request_id
$$;

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

create function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art()
$$;
comment on function private.decided_requests() is 'Decisions a person outside the team is told of by mail.';

create function private.mark_requests_answered() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.answered_requests (request_id, status) select request_id, status from private.decided_requests()
  on conflict (request_id, status) do update set answered_at = now()
$$;
comment on function private.mark_requests_answered() is 'No mail leaves for decisions made so far: for a restored backup, whose mails were sent.';

-- Two minutes in which the team can take a decision back. A decision older than a day gets no late mail.
create function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  mail uuid;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (
        select from private.answered_requests as known
        where known.request_id = found.request_id and known.status = found.status and (known.status <> 'adjust' or known.answered_at >= found.decided_at)
      )
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests as known (request_id, status) values (decided.request_id, decided.status)
    on conflict (request_id, status) do update set answered_at = now(), mail_id = null where known.status = 'adjust' and known.answered_at < decided.decided_at;
    if found then
      begin
        mail := private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        update private.answered_requests set mail_id = mail where request_id = decided.request_id and status = decided.status;
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.answer_requests() is 'Enqueues one mail per decision about a request; safe to run at the same time.';

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
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_client(public.sales, text, jsonb) is 'Enqueues a mail about a sale to its client; its button opens the payment page.';

create table private.announced_ends (
  ad_id uuid not null references public.ads (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (ad_id, ends_at)
);
comment on table private.announced_ends is 'Banners whose client was told when they end.';

alter table private.announced_ends enable row level security;

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
