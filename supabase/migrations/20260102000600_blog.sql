-- A row of a child table is part of what its parent says: caches and the seed look at the parent's updated_at.
create function private.touch_parent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parents uuid[] := array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[1])::uuid end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[1])::uuid end
  ];
begin
  execute format('update public.%I set updated_at = now() where id = any ($1)', tg_argv[0]) using parents;
  return null;
end $$;
comment on function private.touch_parent() is 'Arguments: parent table, column that points to it.';

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_categories is 'Subjects of the blog; the key stands in addresses.';
comment on column public.blog_categories.translations is '{en: {name}, es: {name}}';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 200),
  excerpt text not null default '',
  body text not null default '',
  category_key text not null references public.blog_categories (key) on update cascade,
  author_name text not null default 'Redação LACAMBECHE',
  state_abbr char(2) references public.states (abbr),
  tags text[] not null default '{}',
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  reading_min integer check (reading_min > 0),
  biome text check (private.is_biome(biome)),
  cover_url text,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  publish_at timestamptz,
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_out_of_draft_has_its_time check (status = 'draft' or publish_at is not null)
);
comment on table public.blog_posts is 'Articles; the body is markdown.';
comment on column public.blog_posts.state_abbr is 'The state the post belongs to; null for the whole country.';
comment on column public.blog_posts.sources is '[{title, url}, …]';
comment on column public.blog_posts.status is 'A scheduled post is read by everybody once publish_at has come.';
comment on column public.blog_posts.translations is '{en: {title, excerpt, body}, es: {…}}';

create index blog_posts_category_key_idx on public.blog_posts (category_key, publish_at desc);
create index blog_posts_state_abbr_idx on public.blog_posts (state_abbr, publish_at desc);
create index blog_posts_publish_at_idx on public.blog_posts (publish_at desc) where deleted_at is null;

alter table public.blog_categories enable row level security;
alter table public.blog_posts enable row level security;
grant select on public.blog_categories, public.blog_posts to anon;
grant select, insert, update, delete on public.blog_categories, public.blog_posts to authenticated;
grant all on public.blog_categories, public.blog_posts to service_role;

create policy "anonymous visitors read every blog category" on public.blog_categories
  for select to anon using (true);
create policy "signed-in accounts read every blog category" on public.blog_categories
  for select to authenticated using (true);
create policy "blog editors add blog categories" on public.blog_categories
  for insert to authenticated with check ((select private.has_permission('blog')));
create policy "blog editors update blog categories" on public.blog_categories
  for update to authenticated
  using ((select private.has_permission('blog')))
  with check ((select private.has_permission('blog')));
create policy "blog editors delete blog categories" on public.blog_categories
  for delete to authenticated using ((select private.has_permission('blog')));

create policy "anonymous visitors read posts whose time has come" on public.blog_posts
  for select to anon using (status <> 'draft' and publish_at <= now() and deleted_at is null);
create policy "signed-in accounts read posts whose time has come, blog editors all" on public.blog_posts
  for select to authenticated
  using ((status <> 'draft' and publish_at <= now() and deleted_at is null) or (select private.has_permission('blog')));
create policy "blog editors add posts" on public.blog_posts
  for insert to authenticated with check ((select private.has_permission('blog')));
create policy "blog editors update posts" on public.blog_posts
  for update to authenticated
  using ((select private.has_permission('blog')))
  with check ((select private.has_permission('blog')));
create policy "blog editors delete posts" on public.blog_posts
  for delete to authenticated using ((select private.has_permission('blog')));

create trigger blog_categories_touch before update on public.blog_categories
  for each row execute function private.touch_updated_at();
create trigger blog_categories_audit after insert or update or delete on public.blog_categories
  for each row execute function private.write_audit('id');
create trigger blog_posts_touch before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger blog_posts_audit after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit('id');

insert into public.blog_categories (position, key, name, translations) values
  (1, 'viagem', 'Viagem', '{"en": {"name": "Travel"}, "es": {"name": "Viaje"}}'),
  (2, 'manutencao', 'Manutenção', '{"en": {"name": "Maintenance"}, "es": {"name": "Mantenimiento"}}'),
  (3, 'seguranca', 'Segurança', '{"en": {"name": "Safety"}, "es": {"name": "Seguridad"}}'),
  (4, 'historia', 'História', '{"en": {"name": "History"}, "es": {"name": "Historia"}}'),
  (5, 'cultura', 'Cultura', '{"en": {"name": "Culture"}, "es": {"name": "Cultura"}}');
