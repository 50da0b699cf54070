-- Page views: single ones, sums by day and sums by source.

create table public.page_views (
  id bigint generated always as identity primary key,
  page_path text not null check (char_length(page_path) <= 300 and page_path like '/%'),
  user_id uuid references auth.users (id) on delete set null,
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  state_abbr char(2) references public.states (abbr),
  referrer_host text check (char_length(referrer_host) <= 253),
  created_at timestamptz not null default now()
);
comment on table public.page_views is 'One row per page seen; paths that carry a token or a personal id are stored as their pattern.';

create index page_views_user_id_idx on public.page_views (user_id);
create index page_views_state_abbr_idx on public.page_views (state_abbr);
create index page_views_created_at_idx on public.page_views (created_at);

alter table public.page_views enable row level security;
grant select on public.page_views to authenticated;
grant select, insert on public.page_views to service_role;

create policy "analytics readers read page views" on public.page_views
  for select to authenticated using ((select private.has_permission('analytics')));

create trigger page_views_are_append_only before update or delete or truncate on public.page_views
  for each statement execute function private.refuse_api_role();

-- Page views by day, so that a chart over a year reads thousands of rows and not millions.
create table public.page_view_daily (
  day date not null,
  page_path text not null,
  locale text not null,
  state_abbr char(2) references public.states (abbr),
  views integer not null check (views > 0),
  constraint page_view_daily_key unique nulls not distinct (day, page_path, locale, state_abbr)
);
comment on table public.page_view_daily is 'Finished days of page_views by page, language and state; nobody''s account is in it.';

create index page_view_daily_state_abbr_idx on public.page_view_daily (state_abbr, day);

alter table public.page_view_daily enable row level security;
grant select on public.page_view_daily to authenticated;
grant all on public.page_view_daily to service_role;

create policy "analytics readers read daily page views" on public.page_view_daily
  for select to authenticated using ((select private.has_permission('analytics')));

create trigger page_view_daily_is_kept_by_the_database before insert or update or delete or truncate on public.page_view_daily
  for each statement execute function private.refuse_api_role();

create table private.page_view_rollup (
  only_row boolean primary key default true check (only_row),
 until date not null
);

create function private.day_of(moment timestamptz) returns date
language sql stable set search_path = '' as $$ select (moment at time zone 'America/Sao_Paulo')::date $$;

-- Finished days are summed up once; a day is finished one hour after midnight, when late views have arrived.
create function private.roll_up_page_views() returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  done date;
  until_day date := private.day_of(now() - interval '1 hour');
begin
  select until into done from private.page_view_rollup;
  if done >= until_day then
    return done;
  end if;
  select until into done from private.page_view_rollup for update;
  if done >= until_day then
    return done;
  end if;
  insert into public.page_view_daily (day, page_path, locale, state_abbr, views)
  select private.day_of(created_at), page_path, locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo' and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  insert into public.page_source_daily (day, source, locale, state_abbr, views)
  select private.day_of(created_at), private.source_of(referrer_host), locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo' and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  update private.page_view_rollup set until = until_day where true;
  return until_day;
end $$;
comment on function private.roll_up_page_views() is 'Brings page_view_daily up to today and answers the first day that is not in it.';

