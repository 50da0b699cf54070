-- How long records are kept. One row per rule: the daily job, the clean-up buttons and the tests of the privacy text read these.
create table private.retention_rules (
  key text primary key,
  relation text not null,
  clock text not null,
  keep interval not null,
  only_when text not null default 'true',
  deed text not null default 'delete' check (deed in ('delete', 'delete_photos', 'delete_sale', 'delete_pix_key')),
  place integer not null unique
);
comment on table private.retention_rules is 'Written by migrations only: clock and only_when are SQL expressions on a row of the table.';
comment on column private.retention_rules.clock is 'When the term of a row begins.';
comment on column private.retention_rules.deed is 'delete_photos: the files of the request, not the request. delete_sale: the sale with its payments, commissions and banner.';

create function private.is_seller_without_business(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.sales where seller_id = seller)
    and not exists (select from public.commissions where seller_id = seller)
    and not exists (select from public.commission_payouts where seller_id = seller)
$$;
comment on function private.is_seller_without_business(uuid) is 'Whether a seller has no sale, commission or payout the law asks us to keep.';

create function private.expired_rows(rule private.retention_rules, max_rows integer) returns setof tid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format('select ctid from %s where %s < $1 and (%s) limit $2', rule.relation::regclass, rule.clock, rule.only_when)
    using now() - rule.keep, max_rows;
end $$;
comment on function private.expired_rows(private.retention_rules, integer) is 'Rows of one rule whose term is over.';

create function private.delete_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payouts uuid[] := array(select payout_id from public.commissions where sale_id = sale and payout_id is not null);
begin
  delete from public.commissions where sale_id = sale;
  delete from public.commission_payouts where id = any (payouts) and not exists (select from public.commissions where payout_id = commission_payouts.id);
  delete from public.ads where sale_id = sale;
  delete from public.sales where id = sale;
  delete from public.payments where subject_type = 'sale' and subject_id = sale;
end $$;
comment on function private.delete_sale(uuid) is 'A sale with its banner, commission and payments; triggers queue signatures and receipts.';

