-- What the pages of the blog ask for: who took the picture, posts by tag, routes through a post's landscape.
alter table public.blog_posts
  add column cover_caption text not null default '' check (char_length(cover_caption) <= 300),
  add column cover_credit text not null default '' check (char_length(cover_credit) <= 120);
comment on column public.blog_posts.cover_credit is 'Who took or owns the photo at cover_url.';
comment on column public.blog_posts.translations is '{en: {title, excerpt, body, cover_caption}, es: {…}}';

create index blog_posts_tags_idx on public.blog_posts using gin (tags);
create index regions_biome_idx on public.regions (biome, featured_order, name) where deleted_at is null;

-- "Contains" may not run before row security has looked at a row, so under it no index on tags is ever used.
create function private.posts_tagged(tag text, skip_rows integer, max_rows integer) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select post.id from public.blog_posts as post
  where post.tags @> array[posts_tagged.tag] and post.status <> 'draft' and post.publish_at <= now() and post.deleted_at is null
  order by post.publish_at desc, post.id desc
  offset greatest(skip_rows, 0) limit least(greatest(max_rows, 0), 100)
$$;
create function public.posts_tagged(tag text, skip_rows integer default 0, max_rows integer default 13) returns table (id uuid)
language sql stable security invoker set search_path = ''
begin atomic
  select id from private.posts_tagged(tag, skip_rows, max_rows);
end;
comment on function public.posts_tagged(text, integer, integer) is 'One page of the published posts with a tag, newest first; at most 100.';
grant execute on function public.posts_tagged(text, integer, integer) to anon, authenticated, service_role;
