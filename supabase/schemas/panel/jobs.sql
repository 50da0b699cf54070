-- Schedules of the worker, and what is published when its time comes.

create table private.workers (
  id uuid primary key,
  host text not null check (char_length(host) <= 200),
  process_id integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table private.workers is
  'Running workers; each updates seen_at every ten seconds and deletes its row at a regular shutdown.';
alter table private.workers enable row level security;

select private.declare_columns('private.workers', 'not_personal', '{*}', 'processes');

create table private.job_schedules (
  job text primary key,
  schedule text not null check (schedule ~ '^([1-9]\d* s|([01]\d|2[0-3]):[0-5]\d)$'),
  last_due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table private.job_schedules is 'Schedules of jobs and the result of their last run; written by the worker.';
comment on column private.job_schedules.schedule is
  'Seconds between two runs ("10 s"), or the time of day in São Paulo ("03:30").';
comment on column private.job_schedules.last_due_at is 'The last due instant for which a job was enqueued.';
comment on column private.job_schedules.failure is 'Reason of the last failure, without personal data.';
alter table private.job_schedules enable row level security;

select private.declare_columns('private.job_schedules', 'not_personal', '{*}', 'schedules');

-- Scheduled notices and posts are published by the worker, a few seconds after their time.
create table private.publication (
  only_row boolean primary key default true check (only_row),
  done_until timestamptz not null default now(),
  events_until timestamptz not null default now()
);
comment on table private.publication is
  'done_until: time until which the pages of scheduled content have been revalidated.';
comment on column private.publication.events_until is
  'Pages of events with a scheduled moment until then have been made fresh.';
alter table private.publication enable row level security;

insert into private.publication default values;

select private.declare_columns('private.publication', 'not_personal', '{*}', 'a date');

create function private.last_due(schedule text, moment timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  seconds integer;
  today timestamptz;
begin
  if schedule like '% s' then
    seconds := split_part(schedule, ' ', 1)::integer;
    return to_timestamp(floor(extract(epoch from moment) / seconds) * seconds);
  end if;
  today := (private.day_of(moment) + schedule::time) at time zone 'America/Sao_Paulo';
  return case when today <= moment then today
    else (private.day_of(moment) - 1 + schedule::time) at time zone 'America/Sao_Paulo' end;
end $$;
comment on function private.last_due is 'Returns the last due time of a schedule that is not after a moment.';

create function private.next_due(schedule text, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when schedule like '% s' then private.last_due(schedule, moment) + split_part(schedule, ' ',
      1)::integer * interval '1 second'
    else ((private.last_due(schedule,
      moment) at time zone 'America/Sao_Paulo') + interval '1 day') at time zone 'America/Sao_Paulo'
  end
$$;

-- A worker that was stopped at the due time enqueues the job once when it runs again, however many times it missed.
create function private.enqueue_due_jobs() returns integer
language sql volatile security definer set search_path = '' as $$
  with due as (
    update private.job_schedules set last_due_at = private.last_due(schedule, now())
    where last_due_at < private.last_due(schedule, now()) returning job
  ), enqueued as (
    insert into private.outbox (job) select job from due returning 1
  )
  select count(*)::integer from enqueued
$$;
comment on function private.enqueue_due_jobs is
  'Adds every scheduled job that is due to the outbox, once per due time across all workers, and returns how many.';

-- What the health page shows. Schema pgboss is missing until a worker has run.
create function private.job_overview() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  queues jsonb := '[]';
  failures jsonb := '[]';
begin
  perform private.require_permission('system_health');
  if to_regclass('pgboss.job') is not null then
    execute $query$
      select coalesce(jsonb_agg(to_jsonb(one) order by one.job), '[]') from (
        select queue.name as job,
          count(*) filter (where entry.state::text = 'created')::int as waiting,
          count(*) filter (where entry.state::text = 'active')::int as running,
          count(*) filter (where entry.state::text = 'retry')::int as retrying,
          count(*) filter (where entry.state::text = 'failed')::int as failed,
          min(entry.created_on) filter (where entry.state::text in ('created', 'retry')) as oldest_at
        from pgboss.queue left join pgboss.job as entry on entry.name = queue.name
        where queue.name !~ '^__' group by queue.name
      ) as one
    $query$ into queues;
    execute $query$
      select coalesce(jsonb_agg(to_jsonb(one) order by one.failed_at desc), '[]') from (
        select id, name as job, retry_count + 1 as attempts, created_on as created_at, completed_on as failed_at,
          left(coalesce(output ->> 'message', output #>> '{value,message}', ''), 300) as error
        from pgboss.job where state::text = 'failed' order by completed_on desc limit 50
      ) as one
    $query$ into failures;
  end if;
  return jsonb_build_object(
    'outbox', (select jsonb_build_object('waiting', count(*), 'oldest_at', min(created_at)) from private.outbox),
    'workers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'host', host, 'started_at', started_at, 'seen_at', seen_at,
        'is_alive', seen_at > now() - interval '30 seconds') order by started_at), '[]')
      from private.workers where seen_at > now() - interval '1 day'
    ),
    'queues', queues,
    'schedules', (
      select coalesce(jsonb_agg(jsonb_build_object('job', job, 'schedule', schedule, 'started_at', started_at,
        'finished_at', finished_at,
        'failed_at', failed_at, 'failure', failure, 'next_at', private.next_due(schedule, greatest(now(), last_due_at)))
          order by job), '[]')
      from private.job_schedules
    ),
    'failures', failures
  );
end $$;

create function private.run_job_again(queue text, job_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('system_health');
  if to_regclass('pgboss.job') is not null then
    execute 'update pgboss.job set state = ''retry'', retry_limit = retry_count + 1, start_after = now(), completed_on = null
      where name = $1 and id = $2 and state::text = ''failed''' using queue, job_id;
    get diagnostics changed = row_count;
  end if;
  if changed > 0 then
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'jobs', job_id::text,
      jsonb_build_object('job', queue, 'state', 'retry'), 'run again');
  end if;
  return private.saved_or_gone(changed > 0);
end $$;

create function private.publish_due_posts() returns integer
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

create function private.publish_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  perform private.publish_due_posts();
  perform private.publish_new_day();
  perform private.publish_due_events();
end $$;
comment on function private.publish_due is
  'Sends the scheduled notices that are due and makes the pages of posts, banners and events fresh whose moment has '
  'come; safe to run at the same time.';

create function public.job_overview() returns jsonb
language sql volatile security invoker set search_path = ''
return private.job_overview();
comment on function public.job_overview is
  'Returns {outbox, workers, queues, schedules, failures} for the health page, without the data of jobs; raises 42501 '
  'without the permission system_health.';
grant execute on function public.job_overview to authenticated, service_role;

create function public.run_job_again(queue text, job_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.run_job_again(queue, job_id);
comment on function public.run_job_again is
  'Gives a failed job one more attempt; gone when it is not failed; raises 42501 without the permission system_health.';
grant execute on function public.run_job_again to authenticated, service_role;
