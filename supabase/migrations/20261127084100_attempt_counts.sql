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

insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.attempt_counts', '*', 'not_personal', 'numbers by keyed hash, deleted in the night after the limit ended');
select private.declare_columns('private.attempt_counts', 'not_personal', '{key}', 'keyed hash, deleted in the night after the limit ended');
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (841, 'attempt_counts', 'private.attempt_counts', 'resets_at', '1 hour', 'true', 'delete');

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
      attempts = case when known.resets_at > now() then greatest(known.attempts + counted.change, 0) else excluded.attempts end,
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
comment on function private.count_attempts(jsonb) is
  'Counts attempts [{key, change, points, seconds}] in their order: change 1 an attempt, -1 takes one back, 0 only asks. Stops at the first that is over its points and returns {refused: its place, seconds: until the limit ends}, otherwise null.';

create function public.count_attempts(counts jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_attempts(counts);
comment on function public.count_attempts(jsonb) is 'For the server only: counts attempts for all web processes together.';
revoke execute on function public.count_attempts(jsonb) from public, anon, authenticated;
grant execute on function public.count_attempts(jsonb) to service_role;
