-- Files with many badges or certificates to print.

create table public.print_batches (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('badges', 'certificates')),
  event_id uuid not null references public.events (id) on delete cascade,
  size text check (size = any (private.print_sizes())),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  items uuid[] not null check (cardinality(items) between 1 and 2000),
  total integer generated always as (cardinality(items)) stored,
  done integer not null default 0,
  pages integer,
  path text,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300),
  constraint badges_have_a_size check ((kind = 'badges') = (size is not null)),
  constraint print_batch_has_no_more_than_its_items check (done between 0 and cardinality(items)),
  constraint ended_print_batch_has_a_file check ((ended_at is null) = (path is null)
    and (ended_at is null) = (pages is null))
);
comment on table public.print_batches is
  'PDF files of badges or certificates of an event that the worker draws, with progress.';
comment on column public.print_batches.items is
  'Ids of registrations (badges), of cars (cards for windscreens) or of certificates, in the order of the pages.';
comment on column public.print_batches.done is
  'Items that the present attempt went through; a PDF is one stream, so every attempt begins with the first item.';
comment on column public.print_batches.pages is
  'Pages of the file: items whose registration or certificate is no longer valid are left out.';
comment on column public.print_batches.path is 'Name of the file in the bucket print-batches.';
create index print_batches_event_id_idx on public.print_batches (event_id, kind, created_at desc);
create index print_batches_created_by_idx on public.print_batches (created_by);
alter table public.print_batches enable row level security;
grant select on public.print_batches to authenticated;
grant all on public.print_batches to service_role;
create policy "people of an event and managers read batches they may print"
  on public.print_batches
  for select to authenticated using (
    kind = 'badges' and ((select private.manages_registrations())
      or event_id in (select private.events_with_right('registrations')))
    or kind = 'certificates' and (select private.manages_certificates())
  );

-- Who printed what; the progress is not logged.
create trigger print_batches_audit after insert or delete on public.print_batches
  for each row execute function private.write_audit('id', 'kind,event_id,size,total');

create function private.queue_print_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('print-batches', array[old.path]);
  return null;
end $$;
comment on function private.queue_print_file is 'Trigger function: deletes the file of a deleted batch.';

create trigger print_batches_files after delete on public.print_batches
  for each row execute function private.queue_print_file();