create function private.page_view_report(from_day date, to_day date, in_state text, in_locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live date;
  before_day date := from_day - (to_day - from_day + 1);
  answer jsonb;
begin
  perform private.require_permission('analytics');
  if from_day is null or to_day is null or from_day > to_day or to_day - from_day > 731 then
    raise exception 'invalid_period' using errcode = '22007';
  end if;
  live := private.roll_up_page_views();
  with views as materialized (
    select day, page_path, locale, state_abbr, views from public.page_view_daily
    where day between before_day and to_day and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
    union all
    select private.day_of(created_at), page_path, locale, state_abbr, 1 from public.page_views
    where to_day >= live and created_at >= live::timestamp at time zone 'America/Sao_Paulo'
      and private.day_of(created_at) <= to_day
      and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
  ), arrivals as materialized (
    select day, source, views from public.page_source_daily
    where day between before_day and to_day and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
    union all
    select private.day_of(created_at), private.source_of(referrer_host), 1 from public.page_views
    where to_day >= live and created_at >= live::timestamp at time zone 'America/Sao_Paulo'
      and private.day_of(created_at) <= to_day
      and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
  ), per_source as (
    select source, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
      coalesce(sum(views) filter (where day < from_day), 0)::int as previous
    from arrivals group by source
  ), per_day as (select day, sum(views)::int as views from views group by day),
  pages as (
    select page_path, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
      coalesce(sum(views) filter (where day < from_day), 0)::int as previous
    from views group by page_path
  )
  select jsonb_build_object(
    'total', coalesce((select sum(views) from per_day where day >= from_day), 0),
    'previous', coalesce((select sum(views) from per_day where day < from_day), 0),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', calendar.day, 'views', coalesce(now_days.views, 0), 'previous', coalesce(old_days.views, 0)) order by calendar.day), '[]')
      from (select generate_series(from_day, to_day, interval '1 day')::date as day) as calendar
      left join per_day as now_days on now_days.day = calendar.day
      left join per_day as old_days on old_days.day = calendar.day - (to_day - from_day + 1)
    ),
    'pages', (select coalesce(jsonb_agg(to_jsonb(top)), '[]') from (select * from pages where views > 0 order by views desc, page_path limit 50) as top),
    'states', (
      select coalesce(jsonb_agg(to_jsonb(state)), '[]') from (
        select state_abbr as key, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
          coalesce(sum(views) filter (where day < from_day), 0)::int as previous
        from views where state_abbr is not null group by 1 order by 2 desc, 1
      ) as state
    ),
    'locales', (
      select coalesce(jsonb_agg(to_jsonb(language)), '[]') from (
        select locale as key, coalesce(sum(views) filter (where day >= from_day), 0)::int as views,
          coalesce(sum(views) filter (where day < from_day), 0)::int as previous
        from views group by 1 order by 2 desc, 1
      ) as language
    ),
    'sources', (
      select coalesce(jsonb_agg(to_jsonb(top)), '[]') from (
        select source as key, views, previous from per_source where views > 0 order by views desc, source limit 30
      ) as top
    )
  ) into answer;
  return answer;
end $$;

create function public.page_view_report(from_day date, to_day date, in_state text default null, in_locale text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.page_view_report(from_day, to_day, in_state, in_locale);
comment on function public.page_view_report(date, date, text, text) is
  'Views of a period and of the same length before it: {total, previous, days, pages, states, locales, sources}; sums only, nobody''s account.';
revoke execute on function public.page_view_report(date, date, text, text) from public, anon;
grant execute on function public.page_view_report(date, date, text, text) to authenticated, service_role;

-- Sources of visits by day: of another site only its name is stored.
create function private.source_of(host text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(lower(coalesce(host, '')), '^(www|m|l|lm)[.]', '') $$;
comment on function private.source_of(text) is 'A site without the prefixes of its phone and share versions; empty for a visit that came from nowhere.';

create table public.page_source_daily (
  day date not null,
  source text not null check (char_length(source) <= 253),
  locale text not null,
  state_abbr char(2) references public.states (abbr),
  views integer not null check (views > 0),
  constraint page_source_daily_key unique nulls not distinct (day, source, locale, state_abbr)
);
comment on table public.page_source_daily is 'Finished days of page_views by the site they came from (empty: from none), language and state; nobody''s account is in it.';

create index page_source_daily_state_abbr_idx on public.page_source_daily (state_abbr, day);

alter table public.page_source_daily enable row level security;
revoke all on public.page_source_daily from anon, authenticated;
grant select on public.page_source_daily to authenticated;
grant all on public.page_source_daily to service_role;

create policy "analytics readers read where visits come from" on public.page_source_daily
  for select to authenticated using ((select private.has_permission('analytics')));

create trigger page_source_daily_is_kept_by_the_database before insert or update or delete or truncate on public.page_source_daily
  for each statement execute function private.refuse_api_role();

insert into private.page_view_rollup (until) values ('2000-01-01');
