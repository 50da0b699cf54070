-- Wrong codes and links, counted per day and caller.

create table public.failed_attempts (
  on_date date not null default current_date,
  subject text not null check (subject = any (private.attempt_subjects())),
  address_hash text not null check (char_length(address_hash) = 64),
  attempts integer not null default 1 check (attempts > 0),
  last_at timestamptz not null default now(),
  primary key (on_date, subject, address_hash)
);
comment on table public.failed_attempts is
  'Refused codes and links by day, subject and caller; neither the code nor the address is stored.';
comment on column public.failed_attempts.address_hash is
  'Keyed hash of the caller''s address: equal for equal addresses, unreadable.';
create index failed_attempts_last_at_idx on public.failed_attempts (last_at);
alter table public.failed_attempts enable row level security;
grant select on public.failed_attempts to authenticated;
grant all on public.failed_attempts to service_role;
create policy "health readers read the failed attempts" on public.failed_attempts
  for select to authenticated using ((select private.has_permission('system_health')));

select
  private.declare_columns('failed_attempts', 'not_personal',
    '{*}', 'numbers by keyed hash of an address, without account'),
  private.declare_columns('failed_attempts', 'not_personal',
    '{address_hash}', 'keyed hash of an address, without account');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('failed_attempts', 'public.failed_attempts', 'last_at', '90 days', 263);

-- Attempts at sign-ins, codes, payments and registrations are counted for all web processes together.
create table private.attempt_counts (
  key text primary key check (char_length(key) <= 100),
  attempts integer not null check (attempts >= 0),
  resets_at timestamptz not null
) with (fillfactor = 70);
comment on table private.attempt_counts is 'Attempts per limit of lib/platform/rate-limit.ts and caller.';
comment on column private.attempt_counts.key is
  'Name of the limit and keyed hash of whom it counts: address of a network, e-mail address, account or code.';
create index attempt_counts_resets_at_idx on private.attempt_counts (resets_at);
alter table private.attempt_counts enable row level security;

select
  private.declare_columns('private.attempt_counts', 'not_personal',
    '{*}', 'numbers by keyed hash, deleted in the night after the limit ended'),
  private.declare_columns('private.attempt_counts', 'not_personal',
    '{key}', 'keyed hash, deleted in the night after the limit ended');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('attempt_counts', 'private.attempt_counts', 'resets_at', '01:00:00', 841);

create function private.count_attempts(counts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted record;
  stored private.attempt_counts;
begin
  for counted in
    select * from rows from (
      jsonb_to_recordset(counts) as (key text, change integer, points integer, seconds integer)
    ) with ordinality as entry (key, change, points, seconds, place)
    order by place
  loop
    insert into private.attempt_counts as known (key, attempts, resets_at)
    values (counted.key, greatest(counted.change, 0), now() + make_interval(secs => counted.seconds))
    on conflict (key) do update set
      attempts = case when known.resets_at > now() then greatest(known.attempts + counted.change, 0)
        else excluded.attempts end,
      resets_at = case when known.resets_at > now() then known.resets_at else excluded.resets_at end
    returning * into stored;
    -- A change of 0 asks whether the next attempt would be over the limit.
    if stored.attempts + (counted.change = 0)::integer > counted.points then
      return jsonb_build_object(
        'refused', counted.place - 1, 'seconds', greatest(ceil(extract(epoch from stored.resets_at - now())), 1)
      );
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_attempts is
  'Counts attempts [{key, change, points, seconds}] in their order: change 1 an attempt, -1 takes one back, 0 only '
  'asks. Stops at the first that is over its points and returns {refused: its place, seconds: until the limit ends}, '
  'otherwise null.';

create function public.count_failed_attempt(subject text, address_hash text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.failed_attempts (subject, address_hash) values (count_failed_attempt.subject,
    count_failed_attempt.address_hash)
  on conflict (on_date, subject, address_hash) do update set attempts = failed_attempts.attempts + 1, last_at = now()
$$;
comment on function public.count_failed_attempt is 'For the server only: counts one refused code or link of a caller.';
grant execute on function public.count_failed_attempt to service_role;

create function public.failed_attempt_days()
returns table (on_date date, subject text, attempts bigint, callers bigint, most integer)
language sql stable security invoker set search_path = ''
begin atomic
  select failed.on_date, failed.subject, sum(failed.attempts), count(*), max(failed.attempts)
  from public.failed_attempts as failed
  where failed.on_date > current_date - 30
  group by failed.on_date, failed.subject
  order by failed.on_date desc, failed.subject;
end;
comment on function public.failed_attempt_days is
  'Refused codes and links of the last 30 days: all, their callers, and the most of one caller.';
grant execute on function public.failed_attempt_days to authenticated, service_role;

create function public.count_attempts(counts jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_attempts(counts);
comment on function public.count_attempts is 'For the server only: counts attempts for all web processes together.';
grant execute on function public.count_attempts to service_role;