insert into private.audit_log_permissions (entity, permission) values
  ('print_batches', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('print_batches', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 78);

select
  private.declare_columns('print_batches', 'not_personal', '{*}', 'work of the worker'),
  private.declare_columns('print_batches', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('print_batches', 'public.print_batches', 'created_at', '7 days', 256);

insert into private.file_columns (bucket, relation, names) values
  ('print-batches', 'public.print_batches', 'array[path]');

create function private.add_print_batch(kind text, event uuid, size text, locale text, items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
begin
  if cardinality(items) = 0 then
    perform private.refuse('nothing_to_print');
  elsif cardinality(items) > 2000 then
    perform private.refuse('too_much_to_print');
  end if;
  -- Two clicks at the same time start one batch.
  perform pg_advisory_xact_lock(hashtextextended('print_batches ' || event, 0));
  if exists (
    select from public.print_batches as other
    where other.event_id = event and other.kind = add_print_batch.kind and other.ended_at is null and other.failed_at
      is null
  ) then
    perform private.refuse('printing');
  end if;
  insert into public.print_batches (kind, event_id, size, locale, items, created_by)
  values (add_print_batch.kind, event, add_print_batch.size, add_print_batch.locale, add_print_batch.items,
    private.account_id()) returning id into batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return cardinality(items);
end $$;
comment on function private.add_print_batch is
  'Stores a batch and enqueues its job; one batch of a kind and event at a time. Returns the number of items.';

create function private.print_badges(event uuid, type uuid, attending text, since date, size text, locale text,
  registrations uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return private.add_print_batch('badges', event, size, locale, array(
    select coalesce(car.id, registration.id)
    from public.event_registrations as registration join public.events as meeting on meeting.id = registration.event_id
    left join public.registration_vehicles as car on size = 'windscreen' and car.registration_id = registration.id
    where registration.event_id = event and registration.status = 'confirmed'
      and (size <> 'windscreen' or car.id is not null)
      and (print_badges.type is null or registration.type_id = print_badges.type)
      and (print_badges.attending is null or registration.attending = print_badges.attending)
      and (print_badges.registrations is null or registration.id = any (print_badges.registrations))
      and (since is null or registration.confirmed_at >= since::timestamp at time zone meeting.time_zone)
    order by private.fold(registration.full_name), registration.id, car.position
  ));
end $$;
comment on function private.print_badges is
  'Starts a PDF with the badges of the confirmed registrations of an event: of one kind, with one answer to "você '
  'vem?", confirmed since a day, or those of a selection. The size windscreen prints a card for each of their cars.';

create function private.print_certificates(event uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers print certificates' using errcode = '42501';
  end if;
  return private.add_print_batch('certificates', event, null, 'pt-BR', array(
    select certificate.id from public.certificates as certificate
    where certificate.event_id = event and certificate.revoked_at is null
    order by private.fold(certificate.full_name), certificate.id
  ));
end $$;
comment on function private.print_certificates is
  'Starts a PDF with the valid certificates of an event, each in its own language.';

create function private.retry_print_batch(batch uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.print_batches;
begin
  select * into work from public.print_batches where id = batch for update;
  if not (
    work.kind is distinct from 'certificates' and (private.manages_registrations()
      or private.may_in_event(work.event_id, 'registrations'))
    or work.kind is distinct from 'badges' and private.manages_certificates()
  ) then
    raise exception 'only managers print' using errcode = '42501';
  elsif work.id is null or work.failed_at is null or work.ended_at is not null then
    perform private.refuse('not_found');
  end if;
  update public.print_batches set failed_at = null, failure = null, done = 0 where id = batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return work.total;
end $$;
comment on function private.retry_print_batch is 'Enqueues a failed batch again; returns the number of its items.';

-- Called by the worker.
create function private.begin_print_batch(batch uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  update public.print_batches as work set done = 0, failed_at = null, failure = null
  from public.events as event
  where work.id = batch and work.ended_at is null and event.id = work.event_id
  returning jsonb_build_object('kind', work.kind, 'size', work.size, 'locale', work.locale, 'total', work.total,
    'event', event.title)
$$;
comment on function private.begin_print_batch is
  'Begins an attempt at a batch; null when the batch has ended or was deleted.';

create function private.print_items(batch uuid, skipped integer, most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(page.content order by item.place) filter (where page.content is not null), '[]')
  from public.print_batches as work
    cross join unnest(work.items[skipped + 1 : skipped + most]) with ordinality as item (id, place)
    cross join lateral (
      select case work.kind
        when 'badges' then (
          select private.badge_of(registration.id)
            || jsonb_build_object('car', case work.size when 'windscreen' then item.id end)
          from public.event_registrations as registration
          where registration.status = 'confirmed' and registration.id = case work.size
            when 'windscreen' then (select car.registration_id from public.registration_vehicles as car
              where car.id = item.id)
            else item.id end
        )
        else (
          select jsonb_build_object('code', certificate.code, 'full_name', certificate.full_name, 'facts',
            certificate.facts, 'layout', certificate.layout)
          from public.certificates as certificate where certificate.id = item.id and certificate.revoked_at is null
        )
      end as content
    ) as page
  where work.id = batch
$$;
comment on function private.print_items is
  'What the next pages of a batch show, without registrations and certificates that are no longer valid; a card for a '
  'windscreen names its car.';

create function private.note_print_progress(batch uuid, done integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches set done = note_print_progress.done where id = batch and ended_at is null
$$;
comment on function private.note_print_progress is 'Stores how many items of a batch are drawn.';

create function private.end_print_batch(batch uuid, path text, pages integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches
  set ended_at = now(), done = total, path = end_print_batch.path, pages = end_print_batch.pages, failed_at = null,
    failure = null
  where id = batch and ended_at is null
$$;
comment on function private.end_print_batch is 'Marks a batch as finished, with the name of its file.';

create function private.fail_print_batch(batch uuid, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches set failed_at = now(), failure = left(reason, 300) where id = batch and ended_at is null
$$;
comment on function private.fail_print_batch is
  'Marks an attempt at a batch as failed; the panel offers to start it again.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('print-batches', 'print-batches', false, 52428800, '{application/pdf}');

create function public.print_badges(event uuid, type uuid, attending text, since date, size text, locale text,
  registrations uuid[] default null) returns integer
language sql volatile security invoker set search_path = '' return private.print_badges(event, type, attending, since,
  size, locale, registrations);
comment on function public.print_badges is 'For event managers: starts a PDF of badges; returns how many.';
grant execute on function public.print_badges to authenticated, service_role;

create function public.print_certificates(event uuid) returns integer
language sql volatile security invoker set search_path = '' return private.print_certificates(event);
comment on function public.print_certificates is
  'For certificate managers: starts a PDF of certificates; returns how many.';
grant execute on function public.print_certificates to authenticated, service_role;

create function public.retry_print_batch(batch uuid) returns integer
language sql volatile security invoker set search_path = '' return private.retry_print_batch(batch);
comment on function public.retry_print_batch is 'Starts a failed PDF again.';
grant execute on function public.retry_print_batch to authenticated, service_role;
