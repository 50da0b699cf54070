-- Telling owners about maintenance that is due: once per occurrence, in the portal, by push and by mail.

create table public.reminder_announcements (
  id uuid primary key default gen_random_uuid(),
  reminder_id uuid not null references public.maintenance_reminders (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  occurrence integer not null,
  channel text not null check (channel in ('portal', 'push', 'mail')),
  job_id uuid,
  status text not null check (status in ('queued', 'sent', 'failed')),
  reason text check (char_length(reason) <= 300),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (reminder_id, occurrence, channel)
);
comment on table public.reminder_announcements is
  'One row per announced occurrence of a reminder and channel; functions write and read it, no API role does.';
comment on column public.reminder_announcements.account_id is 'Who was told: the owner of the car at that time.';
comment on column public.reminder_announcements.job_id is 'Id of the mail or push job, which several reminders share; null in the portal.';
comment on column public.reminder_announcements.status is 'queued: in the outbox or its queue. failed: the last attempt; the worker tries again.';
create index reminder_announcements_account_id_idx on public.reminder_announcements (account_id);
create index reminder_announcements_job_id_idx on public.reminder_announcements (job_id);
create index reminder_announcements_created_at_idx on public.reminder_announcements (created_at desc);
alter table public.reminder_announcements enable row level security;
revoke all on public.reminder_announcements from anon, authenticated, service_role;

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (426, 'reminder_announcements', 'public.reminder_announcements', 'created_at', '90 days', 'true', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('reminder_announcements', 'account_id', 'account', 'own', 'Avisos de manutenção enviados', 'delete');
select
  private.declare_columns('reminder_announcements', 'exported', '{reminder_id,occurrence,channel,status,created_at,changed_at}'),
  private.declare_columns('reminder_announcements', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('reminder_announcements', 'not_personal', '{id,job_id,reason}', 'technical keys and reason of a failure');

create function private.waiting_reminders(of_owner uuid) returns setof public.maintenance_reminders
language sql stable security definer set search_path = '' as $$
  select reminder.*
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where (of_owner is null or reminder.owner_id = of_owner)
    and reminder.announced_at is null and reminder.deleted_at is null and reminder.paused_at is null
    and car.deleted_at is null and car.status <> 'sold'
    and private.reminder_status(reminder, car.odometer_km, private.brazilian_today()) in ('soon', 'due', 'overdue')
    and not private.is_snoozed(reminder, car.odometer_km, private.brazilian_today())
$$;
comment on function private.waiting_reminders(uuid) is 'Reminders to announce now, of one owner or of all (null).';

-- Numbers and dates in the form of the language; the line has no words that would need a translation.
create function private.reminder_line(reminder public.maintenance_reminders, locale text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(reminder.title, '\s+', ' ', 'g') || ': ' || concat_ws(' / ',
    case locale when 'en-US' then to_char(reminder.due_on, 'Mon FMDD, YYYY') else to_char(reminder.due_on, 'DD/MM/YYYY') end,
    case locale when 'en-US' then to_char(reminder.due_km, 'FM9,999,999') else translate(to_char(reminder.due_km, 'FM9,999,999'), ',', '.') end || ' km'
  )
$$;
comment on function private.reminder_line(public.maintenance_reminders, text) is 'Title, due date and kilometres of a reminder for a message.';

create function private.reminder_lines(reminders uuid[], locale text, names_vehicle boolean) returns text
language sql stable set search_path = '' as $$
  select string_agg('• ' || case when names_vehicle then regexp_replace(car.nickname, '\s+', ' ', 'g') || ' – ' else '' end
    || private.reminder_line(reminder, locale), e'\n' order by car.nickname, car.id, reminder.due_on, reminder.due_km, reminder.id)
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_lines(uuid[], text, boolean) is 'One line per reminder, with the name of the car if asked.';

create function private.vehicle_reminder_notice(vehicle uuid, reminders uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', left('Manutenção: ' || car.nickname, 120), 'body', left(private.reminder_lines(reminders, 'pt-BR', false), 1000),
    'link', '/diario-de-bordo/' || car.id || '/lembretes',
    'translations', jsonb_build_object(
      'en', jsonb_build_object('title', left('Maintenance: ' || car.nickname, 120), 'body', left(private.reminder_lines(reminders, 'en-US', false), 1000)),
      'es', jsonb_build_object('title', left('Mantenimiento: ' || car.nickname, 120), 'body', left(private.reminder_lines(reminders, 'es-419', false), 1000))
    )
  )
  from public.vehicles as car where car.id = vehicle
$$;
comment on function private.vehicle_reminder_notice(uuid, uuid[]) is 'Notice of one car in three languages.';

create function private.record_announcements(reminders uuid[], channel text, job uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, job_id, status)
  select id, owner_id, occurrence, record_announcements.channel, job, case record_announcements.channel when 'portal' then 'sent' else 'queued' end
  from public.maintenance_reminders where id = any (reminders)
$$;
comment on function private.record_announcements(uuid[], text, uuid) is 'Notes that reminders were announced; the unique key refuses a second time.';

-- Runs in the transaction that marks the reminders: a crash repeats and loses nothing.
create function private.announce_to(person record, told public.maintenance_reminders[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  car uuid;
  chosen uuid[];
  notice jsonb;
  mail uuid;
begin
  for car in select distinct vehicle_id from unnest(told) order by 1 loop
    chosen := array(select id from unnest(told) where vehicle_id = car and 'portal' = any (channels));
    if cardinality(chosen) > 0 then
      notice := private.vehicle_reminder_notice(car, chosen);
      insert into public.notifications (user_id, title, body, link, translations)
      values (person.id, notice ->> 'title', notice ->> 'body', notice ->> 'link', notice -> 'translations');
      perform private.record_announcements(chosen, 'portal', null);
    end if;
    chosen := array(select id from unnest(told) where vehicle_id = car and 'push' = any (channels));
    if cardinality(chosen) > 0 and exists (select from public.push_subscriptions where user_id = person.id) then
      perform private.record_announcements(chosen, 'push', private.enqueue_job(
        'push-reminders', jsonb_build_object('account', person.id, 'notice', private.vehicle_reminder_notice(car, chosen))
      ));
    end if;
  end loop;
  chosen := array(select id from unnest(told) where 'mail' = any (channels));
  if cardinality(chosen) > 0 and person.email is not null then
    begin
      mail := private.enqueue_mail(person.email, 'maintenance_reminders', jsonb_build_object(
        'name', person.username, 'count', cardinality(chosen), 'list', private.reminder_lines(chosen, person.locale, true),
        'first', (select title from unnest(told) where id = any (chosen) order by due_on, due_km, id limit 1),
        'path', '/painel#manutencao', 'end_path', '/painel#manutencao'
      ), person.locale);
      perform private.record_announcements(chosen, 'mail', mail);
    exception when invalid_parameter_value then
      -- An account that cannot receive mail still gets the notice.
      null;
    end;
  end if;
end $$;
comment on function private.announce_to(record, public.maintenance_reminders[]) is
  'Enqueues what an owner is told: a notice and a push message per car, one mail for all.';

create function private.announce_reminders(of_owner uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  told public.maintenance_reminders[];
  people integer := 0;
begin
  for person in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.profiles join auth.users on users.id = profiles.id
    where profiles.blocked_at is null and profiles.id in (select owner_id from private.waiting_reminders(of_owner))
    order by profiles.id limit most for no key update of profiles
  loop
    -- A worker that waited for the lock finds the reminders already marked.
    with marked as (
      update public.maintenance_reminders as reminder set announced_at = now()
      where id in (select id from private.waiting_reminders(person.id)) and announced_at is null returning reminder.*
    )
    select array_agg(marked::public.maintenance_reminders) into told from marked;
    people := people + 1;
    if told is not null then
      perform private.announce_to(person, told);
    end if;
  end loop;
  return people;
end $$;
comment on function private.announce_reminders(uuid, integer) is
  'Announces the due reminders of one owner, or of as many owners as given (null): marks and enqueues in one transaction. Answers how many people; 0 when nobody waits.';

-- A daily job announces by date; new kilometres announce within seconds.
create function private.announce_after_km() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.waiting_reminders(new.owner_id) where vehicle_id = new.id and metric <> 'date') and not exists (
    select from private.outbox where job = 'announce-reminders' and data ->> 'owner' = new.owner_id::text
  ) then
    perform private.enqueue_job('announce-reminders', jsonb_build_object('owner', new.owner_id));
  end if;
  return null;
end $$;
comment on function private.announce_after_km() is 'Trigger function: enqueues the announcement when the kilometres of a car make a reminder due.';
create trigger vehicles_announce after update of odometer_km on public.vehicles
  for each row when (new.odometer_km is distinct from old.odometer_km) execute function private.announce_after_km();

create function private.note_reminder_job(job uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.reminder_announcements
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where job_id = job and status <> 'sent'
$$;
comment on function private.note_reminder_job(uuid, text) is 'Result of an attempt to send a mail or push message of reminders.';

create function public.reminder_devices(account uuid) returns table (id uuid, endpoint text, p256dh text, auth text, locale text)
language sql stable security invoker set search_path = '' as $$
  select device.id, device.endpoint, device.p256dh, device.auth, device.locale
  from public.push_subscriptions as device join public.profiles as reader on reader.id = device.user_id
  where device.user_id = account and reader.blocked_at is null order by device.id
$$;
comment on function public.reminder_devices(uuid) is 'For the server only: devices of an owner who is told about reminders.';
revoke execute on function public.reminder_devices(uuid) from public, anon, authenticated;
grant execute on function public.reminder_devices(uuid) to service_role;

-- What the panel shows: no names, addresses or own titles.
create function private.reminder_queue() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('maintenance_reminders');
  return jsonb_build_object(
    'waiting', (select count(*) from private.waiting_reminders(null)),
    'due_today', (select count(*) from public.maintenance_reminders where due_on = private.brazilian_today() and deleted_at is null and paused_at is null),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'count', total) order by channel, status), '[]')
      from (
        select channel, status, count(*) as total from public.reminder_announcements
        where created_at > now() - interval '30 days' group by channel, status
      ) as counted
    ),
    'sendings', (
      select coalesce(jsonb_agg(to_jsonb(sending) order by sending.status = 'failed' desc, sending.created_at desc), '[]') from (
        select coalesce(job_id, id) as id, channel, status, max(reason) as reason, count(*) as reminders,
          max(created_at) as created_at, max(changed_at) as changed_at
        from public.reminder_announcements
        group by coalesce(job_id, id), channel, status order by status = 'failed' desc, max(created_at) desc limit 200
      ) as sending
    )
  );
end $$;
comment on function private.reminder_queue() is 'Figures and the newest 200 sendings, failed ones first.';

create function private.retry_reminder(sending uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('maintenance_reminders');
  if to_regclass('pgboss.job') is null or not exists (select from public.reminder_announcements where job_id = sending and status = 'failed') then
    return false;
  end if;
  execute 'update pgboss.job set state = ''retry'', retry_limit = greatest(retry_limit, retry_count + 1), start_after = now(), completed_on = null
    where name in (''send-mail'', ''push-reminders'') and id = $1 and state::text in (''failed'', ''retry'')' using sending;
  get diagnostics changed = row_count;
  if changed > 0 then
    update public.reminder_announcements set status = 'queued', changed_at = now() where job_id = sending;
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'reminder_announcements', sending::text, '{"status": "queued"}', 'sent again');
  end if;
  return changed > 0;
end $$;
comment on function private.retry_reminder(uuid) is 'A failed mail or push message is tried again now; false when it is not in its queue any more.';
insert into private.audit_log_permissions (entity, permission) values ('reminder_announcements', 'maintenance_reminders');

create function public.reminder_queue() returns jsonb
language sql stable security invoker set search_path = ''
return private.reminder_queue();
comment on function public.reminder_queue() is 'For reminder managers: {waiting, due_today, counts, sendings} without personal data.';
create function public.retry_reminder_sending(sending uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.retry_reminder(sending);
comment on function public.retry_reminder_sending(uuid) is 'For reminder managers: tries a failed mail or push message again; false when it cannot be tried.';
revoke execute on function public.reminder_queue(), public.retry_reminder_sending(uuid) from public, anon;
grant execute on function public.reminder_queue(), public.retry_reminder_sending(uuid) to authenticated;
