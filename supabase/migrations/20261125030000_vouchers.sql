-- Vouchers: a benefit that a place offers to travellers, published after approval.

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  benefit_type text not null check (benefit_type in ('percent', 'amount', 'gift')),
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
  image_url text check (image_url ~ '^/storage/v1/object/public/voucher-images/[0-9a-f-]{36}/[0-9a-f-]{36}\.webp$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  status text not null default 'draft' check (status in ('draft', 'pending', 'active', 'paused', 'ended', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint voucher_ends_after_its_start check (valid_until between valid_from and valid_from + 730),
  constraint voucher_hours_are_a_pair check ((starts_at is null) = (ends_at is null) and starts_at < ends_at),
  constraint voucher_value_fits_its_type check (
    case benefit_type when 'gift' then benefit_value is null when 'percent' then benefit_value between 1 and 100 else benefit_value between 1 and 10000000 end
  )
);
comment on table public.vouchers is 'Benefits that places offer. People of the place write them by functions; the team approves them.';
comment on column public.vouchers.benefit_value is 'Percent, or cents of an amount; null for a gift, which the title names.';
comment on column public.vouchers.weekdays is 'ISO weekdays on which it is accepted: 1 is Monday; empty for every day.';
comment on column public.vouchers.starts_at is 'From when on these days it is accepted, in the time of the state of the place; null for all day.';
comment on column public.vouchers.total_limit is 'Most downloads; null without a limit.';
comment on column public.vouchers.guests_allowed is 'People without an account may download it, where the portal settings allow guests.';
comment on column public.vouchers.translations is '{en|es: {title, rules}}';
comment on column public.vouchers.status_note is 'Reason of the team for a rejection or a change it asks for.';
create index vouchers_service_id_idx on public.vouchers (service_id, status);
create index vouchers_status_idx on public.vouchers (status, valid_until);
create index vouchers_created_by_idx on public.vouchers (created_by);
create index vouchers_decided_by_idx on public.vouchers (decided_by);

create table private.voucher_counts (
  voucher_id uuid primary key references public.vouchers (id) on delete cascade,
  downloads integer not null default 0 check (downloads >= 0),
  redemptions integer not null default 0 check (redemptions >= 0)
);
comment on table private.voucher_counts is 'Downloads that were not cancelled, and redemptions. Its row is locked by every download, so that a limit is never exceeded.';

create function private.add_voucher_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.voucher_counts (voucher_id) values (new.id);
  return null;
end $$;
comment on function private.add_voucher_counts() is 'Trigger function: a new voucher starts with zero downloads.';
create trigger vouchers_counts after insert on public.vouchers for each row execute function private.add_voucher_counts();

create function private.is_shown_voucher(voucher public.vouchers) returns boolean
language sql stable set search_path = '' as $$
  select voucher.status = 'active' and voucher.valid_until >= private.brazilian_today()
    and exists (select from public.services where services.id = voucher.service_id and services.status = 'published' and services.deleted_at is null)
$$;
comment on function private.is_shown_voucher(public.vouchers) is 'Whether the guide shows a voucher: active, not over, of a published place.';

alter table public.vouchers enable row level security;
revoke all on public.vouchers from anon, authenticated;
grant select (
  id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at, total_limit,
  per_person_limit, guests_allowed, image_url, translations, status, updated_at
) on public.vouchers to anon;
grant select on public.vouchers to authenticated;
grant all on public.vouchers to service_role;
create policy "everyone (anon) reads vouchers that are shown" on public.vouchers
  for select to anon using (private.is_shown_voucher(vouchers));
create policy "authenticated people of a place and voucher managers read all of its vouchers, others those that are shown" on public.vouchers
  for select to authenticated using (
    private.is_shown_voucher(vouchers) or service_id in (select private.own_places())
    or (private.is_staff() and (select private.has_permission('vouchers')))
  );
grant execute on function private.is_shown_voucher(public.vouchers) to anon, authenticated;

create trigger vouchers_touch before update on public.vouchers
  for each row execute function private.touch_updated_at();
create trigger vouchers_audit after insert or update or delete on public.vouchers
  for each row execute function private.write_audit('id', 'status,status_note,title,benefit_type,benefit_value,valid_from,valid_until,total_limit,per_person_limit');
