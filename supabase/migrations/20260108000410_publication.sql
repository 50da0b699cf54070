-- Scheduled notices and posts are published by the worker, a few seconds after their time.
create table private.publication (only_row boolean primary key default true check (only_row), done_until timestamptz not null default now());
insert into private.publication default values;
comment on table private.publication is 'Posts whose publish_at is not after done_until have had their pages made fresh.';
alter table private.publication enable row level security;

create index blog_posts_scheduled_idx on public.blog_posts (publish_at) where status = 'scheduled';

-- The job that pushes a campaign is enqueued in the transaction that sends it.
create or replace function private.deliver(campaign public.notification_campaigns) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  reached integer;
begin
  insert into public.notifications (user_id, campaign_id, title, body, link, translations)
  select account, campaign.id, campaign.title, campaign.body, campaign.link, campaign.translations
  from private.audience_of(campaign) as account
  on conflict do nothing;
  get diagnostics reached = row_count;
  update public.notification_campaigns set status = 'sent', sent_at = now(), recipients = reached where id = campaign.id;
  if campaign.push then
    perform private.enqueue_job('push-notices');
  end if;
  return reached;
end $$;

create function private.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
  tags jsonb;
  published integer;
begin
  select done_until into since from private.publication for update;
  update public.blog_posts set status = 'published' where status = 'scheduled' and publish_at <= now();
  select count(id), jsonb_agg(distinct tag) into published, tags from (
    select 'blog' as tag, id from public.blog_posts where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now()
    union all
    select 'blog:' || state_abbr, null from public.blog_posts
    where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now() and state_abbr is not null
  ) as fresh where tag is not null;
  if tags is not null then
    perform private.enqueue_job('revalidate-pages', jsonb_build_object('tags', tags));
  end if;
  update private.publication set done_until = now();
  return published;
end $$;

create function private.publish_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  perform private.publish_due_posts();
end $$;
comment on function private.publish_due() is 'Sends the scheduled notices that are due and makes the pages of posts fresh whose time has come; safe to run at the same time.';

create or replace function private.count_unread() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.notifications where user_id = (select auth.uid()) and read_at is null
$$;
create or replace function public.count_unread() returns integer
language sql stable security invoker set search_path = ''
return private.count_unread();
comment on function public.count_unread() is 'Unread notices of the caller.';
