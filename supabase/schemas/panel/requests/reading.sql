-- What people see of their own applications.

create function private.read_own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security definer set search_path = '' as $$
  select found.* from (
    select application.id, 'trip_panel' as kind, application.protocol,
      application.origin || ' → ' || application.destination as title,
      null as state_abbr,
      application.status, application.status_note, application.created_at, application.answer_link,
        share.id as share_id,
        share.expires_at as share_expires_at,
      (
        select trips.id from public.trips
        where delivered_request_id = application.id and owner_id = application.user_id and deleted_at is null
          order by trips.created_at desc, trips.id limit 1
      ) as trip_id
    from public.trip_panel_requests as application
      left join lateral private.trip_panel_share(application.id) as share on true
    where application.user_id = (select private.account_id())
    union all
    select application.id, case when application.payload ->> 'subject' = 'club' then 'club' else application.kind end,
      application.protocol,
      coalesce(application.payload ->> 'name', service.name), application.state_abbr, application.status,
        application.status_note,
        application.created_at, null, null, null, null
    from public.service_requests as application
      left join public.services as service on service.id = application.service_id
    where application.user_id = (select private.account_id())
    union all
    select id, 'takedown', protocol, url, null, status, status_note, created_at, null, null, null, null
    from public.takedown_requests where user_id = (select private.account_id())
    union all
    select id, 'ad_lead', protocol, company, state_abbr, status, status_note, created_at, null, null, null, null
    from public.ad_leads where user_id = (select private.account_id())
  ) as found
  order by found.created_at desc, found.id limit 100
$$;
comment on function private.read_own_requests is
  'The 100 newest applications of the caller; those sent without signing in are found by protocol only.';

create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null, null::uuid
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link,
    (select share.id from private.trip_panel_share(application.id) as share)
  from public.trip_panel_requests as application where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null, null
  from public.takedown_requests where protocol = wanted
$$;

create function public.own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_requests();
end;
comment on function public.own_requests is
  'Applications of the caller with their answers, the newest first; share_id is the open link of a delivered trip '
  'panel.';
grant execute on function public.own_requests to authenticated, service_role;

create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status is
  'Status of an application for anyone who has its protocol number; no personal data. share_id: the open link of a '
  'delivered trip panel.';
grant execute on function public.request_status to anon, authenticated, service_role;
