set check_function_bodies = off;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.locales() returns text[]
language sql immutable set search_path = ''
return array['pt-BR', 'en-US', 'es-419'];

-- Numbers of the business that functions of events use; `npm run db:types` writes them as constants.

create or replace function private.hold_minutes() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.offer_hold_hours() returns integer
language sql immutable set search_path = ''
return 48;

alter table public.profiles
  drop constraint profiles_locale_check,
  add constraint profiles_locale_check check ((locale = ANY (private.locales())));

alter table public.page_views
  drop constraint page_views_locale_check,
  add constraint page_views_locale_check check ((locale = ANY (private.locales())));

alter table public.search_misses
  drop constraint search_misses_locale_check,
  add constraint search_misses_locale_check check ((locale = ANY (private.locales())));

alter table public.website_contents
  drop constraint website_contents_locale_check,
  add constraint website_contents_locale_check check ((locale = ANY (private.locales())));

alter table public.takedown_requests
  drop constraint takedown_requests_locale_check,
  add constraint takedown_requests_locale_check check ((locale = ANY (private.locales())));

alter table public.push_subscriptions
  drop constraint push_subscriptions_locale_check,
  add constraint push_subscriptions_locale_check check ((locale = ANY (private.locales())));

alter table public.legal_documents
  drop constraint legal_documents_locale_check,
  add constraint legal_documents_locale_check check ((locale = ANY (private.locales())));

alter table public.service_requests
  drop constraint service_requests_locale_check,
  add constraint service_requests_locale_check check ((locale = ANY (private.locales())));

alter table public.trip_panel_requests
  drop constraint trip_panel_requests_locale_check,
  add constraint trip_panel_requests_locale_check check ((locale = ANY (private.locales())));

alter table public.reports
  drop constraint reports_locale_check,
  add constraint reports_locale_check check ((locale = ANY (private.locales())));

alter table public.event_registrations
  drop constraint event_registrations_locale_check,
  add constraint event_registrations_locale_check check ((locale = ANY (private.locales())));

alter table public.registration_drafts
  drop constraint registration_drafts_locale_check,
  add constraint registration_drafts_locale_check check ((locale = ANY (private.locales())));

alter table public.event_follows
  drop constraint event_follows_locale_check,
  add constraint event_follows_locale_check check ((locale = ANY (private.locales())));

alter table public.event_ad_drafts
  drop constraint event_ad_drafts_locale_check,
  add constraint event_ad_drafts_locale_check check ((locale = ANY (private.locales())));

alter table public.certificate_templates
  drop constraint certificate_templates_language_check,
  add constraint certificate_templates_language_check check ((language = ANY (private.locales())));

alter table public.print_batches
  drop constraint print_batches_locale_check,
  add constraint print_batches_locale_check check ((locale = ANY (private.locales())));

alter table public.ad_leads
  drop constraint ad_leads_locale_check,
  add constraint ad_leads_locale_check check ((locale = ANY (private.locales())));

alter table public.service_messages
  drop constraint service_messages_locale_check,
  add constraint service_messages_locale_check check ((locale = ANY (private.locales())));

create or replace function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  wanted_locale text := private.text_of_metadata(metadata, 'locale', 10);
begin
  insert into public.profiles (id, role, username, full_name, locale)
  values (
    new.id,
    'user',
    coalesce(
      private.text_of_metadata(metadata, 'username', 60),
      nullif(left(btrim(split_part(new.email, '@', 1)), 60), ''),
      'Usuário'
    ),
    private.text_of_metadata(metadata, 'full_name', 120),
    case when wanted_locale = any (private.locales()) then wanted_locale else 'pt-BR' end
  );
  return new;
end $$;

-- People who register at the gate may have no e-mail; their address cannot receive any.
create or replace function private.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text
  default 'pt-BR') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if recipient is null or recipient !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$' or char_length(recipient) > 254 then
    raise exception 'invalid_recipient' using errcode = '22023';
  elsif template is null or template !~ '^[a-z][a-z_]{1,59}$' then
    raise exception 'invalid_template' using errcode = '22023';
  elsif recipient like '%@walk-in.invalid' then
    return null;
  end if;
  return private.enqueue_job('send-mail', jsonb_build_object(
    'to', recipient, 'template', template, 'data', coalesce(data, '{}'),
    'locale', case when locale = any (private.locales()) then locale else 'pt-BR' end
  ));
end $$;

create or replace function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = '' as $$
  select set_config('app.request_locale', case when payload ->> 'locale' = any (private.locales())
    then payload ->> 'locale' else '' end, true)
$$;

create or replace function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.registration_limit('confirm_minutes'))
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(
        least(now() + make_interval(hours => private.offer_hold_hours()), private.kind_end(type)),
        now() + make_interval(mins => private.hold_minutes()))
    when new_status = 'awaiting_payment' then now() + make_interval(mins => private.hold_minutes())
  end
$$;

create or replace function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  given jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  given := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(given));
  perform set_config('app.request_locale', case when locale = any (private.locales()) then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), given, true);
  return jsonb_build_object('outcome', 'proposed');
end $$;

comment on function private.locales is 'Languages of the portal.';

comment on function private.hold_minutes is
  'Minutes for which a place of an event is held after the form, for its confirmation and for its payment.';

comment on function private.offer_hold_hours is
  'Hours for which a place is held that the waiting list offers or the organiser approves.';

comment on function private.hold_end is
  'Until when a place is held: offer_hold_hours after an offer or an approval, at most until the end of the kind; '
  'hold_minutes after the form and for the button that confirms it.';

grant execute on function private.hold_minutes to public;

grant execute on function private.locales to public;

grant execute on function private.offer_hold_hours to public;

reset check_function_bodies;
