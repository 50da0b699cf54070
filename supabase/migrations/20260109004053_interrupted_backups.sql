-- A backup whose process ended says so: each running one updates heartbeat_at, and one without a heartbeat has failed.
alter table public.backups
  add column heartbeat_at timestamptz not null default now(),
  add column failure text check (failure in ('interrupted', 'cancelled', 'error'));
comment on column public.backups.heartbeat_at is 'Updated every 20 seconds while the backup runs.';
comment on column public.backups.failure is 'interrupted: its process ended; cancelled: the download was given up; error: something could not be read or written.';
update public.backups set failure = 'error' where status = 'failed';

create function private.end_interrupted_backups() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  update public.backups set status = 'failed', failure = 'interrupted', finished_at = heartbeat_at
  where status = 'running' and heartbeat_at < now() - interval '2 minutes';
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_interrupted_backups() is 'Ends the backups whose process no longer gives a heartbeat; safe to run at the same time.';
-- The backups of before this migration are old enough to be judged by when they began.
update public.backups set heartbeat_at = created_at where status = 'running';
select private.end_interrupted_backups();
