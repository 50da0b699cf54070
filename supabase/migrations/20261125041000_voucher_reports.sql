-- Private links to the figures of the vouchers of a place, limits that the team changes, and what the team watches.

create table public.voucher_reports (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + interval '90 days',
  revoked_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint voucher_report_expires_within_90_days check (expires_at <= created_at + interval '90 days')
);
comment on table public.voucher_reports is 'Links that show the figures of the vouchers of a place to people without an account; written by functions only.';
comment on column public.voucher_reports.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.voucher_reports.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index voucher_reports_service_id_idx on public.voucher_reports (service_id, created_at desc);
create index voucher_reports_created_by_idx on public.voucher_reports (created_by);
insert into private.backup_secrets (table_name, column_name, treatment) values ('public.voucher_reports', 'token_hash', 'null');

alter table public.voucher_reports enable row level security;
revoke all on public.voucher_reports from anon, authenticated;
grant select (id, service_id, expires_at, revoked_at, created_by, created_at) on public.voucher_reports to authenticated;
grant all on public.voucher_reports to service_role;
create policy "authenticated people of a place read its links to the figures" on public.voucher_reports
  for select to authenticated using (service_id in (select private.own_places()));

create trigger voucher_reports_audit after insert or update or delete on public.voucher_reports
  for each row execute function private.write_audit('id', 'service_id,expires_at,revoked_at');
insert into private.audit_log_permissions (entity, permission) values ('voucher_reports', 'vouchers');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('voucher_reports', 'created_by', 'account', 'work', 'Links dos números de um lugar', 'unlink');
select
  private.declare_columns('voucher_reports', 'exported', '{id,service_id,expires_at,revoked_at,created_by,created_at}'),
  private.declare_columns('voucher_reports', 'withheld', '{token_hash}', 'secret of the link');
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (435, 'voucher_reports', 'public.voucher_reports', 'expires_at', '1 year', 'true', 'delete');

create function private.share_voucher_report(report uuid, place uuid, token_hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(place) then
    return 'gone';
  end if;
  -- Requests for one place are counted one after the other.
  perform from public.services where id = place for no key update;
  if 5 <= (select count(*) from public.voucher_reports where service_id = place and revoked_at is null and expires_at > now()) then
    return 'limit';
  end if;
  insert into public.voucher_reports (id, service_id, token_hash) values (report, place, share_voucher_report.token_hash);
  return 'saved';
end $$;
comment on function private.share_voucher_report(uuid, uuid, text) is
  'Makes a link to the figures of a place for 90 days; answers saved, gone, or limit when the place has 5 open links.';
create function public.share_voucher_report(report uuid, place uuid, token_hash text) returns text
language sql volatile security invoker set search_path = ''
return private.share_voucher_report(report, place, token_hash);
comment on function public.share_voucher_report(uuid, uuid, text) is 'For people of a place: makes a link to its figures; saved, gone or limit.';

create function private.revoke_voucher_report(report uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.voucher_reports set revoked_at = coalesce(revoked_at, now()) where id = report and private.runs_place(service_id);
  return found;
end $$;
comment on function private.revoke_voucher_report(uuid) is 'Ends a link for good; false when it does not belong to a place of the caller.';
create function public.revoke_voucher_report(report uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.revoke_voucher_report(report);
comment on function public.revoke_voucher_report(uuid) is 'For people of a place: ends a link to its figures for good.';

create function private.voucher_days(place uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', day, 'downloads', downloads, 'redemptions', redemptions) order by day), '[]')
  from (
    select private.day_of(moment) as day, sum(downloaded) as downloads, sum(redeemed) as redemptions from (
      select held.created_at as moment, 1 as downloaded, 0 as redeemed from public.voucher_downloads as held
      join public.vouchers as offered on offered.id = held.voucher_id
      where held.created_at > now() - interval '90 days' and held.cancelled_at is null and offered.service_id = place
      union all
      select stored.scanned_at, 0, 1 from public.voucher_redemptions as stored
      where stored.result = 'redeemed' and stored.scanned_at > now() - interval '90 days' and stored.service_id = place
    ) as movement group by 1
  ) as daily
$$;
comment on function private.voucher_days(uuid) is 'Downloads and redemptions of a place by day of the last 90 days.';

-- Only numbers and titles: neither names nor codes.
create function private.read_voucher_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when link.revoked_at is not null then jsonb_build_object('state', 'revoked')
    when link.expires_at <= now() then jsonb_build_object('state', 'expired')
    else jsonb_build_object(
      'state', 'open', 'expiresAt', link.expires_at, 'place', place.name, 'stateAbbr', place.state_abbr,
      'days', private.voucher_days(place.id),
      'vouchers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', offered.id, 'title', offered.title, 'status', offered.status, 'validFrom', offered.valid_from, 'validUntil', offered.valid_until,
          'totalLimit', offered.total_limit, 'downloads', counts.downloads, 'redemptions', counts.redemptions
        ) order by offered.created_at desc), '[]')
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        where offered.service_id = place.id and (offered.status in ('active', 'paused', 'ended') and offered.decided_at is not null or counts.downloads > 0)
      )
    )
  end
  from public.voucher_reports as link join public.services as place on place.id = link.service_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report(text) is 'Figures of the vouchers behind a link; only the state of a link that has ended, null for an unknown token.';