create function private.end_term(rule private.retention_rules, rows tid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer := 0;
begin
  case rule.deed
    when 'delete' then
      execute format('delete from %s where ctid = any ($1)', rule.relation::regclass) using rows;
      get diagnostics touched = row_count;
    when 'delete_photos' then
      perform private.queue_files('request-photos', private.payload_photos(payload)) from public.service_requests where ctid = any (rows);
      update public.service_requests set payload = payload - 'photos' where ctid = any (rows);
      get diagnostics touched = row_count;
    when 'delete_sale' then
      perform private.delete_sale(id) from (select id from public.sales where ctid = any (rows)) as ended;
      touched := cardinality(rows);
    when 'delete_pix_key' then
      update public.sellers set pix_key = null where ctid = any (rows);
      get diagnostics touched = row_count;
  end case;
  return touched;
end $$;
comment on function private.end_term(private.retention_rules, tid[]) is 'Does what a rule says to these rows.';

create function private.delete_expired_records(max_rows integer) returns table (rule text, deleted integer, failed text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  one private.retention_rules;
  rows tid[];
begin
  -- Sums first: page views are deleted only after they were counted.
  perform private.roll_up_page_views();
  for one in select * from private.retention_rules order by place loop
    rule := one.key;
    deleted := 0;
    failed := null;
    begin
      rows := array(select private.expired_rows(one, least(greatest(max_rows, 1), 50000)));
      if cardinality(rows) > 0 then
        deleted := private.end_term(one, rows);
      end if;
    exception when others then
      -- One rule that fails does not keep the others from running.
      deleted := 0;
      failed := sqlstate || ' ' || sqlerrm;
    end;
    return next;
  end loop;
end $$;

create function public.delete_expired_records(max_rows integer default 5000) returns table (rule text, deleted integer, failed text)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.delete_expired_records(max_rows);
end;
comment on function public.delete_expired_records(integer) is
  'For the worker only: at most so many rows per rule; call again until every rule answers 0. failed holds the error of a rule.';
revoke execute on function public.delete_expired_records(integer) from public, anon, authenticated;
grant execute on function public.delete_expired_records(integer) to service_role;

-- Photos that were sent with a form and never became a request.
create function private.queue_abandoned_photos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  queued integer;
begin
  insert into private.file_deletions (bucket, name)
  select bucket_id, name from storage.objects
  where bucket_id = 'request-photos' and created_at < now() - interval '2 days'
    and not exists (select from public.service_requests where payload -> 'photos' ? objects.name)
  limit 1000
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;

create function public.queue_abandoned_photos() returns integer
language sql volatile security invoker set search_path = ''
return private.queue_abandoned_photos();
comment on function public.queue_abandoned_photos() is 'For the worker only: queues photos older than two days that no request names.';
revoke execute on function public.queue_abandoned_photos() from public, anon, authenticated;
grant execute on function public.queue_abandoned_photos() to service_role;

-- The clean-up buttons of /admin/system-repair follow the same rules.
create function private.expired_lines(keys text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  one private.retention_rules;
begin
  for one in select * from private.retention_rules where key = any (keys) order by place loop
    return query select one.key || ' ' || row_number() over () from private.expired_rows(one, 10000);
  end loop;
end $$;
comment on function private.expired_lines(text[]) is 'One line for each row whose term is over, at most 10,000 per rule.';

-- Marco Civil da Internet, article 15: access records six months. CTN, articles 173 and 174: five years, counted from the first day of the next year.
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (10, 'page_views', 'public.page_views', 'created_at', '13 months',
    'created_at < (select until from private.page_view_rollup)::timestamp at time zone ''America/Sao_Paulo''', 'delete'),
  (20, 'access_logs', 'public.access_logs', 'created_at', '6 months', 'true', 'delete'),
  (30, 'error_reports', 'public.error_reports', 'last_seen_at', '30 days', 'true', 'delete'),
  (40, 'health_checks', 'public.health_checks', 'created_at', '30 days', 'true', 'delete'),
  (50, 'rejected_request_files', 'public.service_requests', 'decided_at', '90 days',
    'status = ''rejected'' and private.payload_photos(payload) is not null', 'delete_photos'),
  (60, 'service_requests', 'public.service_requests', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete'),
  (70, 'trip_panel_requests', 'public.trip_panel_requests', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete'),
  (80, 'takedown_requests', 'public.takedown_requests', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete'),
  (90, 'ad_leads', 'public.ad_leads', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete'),
  (100, 'reports', 'public.reports', 'coalesce(decided_at, created_at)', '5 years', 'true', 'delete'),
  (110, 'app_reviews', 'public.app_reviews', 'greatest(created_at, updated_at)', '5 years', 'true', 'delete'),
  (120, 'unused_approval_tokens', 'public.approval_tokens', 'expires_at', '30 days', 'used_at is null', 'delete'),
  (130, 'used_approval_tokens', 'public.approval_tokens', 'used_at', '5 years', 'true', 'delete'),
  (140, 'notifications', 'public.notifications', 'created_at', '13 months', 'true', 'delete'),
  (150, 'audit_log', 'public.audit_log', 'created_at', '5 years', 'true', 'delete'),
  (160, 'seller_applications', 'public.sellers', 'coalesce(decided_at, created_at)', '5 years',
    'status in (''pending'', ''rejected'') and private.is_seller_without_business(id)', 'delete'),
  (170, 'sales', 'public.sales',
    'date_trunc(''year'', greatest(end_date::timestamp at time zone ''America/Sao_Paulo'', created_at, paid_at, cancelled_at), ''America/Sao_Paulo'') + interval ''1 year''',
    '5 years', 'true', 'delete_sale'),
  (180, 'erased_sellers', 'public.sellers', 'erased_at', '0 days', 'private.is_seller_without_business(id)', 'delete'),
  (185, 'pix_keys_of_erased_sellers', 'public.sellers', 'erased_at', '0 days', 'pix_key is not null and not private.has_open_commissions(id)', 'delete_pix_key'),
  (190, 'payment_events', 'public.payment_webhook_events', 'created_at', '6 years', 'true', 'delete'),
  (210, 'unconfirmed_phone_accounts', 'auth.users', 'created_at', '30 days',
    'email is null and phone is not null and phone_confirmed_at is null and last_sign_in_at is null', 'delete');
