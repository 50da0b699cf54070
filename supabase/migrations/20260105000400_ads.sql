-- Banners: where they may stand, what runs, and how often it was seen.
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
comment on table public.ad_placements is 'Places on public pages that hold a banner. Written by migrations: a place is code on a page.';
comment on column public.ad_placements.max_ads is 'How many banners may share the rotation in one state at the same time.';

insert into public.ad_placements (key, page, desktop_width, desktop_height, mobile_width, mobile_height, max_ads, display_order) values
  ('home_top', '/home', 1200, 300, 640, 320, 12, 1),
  ('state_home', '/:uf/home', 1200, 300, 640, 320, 12, 2),
  ('list_inline', '/:uf/regioes', 1200, 300, 640, 320, 12, 3),
  ('route_page', '/:uf/rota/:regionSlug', 1200, 300, 640, 320, 12, 4),
  ('city_page', '/:uf/cidade/:cityId', 1200, 300, 640, 320, 12, 5),
  ('blog_inline', '/blog', 1200, 300, 640, 320, 12, 6);

alter table public.ad_placements enable row level security;
grant select on public.ad_placements to anon, authenticated;
grant all on public.ad_placements to service_role;
create policy "everybody reads the places of banners" on public.ad_placements for select to anon, authenticated using (true);

create function private.are_placements(keys text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(keys) as key where key not in (select known.key from public.ad_placements as known))
$$;
create function private.are_states(abbrs text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(abbrs) as abbr where abbr not in (select known.abbr from public.states as known))
$$;

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
  status text not null default 'awaiting_art' check (
    status in ('awaiting_payment', 'awaiting_art', 'in_review', 'approved', 'paused', 'ended', 'rejected', 'stopped')
  ),
  reason text check (char_length(reason) <= 1000),
  report_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ad_ends_after_it_starts check (ends_at > starts_at),
  constraint shown_ads_have_art check (
    status not in ('approved', 'paused') or (image_desktop is not null and image_mobile is not null and alt !~ '^\s*$' and link_url is not null)
  )
);
comment on table public.ads is 'Banners, one per sale of an ad_banner plan, and those the team adds itself.';
comment on column public.ads.placements is 'Keys of ad_placements; empty for all.';
comment on column public.ads.states is 'Where it runs; empty for the whole country.';
comment on column public.ads.states_limit is 'How many states the plan of the sale pays for; null for the whole country.';
comment on column public.ads.report_token is 'Opens the advertiser''s report and takes the art; whoever holds the link may.';
comment on column public.ads.reason is 'Why it was rejected, paused or stopped; the advertiser reads it.';

create index ads_status_idx on public.ads (status, ends_at);
create index ads_decided_by_idx on public.ads (decided_by);

alter table public.ads enable row level security;
revoke insert, update on public.ads from anon, authenticated;
grant select, delete on public.ads to authenticated;
-- What decides whether a banner runs (status, sale, report) changes through functions alone.
grant insert (advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight) on public.ads to authenticated;
grant update (advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight) on public.ads to authenticated;
grant all on public.ads to service_role;

create policy "ad managers read banners, sellers those of their sales" on public.ads
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('ads'))
    or sale_id in (select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = (select auth.uid()))
  );
create policy "ad managers add banners" on public.ads
  for insert to authenticated with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers change banners" on public.ads
  for update to authenticated
  using ((select private.is_staff() and private.has_permission('ads')))
  with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers delete banners nobody bought" on public.ads
  for delete to authenticated using (sale_id is null and (select private.is_staff() and private.has_permission('ads')));

create function private.settle_ad() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  has_art boolean := new.image_desktop is not null and new.image_mobile is not null and new.alt !~ '^\s*$' and new.link_url is not null;
begin
  if not private.are_placements(new.placements) or not private.are_states(new.states) then
    raise exception 'unknown placement or state' using errcode = '23514';
  end if;
  -- Whatever happens later, a stopped banner never runs again.
  if tg_op = 'UPDATE' and old.status = 'stopped' then
    new.status := 'stopped';
  elsif new.status = 'awaiting_art' and has_art then
    new.status := 'in_review';
  elsif new.status = 'in_review' and not has_art then
    new.status := 'awaiting_art';
  end if;
  return new;
end $$;
create trigger ads_settle before insert or update on public.ads for each row execute function private.settle_ad();
create trigger ads_touch before update on public.ads for each row execute function private.touch_updated_at();
create trigger ads_audit after insert or update or delete on public.ads
  for each row execute function private.write_audit('id', 'advertiser,placements,states,image_desktop,image_mobile,alt,link_url,starts_at,ends_at,weight,status,reason,sale_id');
insert into private.trail_permissions (entity, permission) values ('ads', 'ads');

-- A sale makes its banner, opens it when paid and stops it when it is cancelled or refunded: never the other way round.
create function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.plan_type <> 'ad_banner' then
    return null;
  end if;
  insert into public.ads (sale_id, advertiser, placements, states_limit, starts_at, ends_at, status)
  values (
    new.id, left(new.client_company_name, 160),
    array(select key from public.ad_placements where key = any (new.placements) order by display_order),
    new.states_limit,
    new.start_date::timestamp at time zone 'America/Sao_Paulo', new.end_date::timestamp at time zone 'America/Sao_Paulo',
    'awaiting_payment'
  )
  on conflict (sale_id) do nothing;
  if new.cancelled_at is not null then
    update public.ads set status = 'stopped', reason = left(coalesce(new.cancel_reason, 'cancelled'), 1000) where sale_id = new.id and status <> 'stopped';
  elsif new.payment_status = 'paid' then
    update public.ads set status = 'awaiting_art' where sale_id = new.id and status = 'awaiting_payment';
  end if;
  return null;
end $$;
create trigger sales_run_their_ad after insert or update of payment_status, cancelled_at on public.sales
  for each row execute function private.follow_sale();

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
comment on table public.ad_daily_stats is 'How often a banner was really seen and clicked, per day of Brasília, place and state of the page (null: the whole country).';
create index ad_daily_stats_placement_idx on public.ad_daily_stats (placement);
create index ad_daily_stats_state_abbr_idx on public.ad_daily_stats (state_abbr);

alter table public.ad_daily_stats enable row level security;
grant select on public.ad_daily_stats to authenticated;
grant all on public.ad_daily_stats to service_role;
create policy "ad managers read how often banners were seen" on public.ad_daily_stats
  for select to authenticated using ((select private.is_staff() and private.has_permission('ads')));

-- Art that advertisers send. Without a policy only the server puts files here, after drawing them anew.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ad-art', 'ad-art', true, 2097152, array['image/webp'])
on conflict (id) do nothing;
