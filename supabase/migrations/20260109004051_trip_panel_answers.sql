-- The answer to a trip panel request is a text and an optional link: stored on the request, mailed, and shown on the status page.
alter table public.trip_panel_requests add column answer_link text
  check (answer_link ~ '^https://[^\s"<>\\]+$' and char_length(answer_link) <= 500);
comment on column public.trip_panel_requests.answer_link is 'Address of the prepared trip; the text of the answer is status_note.';
select private.declare_columns('trip_panel_requests', 'exported', '{answer_link}');

create function private.answer_trip_panel_request(item uuid, answer text, link text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.trip_panel_requests;
  given text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    raise exception 'invalid_decision' using detail = 'link';
  end if;
  select * into request from public.trip_panel_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif request.status not in ('received', 'in_progress') or (seen is not null and seen <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, answer_link = address, decided_by = private.account_id(), decided_at = now() where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready');
end $$;
create function public.answer_trip_panel_request(id uuid, answer text, link text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_trip_panel_request(id, answer, link, seen);
comment on function public.answer_trip_panel_request(uuid, text, text, text) is 'Answers a request for a trip panel with a text and, where there is one, the address of the panel.';
revoke execute on function public.answer_trip_panel_request(uuid, text, text, text) from public, anon;
grant execute on function public.answer_trip_panel_request(uuid, text, text, text) to authenticated, service_role;

alter function private.decided_applications() rename to decided_forms;
create function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' else form.template end, form.email, form.locale,
    case when form.status = 'ready'
      then form.data || jsonb_build_object('origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''))
      else form.data
    end
  from private.decided_forms() as form left join public.trip_panel_requests as panel on panel.id = form.request_id
$$;

drop function public.request_status(text);
drop function private.read_request_status(text);
create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link
  from public.trip_panel_requests where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null
  from public.takedown_requests where protocol = wanted
$$;
create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status(text) is 'Where a request stands, for whoever holds its protocol; no personal data.';
grant execute on function public.request_status(text) to anon, authenticated, service_role;
