-- Vouchers of places.

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  benefit_type text not null check (benefit_type = any (private.benefit_types())),
  benefit_value integer check (benefit_value > 0),
  rules text not null default '' check (char_length(rules) <= 2000),
  valid_from date not null,
  valid_until date not null,
  weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  starts_at time,
  ends_at time,
  total_limit integer check (total_limit between 1 and 100000),
  per_person_limit integer not null default 1 check (per_person_limit between 1 and 50),
  guests_allowed boolean not null default false,
  image_url text check (image_url ~ '^/imagem-voucher/[0-9a-f-]{36}/[0-9a-f-]{36}\.webp$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  status text not null default 'draft' check (status = any (private.voucher_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint voucher_ends_after_its_start check (valid_until between valid_from and valid_from + 730),
  constraint voucher_hours_are_a_pair check ((starts_at is null) = (ends_at is null) and starts_at < ends_at),
  constraint voucher_value_fits_its_type check (
    case benefit_type when 'gift' then benefit_value is null when 'percent' then benefit_value between 1 and 100
      else benefit_value between 1 and 10000000 end
  )
);
comment on table public.vouchers is
  'Benefits that places offer. People of the place write them by functions; the team approves them.';
comment on column public.vouchers.benefit_value is
  'Percent, or cents of an amount; null for a gift, which the title names.';
comment on column public.vouchers.weekdays is 'ISO weekdays on which it is accepted: 1 is Monday; empty for every day.';
comment on column public.vouchers.starts_at is
  'From when on these days it is accepted, in the time of the state of the place; null for all day.';
comment on column public.vouchers.total_limit is 'Most downloads; null without a limit.';
comment on column public.vouchers.guests_allowed is
  'People without an account may download it, where the portal settings allow guests.';
comment on column public.vouchers.translations is '{en|es: {title, rules}}';
comment on column public.vouchers.status_note is 'Reason of the team for a rejection or a change it asks for.';
create index vouchers_service_id_idx on public.vouchers (service_id, status);
create index vouchers_status_idx on public.vouchers (status, valid_until);
create index vouchers_created_by_idx on public.vouchers (created_by);
create index vouchers_decided_by_idx on public.vouchers (decided_by);
create index vouchers_image_url_idx on public.vouchers (image_url) where image_url is not null;
alter table public.vouchers enable row level security;
grant select (
  id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
  total_limit, per_person_limit, guests_allowed, image_url, translations, status, updated_at
) on public.vouchers to anon;
grant select on public.vouchers to authenticated;
grant all on public.vouchers to service_role;

create function private.is_shown_voucher(voucher public.vouchers) returns boolean
language sql stable security definer set search_path = '' as $$
  select voucher.status = 'active' and voucher.valid_until >= private.brazilian_today()
    and exists (select from public.services where services.id = voucher.service_id and services.status = 'published'
      and services.deleted_at is null)
$$;
comment on function private.is_shown_voucher is
  'Whether the guide shows a voucher: active, not over, of a published place.';

create policy "everyone (anon) reads vouchers that are shown" on public.vouchers
  for select to anon using (private.is_shown_voucher(vouchers));
create policy "authenticated people of a place and voucher managers read all of its vouchers, others those that are shown"
  on public.vouchers
  for select to authenticated using (
    (select private.is_staff() and private.has_permission('vouchers'))
    or private.is_shown_voucher(vouchers) or service_id in (select private.own_places())
  );

create function private.add_voucher_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.voucher_counts (voucher_id) values (new.id);
  return null;
end $$;
comment on function private.add_voucher_counts is 'Trigger function: a new voucher starts with zero downloads.';

create trigger vouchers_counts after insert on public.vouchers for each row
  execute function private.add_voucher_counts();
create trigger vouchers_touch before update on public.vouchers
  for each row execute function private.touch_updated_at();
create trigger vouchers_audit after insert or update or delete on public.vouchers
  for each row execute function private.write_audit('id',
    'status,status_note,title,benefit_type,benefit_value,valid_from,valid_until,total_limit,per_person_limit');