insert into private.audit_log_permissions (entity, permission) values ('vouchers', 'vouchers');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('vouchers', 'created_by', 'account', 'work', 'Vouchers oferecidos', 'unlink'),
  ('vouchers', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select private.declare_columns('vouchers', 'exported', array(
  select attname::text from pg_attribute where attrelid = 'public.vouchers'::regclass and attnum > 0 and attname <> 'decided_by'
));
select private.declare_columns('vouchers', 'withheld', '{decided_by}', 'another person: who decided');

create function private.time_field(payload jsonb, key text) returns time
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 5, '^([01]\d|2[0-3]):[0-5]\d$')::time
$$;
comment on function private.time_field(jsonb, text) is 'A time of the payload in the form 08:30; null when empty.';

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
    perform private.refuse_request('valid_from');
  elsif voucher.valid_until is null or voucher.valid_until not between greatest(voucher.valid_from, private.brazilian_today()) and voucher.valid_from + 730 then
    perform private.refuse_request('valid_until');
  end if;
  voucher.weekdays := array(
    select distinct day::smallint from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'weekdays') = 'array' then payload -> 'weekdays' else '[]' end) as day
    where day ~ '^[1-7]$' order by 1
  );
  voucher.starts_at := private.time_field(payload, 'starts_at');
  voucher.ends_at := private.time_field(payload, 'ends_at');
  if (voucher.starts_at is null) <> (voucher.ends_at is null) or voucher.starts_at >= voucher.ends_at then
    perform private.refuse_request('ends_at');
  end if;
  voucher.total_limit := private.whole_field(payload, 'total_limit', 1, 100000);
  voucher.per_person_limit := coalesce(private.whole_field(payload, 'per_person_limit', 1, 50), 1);
  voucher.guests_allowed := private.flag_field(payload, 'guests_allowed');
  return voucher;
end $$;
comment on function private.voucher_of(jsonb, public.vouchers) is 'A voucher with the values of a form; raises invalid_request with the field that is wrong.';

create function private.promises_changed(before public.vouchers, after public.vouchers) returns boolean
language sql immutable set search_path = '' as $$
  select (before.title, before.benefit_type, before.benefit_value, before.rules, before.valid_from, before.weekdays, before.starts_at, before.ends_at)
      is distinct from (after.title, after.benefit_type, after.benefit_value, after.rules, after.valid_from, after.weekdays, after.starts_at, after.ends_at)
    or after.valid_until < before.valid_until
$$;
comment on function private.promises_changed(public.vouchers, public.vouchers) is 'Whether a change alters what people who downloaded the voucher were promised.';

-- The server stores the image of an offer beforehand in the folder of the place; the address of any other file is refused.
create function private.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vouchers;
  given public.vouchers;
begin
  perform private.require_account();
  select * into known from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or known.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image not like '/storage/v1/object/public/voucher-images/' || place || '/%' then
    perform private.refuse_request('image');
  elsif known.id is not null and seen is distinct from known.updated_at then
    return jsonb_build_object('outcome', 'conflict', 'updated_at', known.updated_at);
  elsif known.status = 'ended' then
    return jsonb_build_object('outcome', 'ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return jsonb_build_object('outcome', 'downloaded');
  elsif given.total_limit < (select downloads from private.voucher_counts where voucher_id = known.id) then
    perform private.refuse_request('total_limit');
  end if;
  given.id := coalesce(known.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  given.status := case
    when known.status in ('active', 'paused') and not private.promises_changed(known, given) and image is not distinct from known.image_url then known.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at, total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    given.id, place, given.title, given.benefit_type, given.benefit_value, given.rules, given.valid_from, given.valid_until,
    given.weekdays, given.starts_at, given.ends_at, given.total_limit, given.per_person_limit, given.guests_allowed, image, given.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value, rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations = case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into given;
  return jsonb_build_object('outcome', 'saved', 'id', given.id, 'status', given.status, 'updated_at', given.updated_at);
end $$;
comment on function private.save_voucher(uuid, uuid, jsonb, text, boolean, timestamptz) is
  'Stores an offer as a draft or sends it for approval. seen: the updated_at that the form showed. Answers saved, conflict, ended, too_many, or downloaded when people already hold it and its promise would change.';

create function public.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean, seen timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_voucher(voucher, place, payload, image, submits, seen);
comment on function public.save_voucher(uuid, uuid, jsonb, text, boolean, timestamptz) is 'For people of a place: stores an offer as a draft or sends it for approval.';

create function private.set_voucher_status(voucher uuid, next_status text) returns boolean
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
  return found;
end $$;
comment on function private.set_voucher_status(uuid, text) is 'Pauses, resumes or ends a voucher; false when its status does not allow it or it belongs to somebody else.';

create function public.set_voucher_status(voucher uuid, next_status text) returns boolean
language sql volatile security invoker set search_path = ''
return private.set_voucher_status(voucher, next_status);
comment on function public.set_voucher_status(uuid, text) is 'For people of a place and voucher managers: paused, active or ended.';

-- Decisions, in the inbox and by a link without an account.
create function private.apply_voucher_decision(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into voucher from public.vouchers where id = item for update;
  if voucher.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "active", "reject": "rejected", "adjust": "draft"},
    "active": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> voucher.status ->> decision;
  if next_status is null or (seen is not null and seen <> voucher.status) then
    return private.decided_already(voucher.status, voucher.decided_by, voucher.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, voucher.title), 300), true);
  update public.vouchers set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'vouchers', 'id', item);
end $$;
comment on function private.apply_voucher_decision(uuid, text, text, text, uuid) is
  'approve publishes an offer, reject and adjust need a reason, reopen takes it back to the queue.';

