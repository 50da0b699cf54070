-- Banners, where they are shown and how often.

create table public.ad_placements (
  key text primary key check (key ~ '^[a-z]+(_[a-z]+)*$'),
  page text not null check (page like '/%'),
  desktop_width integer not null check (desktop_width > 0),
  desktop_height integer not null check (desktop_height > 0),
  mobile_width integer not null check (mobile_width > 0),
  mobile_height integer not null check (mobile_height > 0),
  max_ads integer not null check (max_ads > 0),
  display_order integer not null default 0
);
comment on table public.ad_placements is
  'Places on public pages that show a banner; written by migrations only, because each place is part of the code of a '
  'page.';
comment on column public.ad_placements.max_ads is
  'How many banners may share the rotation in one state at the same time.';
alter table public.ad_placements enable row level security;
grant select on public.ad_placements to anon, authenticated;
grant all on public.ad_placements to service_role;

insert into public.ad_placements (key, page, desktop_width, desktop_height, mobile_width, mobile_height, max_ads,
  display_order) values
  ('home_top', '/home', 1200, 300, 640, 320, 12, 1),
  ('state_home', '/:uf/home', 1200, 300, 640, 320, 12, 2),
  ('list_inline', '/:uf/regioes', 1200, 300, 640, 320, 12, 3),
  ('route_page', '/:uf/rota/:regionSlug', 1200, 300, 640, 320, 12, 4),
  ('city_page', '/:uf/cidade/:cityId', 1200, 300, 640, 320, 12, 5),
  ('blog_inline', '/blog', 1200, 300, 640, 320, 12, 6);

create policy "everybody reads banner placements" on public.ad_placements for select to anon, authenticated
  using (true);

select private.declare_columns('ad_placements', 'not_personal', '{*}', 'places of banners');

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid unique references public.sales (id) on delete restrict,
  advertiser text not null check (advertiser !~ '^\s*$' and char_length(advertiser) <= 160),
  placements text[] not null default '{}',
  states text[] not null default '{}',
  states_limit integer check (states_limit between 1 and 27),
  image_desktop text check (image_desktop ~ '^/(arte|midia)/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  image_mobile text check (image_mobile ~ '^/(arte|midia)/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  alt text not null default '' check (char_length(alt) <= 200),
  link_url text check (link_url ~ '^https://[^\s"<>\\]+$' and char_length(link_url) <= 500),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  weight integer not null default 1 check (weight between 1 and 100),
  status text not null default 'awaiting_art' check (status = any (private.ad_statuses())),
  reason text check (char_length(reason) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  search_name text generated always as (private.fold(advertiser)) stored,
  approved_at timestamptz,
  disputed_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ad_ends_after_it_starts check (ends_at > starts_at),
  constraint shown_ads_have_art check (
    status not in ('approved', 'paused') or (image_desktop is not null and image_mobile is not null and alt !~ '^\s*$'
      and link_url is not null)
  )
);
comment on table public.ads is 'Banners, one per sale of an ad_banner plan, and those the team adds itself.';
comment on column public.ads.placements is 'Keys of ad_placements; empty for all.';
comment on column public.ads.states is 'Where it runs; empty for the whole country.';
comment on column public.ads.states_limit is
  'How many states the plan of the sale pays for; null for the whole country.';
comment on column public.ads.reason is 'Why it was rejected, paused or stopped; the advertiser reads it.';
comment on column public.ads.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.ads.approved_at is
  'Time of the approval from which the run of a sold banner is counted; null before it, and again when the banner is '
  'reopened before its start.';
comment on column public.ads.disputed_since is
  'Since when a payment dispute has paused the banner; null while none does.';
create index ads_status_idx on public.ads (status, ends_at);
create index ads_decided_by_idx on public.ads (decided_by);
create index ads_updated_at_idx on public.ads (updated_at, id);
create index ads_ends_at_idx on public.ads (ends_at, id);
create index ads_starts_at_idx on public.ads (starts_at) where status = 'approved';
-- Art of banners: the table is not readable by visitors, who see it through functions.
create index ads_image_desktop_idx on public.ads (image_desktop) where image_desktop is not null;
create index ads_image_mobile_idx on public.ads (image_mobile) where image_mobile is not null;
alter table public.ads enable row level security;
grant select on public.ads to anon;
grant select, delete on public.ads to authenticated;
grant insert (
  advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
) on public.ads to authenticated;
grant update (
  advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
) on public.ads to authenticated;
grant all on public.ads to service_role;
create policy "ad managers read banners, sellers those of their sales" on public.ads
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('ads'))
    or sale_id in (select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id
      where sellers.user_id = (select private.account_id()))
  );
