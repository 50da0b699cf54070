-- The report of page views.

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
    where day between before_day and to_day and (in_state is null or state_abbr = in_state)
      and (in_locale is null or locale = in_locale)
    union all
    select private.day_of(created_at), page_path, locale, state_abbr, 1 from public.page_views
    where to_day >= live and created_at >= live::timestamp at time zone 'America/Sao_Paulo'
      and private.day_of(created_at) <= to_day
      and (in_state is null or state_abbr = in_state) and (in_locale is null or locale = in_locale)
  ), arrivals as materialized (
    select day, source, views from public.page_source_daily
    where day between before_day and to_day and (in_state is null or state_abbr = in_state)
      and (in_locale is null or locale = in_locale)
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
      select coalesce(jsonb_agg(jsonb_build_object('day', calendar.day, 'views', coalesce(now_days.views, 0),
        'previous', coalesce(old_days.views, 0)) order by calendar.day), '[]')
      from (select generate_series(from_day, to_day, interval '1 day')::date as day) as calendar
      left join per_day as now_days on now_days.day = calendar.day
      left join per_day as old_days on old_days.day = calendar.day - (to_day - from_day + 1)
    ),
    'pages', (select coalesce(jsonb_agg(to_jsonb(top)), '[]') from (select * from pages where views > 0
      order by views desc, page_path limit 50) as top),
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

-- Sources of visits by day: of another site only its name is stored.
create function private.source_of(host text) returns text
language sql immutable set search_path = ''
  as $$ select regexp_replace(lower(coalesce(host, '')), '^(www|m|l|lm)[.]', '') $$;
comment on function private.source_of is
  'Returns the host of a referrer without the prefixes www, m, l and lm; empty for a visit without a referrer.';

create function public.page_view_report(from_day date, to_day date, in_state text default null, in_locale text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.page_view_report(from_day, to_day, in_state, in_locale);
comment on function public.page_view_report is
  'Returns the sums of page views of a period and of the period of the same length before it, without accounts: '
  '{total, previous, days, pages, states, locales, sources}; raises 42501 without the permission analytics and 22007 '
  'for an invalid period.';
grant execute on function public.page_view_report to authenticated, service_role;
