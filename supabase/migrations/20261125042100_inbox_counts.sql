-- A body with resolved names: callers have no usage on schema private, which the row of the vouchers needs.

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select 'service_request', count(*), min(created_at) from public.service_requests where status in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status in ('received', 'in_progress', 'ready')
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers where status = 'pending' and private.is_staff() and private.has_permission('vouchers');
end;