create policy "ad managers add banners" on public.ads
  for insert to authenticated with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers change banners" on public.ads
  for update to authenticated
  using ((select private.is_staff() and private.has_permission('ads')))
  with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers delete banners without a sale" on public.ads
  for delete to authenticated using (sale_id is null and (select private.is_staff() and private.has_permission('ads')));
create trigger ads_touch before update on public.ads for each row execute function private.touch_updated_at();
create trigger ads_audit after insert or update or delete on public.ads
  for each row execute function private.write_audit('id',
    'advertiser,placements,states,image_desktop,image_mobile,alt,link_url,starts_at,ends_at,weight,status,reason,sale_id');

-- A longer period extends the report link; a shorter one does not shorten a link that was given out.
create function private.extend_report_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.link_tokens set expires_at = new.ends_at + make_interval(days => private.link_days())
  where ad_id = new.id and expires_at > now() and expires_at < new.ends_at + make_interval(days => private.link_days());
  return null;
end $$;

create trigger ads_extend_links after update of ends_at on public.ads
  for each row execute function private.extend_report_links();

create function private.extend_disputed_ad() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'paused' and new.reason = 'payment_disputed' then
    new.disputed_since := coalesce(old.disputed_since, now());
  elsif old.disputed_since is not null and new.status = 'approved' then
    -- Banners end at midnight in Brazil, so only whole days are added.
    new.ends_at := new.ends_at + make_interval(days => ceil(extract(epoch
      from now() - old.disputed_since) / 86400)::integer);
    new.disputed_since := null;
  elsif new.status <> 'paused' then
    new.disputed_since := null;
  end if;
  return new;
end $$;
comment on function private.extend_disputed_ad is
  'Trigger function: sets disputed_since when a dispute pauses a banner, and adds the days of the pause, rounded up, '
  'to ends_at when it runs again.';

create trigger ads_extend_disputed before update of status on public.ads
  for each row execute function private.extend_disputed_ad();
create trigger ads_withdraw before update of status on public.ads
  for each row when (old.status in ('approved', 'rejected')) execute function private.withdraw_answer('in_review');

create function private.set_ad_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  has_art boolean := new.image_desktop is not null and new.image_mobile is not null and new.alt !~ '^\s*$'
    and new.link_url is not null;
begin
  if not private.are_placements(new.placements) or not private.are_states(new.states) then
    raise exception 'unknown placement or state' using errcode = '23514';
  end if;
  -- A stopped banner never runs again.
  if tg_op = 'UPDATE' and old.status = 'stopped' then
    new.status := 'stopped';
  elsif new.status = 'awaiting_art' and has_art then
    new.status := 'in_review';
  elsif new.status = 'in_review' and not has_art then
    new.status := 'awaiting_art';
  end if;
  return new;
end $$;
comment on function private.set_ad_status is
  'Trigger function: raises 23514 for unknown placements or states, and sets the status of a banner to in_review when '
  'its art is complete and to awaiting_art when it is not; a stopped banner keeps the status stopped.';

create trigger ads_set_status before insert or update on public.ads for each row
  execute function private.set_ad_status();