create trigger vouchers_withdraw before update of status on public.vouchers
  for each row when (old.status in ('active', 'rejected') and new.status = 'pending' and new.decided_at is null)
  execute function private.withdraw_answer('pending');

create function private.queue_voucher_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('voucher-images', array[replace(old.image_url, '/imagem-voucher/', '')]);
  return null;
end $$;
comment on function private.queue_voucher_image is
  'Trigger function: deletes the stored image that no voucher shows any more.';

create trigger vouchers_files after delete on public.vouchers
  for each row when (old.image_url is not null) execute function private.queue_voucher_image();

-- The next decision about an offer that is sent again is mailed, also when it is the same as the first one.
create function private.forget_voucher_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.answered_requests where request_id = new.id;
  return null;
end $$;
comment on function private.forget_voucher_answer is
  'Trigger function: an offer that its place sends again waits for a new decision.';

create trigger vouchers_sent_again after update of status on public.vouchers
  for each row when (new.status = 'pending' and old.status <> 'pending' and new.decided_at is not null)
  execute function private.forget_voucher_answer();
create trigger vouchers_new_image after update of image_url on public.vouchers
  for each row when (old.image_url is distinct from new.image_url and old.image_url is not null)
    execute function private.queue_voucher_image();

insert into private.audit_log_permissions (entity, permission) values
  ('vouchers', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vouchers', 'created_by', 'account', 'work', 'Vouchers oferecidos', 'unlink', 134),
  ('vouchers', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 135);

select
  private.declare_columns('vouchers', 'exported',
    '{id,service_id,title,benefit_type,benefit_value,rules,valid_from,valid_until,weekdays,starts_at,ends_at,
      total_limit,per_person_limit,guests_allowed,image_url,translations,status,status_note,created_by,decided_at,
      created_at,updated_at}'),
  private.declare_columns('vouchers', 'withheld', '{decided_by}', 'another person: who decided');

insert into private.file_columns (bucket, relation, names) values
  ('voucher-images', 'public.vouchers', 'array[replace(image_url, ''/imagem-voucher/'', '''')]');

create table private.voucher_counts (
  voucher_id uuid primary key references public.vouchers (id) on delete cascade,
  downloads integer not null default 0 check (downloads >= 0),
  redemptions integer not null default 0 check (redemptions >= 0)
);
comment on table private.voucher_counts is
  'Downloads that were not cancelled, and redemptions. Its row is locked by every download, so that a limit is never '
  'exceeded.';

select private.declare_columns('private.voucher_counts', 'not_personal',
  '{voucher_id,downloads,redemptions}', 'counts of a voucher');

create function private.voucher_of(payload jsonb, voucher public.vouchers) returns public.vouchers
language plpgsql set search_path = '' as $$
begin
  perform private.check_payload(payload);
  voucher.title := private.text_field(payload, 'title', 120, true);
  voucher.benefit_type := private.pattern_field(payload, 'benefit_type', 10, '^(percent|amount|gift)$', true);
  voucher.benefit_value := case voucher.benefit_type
    when 'percent' then private.whole_field(payload, 'benefit_value', 1, 100, true)
    when 'amount' then private.whole_field(payload, 'benefit_value', 1, 10000000, true)
  end;
  voucher.rules := coalesce(private.text_field(payload, 'rules', 2000), '');
  voucher.valid_from := private.date_field(payload, 'valid_from');
  voucher.valid_until := private.date_field(payload, 'valid_until');
  if voucher.valid_from is null then
    perform private.refuse('invalid', 'valid_from');
  elsif voucher.valid_until is null or voucher.valid_until not between greatest(voucher.valid_from,
    private.brazilian_today()) and voucher.valid_from + 730 then
    perform private.refuse('invalid', 'valid_until');
  end if;
  voucher.weekdays := array(
    select distinct day::smallint from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'weekdays') = 'array'
      then payload -> 'weekdays' else '[]' end) as day
    where day ~ '^[1-7]$' order by 1
  );
  voucher.starts_at := private.time_field(payload, 'starts_at');
  voucher.ends_at := private.time_field(payload, 'ends_at');
  if (voucher.starts_at is null) <> (voucher.ends_at is null) or voucher.starts_at >= voucher.ends_at then
    perform private.refuse('invalid', 'ends_at');
  end if;
  voucher.total_limit := private.whole_field(payload, 'total_limit', 1, 100000);
  voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 50), 1);
  voucher.guests_allowed := private.flag_field(payload, 'guests_allowed');
  return voucher;
end $$;
comment on function private.voucher_of is
  'A voucher with the values of a form; refuses an invalid field, with its name.';

create function private.promises_changed(before public.vouchers, after public.vouchers) returns boolean
language sql immutable set search_path = '' as $$
  select (before.title, before.benefit_type, before.benefit_value, before.rules, before.valid_from, before.weekdays,
    before.starts_at, before.ends_at)
      is distinct from (after.title, after.benefit_type, after.benefit_value, after.rules, after.valid_from,
        after.weekdays, after.starts_at, after.ends_at)
    or after.valid_until < before.valid_until
$$;
comment on function private.promises_changed is
  'Whether a change alters what people who downloaded the voucher were promised.';

create function private.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vouchers;
  input public.vouchers;
begin
  perform private.require_account();
  select * into existing from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or existing.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image_url not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse('invalid', 'image_url');
  elsif existing.id is not null and expected_version is distinct from existing.updated_at then
    return private.conflict(jsonb_build_object('updated_at', existing.updated_at));
  elsif existing.status = 'ended' then
    return private.refused('ended');
  elsif existing.id is null and (select count(*) from public.vouchers where service_id = place
    and status <> 'ended') >= 50
    then
    return private.refused('too_many');
  end if;
  input := private.voucher_of(payload, existing);
  if existing.id is not null and private.promises_changed(existing, input)
    and exists (select from private.voucher_counts where voucher_id = existing.id and downloads > 0)
  then
    return private.refused('downloaded');
  elsif input.total_limit < (select downloads from private.voucher_counts where voucher_id = existing.id) then
    perform private.refuse('invalid', 'total_limit');
  end if;
  input.id := coalesce(existing.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  input.status := case
    when existing.status in ('active', 'paused') and not private.promises_changed(existing, input)
      and save_voucher.image_url is not distinct from existing.image_url then existing.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    input.id, place, input.title, input.benefit_type, input.benefit_value, input.rules, input.valid_from,
      input.valid_until,
    input.weekdays, input.starts_at, input.ends_at, input.total_limit, input.per_person_limit, input.guests_allowed,
      save_voucher.image_url, input.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value,
      rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays,
      starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations =
      case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into input;
  return private.saved(jsonb_build_object('id', input.id, 'status', input.status, 'updated_at', input.updated_at));
end $$;
comment on function private.save_voucher is
  'Stores an offer as a draft or sends it for approval. expected_version: the updated_at that the form showed. Answers saved, '
  'conflict, or refused with ended, too_many or downloaded when people already hold it and its promise would change.';

create function private.set_voucher_status(voucher uuid, next_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vouchers set status = next_status
  where id = voucher and (private.runs_place(service_id) or (private.is_staff() and private.has_permission('vouchers')))
    and case next_status
      when 'paused' then status = 'active'
      when 'active' then status = 'paused' and decided_at is not null
      when 'ended' then status in ('active', 'paused', 'rejected', 'draft', 'pending')
      else false
    end;
  return private.saved_or_gone(found);
end $$;
comment on function private.set_voucher_status is
  'Pauses, resumes or ends a voucher; gone when its status does not allow it or it belongs to somebody else.';

-- Decisions, in the inbox and by a link without an account.
create function private.apply_voucher_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into voucher from public.vouchers where id = item for update;
  if voucher.id is null then
    return private.gone();
  end if;
  next_status := '{
    "pending": {"approve": "active", "reject": "rejected", "adjust": "draft"},
    "active": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> voucher.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> voucher.status) then
    return private.decided_already(voucher.status, voucher.decided_by, voucher.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, voucher.title), 300), true);
  update public.vouchers set
    status = next_status, status_note = case when decision = 'reopen' then null else reason_text end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status, 'table', 'vouchers', 'id', item));
end $$;
comment on function private.apply_voucher_decision is
  'approve publishes an offer, reject and adjust need a reason, reopen takes it back to the queue.';

create function private.decide_voucher(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return private.apply_voucher_decision(item, decision, reason, expected_status, (select private.account_id()));
end $$;

-- A draft counts as a decision only until its place changes it; before, a rejected offer that was saved as a draft was
-- mailed again.
create function private.decided_vouchers() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select vouchers.id, case vouchers.status when 'draft' then 'adjust' else vouchers.status end, vouchers.decided_at,
    'voucher_decided',
    users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', profiles.username, 'voucher', vouchers.title, 'place', services.name,
      'status', case vouchers.status when 'draft' then 'adjust' else vouchers.status end,
      'note', coalesce(vouchers.status_note, ''), 'path', '/painel/lugares/' || services.id || '/vouchers'
    )
  from public.vouchers join public.services on services.id = vouchers.service_id
  join auth.users on users.id = vouchers.created_by join public.profiles on profiles.id = users.id
  where vouchers.decided_at is not null
    and (vouchers.status in ('active', 'rejected') or vouchers.status = 'draft'
      and vouchers.updated_at = vouchers.decided_at)
$$;
comment on function private.decided_vouchers is
  'Decisions about vouchers, which the person who offered them is told of by mail.';

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create function private.set_voucher_limits(voucher uuid, total_limit integer, per_person_limit integer,
  guests_allowed boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total_limit not between 1 and 100000 then
    perform private.refuse('invalid', 'total_limit');
  elsif per_person_limit is null or per_person_limit not between 1 and 50 then
    perform private.refuse('invalid', 'per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return private.gone();
  elsif total_limit < taken then
    perform private.refuse('invalid', 'total_limit');
  end if;
  update public.vouchers set total_limit = set_voucher_limits.total_limit,
    per_person_limit = set_voucher_limits.per_person_limit,
    guests_allowed = coalesce(set_voucher_limits.guests_allowed, false) where id = voucher;
  return private.saved();
end $$;
comment on function private.set_voucher_limits is
  'Changes how many people may download a voucher; refuses with invalid when the total is below the downloads.';

create function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select 'service_request', count(*), min(created_at) from public.service_requests where status
    in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status
    = any (private.waiting_trip_panel_statuses())
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
    and recipient_id is null
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers
  where status = 'pending' and (select private.is_staff() and private.has_permission('vouchers'));
end;
comment on function public.inbox_counts is
  'Returns the number of undecided items and the time of the oldest one by kind, from the rows that RLS lets the '
  'caller read.';
grant execute on function public.inbox_counts to authenticated, service_role;

create policy "everybody (anon, authenticated) reads images of vouchers that they read" on storage.objects
  for select to anon, authenticated using (
    bucket_id = 'voucher-images' and exists (select from public.vouchers
      where image_url = '/imagem-voucher/' || objects.name)
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('voucher-images', 'voucher-images', false, 5242880, '{image/webp}');

create function public.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_voucher(voucher, place, payload, image_url, submits, expected_version);
comment on function public.save_voucher is
  'For people of a place: stores an offer as a draft or sends it for approval.';
grant execute on function public.save_voucher to authenticated, service_role;

create function public.set_voucher_status(voucher uuid, next_status text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_voucher_status(voucher, next_status);
comment on function public.set_voucher_status is 'For people of a place and voucher managers: paused, active or ended.';
grant execute on function public.set_voucher_status to authenticated, service_role;

create function public.decide_voucher(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_voucher(id, decision, reason, expected_status);
comment on function public.decide_voucher is
  'approve publishes a voucher, adjust returns it to its place and reject refuses it, both with a reason; reopen '
  'takes the decision back.';
grant execute on function public.decide_voucher to authenticated, service_role;

create function public.set_voucher_limits(voucher uuid, total_limit integer, per_person_limit integer,
  guests_allowed boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_voucher_limits(voucher, total_limit, per_person_limit, guests_allowed);
comment on function public.set_voucher_limits is
  'For voucher managers: sets the limits of a voucher (total_limit null: without one); saved or gone.';
grant execute on function public.set_voucher_limits to authenticated, service_role;
