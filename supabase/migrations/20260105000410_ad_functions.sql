-- What banners answer and how they are decided and counted.
create function private.is_running(ad public.ads, at timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select ad.status = 'approved' and ad.starts_at <= at and ad.ends_at > at
$$;

create function private.read_running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text, starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security definer set search_path = '' as $$
  select id, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
  from public.ads
  -- Pages stand finished for some minutes: they know what is about to begin and look at the clock themselves.
  where status = 'approved' and starts_at <= now() + interval '15 minutes' and ends_at > now()
  order by id
$$;
create function public.running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text, starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_running_ads();
end;
comment on function public.running_ads() is 'Banners that run now or within 15 minutes: what a page shows of them, nothing else.';
grant execute on function public.running_ads() to anon, authenticated, service_role;

-- Why an approved banner could not run as sold; null when it can.
create function private.ad_obstacle(ad public.ads) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when ad.ends_at <= now() then 'period_over'
    when ad.states_limit is not null and cardinality(ad.states) not between 1 and ad.states_limit then 'states_needed'
    when exists (
      select from public.ad_placements as place
      where (ad.placements = '{}' or place.key = any (ad.placements)) and place.max_ads <= (
        select count(*) from public.ads as other
        where other.id <> ad.id and other.status = 'approved'
          and other.starts_at < ad.ends_at and other.ends_at > greatest(ad.starts_at, now())
          and (other.placements = '{}' or place.key = any (other.placements))
          and (other.states = '{}' or ad.states = '{}' or other.states && ad.states)
      )
    ) then 'placement_full'
  end
$$;

create function private.decide_ad(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  given text := private.check_reason(decision, reason);
  next_status text;
  obstacle text;
begin
  perform private.require_permission('ads');
  -- Two approvals at once must not share the last free place.
  perform pg_advisory_xact_lock(hashtextextended('decide_ad', 0));
  select * into ad from public.ads where id = item for update;
  if ad.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and ad.status = 'in_review' then 'approved'
    when decision = 'reject' and ad.status = 'in_review' then 'rejected'
    when decision = 'pause' and ad.status = 'approved' then 'paused'
    when decision = 'resume' and ad.status = 'paused' then 'approved'
    when decision = 'end' and ad.status in ('approved', 'paused') then 'ended'
    when decision = 'reopen' and ad.status in ('approved', 'paused', 'rejected') then 'in_review'
  end;
  if next_status is null or (seen is not null and seen <> ad.status) then
    return private.decided_already(ad.status, ad.decided_by, ad.decided_at);
  end if;
  obstacle := case when next_status = 'approved' then private.ad_obstacle(ad) end;
  if obstacle is not null then
    return jsonb_build_object('outcome', obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.ads set
    status = next_status, reason = given,
    decided_by = case when next_status = 'in_review' then null else (select auth.uid()) end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;
create function public.decide_ad(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad(id, decision, reason, seen);
comment on function public.decide_ad(uuid, text, text, text) is
  'approve, reject (with a reason), pause, resume, end or reopen; answers decided, already, missing, period_over, states_needed or placement_full.';
revoke execute on function public.decide_ad(uuid, text, text, text) from public, anon;
grant execute on function public.decide_ad(uuid, text, text, text) to authenticated;

-- One visit may show a banner once per place and follow it a few times; more of one batch is not believed.
create function private.record_ad_events(payload jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted integer;
begin
  if jsonb_typeof(payload) is distinct from 'array' or jsonb_array_length(payload) > 40 or octet_length(payload::text) > 8192 then
    perform private.refuse_request('payload');
  end if;
  with given as (
    select event ->> 'ad' as ad, event ->> 'placement' as placement, upper(event ->> 'state') as state, event ->> 'kind' as kind
    from jsonb_array_elements(payload) as event
    where jsonb_typeof(event) = 'object'
  ), known as (
    select ads.id, given.placement, given.state,
      least(count(*) filter (where kind = 'view'), 1)::integer as views, least(count(*) filter (where kind = 'click'), 3)::integer as clicks
    from given
    join public.ads on ads.id::text = given.ad and private.is_running(ads, now())
    join public.ad_placements as place on place.key = given.placement and (ads.placements = '{}' or place.key = any (ads.placements))
    where (given.state is null or given.state in (select abbr from public.states))
      and (ads.states = '{}' or given.state = any (ads.states))
    group by ads.id, given.placement, given.state
  ), added as (
    insert into public.ad_daily_stats as stats (ad_id, day, placement, state_abbr, impressions, clicks)
    select id, private.brazilian_today(), placement, state, views, clicks from known where views + clicks > 0 order by id, placement, state
    on conflict (ad_id, day, placement, state_abbr) do update
      set impressions = stats.impressions + excluded.impressions, clicks = stats.clicks + excluded.clicks
    returning 1
  )
  select count(*) into counted from added;
  return counted;
end $$;
create function public.record_ad_events(payload jsonb) returns integer
language sql volatile security invoker set search_path = ''
return private.record_ad_events(payload);
comment on function public.record_ad_events(jsonb) is
  'Counts a batch [{ad, placement, state, kind: view|click}]; what does not run is ignored. Answers how many rows it touched. For the server alone.';
revoke execute on function public.record_ad_events(jsonb) from public, anon, authenticated;
grant execute on function public.record_ad_events(jsonb) to service_role;

create function private.ad_state(ad public.ads) returns text
language sql stable set search_path = '' as $$
  select case when ad.status in ('approved', 'paused') and ad.ends_at <= now() then 'ended' else ad.status end
$$;

create function private.read_ad_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'advertiser', ads.advertiser, 'status', private.ad_state(ads), 'reason', ads.reason,
    'placements', ads.placements, 'states', ads.states, 'statesLimit', ads.states_limit,
    'imageDesktop', ads.image_desktop, 'imageMobile', ads.image_mobile, 'alt', ads.alt, 'linkUrl', ads.link_url,
    'startsAt', ads.starts_at, 'endsAt', ads.ends_at, 'plan', sales.plan_name, 'saleNumber', sales.number,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'impressions', impressions, 'clicks', clicks) order by day), '[]')
      from (select day, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by day) as per_day
    ),
    'byPlacement', (
      select coalesce(jsonb_agg(jsonb_build_object('name', placement, 'impressions', impressions, 'clicks', clicks) order by impressions desc, placement), '[]')
      from (select placement, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by placement) as per_place
    ),
    'byState', (
      select coalesce(jsonb_agg(jsonb_build_object('name', state_abbr, 'impressions', impressions, 'clicks', clicks) order by impressions desc, state_abbr), '[]')
      from (select state_abbr, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by state_abbr) as per_state
    )
  )
  from public.ads left join public.sales on sales.id = ads.sale_id
  where ads.report_token = token