create function public.read_voucher_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_voucher_report(token);
comment on function public.read_voucher_report(text) is 'Figures behind a private link: {state, place, days, vouchers}; anyone who has the token may call it.';

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create function private.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total not between 1 and 100000 then
    perform private.refuse_request('total_limit');
  elsif per_person is null or per_person not between 1 and 50 then
    perform private.refuse_request('per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return 'gone';
  elsif total < taken then
    perform private.refuse_request('total_limit');
  end if;
  update public.vouchers set total_limit = total, per_person_limit = per_person, guests_allowed = coalesce(guests, false) where id = voucher;
  return 'saved';
end $$;
comment on function private.set_voucher_limits(uuid, integer, integer, boolean) is
  'Changes how many people may download a voucher; raises invalid_request when the total is below the downloads.';
create function public.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_voucher_limits(voucher, total, per_person, guests);
comment on function public.set_voucher_limits(uuid, integer, integer, boolean) is 'For voucher managers: total (null without a limit), per person and guests; saved or gone.';

create function private.voucher_oversight() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return jsonb_build_object(
    'partners', (
      select coalesce(jsonb_agg(to_jsonb(partner) order by partner.redemptions desc, partner.downloads desc, partner.name), '[]') from (
        select place.id, place.name, place.state_abbr as "stateAbbr", count(*) as vouchers,
          count(*) filter (where offered.status = 'active' and offered.valid_until >= private.brazilian_today()) as active,
          sum(counts.downloads) as downloads, sum(counts.redemptions) as redemptions
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        join public.services as place on place.id = offered.service_id
        group by place.id order by sum(counts.redemptions) desc, sum(counts.downloads) desc, place.name limit 50
      ) as partner
    ),
    -- People with ten or more downloads in 30 days; of a guest only the end of the phone number.
    'collectors', (
      select coalesce(jsonb_agg(to_jsonb(person) order by person.downloads desc), '[]') from (
        select coalesce(max(profiles.username), '…' || right(max(held.guest_phone), 4)) as name, max(held.account_id::text) as account,
          count(*) as downloads, count(*) filter (where held.redeemed_at is not null) as redemptions,
          count(*) filter (where held.cancelled_at is not null) as cancelled, max(held.created_at) as last
        from public.voucher_downloads as held left join public.profiles on profiles.id = held.account_id
        where held.created_at > now() - interval '30 days'
        group by coalesce(held.account_id::text, regexp_replace(held.guest_phone, '\D', '', 'g'))
        having count(*) >= 10 order by count(*) desc limit 50
      ) as person
    ),
    -- Readings at a time at which the voucher is not accepted; served: a device without a connection accepted it.
    'wrongTimes', (
      select coalesce(jsonb_agg(to_jsonb(outside) order by outside.served desc, outside.readings desc), '[]') from (
        select place.id, place.name, count(*) as readings, count(*) filter (where stored.was_served) as served, max(stored.scanned_at) as last
        from public.voucher_redemptions as stored join public.services as place on place.id = stored.service_id
        where stored.result in ('wrong_time', 'not_yet') and stored.scanned_at > now() - interval '30 days'
        group by place.id order by 4 desc, 3 desc limit 50
      ) as outside
    ),
    'wrongPins', (
      select coalesce(jsonb_agg(to_jsonb(tried) order by tried.attempts desc), '[]') from (
        select place.id, place.name, count(*) as attempts, count(distinct wrong.caller) as callers, max(wrong.at) as last
        from private.wrong_pins as wrong join public.services as place on place.id = wrong.service_id
        where wrong.at > now() - interval '24 hours' group by place.id having count(*) >= 5 order by 3 desc limit 50
      ) as tried
    )
  );
end $$;
comment on function private.voucher_oversight() is
  'For voucher managers: ranking of places, people with many downloads, readings outside the accepted times, and wrong PINs.';
create function public.voucher_oversight() returns jsonb
language sql stable security invoker set search_path = ''
return private.voucher_oversight();
comment on function public.voucher_oversight() is 'For voucher managers: ranking of places and suspicious use, without phone numbers.';

-- A draft counts as a decision only until its place changes it; before, a rejected offer that was saved as a draft was mailed again.
create or replace function private.decided_vouchers() returns table (
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
  where vouchers.decided_at is not null
    and (vouchers.status in ('active', 'rejected') or vouchers.status = 'draft' and vouchers.updated_at = vouchers.decided_at)
$$;

-- The next decision about an offer that is sent again is mailed, also when it is the same as the first one.
create function private.forget_voucher_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.answered_requests where request_id = new.id;
  return null;
end $$;
comment on function private.forget_voucher_answer() is 'Trigger function: an offer that its place sends again waits for a new decision.';
create trigger vouchers_sent_again after update of status on public.vouchers
  for each row when (new.status = 'pending' and old.status <> 'pending' and new.decided_at is not null)
  execute function private.forget_voucher_answer();

create function private.queue_abandoned_voucher_images() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  queued integer;
begin
  insert into private.file_deletions (bucket, name)
  select bucket_id, name from storage.objects
  where bucket_id = 'voucher-images' and created_at < now() - interval '30 days'
    and not exists (select from public.vouchers where image_url = '/storage/v1/object/public/voucher-images/' || objects.name)
  limit 1000
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function private.queue_abandoned_voucher_images() is
  'Queues images of offers that were never saved, after 30 days. A draft on a device may name its image until then.';

-- Of a voucher also its weekdays, hours and image, because the decision publishes them.
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
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit, 'weekdays', to_jsonb(voucher.weekdays),
      'acceptedFrom', voucher.starts_at, 'acceptedUntil', voucher.ends_at, 'imageUrl', voucher.image_url
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

revoke execute on function
  public.share_voucher_report(uuid, uuid, text), public.revoke_voucher_report(uuid), public.read_voucher_report(text),
  public.set_voucher_limits(uuid, integer, integer, boolean), public.voucher_oversight()
  from public, anon;
grant execute on function
  public.share_voucher_report(uuid, uuid, text), public.revoke_voucher_report(uuid),
  public.set_voucher_limits(uuid, integer, integer, boolean), public.voucher_oversight()
  to authenticated, service_role;
grant execute on function public.read_voucher_report(text) to anon, authenticated, service_role;
