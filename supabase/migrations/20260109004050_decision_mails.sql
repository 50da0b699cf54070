-- Decisions are mailed in the language the form was sent in. Undoing a decision deletes its mail from the queue, or sends a correction.
do $$
declare
  name text;
begin
  foreach name in array array['service_requests', 'trip_panel_requests', 'takedown_requests', 'ad_leads', 'reports'] loop
    execute format(
      'alter table public.%I add column locale text default nullif(current_setting(''app.request_locale'', true), '''') constraint %I check (locale in (''pt-BR'', ''en-US'', ''es-419''))',
      name, name || '_locale_check'
    );
    execute format('comment on column public.%I.locale is ''Language of the page the form was sent from.''', name);
    perform private.declare_columns(name, 'exported', '{locale}');
  end loop;
end $$;

create function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = '' as $$
  select set_config('app.request_locale', case when payload ->> 'locale' in ('pt-BR', 'en-US', 'es-419') then payload ->> 'locale' else '' end, true)
$$;
comment on function private.use_request_locale(jsonb) is 'The language that the row of this transaction is stored with.';

create or replace function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('place_requests');
  select private.use_request_locale(payload);
  select private.file_service_request(payload - 'locale');
end;

create or replace function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.use_request_locale(payload);
  select private.file_trip_panel_request(payload);
end;

create or replace function public.submit_takedown_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_takedown_request(payload);
end;

