-- Tags of pages that a change made stale, which every web process reads.

-- Every web process caches pages. Cache tags that expire are rows of one table, which each process reads again and
-- again.
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
  'Position for readers: ids are not committed in their order, and no transaction before the oldest running one can '
  'still add a row.';
create index expired_tags_transaction_id_idx on private.expired_tags (transaction_id);
create index expired_tags_expired_at_idx on private.expired_tags (expired_at);
alter table private.expired_tags enable row level security;

select private.declare_columns('private.expired_tags', 'not_personal',
  '{*}', 'names of cache tags and of web processes');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('expired_tags', 'private.expired_tags', 'expired_at', '1 day', 840);

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
comment on function private.expire_tags is
  'Expires cache tags on every web process when the transaction is committed, once per transaction. source: the '
  'process that has already expired them itself.';

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
comment on function private.read_expired_tags is
  'Returns the tags that expired since the position "until" of an earlier answer, and the next position. Rows of '
  'transactions that ran beside others are returned again until those have ended. is_continued: false without an '
  'earlier position, or when it is of another database.';

create function public.expire_tags(tags text[], source uuid) returns void
language sql volatile security invoker set search_path = ''
return private.expire_tags(tags, source);
comment on function public.expire_tags is 'For the server only: expires cache tags on all other web processes.';
grant execute on function public.expire_tags to service_role;

create function public.read_expired_tags(since text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_expired_tags(since);
comment on function public.read_expired_tags is 'For the server only: cache tags that expired since a position.';
grant execute on function public.read_expired_tags to service_role;