insert into private.audit_log_permissions (entity, permission) values
  ('ads', 'ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('ads', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 50);

select
  private.declare_columns('ads', 'not_personal', '{*}', 'banners of companies'),
  private.declare_columns('ads', 'withheld', '{decided_by}', 'listed as work of the team');

insert into private.file_columns (bucket, relation, names) values
  ('ad-art', 'public.ads', 'array[replace(image_desktop, ''/arte/'', ''''), replace(image_mobile, ''/arte/'', '''')]');

create table public.ad_daily_stats (
  id bigint generated always as identity primary key,
  ad_id uuid not null references public.ads (id) on delete cascade,
  day date not null,
  placement text not null references public.ad_placements (key) on delete restrict,
  state_abbr char(2) references public.states (abbr),
  impressions integer not null default 0 check (impressions >= 0),
  clicks integer not null default 0 check (clicks >= 0),
  unique nulls not distinct (ad_id, day, placement, state_abbr)
);
comment on table public.ad_daily_stats is
  'Impressions (only when the banner was visible) and clicks of a banner per day in the time zone America/Sao_Paulo, '
  'placement and state of the page (null: the whole country).';
create index ad_daily_stats_placement_idx on public.ad_daily_stats (placement);
create index ad_daily_stats_state_abbr_idx on public.ad_daily_stats (state_abbr);
alter table public.ad_daily_stats enable row level security;
grant select on public.ad_daily_stats to anon, authenticated;
grant all on public.ad_daily_stats to service_role;
create policy "ad managers read daily banner statistics" on public.ad_daily_stats
  for select to authenticated using ((select private.is_staff() and private.has_permission('ads')));

select private.declare_columns('ad_daily_stats', 'not_personal', '{*}', 'sums');

create table private.announced_ends (
  ad_id uuid not null references public.ads (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (ad_id, ends_at)
);
comment on table private.announced_ends is 'End times of banners about which the client was informed by mail.';
alter table private.announced_ends enable row level security;

select private.declare_columns('private.announced_ends', 'not_personal', '{*}', 'which banner''s end was announced');

alter table public.link_tokens add constraint link_tokens_ad_id_fkey
  foreign key (ad_id) references public.ads (id) on delete cascade;

create policy "sellers read links of their own sales, sales and ad managers all" on public.link_tokens
  for select to authenticated
  using (
    exists (select from public.sales where sales.id = link_tokens.sale_id)
    or exists (select from public.ads where ads.id = link_tokens.ad_id)
  );

create function private.are_placements(keys text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(keys) as key where key not in (select known.key from public.ad_placements
    as known))
$$;

create function private.are_states(abbrs text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(abbrs) as abbr where abbr not in (select known.abbr from public.states
    as known))
$$;

create function private.is_running(ad public.ads, at timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select ad.status = 'approved' and ad.starts_at <= at and ad.ends_at > at
$$;

create function private.read_running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text,
    starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security definer set search_path = '' as $$
  select id, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
  from public.ads
  -- Finished pages are cached for some minutes: they contain banners that begin soon and check the time themselves.
  where status = 'approved' and starts_at <= now() + interval '15 minutes' and ends_at > now()
  order by id
$$;

-- A banner does not run while its payment is disputed.
create function private.ad_obstacle(ad public.ads) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when ad.ends_at <= now() then 'period_over'
    when exists (
      select from public.sales join public.payments on payments.id = sales.payment_id
      where sales.id = ad.sale_id and private.has_open_dispute(payments)
    ) then 'payment_disputed'
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

create function private.decide_ad(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
  obstacle text;
begin
  perform private.require_permission('ads');
  -- Concurrent approvals must not take the same last free place.
  perform pg_advisory_xact_lock(hashtextextended('decide_ad', 0));
  select * into ad from public.ads where id = item for update;
  if ad.id is null then
    return private.gone();
  end if;
  next_status := case
    when decision = 'approve' and ad.status = 'in_review' then 'approved'
    when decision = 'reject' and ad.status = 'in_review' then 'rejected'
    when decision = 'pause' and ad.status = 'approved' then 'paused'
    when decision = 'resume' and ad.status = 'paused' then 'approved'
    when decision = 'end' and ad.status in ('approved', 'paused') then 'ended'
    when decision = 'reopen' and ad.status in ('approved', 'paused', 'rejected') then 'in_review'
  end;
  if next_status is null or (expected_status is not null and expected_status <> ad.status) then
    return private.decided_already(ad.status, ad.decided_by, ad.decided_at);
  end if;
  if decision = 'approve' then
    ad := private.count_run(ad);
  elsif decision = 'reopen' and ad.starts_at > now() then
    ad.approved_at := null;
  end if;
  obstacle := case when next_status = 'approved' then private.ad_obstacle(ad) end;
  if obstacle is not null then
    return private.refused(obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.ads set
    status = next_status, reason = reason_text, starts_at = ad.starts_at, ends_at = ad.ends_at,
      approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

-- One visit shows a banner once per placement and opens it a few times at most; more in one batch is not counted.
create function private.record_ad_events(payload jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted integer;
begin
  if jsonb_typeof(payload) is distinct from 'array' or jsonb_array_length(payload) > 40
    or octet_length(payload::text) > 8192 then
    perform private.refuse('invalid', 'payload');
  end if;
  with given as (
    select event ->> 'ad' as ad, event ->> 'placement' as placement, upper(event ->> 'state') as state, event ->> 'kind'
      as kind
    from jsonb_array_elements(payload) as event
    where jsonb_typeof(event) = 'object'
  ), known as (
    select ads.id, given.placement, given.state,
      least(count(*) filter (where kind = 'view'), 1)::integer as views,
        least(count(*) filter (where kind = 'click'), 3)::integer as clicks
    from given
    join public.ads on ads.id::text = given.ad and private.is_running(ads, now())
    join public.ad_placements as place on place.key = given.placement
      and (ads.placements = '{}' or place.key = any (ads.placements))
    where (given.state is null or given.state in (select abbr from public.states))
      and (ads.states = '{}' or given.state = any (ads.states))
    group by ads.id, given.placement, given.state
  ), added as (
    insert into public.ad_daily_stats as stats (ad_id, day, placement, state_abbr, impressions, clicks)
    select id, private.brazilian_today(), placement, state, views, clicks from known where views + clicks > 0
      order by id, placement, state
    on conflict (ad_id, day, placement, state_abbr) do update
      set impressions = stats.impressions + excluded.impressions, clicks = stats.clicks + excluded.clicks
    returning 1
  )
  select count(*) into counted from added;
  return counted;
end $$;

create function private.ad_state(ad public.ads) returns text
language sql stable set search_path = '' as $$
  select case when ad.status in ('approved', 'paused') and ad.ends_at <= now() then 'ended' else ad.status end
$$;

create function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where id = (private.live_link(token, 'report')).ad_id for update;
  if before.id is null then
    return private.gone();
  elsif before.status <> all (private.editable_ad_statuses()) then
    return private.refused('closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
      then array(select abbr::text from public.states where abbr in (select upper(value)
        from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return private.saved(jsonb_build_object(
    'status', after.status,
    -- Files that no banner shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old
      where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  ));
end $$;

-- Figures for advertisers: how often the pages of each placement were opened.
create function private.placement_audience() returns table (placement text, views bigint, week_views bigint)
language sql stable security definer set search_path = '' as $$
  select places.key, coalesce(sum(daily.views), 0),
    coalesce(sum(daily.views) filter (where daily.day >= private.brazilian_today() - 7), 0)
  from public.ad_placements as places
  left join public.page_view_daily as daily
    on daily.day >= private.brazilian_today() - 30
    and regexp_replace(daily.page_path, '^/(english|espanol)(?=/)', '')
      ~ ('^' || regexp_replace(replace(places.page, ':uf', '[a-z]{2}'), ':[A-Za-z]+', '[^/]+', 'g') || '$')
  group by places.key
$$;

-- A banner runs as many days as were sold, the end date included. It starts on the day its art was approved when that
-- is
-- later than the start in the contract, whose dates never change.
create function private.count_run(ad public.ads) returns public.ads
language plpgsql stable security definer set search_path = '' as $$
declare
  late integer := private.brazilian_today() - (ad.starts_at at time zone 'America/Sao_Paulo')::date;
begin
  if ad.approved_at is null and ad.sale_id is not null and late > 0 then
    ad.starts_at := (ad.starts_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone
      'America/Sao_Paulo';
    ad.ends_at := (ad.ends_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone
      'America/Sao_Paulo';
  end if;
  ad.approved_at := coalesce(ad.approved_at, now());
  return ad;
end $$;
comment on function private.count_run is
  'The banner as it runs when its art is approved now: a sold one that is approved late starts today and runs as many '
  'days as were sold.';

create function private.tags_due(since timestamptz) returns table (tag text)
language sql stable security definer set search_path = '' as $$
  select 'blog' from public.blog_posts where status <> 'draft' and deleted_at is null and publish_at > since
    and publish_at <= now()
  union
  select 'blog:' || state_abbr from public.blog_posts
  where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now() and state_abbr
    is not null
  union
  select 'legal_documents' from public.legal_documents where effective_at > since and effective_at <= now()
  union
  select 'ads' from public.ads
  where status = 'approved' and (starts_at > since and starts_at <= now() or ends_at > since and ends_at <= now())
$$;
comment on function private.tags_due is 'Cache tags of everything whose time came or ended after a moment.';

create function private.read_ad_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'advertiser', ads.advertiser, 'status', private.ad_state(ads), 'reason', ads.reason,
    'placements', ads.placements, 'states', ads.states, 'statesLimit', ads.states_limit,
    'imageDesktop', ads.image_desktop, 'imageMobile', ads.image_mobile, 'alt', ads.alt, 'linkUrl', ads.link_url,
    'startsAt', ads.starts_at, 'endsAt', ads.ends_at, 'plan', sales.plan_name, 'saleNumber', sales.number,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'impressions', impressions, 'clicks', clicks)
        order by day), '[]')
      from (select day, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by day) as per_day
    ),
    'byPlacement', (
      select coalesce(jsonb_agg(jsonb_build_object('name', placement, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, placement), '[]')
      from (select placement, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by placement) as per_place
    ),
    'byState', (
      select coalesce(jsonb_agg(jsonb_build_object('name', state_abbr, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, state_abbr), '[]')
      from (select state_abbr, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by state_abbr) as per_state
    )
  )
  from public.ads left join public.sales on sales.id = ads.sale_id
  where ads.id = (private.live_link(token, 'report')).ad_id
$$;

create function private.ad_of_payment(token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select ads.id
  from public.sales join public.ads on ads.sale_id = sales.id
  where sales.id = (private.live_link(token, 'payment')).sale_id and sales.payment_status = 'paid'
    and sales.cancelled_at is null
$$;

create function private.mail_client(sale public.sales, template text, facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(sale.client_email, template, jsonb_build_object(
    'name', sale.client_contact_name, 'company', sale.client_company_name, 'plan', sale.plan_name, 'number',
      sale.number::text,
    'amount', sale.price_cents / 100.0, 'from', sale.start_date, 'until', sale.end_date,
    'link_kind', 'payment', 'link_subject', sale.id
  ) || facts);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_client is
  'Enqueues a mail about a sale to its client; its button opens the payment page.';

create function private.mail_ending_ads() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    select ads.id, ads.ends_at, sales as sale from public.ads join public.sales on sales.id = ads.sale_id
    where ads.status = 'approved' and ads.ends_at > now() and ads.ends_at <= now() + interval '15 days'
      and not exists (select from private.announced_ends as told where told.ad_id = ads.id
        and told.ends_at = ads.ends_at)
  loop
    insert into private.announced_ends (ad_id, ends_at) values (ending.id, ending.ends_at) on conflict do nothing;
    if found then
      perform private.mail_client(ending.sale, 'ad_ending', jsonb_build_object(
        'until', ((ending.ends_at - interval '1 second') at time zone 'America/Sao_Paulo')::date, 'link_kind', 'report',
          'link_subject', ending.id
      ));
      enqueued := enqueued + 1;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_ending_ads is
  'Enqueues one mail per banner and end time to the client when the banner ends within 15 days, and returns how many.';

create function public.running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text,
    starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_running_ads();
end;
comment on function public.running_ads is
  'Returns the banners that run now or start within 15 minutes, with the columns that pages show; anyone may call it.';
grant execute on function public.running_ads to anon, authenticated, service_role;

create function public.decide_ad(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad(id, decision, reason, expected_status);
comment on function public.decide_ad is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; answers saved, '
  'conflict, gone, or refused with period_over, payment_disputed, states_needed or placement_full; raises 42501 '
  'without the permission ads, and refuses an invalid field.';
grant execute on function public.decide_ad to authenticated, service_role;

create function public.record_ad_events(payload jsonb) returns integer
language sql volatile security invoker set search_path = ''
return private.record_ad_events(payload);
comment on function public.record_ad_events is
  'For the server only: counts a batch [{ad, placement, state, kind: view|click}] and returns how many rows of '
  'ad_daily_stats it changed; events of banners that do not run are ignored; refuses an invalid field.';
grant execute on function public.record_ad_events to service_role;

create function public.submit_ad_art(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_ad_art(token, payload);
comment on function public.submit_ad_art is
  'For the server only: stores image_desktop, image_mobile, alt, link_url and states of the banner of a report link '
  'while it does not run yet; answers saved, gone, or refused with closed; refuses an invalid field.';
grant execute on function public.submit_ad_art to service_role;

create function public.ad_totals(ids uuid[]) returns table (ad_id uuid, impressions bigint, clicks bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select stats.ad_id, sum(stats.impressions), sum(stats.clicks) from public.ad_daily_stats as stats
    where stats.ad_id = any (ids) group by stats.ad_id;
end;
comment on function public.ad_totals is
  'Returns the total impressions and clicks of banners, from the rows that RLS lets the caller read.';
grant execute on function public.ad_totals to authenticated, service_role;

create function public.placement_audience() returns table (placement text, views bigint, week_views bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.placement_audience();
end;
comment on function public.placement_audience is
  'Returns the views of the pages of each banner placement over the last 30 and the last 7 finished days; anyone may '
  'call it.';
grant execute on function public.placement_audience to anon, authenticated, service_role;

create function public.read_ad_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_ad_report(token);
comment on function public.read_ad_report is
  'Returns the data of the page of a report link; null for a wrong, expired or revoked token; anyone who has the '
  'token may call it.';
grant execute on function public.read_ad_report to anon, authenticated, service_role;

create function public.ad_of_payment(token text) returns uuid
language sql stable security invoker set search_path = ''
return private.ad_of_payment(token);
comment on function public.ad_of_payment is
  'For the server only: returns the banner of a paid sale by the token of its payment link; null for any other token.';
grant execute on function public.ad_of_payment to service_role;

create policy "everybody (anon, authenticated) reads the art of approved banners" on storage.objects
  for select to anon, authenticated using (bucket_id = 'ad-art' and private.is_approved_art(name));
create policy "authenticated readers of a banner read its art" on storage.objects
  for select to authenticated using (
    bucket_id = 'ad-art' and exists (select from public.ads where '/arte/' || objects.name
      in (image_desktop, image_mobile))
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ad-art', 'ad-art', false, 2097152, '{image/webp}');