create function private.decide_voucher(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return private.apply_voucher_decision(item, decision, reason, seen, (select private.account_id()));
end $$;

create function public.decide_voucher(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_voucher(id, decision, reason, seen);
comment on function public.decide_voucher(uuid, text, text, text) is
  'approve publishes a voucher, adjust returns it to its place and reject refuses it, both with a reason; reopen takes the decision back.';

create trigger vouchers_withdraw before update of status on public.vouchers
  for each row when (old.status in ('active', 'rejected') and new.status = 'pending' and new.decided_at is null)
  execute function private.withdraw_answer('pending');

create function private.decided_vouchers() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select vouchers.id, case vouchers.status when 'draft' then 'adjust' else vouchers.status end, vouchers.decided_at, 'voucher_decided',
    users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', profiles.username, 'voucher', vouchers.title, 'place', services.name,
      'status', case vouchers.status when 'draft' then 'adjust' else vouchers.status end,
      'note', coalesce(vouchers.status_note, ''), 'path', '/painel/lugares/' || services.id || '/vouchers'
    )
  from public.vouchers join public.services on services.id = vouchers.service_id
  join auth.users on users.id = vouchers.created_by join public.profiles on profiles.id = users.id
  where vouchers.status in ('active', 'rejected', 'draft') and vouchers.decided_at is not null
$$;
comment on function private.decided_vouchers() is 'Decisions about vouchers, which the person who offered them is told of by mail.';

create or replace function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art()
  union all select * from private.decided_events() union all select * from private.decided_vouchers()
$$;

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = '' as $$
  select 'service_request', count(*), min(created_at) from public.service_requests where status in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status in ('received', 'in_progress', 'ready')
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
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers where status = 'pending' and private.is_staff() and private.has_permission('vouchers')
$$;

alter table public.approval_tokens drop constraint approval_tokens_subject_kind_check;
alter table public.approval_tokens add constraint approval_tokens_subject_kind_check check (subject_kind in ('service_request', 'event', 'voucher'));

create or replace function private.decides_subject(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'event' then private.is_staff() and private.has_permission('events')
    when 'voucher' then private.is_staff() and private.has_permission('vouchers')
    else private.has_permission('service_requests')
  end
$$;

create or replace function private.approval_state(link public.approval_tokens) returns text
language sql stable set search_path = '' as $$
  select case
    when link.used_at is not null then 'used'
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when link.subject_kind = 'event' and not exists (select from public.events where id = link.subject_id and status = 'pending' and deleted_at is null) then 'closed'
    when link.subject_kind = 'voucher' and not exists (select from public.vouchers where id = link.subject_id and status = 'pending') then 'closed'
    when link.subject_kind = 'service_request' and not exists (select from public.service_requests where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;

-- Only facts that will be public; the sender of a request is not shown.
create or replace function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at, coalesce(request.protocol, ''),
    case when event.id is not null then 'event' when voucher.id is not null then 'voucher' when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address', concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram', event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description', event.description, 'rules', nullif(event.rules, '')
    )) when voucher.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', voucher.title, 'organizer', offering.name, 'state', offering.state_abbr, 'address', offering.address, 'rules', nullif(voucher.rules, ''),
      'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'validFrom', voucher.valid_from, 'validUntil', voucher.valid_until,
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city', request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website', request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message'
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as request on link.subject_kind = 'service_request' and request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.vouchers as voucher on link.subject_kind = 'voucher' and voucher.id = link.subject_id
  left join public.services as offering on offering.id = voucher.service_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (request.id is not null or event.id is not null or voucher.id is not null)
$$;

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name' else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given, decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision, 'kind', link.subject_kind);
end $$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('voucher-images', 'voucher-images', true, 5242880, array['image/webp'])
on conflict (id) do nothing;

-- The image of a voucher is deleted with it or when it gets another one.
create function private.queue_voucher_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('voucher-images', array[replace(old.image_url, '/storage/v1/object/public/voucher-images/', '')]);
  return null;
end $$;
comment on function private.queue_voucher_image() is 'Trigger function: deletes the stored image that no voucher shows any more.';
create trigger vouchers_files after delete on public.vouchers
  for each row when (old.image_url is not null) execute function private.queue_voucher_image();
create trigger vouchers_new_image after update of image_url on public.vouchers
  for each row when (old.image_url is distinct from new.image_url and old.image_url is not null) execute function private.queue_voucher_image();

revoke execute on function
  public.save_voucher(uuid, uuid, jsonb, text, boolean, timestamptz), public.set_voucher_status(uuid, text), public.decide_voucher(uuid, text, text, text)
  from public, anon;
grant execute on function
  public.save_voucher(uuid, uuid, jsonb, text, boolean, timestamptz), public.set_voucher_status(uuid, text), public.decide_voucher(uuid, text, text, text)
  to authenticated, service_role;
