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