$$;
create function public.read_ad_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_ad_report(token);
comment on function public.read_ad_report(text) is 'What the page behind a report link shows; null for a token that does not exist.';
grant execute on function public.read_ad_report(text) to anon, authenticated, service_role;

create function private.ad_of_payment(token text) returns text
language sql stable security definer set search_path = '' as $$
  select ads.report_token
  from public.sales join public.ads on ads.sale_id = sales.id
  where sales.payment_token = token and sales.payment_status = 'paid' and sales.cancelled_at is null
$$;
create function public.ad_of_payment(token text) returns text
language sql stable security invoker set search_path = ''
return private.ad_of_payment(token);
comment on function public.ad_of_payment(text) is 'The report token of the banner a paid sale bought, for whoever holds the sale''s payment link; null for any other.';
grant execute on function public.ad_of_payment(text) to anon, authenticated, service_role;

create function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where report_token = token for update;
  if before.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif before.status not in ('awaiting_payment', 'awaiting_art', 'in_review', 'rejected') then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
      then array(select abbr::text from public.states where abbr in (select upper(value) from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return jsonb_build_object(
    'outcome', 'received', 'status', after.status,
    -- Files nothing shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  );
end $$;
create function public.submit_ad_art(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_ad_art(token, payload);
comment on function public.submit_ad_art(text, jsonb) is
  'image_desktop, image_mobile, alt, link_url and states of a banner that is not running yet; answers received, closed or missing. For the server alone.';
revoke execute on function public.submit_ad_art(text, jsonb) from public, anon, authenticated;
grant execute on function public.submit_ad_art(text, jsonb) to service_role;

create function public.ad_totals(ids uuid[]) returns table (ad_id uuid, impressions bigint, clicks bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select stats.ad_id, sum(stats.impressions), sum(stats.clicks) from public.ad_daily_stats as stats where stats.ad_id = any (ids) group by stats.ad_id;
end;
comment on function public.ad_totals(uuid[]) is 'How often some banners were seen and clicked in all, for whoever may read it.';
revoke execute on function public.ad_totals(uuid[]) from public, anon;
grant execute on function public.ad_totals(uuid[]) to authenticated;
