-- Figures of vouchers: links for places, and what the team watches.

create table public.voucher_reports (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null default now() + make_interval(days => private.voucher_report_days()),
  revoked_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint voucher_report_expires_within_90_days check (
    expires_at <= created_at + make_interval(days => private.voucher_report_days())
  )
);
comment on table public.voucher_reports is
  'Links that show the figures of the vouchers of a place to people without an account; written by functions only.';
comment on column public.voucher_reports.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.voucher_reports.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index voucher_reports_service_id_idx on public.voucher_reports (service_id, created_at desc);
create index voucher_reports_created_by_idx on public.voucher_reports (created_by);
alter table public.voucher_reports enable row level security;
grant select (
  id, service_id, expires_at, revoked_at, created_by, created_at
) on public.voucher_reports to authenticated;
grant all on public.voucher_reports to service_role;
create policy "authenticated people of a place read its links to the figures" on public.voucher_reports
  for select to authenticated using (service_id in (select private.own_places()));
create trigger voucher_reports_audit after insert or update or delete on public.voucher_reports
  for each row execute function private.write_audit('id', 'service_id,expires_at,revoked_at');

insert into private.audit_log_permissions (entity, permission) values
  ('voucher_reports', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('voucher_reports', 'created_by', 'account', 'work', 'Links dos números de um lugar', 'unlink', 139);

select
  private.declare_columns('voucher_reports', 'exported', '{id,service_id,expires_at,revoked_at,created_by,created_at}'),
  private.declare_columns('voucher_reports', 'withheld', '{token_hash}', 'secret of the link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('voucher_reports', 'public.voucher_reports', 'expires_at', '1 year', 435);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.voucher_reports', 'token_hash', 'null');

create function private.share_voucher_report(report uuid, place uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(place) then
    return private.gone();
  end if;
  -- Requests for one place are counted one after the other.
  perform from public.services where id = place for no key update;
  if 5 <= (select count(*) from public.voucher_reports where service_id = place and revoked_at is null
    and expires_at > now()) then
    return private.refused('limit');
  end if;
  insert into public.voucher_reports (id, service_id, token_hash) values (report, place,
    share_voucher_report.token_hash);
  return private.saved();
end $$;
comment on function private.share_voucher_report is
  'Makes a link to the figures of a place; answers saved, gone, or refused with limit when the place has 5 '
  'open links.';

create function private.revoke_voucher_report(report uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.voucher_reports set revoked_at = coalesce(revoked_at, now()) where id = report
    and private.runs_place(service_id);
  return private.saved_or_gone(found);
end $$;
comment on function private.revoke_voucher_report is
  'Ends a link for good; gone when it does not belong to a place of the caller.';

create function private.voucher_days(place uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', day, 'downloads', downloads, 'redemptions', redemptions)
    order by day), '[]')
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
comment on function private.voucher_days is 'Downloads and redemptions of a place by day of the last 90 days.';

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
          'id', offered.id, 'title', offered.title, 'status', offered.status, 'validFrom', offered.valid_from,
            'validUntil', offered.valid_until,
          'totalLimit', offered.total_limit, 'downloads', counts.downloads, 'redemptions', counts.redemptions
        ) order by offered.created_at desc), '[]')
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        where offered.service_id = place.id and (offered.status = any (private.approved_voucher_statuses())
          and offered.decided_at is not null or counts.downloads > 0)
      )
    )
  end
  from public.voucher_reports as link join public.services as place on place.id = link.service_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report is
  'Figures of the vouchers behind a link; only the state of a link that has ended, null for an unknown token.';

create function private.voucher_oversight() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return jsonb_build_object(
    'partners', (
      select coalesce(jsonb_agg(to_jsonb(partner) order by partner.redemptions desc, partner.downloads desc,
        partner.name), '[]') from (
        select place.id, place.name, place.state_abbr as "stateAbbr", count(*) as vouchers,
          count(*) filter (where offered.status = 'active' and offered.valid_until >= private.brazilian_today())
            as active,
          sum(counts.downloads) as downloads, sum(counts.redemptions) as redemptions
        from public.vouchers as offered join private.voucher_counts as counts on counts.voucher_id = offered.id
        join public.services as place on place.id = offered.service_id
        group by place.id order by sum(counts.redemptions) desc, sum(counts.downloads) desc, place.name limit 50
      ) as partner
    ),
    -- People with ten or more downloads in 30 days; of a guest only the end of the phone number.
    'collectors', (
      select coalesce(jsonb_agg(to_jsonb(person) order by person.downloads desc), '[]') from (
        select coalesce(max(profiles.username), '…' || right(max(held.guest_phone), 4)) as name,
          max(held.account_id::text) as account,
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
        select place.id, place.name, count(*) as readings, count(*) filter (where stored.was_served) as served,
          max(stored.scanned_at) as last
        from public.voucher_redemptions as stored join public.services as place on place.id = stored.service_id
        where stored.result in ('wrong_time', 'not_yet') and stored.scanned_at > now() - interval '30 days'
        group by place.id order by 4 desc, 3 desc limit 50
      ) as outside
    ),
    'wrongPins', (
      select coalesce(jsonb_agg(to_jsonb(tried) order by tried.attempts desc), '[]') from (
        select place.id, place.name, count(*) as attempts, count(distinct wrong.caller) as callers, max(wrong.at)
          as last
        from private.wrong_pins as wrong join public.services as place on place.id = wrong.service_id
        where wrong.at > now() - interval '24 hours' group by place.id having count(*) >= 5 order by 3 desc limit 50
      ) as tried
    )
  );
end $$;
comment on function private.voucher_oversight is
  'For voucher managers: ranking of places, people with many downloads, readings outside the accepted times, and '
  'wrong PINs.';

create function private.read_voucher_report_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end
  from public.voucher_reports where token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report_state is
  'State of a link to the figures of a place; null for a token that does not exist.';

create function public.share_voucher_report(report uuid, place uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_voucher_report(report, place, token_hash);
comment on function public.share_voucher_report is
  'For people of a place: makes a link to its figures; saved, gone, or refused with limit.';
grant execute on function public.share_voucher_report to authenticated, service_role;

create function public.revoke_voucher_report(report uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_voucher_report(report);
comment on function public.revoke_voucher_report is 'For people of a place: ends a link to its figures for good.';
grant execute on function public.revoke_voucher_report to authenticated, service_role;

create function public.read_voucher_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_voucher_report(token);
comment on function public.read_voucher_report is
  'Figures behind a private link: {state, place, days, vouchers}; anyone who has the token may call it.';
grant execute on function public.read_voucher_report to anon, authenticated, service_role;

create function public.voucher_oversight() returns jsonb
language sql stable security invoker set search_path = ''
return private.voucher_oversight();
comment on function public.voucher_oversight is
  'For voucher managers: ranking of places and suspicious use, without phone numbers.';
grant execute on function public.voucher_oversight to authenticated, service_role;

create function public.voucher_report_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.read_voucher_report_state(token);
comment on function public.voucher_report_state is
  'Whether a link to the figures of a place is open, revoked or expired; null for a token that does not exist.';
grant execute on function public.voucher_report_state to anon, authenticated, service_role;
