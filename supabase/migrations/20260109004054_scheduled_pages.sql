-- Banners that begin and legal versions that come into force make their pages fresh, as scheduled posts do.
create index legal_documents_effective_at_idx on public.legal_documents (effective_at);
create index ads_starts_at_idx on public.ads (starts_at) where status = 'approved';

create function private.tags_due(since timestamptz) returns table (tag text)
language sql stable security definer set search_path = '' as $$
  select 'blog' from public.blog_posts where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now()
  union
  select 'blog:' || state_abbr from public.blog_posts
  where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now() and state_abbr is not null
  union
  select 'legal_documents' from public.legal_documents where effective_at > since and effective_at <= now()
  union
  select 'ads' from public.ads where status = 'approved' and starts_at > since and starts_at <= now()
$$;
comment on function private.tags_due(timestamptz) is 'Cache tags of everything whose time came after a moment.';

create or replace function private.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
  tags jsonb;
  published integer;
begin
  select done_until into since from private.publication for update;
  update public.blog_posts set status = 'published' where status = 'scheduled' and publish_at <= now();
  get diagnostics published = row_count;
  select jsonb_agg(tag order by tag) into tags from private.tags_due(since);
  if tags is not null then
    perform private.enqueue_job('revalidate-pages', jsonb_build_object('tags', tags));
  end if;
  update private.publication set done_until = now();
  return published;
end $$;
comment on table private.publication is 'Pages of what was due until done_until have been made fresh.';
