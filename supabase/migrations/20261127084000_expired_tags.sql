-- Every web process caches pages. Cache tags that expire are rows of one table, which each process reads again and again.
-- Functions of the database add them in the transaction of the change, so no job has to call a web process.
create table private.expired_tags (
  id bigint generated always as identity primary key,
  tags text[] not null check (cardinality(tags) between 1 and 1000),
  source uuid,
  transaction_id xid8 not null default pg_current_xact_id(),
  expired_at timestamptz not null default now()
);
comment on table private.expired_tags is 'Cache tags of changed data, read by every web process (web/expired-tags.ts).';
comment on column private.expired_tags.source is
  'Web process that saved the change and has already expired the tags itself; null: changed by the database.';
comment on column private.expired_tags.transaction_id is
  'Position for readers: ids are not committed in their order, and no transaction before the oldest running one can still add a row.';

create index expired_tags_transaction_id_idx on private.expired_tags (transaction_id);
create index expired_tags_expired_at_idx on private.expired_tags (expired_at);

alter table private.expired_tags enable row level security;

insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.expired_tags', '*', 'not_personal', 'names of cache tags and of web processes');
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (840, 'expired_tags', 'private.expired_tags', 'expired_at', '1 day', 'true', 'delete');

create function private.expire_tags(tags text[], source uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.expired_tags (tags, source)
  select expire_tags.tags, expire_tags.source
  where cardinality(expire_tags.tags) > 0
    -- A save may touch many rows, whose triggers expire the same tags.
    and not exists (
      select from private.expired_tags as known
      where known.transaction_id = pg_current_xact_id() and known.tags = expire_tags.tags
        and known.source is not distinct from expire_tags.source
    )
$$;
comment on function private.expire_tags(text[], uuid) is
  'Expires cache tags on every web process when the transaction is committed, once per transaction. source: the process that has already expired them itself.';

create function public.expire_tags(tags text[], source uuid) returns void
language sql volatile security invoker set search_path = ''
return private.expire_tags(tags, source);
comment on function public.expire_tags(text[], uuid) is 'For the server only: expires cache tags on all other web processes.';
revoke execute on function public.expire_tags(text[], uuid) from public, anon, authenticated;
grant execute on function public.expire_tags(text[], uuid) to service_role;

create function private.read_expired_tags(since text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'until', pg_snapshot_xmin(pg_current_snapshot())::text,
    'is_continued', coalesce(since::xid8 <= pg_snapshot_xmin(pg_current_snapshot()), false),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'tags', tags, 'source', source) order by id)
      from private.expired_tags where transaction_id >= since::xid8
    ), '[]')
  )
$$;
comment on function private.read_expired_tags(text) is
  'Returns the tags that expired since the position "until" of an earlier answer, and the next position. Rows of transactions that ran beside others are returned again until those have ended. is_continued: false without an earlier position, or when it is of another database.';

create function public.read_expired_tags(since text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_expired_tags(since);
comment on function public.read_expired_tags(text) is 'For the server only: cache tags that expired since a position.';
revoke execute on function public.read_expired_tags(text) from public, anon, authenticated;
grant execute on function public.read_expired_tags(text) to service_role;

create or replace function private.revalidate_event_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.expire_tags(array_agg(distinct 'events:' || state)) from unnest(states) as state where state is not null
$$;

create or replace function private.revalidate_place_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.expire_tags(array_agg(distinct 'services:' || state)) from unnest(states) as state where state is not null
$$;

create or replace function private.publish_new_day() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.publication
    where (events_until at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  ) then
    perform private.expire_tags('{ads,events,vouchers}');
  end if;
end $$;

create or replace function private.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
  published integer;
begin
  select done_until into since from private.publication for update;
  update public.blog_posts set status = 'published' where status = 'scheduled' and publish_at <= now();
  get diagnostics published = row_count;
  perform private.expire_tags(array(select tag from private.tags_due(since) order by tag));
  update private.publication set done_until = now() where true;
  return published;
end $$;

-- Jobs that wait from before this migration: the worker has no such job any more.
select private.expire_tags(array(select jsonb_array_elements_text(data -> 'tags')))
from private.outbox where job = 'revalidate-pages';
delete from private.outbox where job = 'revalidate-pages';
