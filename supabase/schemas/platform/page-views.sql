-- Page views, and their totals per day.

create table public.page_views (
  id bigint generated always as identity primary key,
  page_path text not null check (char_length(page_path) <= 300 and page_path like '/%'),
  user_id uuid references auth.users (id) on delete set null,
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  state_abbr char(2),
  referrer_host text check (char_length(referrer_host) <= 253),
  created_at timestamptz not null default now()
);
comment on table public.page_views is
  'One row per page view; a path with a token or a personal id is stored as its pattern.';
create index page_views_user_id_idx on public.page_views (user_id);
create index page_views_state_abbr_idx on public.page_views (state_abbr);
create index page_views_created_at_idx on public.page_views (created_at);
alter table public.page_views enable row level security;
grant select on public.page_views to anon, authenticated;
grant all on public.page_views to service_role;
create policy "analytics readers read page views" on public.page_views
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_views_are_append_only before update or delete or truncate on public.page_views
  for each statement execute function private.refuse_api_role();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('page_views', 'user_id', 'account', 'own', 'Páginas vistas com a conta', 'unlink', 8);

select private.declare_columns('page_views', 'exported',
  '{id,page_path,user_id,locale,state_abbr,referrer_host,created_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('page_views', 'public.page_views', 'created_at', '1 year 1 mon',
    'created_at < (select until from private.page_view_rollup)::timestamp at time zone ''America/Sao_Paulo''', 10);

-- Page views by day, so that a chart over a year reads thousands of rows and not millions.
create table public.page_view_daily (
  day date not null,
  page_path text not null,
  locale text not null,
  state_abbr char(2),
  views integer not null check (views > 0),
  constraint page_view_daily_key unique nulls not distinct (day, page_path, locale, state_abbr)
);
comment on table public.page_view_daily is
  'Page views of finished days, summed by page, language and state; without accounts.';
create index page_view_daily_state_abbr_idx on public.page_view_daily (state_abbr, day);
create index page_view_daily_page_path_idx on public.page_view_daily (page_path, day);
alter table public.page_view_daily enable row level security;
grant select on public.page_view_daily to anon, authenticated;
grant all on public.page_view_daily to service_role;
create policy "analytics readers read daily page views" on public.page_view_daily
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_view_daily_is_kept_by_the_database before insert or update or delete or truncate
  on public.page_view_daily
  for each statement execute function private.refuse_api_role();

select private.declare_columns('page_view_daily', 'not_personal', '{*}', 'sums');

create table private.page_view_rollup (
  only_row boolean primary key default true check (only_row),
  until date not null
);

insert into private.page_view_rollup (until) values ('2000-01-01');

select private.declare_columns('private.page_view_rollup', 'not_personal', '{*}', 'a date');

create table public.page_source_daily (
  day date not null,
  source text not null check (char_length(source) <= 253),
  locale text not null,
  state_abbr char(2),
  views integer not null check (views > 0),
  constraint page_source_daily_key unique nulls not distinct (day, source, locale, state_abbr)
);
comment on table public.page_source_daily is
  'Page views of finished days, summed by referring site (empty: without a referrer), language and state; without '
  'accounts.';
create index page_source_daily_state_abbr_idx on public.page_source_daily (state_abbr, day);
alter table public.page_source_daily enable row level security;
grant select on public.page_source_daily to authenticated;
grant all on public.page_source_daily to service_role;
create policy "analytics readers read daily page sources" on public.page_source_daily
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_source_daily_is_kept_by_the_database before insert or update or delete or truncate
  on public.page_source_daily
  for each statement execute function private.refuse_api_role();

select private.declare_columns('page_source_daily', 'not_personal', '{*}', 'sums');

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
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo'
    and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  insert into public.page_source_daily (day, source, locale, state_abbr, views)
  select private.day_of(created_at), private.source_of(referrer_host), locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo'
    and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  update private.page_view_rollup set until = until_day where true;
  return until_day;
end $$;
comment on function private.roll_up_page_views is
  'Adds finished days of page_views to page_view_daily and page_source_daily, and returns the first day that is not '
  'summed.';
