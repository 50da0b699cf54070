-- What the pages of the blog ask for: who took the picture, posts by tag, routes through a post's landscape.
alter table public.blog_posts
  add column cover_caption text not null default '' check (char_length(cover_caption) <= 300),
  add column cover_credit text not null default '' check (char_length(cover_credit) <= 120);
comment on column public.blog_posts.cover_credit is 'Who took or owns the photo at cover_url.';
comment on column public.blog_posts.translations is '{en: {title, excerpt, body, cover_caption}, es: {…}}';

create index blog_posts_tags_idx on public.blog_posts using gin (tags);
create index regions_biome_idx on public.regions (biome, featured_order, name) where deleted_at is null;
