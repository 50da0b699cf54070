-- Posts and their categories.

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_categories is 'Categories of the blog; the key is part of page addresses.';
comment on column public.blog_categories.translations is '{en: {name}, es: {name}}';
comment on column public.blog_categories.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.blog_categories enable row level security;
grant select on public.blog_categories to anon;
grant select, insert, update, delete on public.blog_categories to authenticated;
grant all on public.blog_categories to service_role;

insert into public.blog_categories (position, key, name, translations) values
  (1, 'viagem', 'Viagem', '{"en": {"name": "Travel"}, "es": {"name": "Viaje"}}'),
  (2, 'manutencao', 'Manutenção', '{"en": {"name": "Maintenance"}, "es": {"name": "Mantenimiento"}}'),
  (3, 'seguranca', 'Segurança', '{"en": {"name": "Safety"}, "es": {"name": "Seguridad"}}'),
  (4, 'historia', 'História', '{"en": {"name": "History"}, "es": {"name": "Historia"}}'),
  (5, 'cultura', 'Cultura', '{"en": {"name": "Culture"}, "es": {"name": "Cultura"}}');

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
create trigger blog_categories_touch before update on public.blog_categories
  for each row execute function private.touch_updated_at();
create trigger blog_categories_audit after insert or update or delete on public.blog_categories
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('blog_categories', 'blog');

select
  private.declare_columns('blog_categories', 'not_personal', '{*}', 'published texts'),
  private.declare_columns('blog_categories', 'not_personal', '{name}', 'name of a thing, not of a person');

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
  status text not null default 'draft' check (status = any (private.post_statuses())),
  publish_at timestamptz,
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  cover_caption text not null default '' check (char_length(cover_caption) <= 300),
  cover_credit text not null default '' check (char_length(cover_credit) <= 120),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_out_of_draft_has_its_time check (status = 'draft' or publish_at is not null),
  constraint blog_posts_slug_is_no_route check (private.is_free_slug('blog_posts', slug))
);
comment on table public.blog_posts is 'Articles; the body is markdown.';
comment on column public.blog_posts.state_abbr is 'The state the post belongs to; null for the whole country.';
comment on column public.blog_posts.sources is '[{title, url}, …]';
comment on column public.blog_posts.status is
  'draft, scheduled or published; a scheduled post is public from publish_at on.';
comment on column public.blog_posts.translations is '{en: {title, excerpt, body, cover_caption}, es: {…}}';
comment on column public.blog_posts.cover_credit is 'Who took or owns the photo at cover_url.';
comment on column public.blog_posts.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index blog_posts_category_key_idx on public.blog_posts (category_key, publish_at desc);
create index blog_posts_state_abbr_idx on public.blog_posts (state_abbr, publish_at desc);
create index blog_posts_publish_at_idx on public.blog_posts (publish_at desc) where deleted_at is null;
create index blog_posts_tags_idx on public.blog_posts using gin (tags);
create index blog_posts_updated_at_idx on public.blog_posts (updated_at desc);
create index blog_posts_title_idx on public.blog_posts (title, id);
create index blog_posts_status_idx on public.blog_posts (status, id);
create index blog_posts_author_name_idx on public.blog_posts (author_name, id);
create index blog_posts_scheduled_idx on public.blog_posts (publish_at) where status = 'scheduled';
alter table public.blog_posts enable row level security;
grant select on public.blog_posts to anon;
grant select, insert, update, delete on public.blog_posts to authenticated;
grant all on public.blog_posts to service_role;
create policy "blog editors add posts" on public.blog_posts
  for insert to authenticated with check ((select private.has_permission('blog')));
create policy "blog editors update posts" on public.blog_posts
  for update to authenticated
  using ((select private.has_permission('blog')))
  with check ((select private.has_permission('blog')));
create policy "blog editors delete posts" on public.blog_posts
  for delete to authenticated using ((select private.has_permission('blog')));
create policy "anonymous visitors read published posts" on public.blog_posts
  for select to anon using (status <> 'draft' and publish_at <= now() and deleted_at is null);
create policy "signed-in accounts read published posts, blog editors all" on public.blog_posts
  for select to authenticated
  using ((status <> 'draft' and publish_at <= now() and deleted_at is null) or (select private.has_permission('blog')));
create trigger blog_posts_touch before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger blog_posts_audit after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit('id');
create trigger blog_posts_addresses after insert or update or delete on public.blog_posts
  for each row execute function private.keep_addresses('post');
create trigger blog_posts_search_insert after insert on public.blog_posts referencing new table as new_rows
  for each statement execute function private.index_for_search('post');
create trigger blog_posts_search_update after update on public.blog_posts referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('post');
create trigger blog_posts_search_delete after delete on public.blog_posts referencing old table as old_rows
  for each statement execute function private.index_for_search('post');

-- A post published without a date gets the current time. A scheduled post must have a date.
create function private.date_publication() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publish_at := now();
  return new;
end $$;
comment on function private.date_publication is 'Sets publish_at of a post that is published without one.';

create trigger blog_posts_date before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.publish_at is null) execute function private.date_publication();

insert into private.audit_log_permissions (entity, permission) values
  ('blog_posts', 'blog');

select
  private.declare_columns('blog_posts', 'not_personal', '{*}', 'published texts'),
  private.declare_columns('blog_posts', 'not_personal', '{author_name}', 'published credit; the author agreed to it');

create view private.searchable_post with (security_invoker = true) as
select
  blog_posts.id as source_id, 'post' as kind, blog_posts.id::text as entity_id, blog_posts.state_abbr,
  blog_posts.title, left(blog_posts.excerpt, 300) as summary,
  concat_ws(' ', category.name, array_to_string(blog_posts.tags, ' '), 'blog') as keywords,
  (private.addresses_of('post', blog_posts.state_abbr, blog_posts.slug))[1] as path, 1::real as weight,
  blog_posts.publish_at as visible_from, private.search_translations(blog_posts.translations, 'title', 'excerpt')
    as translations
from public.blog_posts join public.blog_categories as category on category.key = blog_posts.category_key
where blog_posts.status <> 'draft' and blog_posts.deleted_at is null;

-- The operator "contains" is not leakproof, so under row-level security no index on tags is used.
create function private.posts_tagged(tag text, skip_rows integer, max_rows integer) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select post.id from public.blog_posts as post
  where post.tags @> array[posts_tagged.tag] and post.status <> 'draft' and post.publish_at <= now() and post.deleted_at
    is null
  order by post.publish_at desc, post.id desc
  offset greatest(skip_rows, 0) limit least(greatest(max_rows, 0), 100)
$$;

create function public.posts_tagged(tag text, skip_rows integer default 0, max_rows integer default 13)
  returns table (id uuid)
language sql stable security invoker set search_path = ''
begin atomic
  select id from private.posts_tagged(tag, skip_rows, max_rows);
end;
comment on function public.posts_tagged is 'One page of the published posts with a tag, newest first; at most 100.';
grant execute on function public.posts_tagged to anon, authenticated, service_role;