create or replace function public.submit_ad_lead(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_ad_lead(payload);
end;

create or replace function public.submit_report(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_report(payload);
end;

create or replace function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request jsonb := to_jsonb(new);
  address text := request ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''', tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', request ->> 'protocol', 'path', replace(tg_argv[1], '{uf}', lower(coalesce(request ->> 'state_abbr', '')))
    ), request ->> 'locale');
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail must not refuse the request.
  return null;
end $$;

-- A request for an adjustment is an answer too: it is mailed and can be taken back.
alter table public.service_requests add column adjust_asked_at timestamptz;
comment on column public.service_requests.adjust_asked_at is 'When the team last asked the sender for an adjustment.';
select private.declare_columns('service_requests', 'exported', '{adjust_asked_at}');

create or replace function private.apply_service_request(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  request public.service_requests;
  given text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into request from public.service_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  is_decided := request.status in ('approved', 'rejected');
  if (seen is not null and seen <> request.status)
    or (case when decision = 'reopen' then not is_decided and request.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, request.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(request);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null, result_id = null, undo = null where id = item;
    return jsonb_build_object('outcome', 'decided', 'status', 'in_review', 'restored', restored);
  elsif decision in ('approve', 'publish') then
    request.result_table := case when request.kind = 'new' and request.payload ->> 'subject' = 'club' then 'clubs' else 'services' end;
    if request.kind <> 'new' then
      request.undo := private.change_place(request);
      request.result_id := request.service_id;
    elsif request.result_table = 'clubs' then
      request.result_id := private.add_club(request, place_status);
    else
      request.result_id := private.add_place(request, place_status);
    end if;
  end if;
  request.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust' then 'in_review' else 'approved' end;
  update public.service_requests set
    status = request.status, status_note = coalesce(given, status_note), result_table = request.result_table, result_id = request.result_id, undo = request.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when request.status = 'in_review' then null else actor end,
    decided_at = case when request.status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', request.status, 'table', request.result_table, 'id', request.result_id);
end $$;

create or replace function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at), 'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null) or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email, coalesce(request.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note', coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status in ('ready', 'delivered', 'cancelled') and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''), 'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email, coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''), 'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles on profiles.id = sellers.user_id
  where sellers.status in ('active', 'rejected', 'suspended') and sellers.decided_at is not null
$$;

alter table private.answered_requests add column mail_id uuid;
comment on column private.answered_requests.mail_id is 'The enqueued mail; null when it left before this column existed or could not be sent.';

create or replace function private.mark_requests_answered() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.answered_requests (request_id, status) select request_id, status from private.decided_requests()
  on conflict (request_id, status) do update set answered_at = now()
$$;
select private.mark_requests_answered();

-- Two minutes in which the team can take a decision back. A decision older than a day gets no late mail.
create or replace function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  mail uuid;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (
        select from private.answered_requests as known
        where known.request_id = found.request_id and known.status = found.status and (known.status <> 'adjust' or known.answered_at >= found.decided_at)
      )
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests as known (request_id, status) values (decided.request_id, decided.status)
    on conflict (request_id, status) do update set answered_at = now(), mail_id = null where known.status = 'adjust' and known.answered_at < decided.decided_at;
    if found then
      begin
        mail := private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        update private.answered_requests set mail_id = mail where request_id = decided.request_id and status = decided.status;
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;

create function private.cancel_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  cancelled boolean;
begin
  delete from private.outbox where id = mail and job = 'send-mail';
  if found then
    return true;
  elsif to_regclass('pgboss.job') is null then
    return false;
  end if;
  execute 'with gone as (delete from pgboss.job where id = $1 and name = ''send-mail'' and state::text in (''created'', ''retry'') returning 1) select exists (select from gone)'
    into cancelled using mail;
  return cancelled;
end $$;
comment on function private.cancel_mail(uuid) is 'Deletes a mail that has not left; false when it has.';

-- Argument: the statuses in which an item waits again, with commas between.
create function private.withdraw_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answer private.answered_requests;
  decided record;
  was_sent boolean := false;
  was jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
  -- A seller who applies again or a client who sends other art did not undo the decision; the next one is mailed anew.
  is_undo boolean := case tg_table_name
    when 'sellers' then new.decided_at is not null
    when 'ads' then (given -> 'image_desktop', given -> 'image_mobile', given -> 'alt', given -> 'link_url')
      = (was -> 'image_desktop', was -> 'image_mobile', was -> 'alt', was -> 'link_url') and private.is_staff()
    else true
  end;
begin
  if new.status <> all (string_to_array(tg_argv[0], ',')) then
    return new;
  elsif not is_undo then
    delete from private.answered_requests where request_id = old.id;
    return new;
  end if;
  -- This trigger runs before the row changes: the function still answers what was mailed.
  select * into decided from private.decided_requests() where request_id = old.id;
  for answer in
    delete from private.answered_requests
    where request_id = old.id and (status = 'adjust') = (coalesce(decided.status, '') = 'adjust') returning *
  loop
    was_sent := was_sent or not coalesce(private.cancel_mail(answer.mail_id), false);
  end loop;
  if was_sent and decided.email is not null then
    begin
      perform private.enqueue_mail(
        decided.email, 'decision_withdrawn',
        decided.data || jsonb_build_object('name', coalesce(decided.data ->> 'name', 'none'), 'protocol', coalesce(decided.data ->> 'protocol', 'none')), decided.locale
      );
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  -- What the undone answer said is no part of the next one; keys that a table does not have are ignored.
  return jsonb_populate_record(new, '{"status_note": null, "answer_link": null}');
end $$;
comment on function private.withdraw_answer() is 'Withdraws the mail of a decision that is taken back, or corrects it by a second mail when it has left.';

create trigger service_requests_withdraw before update of status on public.service_requests
  for each row when (old.status in ('approved', 'rejected') or old.adjust_asked_at is not null and new.adjust_asked_at is null)
  execute function private.withdraw_answer('received,in_review');
create trigger trip_panel_requests_withdraw before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered', 'cancelled')) execute function private.withdraw_answer('received,in_progress');
create trigger takedown_requests_withdraw before update of status on public.takedown_requests
  for each row when (old.status in ('accepted', 'rejected')) execute function private.withdraw_answer('received,in_review');
create trigger ad_leads_withdraw before update of status on public.ad_leads
  for each row when (old.status = 'lost') execute function private.withdraw_answer('received,contacted');
create trigger reports_withdraw before update of status on public.reports
  for each row when (old.status in ('resolved', 'dismissed')) execute function private.withdraw_answer('open');
create trigger sellers_withdraw before update of status on public.sellers
  for each row when (old.status in ('active', 'rejected', 'suspended')) execute function private.withdraw_answer('pending');
-- Somebody who applies again has no decision (decided_at is null); a decision taken back is no new application.
drop trigger sellers_mail_new_application on public.sellers;
create trigger sellers_mail_new_application after update of status on public.sellers
  for each row when (new.status = 'pending' and old.status = 'rejected' and new.decided_at is null) execute function private.mail_application();
create trigger ads_withdraw before update of status on public.ads
  for each row when (old.status in ('approved', 'rejected')) execute function private.withdraw_answer('in_review');
