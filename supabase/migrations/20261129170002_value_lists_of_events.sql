set check_function_bodies = off;

drop view private.searchable_event;

drop policy "anonymous visitors read public events" on public.events;

drop policy "signed-in accounts read public events, editors of an event thei" on public.events;

drop trigger sellers_withdraw on public.sellers;

drop trigger payments_expire_card_pages on public.payments;

drop function private.registration_limit;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.event_kinds() returns text[]
language sql immutable set search_path = ''
return array['meeting', 'exhibition', 'tour', 'rally', 'flea_market', 'auction'];

create or replace function private.event_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'published', 'rejected', 'postponed', 'cancelled'];

create or replace function private.public_event_statuses() returns text[]
language sql immutable set search_path = ''
return array['published', 'postponed', 'cancelled'];

create or replace function private.event_media_kinds() returns text[]
language sql immutable set search_path = ''
return array['gallery', 'document', 'result'];

create or replace function private.sponsor_tiers() returns text[]
language sql immutable set search_path = ''
return array['master', 'gold', 'silver', 'support'];

create or replace function private.batch_sizes() returns text[]
language sql immutable set search_path = ''
return array['a6', 'card', 'label'];

create or replace function private.badge_parts() returns text[]
language sql immutable set search_path = ''
return array['poster', 'club', 'car', 'town', 'people', 'stand', 'date'];

create or replace function private.registration_kinds() returns text[]
language sql immutable set search_path = ''
return array['publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial'];

create or replace function private.visitor_kinds() returns text[]
language sql immutable set search_path = ''
return array['publico'];

create or replace function private.exhibitor_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor'];

create or replace function private.vehicle_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor', 'mercado_pulga', 'food_truck'];

create or replace function private.company_kinds() returns text[]
language sql immutable set search_path = ''
return array['food_truck', 'expositor_comercial'];

create or replace function private.partner_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial'];

create or replace function private.stand_kinds() returns text[]
language sql immutable set search_path = ''
return array['mercado_pulga', 'food_truck', 'expositor_comercial'];

create or replace function private.registration_statuses() returns text[]
language sql immutable set search_path = ''
return array[
  'unconfirmed', 'pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected', 'cancelled',
  'expired'
];

create or replace function private.active_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed'];

create or replace function private.ended_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['rejected', 'cancelled', 'expired'];

create or replace function private.approvable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'rejected', 'expired'];

create or replace function private.waitable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'offered', 'rejected', 'expired'];

create or replace function private.refusable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'offered'];

create or replace function private.attendance_answers() returns text[]
language sql immutable set search_path = ''
return array['yes', 'no', 'unknown'];

create or replace function private.registration_link_kinds() returns text[]
language sql immutable set search_path = ''
return array['registration', 'badge', 'manage', 'attendance'];

create or replace function private.document_statuses() returns text[]
language sql immutable set search_path = ''
return array['sent', 'ok', 'refused'];

create or replace function private.contract_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'sent', 'signed', 'cancelled'];

create or replace function private.form_template_kinds() returns text[]
language sql immutable set search_path = ''
return array['registration', 'contract', 'service', 'panel'];

create or replace function private.question_kinds() returns text[]
language sql immutable set search_path = ''
return array['text', 'longtext', 'number', 'choice', 'boolean', 'date', 'file'];

create or replace function private.moderated_event_parts() returns text[]
language sql immutable set search_path = ''
return array['title', 'date', 'place', 'description', 'poster', 'kinds'];

create or replace function private.list_purposes() returns text[]
language sql immutable set search_path = ''
return array['entry', 'kit', 'vehicle', 'meal'];

create or replace function private.checkin_results() returns text[]
language sql immutable set search_path = ''
return array[
  'ok', 'duplicate', 'too_many', 'unknown', 'wrong_event', 'wrong_list', 'unpaid', 'unconfirmed', 'not_approved',
  'revoked_badge'
];

create or replace function private.entry_results() returns text[]
language sql immutable set search_path = ''
return array['ok', 'duplicate', 'too_many'];

create or replace function private.reading_kinds() returns text[]
language sql immutable set search_path = ''
return array['entry', 'exit', 'print'];

create or replace function private.recipient_statuses() returns text[]
language sql immutable set search_path = ''
return array['waiting', 'queued', 'sent', 'failed', 'skipped'];

create or replace function private.promotion_audiences() returns text[]
language sql immutable set search_path = ''
return array['visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs'];

create or replace function private.promotion_tones() returns text[]
language sql immutable set search_path = ''
return array['direct', 'friendly', 'formal'];

create or replace function private.promotion_channels() returns text[]
language sql immutable set search_path = ''
return array['whatsapp', 'instagram', 'email', 'sms', 'radio'];

create or replace function private.promotion_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'approved', 'discarded'];

create or replace function private.certificate_states() returns text[]
language sql immutable set search_path = ''
return array['valid', 'revoked', 'unknown'];

create or replace function private.receipt_hold_hours() returns integer
language sql immutable set search_path = ''
return 24;

create or replace function private.confirm_mails_per_hour() returns integer
language sql immutable set search_path = ''
return 3;

create or replace function private.account_forms_per_hour() returns integer
language sql immutable set search_path = ''
return 20;

create or replace function private.draft_link_days() returns integer
language sql immutable set search_path = ''
return 14;

create or replace function private.registration_contract_days() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.max_event_days() returns integer
language sql immutable set search_path = ''
return 31;

create or replace function private.event_years() returns integer
language sql immutable set search_path = ''
return 3;

create or replace function private.publish_link_days() returns integer
language sql immutable set search_path = ''
return 400;

create or replace function private.registration_bytes_limit() returns bigint
language sql immutable set search_path = ''
return 40 * 1024 * 1024::bigint;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.plan_types() returns text[]
language sql immutable set search_path = ''
return array['ad_banner', 'listing', 'voucher_campaign', 'event_highlight'];

create or replace function private.seller_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'active', 'suspended', 'rejected'];

create or replace function private.decided_seller_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'suspended', 'rejected'];

create or replace function private.payment_sources() returns text[]
language sql immutable set search_path = ''
return array['sale', 'registration', 'service_request', 'voucher', 'service_plan'];

create or replace function private.payment_methods() returns text[]
language sql immutable set search_path = ''
return array['card', 'pix', 'manual'];

create or replace function private.payment_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'];

create or replace function private.arrived_payment_statuses() returns text[]
language sql immutable set search_path = ''
return array['review', 'processing', 'paid', 'refunded'];

create or replace function private.payment_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'];

create or replace function private.stripe_events() returns text[]
language sql immutable set search_path = ''
return array[
  'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed',
  'checkout.session.expired', 'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated',
  'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated'
];

create or replace function private.ad_statuses() returns text[]
language sql immutable set search_path = ''
return array['awaiting_payment', 'awaiting_art', 'in_review', 'approved', 'paused', 'ended', 'rejected', 'stopped'];

create or replace function private.editable_ad_statuses() returns text[]
language sql immutable set search_path = ''
return array['awaiting_payment', 'awaiting_art', 'in_review', 'rejected'];

create or replace function private.lead_stages() returns text[]
language sql immutable set search_path = ''
return array['new', 'contacted', 'negotiating', 'won', 'lost'];

create or replace function private.lead_kinds() returns text[]
language sql immutable set search_path = ''
return array['organizer', 'sponsor', 'food_truck', 'exhibitor', 'club'];

create or replace function private.pix_key_types() returns text[]
language sql immutable set search_path = ''
return array['cpf', 'cnpj', 'email', 'phone', 'evp'];

-- Numbers of the business that functions of commerce and the payments of other groups use; `npm run db:types` writes them as constants.

create or replace function private.card_page_minutes() returns integer
language sql immutable set search_path = ''
return 32;

create or replace function private.pix_hours() returns integer
language sql immutable set search_path = ''
return 24;

create or replace function private.link_days() returns integer
language sql immutable set search_path = ''
return 90;

create or replace function private.least_link_days() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.contract_link_days() returns integer
language sql immutable set search_path = ''
return 7;

create or replace function private.manage_link_days() returns integer
language sql immutable set search_path = ''
return 2;

create or replace function private.contract_access_days() returns integer
language sql immutable set search_path = ''
return 90;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.benefit_types() returns text[]
language sql immutable set search_path = ''
return array['percent', 'amount', 'gift'];

create or replace function private.voucher_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'active', 'paused', 'ended', 'rejected'];

create or replace function private.approved_voucher_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'paused', 'ended'];

create or replace function private.plan_statuses() returns text[]
language sql immutable set search_path = ''
return array['ordered', 'active', 'ended', 'cancelled'];

create or replace function private.redemption_results() returns text[]
language sql immutable set search_path = ''
return array[
  'redeemed', 'duplicate', 'expired', 'not_yet', 'wrong_time', 'wrong_place', 'cancelled', 'ended', 'unknown'
];

create or replace function private.contact_kinds() returns text[]
language sql immutable set search_path = ''
return array['call', 'whatsapp', 'directions', 'website'];

create or replace function private.weekdays() returns text[]
language sql immutable set search_path = ''
return array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

create or replace function private.waiting_trip_panel_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_progress', 'ready'];

-- Numbers of the business that functions of partners use; `npm run db:types` writes them as constants.

create or replace function private.voucher_report_days() returns integer
language sql immutable set search_path = ''
return 90;

create or replace function private.voucher_device_days() returns integer
language sql immutable set search_path = ''
return 400;

create or replace function private.desk_unlock_hours() returns integer
language sql immutable set search_path = ''
return 12;

create or replace function private.place_invitation_days() returns integer
language sql immutable set search_path = ''
return 14;

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check ((kind = ANY (private.event_kinds())));

alter table public.events
  drop constraint events_status_check,
  add constraint events_status_check check ((status = ANY (private.event_statuses())));

alter table public.events
  drop constraint events_badge_size_check,
  add constraint events_badge_size_check check ((badge_size = ANY (private.batch_sizes())));

alter table public.events
  drop constraint events_badge_hidden_check,
  add constraint events_badge_hidden_check check ((badge_hidden <@ private.badge_parts()));

alter table public.events
  drop constraint event_ends_after_it_starts,
  add constraint event_ends_after_it_starts check (((ends_at > starts_at) AND (ends_at < (starts_at + make_interval(days => private.max_event_days())))));

alter table public.event_media
  drop constraint event_media_kind_check,
  add constraint event_media_kind_check check ((kind = ANY (private.event_media_kinds())));

alter table public.event_sponsors
  drop constraint event_sponsors_tier_check,
  add constraint event_sponsors_tier_check check ((tier = ANY (private.sponsor_tiers())));

alter table public.event_registration_types
  drop constraint event_registration_types_kind_check,
  add constraint event_registration_types_kind_check check ((kind = ANY (private.registration_kinds())));

alter table public.event_stands
  drop constraint event_stands_kinds_check,
  add constraint event_stands_kinds_check check ((kinds <@ private.stand_kinds()));

alter table public.form_templates
  drop constraint form_templates_kind_check,
  add constraint form_templates_kind_check check ((kind = ANY (private.form_template_kinds())));

alter table public.form_templates
  drop constraint form_templates_registration_kind_check,
  add constraint form_templates_registration_kind_check check ((registration_kind = ANY (private.registration_kinds())));

alter table public.event_registrations
  drop constraint event_registrations_status_check,
  add constraint event_registrations_status_check check ((status = ANY (private.registration_statuses())));

alter table public.event_registrations
  drop constraint event_registrations_attending_check,
  add constraint event_registrations_attending_check check ((attending = ANY (private.attendance_answers())));

alter table public.registration_links
  drop constraint registration_links_kind_check,
  add constraint registration_links_kind_check check ((kind = ANY (private.registration_link_kinds())));

alter table public.registration_documents
  drop constraint registration_documents_status_check,
  add constraint registration_documents_status_check check ((status = ANY (private.document_statuses())));

alter table public.registration_contracts
  drop constraint registration_contracts_status_check,
  add constraint registration_contracts_status_check check ((status = ANY (private.contract_statuses())));

alter table public.event_changes
  drop constraint event_changes_fields_check,
  add constraint event_changes_fields_check check ((fields <@ private.moderated_event_parts()));

alter table public.event_publish_links
  drop constraint event_publish_links_check,
  add constraint event_publish_links_check check ((expires_at <= (created_at + make_interval(days => private.publish_link_days()))));

alter table public.event_checkin_lists
  drop constraint event_checkin_lists_purpose_check,
  add constraint event_checkin_lists_purpose_check check ((purpose = ANY (private.list_purposes())));

alter table public.event_checkin_lists
  drop constraint event_checkin_lists_kinds_check,
  add constraint event_checkin_lists_kinds_check check ((kinds <@ private.registration_kinds()));

alter table public.event_checkins
  drop constraint event_checkins_kind_check,
  add constraint event_checkins_kind_check check ((kind = ANY (private.reading_kinds())));

alter table public.event_checkins
  drop constraint event_checkins_result_check,
  add constraint event_checkins_result_check check ((result = ANY (private.checkin_results())));

alter table public.event_checkins
  drop constraint entry_has_a_registration,
  add constraint entry_has_a_registration check (((result <> ALL (private.entry_results())) OR (registration_id IS NOT NULL)));

alter table public.event_messages
  drop constraint event_messages_statuses_check,
  add constraint event_messages_statuses_check check (((cardinality(statuses) >= 1) AND (cardinality(statuses) <= 5) AND (statuses <@ private.active_registration_statuses())));

alter table public.event_messages
  drop constraint event_messages_attending_check,
  add constraint event_messages_attending_check check ((attending = ANY (private.attendance_answers())));

alter table public.event_message_recipients
  drop constraint event_message_recipients_status_check,
  add constraint event_message_recipients_status_check check ((status = ANY (private.recipient_statuses())));

alter table public.event_ad_drafts
  drop constraint event_ad_drafts_audience_check,
  add constraint event_ad_drafts_audience_check check ((audience = ANY (private.promotion_audiences())));

alter table public.event_ad_drafts
  drop constraint event_ad_drafts_tone_check,
  add constraint event_ad_drafts_tone_check check ((tone = ANY (private.promotion_tones())));

alter table public.event_ad_drafts
  drop constraint event_ad_drafts_channel_check,
  add constraint event_ad_drafts_channel_check check ((channel = ANY (private.promotion_channels())));

alter table public.event_ad_drafts
  drop constraint event_ad_drafts_status_check,
  add constraint event_ad_drafts_status_check check ((status = ANY (private.promotion_statuses())));

alter table public.event_links
  drop constraint event_links_audience_check,
  add constraint event_links_audience_check check ((audience = ANY (private.promotion_audiences())));

alter table public.certificate_checks
  drop constraint certificate_checks_state_check,
  add constraint certificate_checks_state_check check ((state = ANY (private.certificate_states())));

alter table public.print_batches
  drop constraint print_batches_size_check,
  add constraint print_batches_size_check check ((size = ANY (private.batch_sizes())));

alter table public.publication_plans
  drop constraint publication_plans_plan_type_check,
  add constraint publication_plans_plan_type_check check ((plan_type = ANY (private.plan_types())));

alter table public.sellers
  drop constraint sellers_status_check,
  add constraint sellers_status_check check ((status = ANY (private.seller_statuses())));

alter table public.sellers
  drop constraint sellers_pix_key_type_check,
  add constraint sellers_pix_key_type_check check ((pix_key_type = ANY (private.pix_key_types())));

alter table public.payments
  drop constraint payments_subject_type_check,
  add constraint payments_subject_type_check check ((subject_type = ANY (private.payment_sources())));

alter table public.payments
  drop constraint payments_method_check,
  add constraint payments_method_check check ((method = ANY (private.payment_methods())));

alter table public.payments
  drop constraint payments_status_check,
  add constraint payments_status_check check ((status = ANY (private.payment_statuses())));

alter table public.payment_entries
  drop constraint payment_entries_kind_check,
  add constraint payment_entries_kind_check check ((kind = ANY (private.payment_entry_kinds())));

alter table public.ads
  drop constraint ads_status_check,
  add constraint ads_status_check check ((status = ANY (private.ad_statuses())));

alter table public.event_leads
  drop constraint event_leads_kind_check,
  add constraint event_leads_kind_check check ((kind = ANY (private.lead_kinds())));

alter table public.event_leads
  drop constraint event_leads_stage_check,
  add constraint event_leads_stage_check check ((stage = ANY (private.lead_stages())));

alter table private.place_contact_days
  drop constraint place_contact_days_kind_check,
  add constraint place_contact_days_kind_check check ((kind = ANY (private.contact_kinds())));

alter table public.service_plans
  drop constraint service_plans_status_check,
  add constraint service_plans_status_check check ((status = ANY (private.plan_statuses())));

alter table public.vouchers
  drop constraint vouchers_benefit_type_check,
  add constraint vouchers_benefit_type_check check ((benefit_type = ANY (private.benefit_types())));

alter table public.vouchers
  drop constraint vouchers_status_check,
  add constraint vouchers_status_check check ((status = ANY (private.voucher_statuses())));

alter table public.voucher_reports
  drop constraint voucher_report_expires_within_90_days,
  add constraint voucher_report_expires_within_90_days check ((expires_at <= (created_at + make_interval(days => private.voucher_report_days()))));

alter table public.voucher_devices
  drop constraint voucher_device_expires_after_enrolment,
  add constraint voucher_device_expires_after_enrolment check (((expires_at > created_at) AND (expires_at <= (created_at + make_interval(days => private.voucher_device_days())))));

alter table public.voucher_redemptions
  drop constraint voucher_redemptions_result_check,
  add constraint voucher_redemptions_result_check check ((result = ANY (private.redemption_results())));

alter table public.service_invitations
  alter column expires_at set default now() + make_interval(days => private.place_invitation_days());

alter table public.voucher_reports
  alter column expires_at set default now() + make_interval(days => private.voucher_report_days());

create or replace function private.audience_of(campaign public.notification_campaigns) returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.profiles
  where blocked_at is null and notify_in_app
    and (campaign.audience <> 'role' or role = campaign.audience_role)
    and (campaign.audience <> 'state' or home_state = campaign.audience_state)
    and (campaign.audience <> 'event' or id in (
      select user_id from public.event_registrations
      where event_id = campaign.audience_event and status <> all (private.ended_registration_statuses())
    ))
$$;

create or replace function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at),
    'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status
        end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null)
    or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email,
    coalesce(request.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note',
      coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status = any (private.finished_panel_statuses()) and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email
    is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email,
    coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''),
      'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles
    on profiles.id = sellers.user_id
  where sellers.status = any (private.decided_seller_statuses()) and sellers.decided_at is not null
$$;

create or replace function private.expire_event_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status = any (private.public_event_statuses())
    or tg_op <> 'DELETE' and new.status = any (private.public_event_statuses()) then
    perform private.revalidate_event_states(array[
      case when tg_op <> 'INSERT' then old.state_abbr end, case when tg_op <> 'DELETE' then new.state_abbr end
    ]);
  end if;
  return null;
end $$;

create or replace function private.is_public_event(event public.events) returns boolean
language sql stable set search_path = ''
return event.status = any (private.public_event_statuses()) and event.deleted_at is null;

create or replace function private.check_form_questions(questions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  choices jsonb;
  translated text;
begin
  if jsonb_array_length(questions) > 60 then
    perform private.refuse_form('too many');
  end if;
  for question in select * from jsonb_array_elements(questions) loop
    choices := coalesce(question -> 'options', '[]');
    if coalesce(jsonb_typeof(question -> 'label'), '') <> 'string'
      or coalesce(question ->> 'kind', '') <> all (private.question_kinds())
        then
      perform private.refuse_form('label or kind');
    elsif question ->> 'kind' = 'choice' and (
      jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) < 2
      or (select count(distinct value) from jsonb_array_elements(choices)) < jsonb_array_length(choices)
    ) then
      perform private.refuse_form('options');
    end if;
    foreach translated in array array['options_en', 'options_es'] loop
      -- A translated option has the place of the Portuguese one.
      if question ? translated and jsonb_array_length(question -> translated) <> jsonb_array_length(choices) then
        perform private.refuse_form(translated);
      end if;
    end loop;
  end loop;
end $$;

create or replace function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status = new_status then
    return new_status;
  elsif private.holds_place(new_status) and not private.holds_place(known.status) and
    not private.hold_places(known.type_id, known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and not private.holds_place(new_status) then
    perform private.release_places(known.type_id, known.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = known.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and known.status = 'offered' then known.held_until
      else private.hold_end(new_status, known.status, known.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(known.waiting_since, now())
      else known.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else known.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = known.id returning * into changed;
  if new_status = any (private.ended_registration_statuses()) then
    perform private.expire_registration_pages(known.id);
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund;
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and known.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = known.event_id
      and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;

create or replace function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if known.id is null or known.status = any (private.ended_registration_statuses())
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return private.refused('closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = known.form_version_id
  where type.id = known.type_id;
  if kind <> all (asked) then
    return private.refused('not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', known.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return private.refused('too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = known.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return private.saved(jsonb_build_object('replaced', to_jsonb(replaced)));
end $$;

create or replace function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = request) then
    return private.gone();
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = request;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, request, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return private.saved();
end $$;

create or replace function private.read_registration_draft(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select known.draft || jsonb_build_object('type', known.type_id) from public.registration_drafts as known
  where known.token_hash = private.token_hash(token)
    and known.created_at > now() - make_interval(days => private.draft_link_days())
$$;

create or replace function private.send_registration_contract(contract uuid, token_hash text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(),
      link_expires_at = now() + make_interval(days => private.registration_contract_days()),
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    raise exception 'contract_closed';
  end if;
  return until;
end $$;

-- A receipt holds the place from its first file, however long its review takes.
create or replace function private.note_registration_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registration public.event_registrations;
  notice private.payment_notices;
begin
  select * into registration from public.event_registrations where id = new.subject_id;
  if registration.id is null then
    return null;
  end if;
  if new.status = 'review' and old.status = 'pending' then
    update public.event_registrations set held_until = greatest(held_until,
      coalesce(new.receipt_sent_at, now()) + make_interval(hours => private.receipt_hold_hours()))
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets time to send another receipt.
    update public.event_registrations set
      held_until = greatest(held_until, now() + make_interval(hours => private.receipt_hold_hours()))
      where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration',
      jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_registration(registration, 'registration_refunded', 'registration',
      jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status = any (private.arrived_payment_statuses()) then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials',
      replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until,
        id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id
          and status = 'processing'
      ) or not private.may_change(known, 'expire');
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - make_interval(mins => private.hold_minutes())
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;

create or replace function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.hold_minutes())
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(
        least(now() + make_interval(hours => private.offer_hold_hours()), private.kind_end(type)),
        now() + make_interval(mins => private.hold_minutes()))
    when new_status = 'awaiting_payment' then now() + make_interval(mins => private.hold_minutes())
  end
$$;

-- Sending a form: its checks, its limits and the confirmation of the address.

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create or replace function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
  event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vehicle jsonb;
  number integer := 0;
  year integer;
begin
  if jsonb_typeof(coalesce(list, '[]')) <> 'array' or jsonb_array_length(coalesce(list, '[]')) > kind.max_vehicles
    or kind.kind = any (private.exhibitor_kinds()) and jsonb_array_length(coalesce(list, '[]')) = 0 then
    perform private.refuse_request('vehicles');
  end if;
  for vehicle in select * from jsonb_array_elements(coalesce(list, '[]')) loop
    number := number + 1;
    if jsonb_typeof(vehicle) <> 'object' then
      perform private.refuse_request('vehicles');
    end if;
    year := private.whole_field(vehicle, 'year', 1880, 2100, true);
    -- The car that is exhibited must have the age; the van of a seller may be new.
    if kind.kind = any (private.exhibitor_kinds()) and extract(year
      from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      raise exception 'vehicle_too_new' using detail = number::text;
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate,
      has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true),
        private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10,
        '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600),
        private.text_field(vehicle, 'class_name', 80)
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model,
      year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story,
        class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration
    and known.position > number;
end $$;

create or replace function private.registration_price(kind public.event_registration_types, places integer, stand uuid)
  returns integer
language sql stable security definer set search_path = '' as $$
  select kind.price_cents * case when kind.kind = any (private.visitor_kinds()) then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;

create or replace function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(payload, 'type', true));
  event public.events;
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(payload, 'companions', kind.max_companions);
  people integer := 1 + cardinality(companions);
  stand uuid := case when kind.chooses_stand then private.uuid_field(payload, 'stand') end;
  price integer := private.registration_price(kind, people, stand);
  full_name text := private.text_field(payload, 'full_name', 120, true);
  address text := lower(private.email_field(payload, 'email', true));
  own_address text := private.confirmed_address();
  first_status text;
  stored public.event_registrations;
begin
  select * into event from public.events where id = kind.event_id;
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(payload, 'form_version'), form.id) is distinct from form.id then
    raise exception 'form_changed';
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  elsif not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    raise exception 'already_registered';
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  kind.requires_approval := kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
  first_status := private.status_after_form(kind, people, price);
  if own_address is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(event.id);
    if price > 0 and not (kind.requires_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(event.id, address, (select private.account_id()));
    end if;
  end if;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    raise exception 'no_places';
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    full_name, address, private.phone_field(payload, 'phone', kind.kind <> all (private.visitor_kinds())),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind = any (private.company_kinds())),
    private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160),
      private.text_field(payload, 'company', 160, kind.kind = any (private.company_kinds())),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      private.uuid_field(payload, 'request_id', true),
    private.request_digest(payload), case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end, case when first_status = 'unconfirmed' then 1 else 0 end
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    raise exception 'stand_taken';
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;

create or replace function private.confirm_mails_of(address text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(confirm_mails), 0)::integer from public.event_registrations
  where lower(email) = address
    and greatest(created_at, held_until - make_interval(mins => private.hold_minutes())) > now() - interval '1 hour'
$$;

create or replace function private.other_registration(type uuid, address text, name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.event_registrations
  where type_id = type and lower(email) = lower(address) and private.fold(btrim(full_name)) = private.fold(btrim(name))
    and status = any (private.active_registration_statuses())
  order by created_at, id limit 1
$$;

create or replace function private.check_confirm_mails(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.confirm_mails_of(address) >= private.confirm_mails_per_hour() then
    raise exception 'too_many_mails';
  end if;
end $$;

create or replace function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and created_at > now() - interval '1 hour'
  ) >= private.account_forms_per_hour() then
    raise exception 'too_many_forms';
  end if;
end $$;

create or replace function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  case decision
    when 'approve' then
      if known.status <> all (private.approvable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if known.status <> all (private.waitable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'wait') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'waitlisted', note);
    when 'promote' then
      if known.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status <> all (private.refusable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'reject') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status <> all (private.active_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'cancel') then
        raise exception 'registration_entered';
      end if;
      return private.cancel_registration(known.id, note);
    else
      perform private.refuse_request('decision');
  end case;
  if known.status = 'offered' then
    perform private.promote_waiting(known.type_id);
  end if;
  return (select status from public.event_registrations where id = known.id);
end $$;

create or replace function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = any (private.active_registration_statuses())
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
    and private.may_change(registration, 'edit_own')
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id
    where kind.id = registration.type_id
$$;

create or replace function private.edit_own_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return private.gone();
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  select * into event from public.events where id = known.event_id;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(known.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> all (private.visitor_kinds())),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = known.id;
  perform private.add_registration_vehicles(known.id, kind, event, payload -> 'vehicles');
  return private.saved();
end $$;

create or replace function private.assign_stand(registration uuid, stand uuid, expected_version timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
  wanted public.event_stands;
begin
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = known.type_id
    where event_stands.id = stand and event_stands.event_id = known.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      raise exception 'stand_missing';
    elsif wanted.registration_id <> known.id then
      raise exception 'stand_taken';
    elsif known.status = any (private.ended_registration_statuses()) then
      raise exception 'registration_decided';
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = known.id and id is distinct from stand;
  update public.event_stands set registration_id = known.id where id = stand;
  perform private.set_places(known.id, known.places, stand,
    keeps_price or known.status = any (private.ended_registration_statuses()));
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = known.id);
end $$;

-- A key that the payload does not have keeps the value of the event.
create or replace function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  given jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(given, 'title', 140, true);
  event.kind := private.choice_field(given, 'kind', private.event_kinds());
  event.state_abbr := private.pattern_field(given, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(given, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse_request('municipality_ibge');
  end if;
  event.town := private.text_field(given, 'town', 120, true);
  event.venue := private.text_field(given, 'venue', 160);
  event.address := private.text_field(given, 'address', 300);
  event.access_notes := private.text_field(given, 'access_notes', 1000);
  event.lat := private.number_field(given, 'lat', -34, 6);
  event.lng := private.number_field(given, 'lng', -74, -28);
  event.starts_at := private.moment_field(given, 'starts_at', true);
  event.ends_at := private.moment_field(given, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(given, 'description', 8000), '');
  event.rules := coalesce(private.text_field(given, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(given, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(given, 'solidarity_item', 160);
  event.capacity := private.whole_field(given, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(given, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(given, 'organizer_phone');
  event.organizer_email := private.email_field(given, 'organizer_email');
  event.website := private.pattern_field(given, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(given, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(given, 'poster_path', base);
  event.stand_map_path := private.event_file_field(given, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(given, 'votes_open_at');
  event.votes_close_at := private.moment_field(given, 'votes_close_at');
  if jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 40000 then
    perform private.refuse_request('translations');
  elsif event.ends_at <= event.starts_at
    or event.ends_at >= event.starts_at + make_interval(days => private.max_event_days()) then
    perform private.refuse_request('ends_at');
  elsif event.starts_at not between now() - make_interval(years => private.event_years())
      and now() + make_interval(years => private.event_years()) and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse_request('starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse_request('lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse_request('votes_close_at');
  end if;
  event.translations := given -> 'translations';
  return event;
end $$;

create or replace function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  given jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(given, 'kind', private.registration_kinds());
  type.name := private.text_field(given, 'name', 120, true);
  type.price_cents := private.whole_field(given, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(given, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(given, 'requires_approval');
  type.max_vehicles := private.whole_field(given, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(given, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(given, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(given, 'has_waiting_list');
  type.chooses_stand := private.flag_field(given, 'chooses_stand');
  type.allows_several := private.flag_field(given, 'allows_several');
  type.opens_at := private.moment_field(given, 'opens_at');
  type.closes_at := private.moment_field(given, 'closes_at');
  type.edit_until := private.moment_field(given, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse_request('required_documents');
  elsif jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 4000 then
    perform private.refuse_request('translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse_request('closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse_request('capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse_request('kind_registered');
  end if;
  type.translations := given -> 'translations';
  return type;
end $$;

create or replace function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse_request('kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', private.registration_kinds()), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse_request(format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse_request(format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.save_event_sponsors(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  sponsor public.event_sponsors;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 40
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('sponsors');
  end if;
  delete from public.event_sponsors
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into sponsor from public.event_sponsors where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if sponsor.id is null then
        sponsor.id := gen_random_uuid();
      end if;
      entry := to_jsonb(sponsor) || entry;
      insert into public.event_sponsors (id, event_id, name, tier, url, logo_path, position) values (
        sponsor.id, event.id, private.text_field(entry, 'name', 120, true),
        coalesce(private.choice_field(entry, 'tier', private.sponsor_tiers(), false), 'support'),
        private.pattern_field(entry, 'url', 300, '^https?://[^\s"<>\\]+$'),
          private.event_file_field(entry, 'logo_path', event), number
      ) on conflict (id) do update set name = excluded.name, tier = excluded.tier, url = excluded.url,
        logo_path = excluded.logo_path, position = excluded.position;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_request(format('sponsors.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

-- Submitting, publishing, postponing and cancelling an event.

create or replace function private.mail_registered(event public.events, change text, note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select
      (array_agg(registration.id order by registration.created_at))[1] as id,
      (array_agg(registration.email order by registration.created_at))[1] as email,
      (array_agg(registration.full_name order by registration.created_at))[1] as full_name,
      (array_agg(registration.locale order by registration.created_at))[1] as locale,
      string_agg(registration.code, ', ' order by registration.created_at) as codes,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
      )) as has_paid
    from public.event_registrations as registration
    where event_id = event.id and registration.status = any (private.active_registration_statuses())
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or
      not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;

create or replace function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  found public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + make_interval(years => private.event_years()) then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + make_interval(days => private.max_event_days())
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into found;
  return private.changed_event(found, private.mail_registered(found, 'date', note));
end $$;

create or replace function private.cancel_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into found;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = found.id order by id for update;
  mailed := private.mail_registered(found, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = found.id and status = any (private.active_registration_statuses())
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(found, mailed);
end $$;

create or replace function private.apply_event_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return private.gone();
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item
    and status = any (private.active_registration_statuses())) then
    return private.refused('has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return private.refused('unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', item));
end $$;

create or replace function private.add_default_checkin_lists(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_checkin_lists (event_id, name, purpose, kinds, position)
  select events.id, list.name, list.purpose, list.kinds, list.position
  from public.events, (values
    ('Entrada', 'entry', '{}'::text[], 1),
    ('Veículos', 'vehicle', private.exhibitor_kinds(), 2),
    ('Entrega de kits', 'kit', private.partner_kinds(), 3)
  ) as list (name, purpose, kinds, position)
  where events.id = event and not exists (select from public.event_checkin_lists where event_id = event)
  on conflict do nothing
$$;

create or replace function private.order_checkins(list public.event_checkin_lists, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reading public.event_checkins;
  judged record;
  earliest uuid;
  now_inside integer := 0;
  ids uuid[] := '{}';
  outcomes text[] := '{}';
  changes integer[] := '{}';
  totals integer[] := '{}';
begin
  for reading in
    select known.* from public.event_checkins as known
    where known.list_id = list.id and known.registration_id = order_checkins.registration and known.kind <> 'print'
      and known.result = any (private.entry_results()) and known.undone_at is null
    order by known.scanned_at, known.nonce
  loop
    judged := private.judge_movement(reading, now_inside, list.allow_reentry);
    now_inside := now_inside + judged.change;
    ids := ids || reading.id;
    outcomes := outcomes || judged.outcome;
    changes := changes || judged.change;
    totals := totals || now_inside;
    if earliest is null and reading.kind = 'entry' and judged.outcome = 'ok' then
      earliest := reading.id;
    end if;
  end loop;
  -- The unique index allows one first entry at a time, so the former one is changed first.
  update public.event_checkins as known set
    result = judgement.outcome, moved = judgement.change, inside = judgement.total, first_checkin_id = case
      when known.kind = 'entry' then earliest end
  from unnest(ids, outcomes, changes, totals) as judgement (id, outcome, change, total)
  where known.id = judgement.id and known.id is distinct from earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from (judgement.outcome, judgement.change, judgement.total, case when known.kind = 'entry'
        then earliest end);
  update public.event_checkins as known set result = 'ok', moved = judgement.change, inside = judgement.total,
    first_checkin_id = null
  from unnest(ids, changes, totals) as judgement (id, change, total)
  where known.id = judgement.id and known.id = earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from ('ok', judgement.change, judgement.total, null::uuid);
end $$;

create or replace function private.record_checkin(reading jsonb, device public.checkin_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  list public.event_checkin_lists;
  registration public.event_registrations;
  given_kind text := coalesce(reading ->> 'kind', 'entry');
  outcome text;
  offline boolean := coalesce((reading ->> 'isOffline')::boolean, false);
  -- With a connection the clock of the server decides, so that no device can date a reading before an entry.
  scanned timestamptz := case when offline then least((reading ->> 'scannedAt')::timestamptz, now())
    else clock_timestamp() end;
  given_people integer := (reading ->> 'people')::integer;
begin
  select * into list from public.event_checkin_lists
  where id = (reading ->> 'listId')::uuid and (device.id is null or event_id = device.event_id);
  if list.id is null or given_kind <> all (private.reading_kinds()) or given_kind = 'print' and device.id is not null
    then
    return;
  end if;
  -- A device whose clock was reset would always be the earliest.
  if scanned is null or scanned < now() - interval '60 days' then
    scanned := now();
  end if;
  if scanned > least(device.revoked_at, device.expires_at) then
    return;
  end if;
  select * into registration from public.event_registrations where id = (reading ->> 'registrationId')::uuid;
  outcome := private.judge_reading(list, registration, reading, given_kind, device.id is null
    and coalesce((reading ->> 'isForced')::boolean, false));
  insert into public.event_checkins (
    list_id, registration_id, nonce, kind, result, device_id, operator_id, scanned_at, is_offline, is_forced, people,
      places, undone_at
  ) values (
    list.id, case when registration.event_id = list.event_id then registration.id end, (reading ->> 'nonce')::uuid,
      given_kind, outcome,
    device.id, case when device.id is null then (select private.account_id()) end, scanned, offline,
    outcome = 'duplicate' and registration.status <> 'confirmed',
    case when given_people between 1 and 21 and given_kind <> 'print' then given_people end,
      coalesce(registration.places, 1),
    -- A reading from before an undo that arrives after it is undone too, when everybody was taken out.
    (select max(undone_at) from public.event_checkins as undone
     where given_kind = 'entry' and not list.allow_reentry and undone.kind = 'entry' and undone.list_id = list.id
       and undone.registration_id = registration.id
       and undone.moved = undone.places and undone.undone_at >= scanned)
  )
  on conflict (nonce) do nothing;
  if found and (outcome = 'duplicate' or given_kind = 'exit' and outcome = 'ok') then
    perform private.order_checkins(list, registration.id);
  end if;
end $$;

create or replace function private.undo_checkin(reading uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print'
    and result = any (private.entry_results())
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return private.gone();
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null
    and result = any (private.entry_results())
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  return private.saved();
end $$;

create or replace function private.read_gate(event uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  chosen uuid := coalesce(device.event_id, event);
begin
  perform private.add_default_checkin_lists(chosen);
  update public.checkin_devices set last_sync_at = now() where id = device.id;
  return (
    select jsonb_build_object(
      'now', now(),
      'event', jsonb_build_object('id', events.id, 'title', events.title, 'startsAt', events.starts_at, 'endsAt',
        events.ends_at, 'isDemo', events.is_demo),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at) end,
      'keys', private.event_public_keys(),
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'purpose', purpose, 'kinds', kinds,
          'allowReentry', allow_reentry) order by position, name), '[]')
        from public.event_checkin_lists where event_id = chosen
      ),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', private.places_left(id),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = any (private.exhibitor_kinds()),
          'needsApproval', private.needs_gate_approval(type)
        ) order by position), '[]')
        from public.event_registration_types as type where event_id = chosen
      ),
      'people', (
        select coalesce(jsonb_agg(private.gate_person(registration, type) order by registration.search_name), '[]')
        from public.event_registrations as registration join public.event_registration_types as type
          on type.id = registration.type_id
        where registration.event_id = chosen and not private.is_gate_over(events) and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
          -- A person who has entered is inside until an exit is stored.
          or registration.status = 'cancelled' and private.has_entered(registration.id)
        )
      ),
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status = any (private.ended_registration_statuses())
          and registration.confirmed_at is not null
          and not private.has_entered(registration.id)
      ),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_array(entry.list_id, entry.registration_id, entry.scanned_at,
          coalesce(reader.name, operator.username, ''), counted.entered, counted.inside)), '[]')
        from public.event_checkins as entry
        join private.list_people(chosen) as counted on counted.list_id = entry.list_id
          and counted.registration_id = entry.registration_id
        left join public.checkin_devices as reader on reader.id = entry.device_id
        left join public.profiles as operator on operator.id = entry.operator_id
        where entry.kind = 'entry' and entry.result = 'ok' and entry.first_checkin_id is null and entry.undone_at
          is null and not private.is_gate_over(events)
      ),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(list_id, registration_id)), '[]')
        from private.last_movements(chosen) where kind = 'exit' and inside = 0)
    )
    from public.events where events.id = chosen and deleted_at is null and status in ('published', 'postponed')
  );
end $$;

create or replace function private.mail_followers(event public.events, change text, moment timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select distinct on (follow.email) follow.id, follow.email, follow.locale
    from public.event_follows as follow
    where follow.confirmed_at <= moment
      and (follow.event_id = event.id or change <> 'registration' and follow.state_abbr = event.state_abbr)
      and (change in ('published', 'registration') or not exists (
        select from public.event_registrations as registration
        where registration.event_id = event.id and lower(registration.email) = follow.email and (
          registration.status = any (private.active_registration_statuses())
          or change = 'cancelled' and registration.status = 'cancelled' and registration.updated_at >= moment
        )
      ))
    order by follow.email, follow.event_id nulls last
  loop
    perform private.enqueue_mail(person.email, 'event_follow_news',
      private.mail_event_facts(event) || jsonb_build_object(
      'change', change, 'note', case when change in ('postponed', 'cancelled') then coalesce(event.status_note, '')
        else '' end,
      'path', '/eventos/lacambeche/' || event.slug, 'follow', person.id
    ), person.locale);
    enqueued := enqueued + 1;
  end loop;
  return enqueued;
end $$;

create or replace function private.message_from(payload jsonb) returns public.event_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
  kinds text[];
begin
  perform private.check_payload(payload);
  message.id := private.uuid_field(payload, 'id', true);
  message.event_id := private.uuid_field(payload, 'event', true);
  message.channel := private.choice_field(payload, 'channel', '{mail,whatsapp}', true);
  message.subject := case when message.channel = 'mail' then private.text_field(payload, 'subject', 160, true) end;
  message.body := private.text_field(payload, 'body', 4000, true);
  kinds := private.texts_field(payload, 'types', 50);
  if exists (select from unnest(kinds) as chosen where not exists (
    select from public.event_registration_types as known where known.id::text = chosen
      and known.event_id = message.event_id
  )) then
    perform private.refuse_request('types');
  end if;
  message.types := kinds::uuid[];
  message.statuses := private.texts_field(payload, 'statuses', 5);
  if cardinality(message.statuses) = 0 or not message.statuses <@ private.active_registration_statuses() then
    perform private.refuse_request('statuses');
  end if;
  message.attending := private.choice_field(payload, 'attending', private.attendance_answers(), false);
  message.is_checked_in := case private.choice_field(payload, 'checked_in', '{yes,no}', false) when 'yes' then true
    when 'no' then false end;
  message.send_at := coalesce(private.moment_field(payload, 'send_at'), now());
  if message.send_at > now() + interval '1 year' then
    perform private.refuse_request('send_at');
  elsif not exists (select from public.events where id = message.event_id and deleted_at is null) then
    raise exception 'event_missing';
  end if;
  return message;
end $$;

create or replace function private.mail_message_to(message public.event_messages, recipient public.event_registrations,
  event public.events) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail uuid;
begin
  if recipient.id is null or not private.in_audience(recipient, message) or not private.is_reachable(recipient, 'mail')
    or exists (
    select from public.event_message_recipients as earlier join public.event_registrations as other
      on other.id = earlier.registration_id
    where earlier.message_id = message.id and earlier.registration_id <> recipient.id and earlier.status
      not in ('waiting', 'skipped')
      and lower(other.email) = lower(recipient.email)
  ) then
    update public.event_message_recipients set status = 'skipped', changed_at = now()
    where message_id = message.id and registration_id = recipient.id;
    return;
  end if;
  mail := private.enqueue_mail(recipient.email, 'event_message', private.mail_event_facts(event) || jsonb_build_object(
    'subject', message.subject, 'body', message.body, 'name', recipient.full_name, 'code', recipient.code,
    'link_kind', 'registration', 'link_subject', recipient.id, 'ends_messages', true
  ), recipient.locale);
  update public.event_message_recipients set status = 'queued', mail_id = mail, changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
exception when invalid_parameter_value then
  update public.event_message_recipients set status = 'failed', reason = 'invalid address', changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
end $$;

create or replace function private.event_partners(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('event_synergy')) then
    raise exception 'only for the calendar of events' using errcode = '42501';
  end if;
  return (
    with dates as (
      select other.id from public.events as one
      join public.events as other on other.id = one.id or other.series_id = one.series_id
        and other.starts_at < one.starts_at
      where one.id = event_partners.event and other.deleted_at is null
    ), people as (
      -- A person who came several times counts once.
      select distinct on (lower(registration.email), kind.kind)
        kind.kind, coalesce(btrim(registration.town), '') as town, registration.state_abbr::text as state
      from dates join public.event_registrations as registration on registration.event_id = dates.id
      join public.event_registration_types as kind on kind.id = registration.type_id
      where registration.status = 'confirmed' and kind.kind = any (private.partner_kinds())
      order by lower(registration.email), kind.kind, registration.created_at desc
    ), grouped as (
      select kind, town, state, count(*) as people from people group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 2000
    )
    select coalesce(jsonb_agg(to_jsonb(grouped)), '[]') from grouped
  );
end $$;

create or replace function private.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_ad_drafts;
begin
  if not (private.is_staff() and private.has_permission('event_ai_ads')) then
    raise exception 'only announcement staff' using errcode = '42501';
  elsif decision is null or decision <> all (private.promotion_statuses()) then
    raise exception 'unknown decision' using errcode = '22023';
  end if;
  select * into one from public.event_ad_drafts where id = draft for update;
  if one.id is null then
    return private.gone();
  elsif expected_version is not null and one.updated_at <> expected_version then
    return private.conflict();
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return private.saved();
end $$;

create or replace function private.candidate(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'vehicle', car.id, 'name', concat_ws(' ', car.make, car.model), 'year', car.year, 'color', car.color, 'story',
      car.story,
    'event', event.title, 'translations', event.translations, 'slug', event.slug, 'time_zone', event.time_zone,
      'is_demo', event.is_demo,
    'opens_at', event.votes_open_at, 'closes_at', event.votes_close_at,
    'state', case when event.votes_open_at is null then 'none' when now() < event.votes_open_at then 'not_yet'
      when now() >= event.votes_close_at then 'closed' else 'open' end
  )
  from public.registration_vehicles as car
    join public.event_registrations as registration on registration.id = car.registration_id
      and registration.status = 'confirmed'
    join public.event_registration_types as kind on kind.id = registration.type_id
      and kind.kind = any (private.exhibitor_kinds())
    join public.events as event on event.id = registration.event_id and event.status in ('published', 'postponed')
      and event.deleted_at is null
  where car.id = vehicle
$$;

create or replace function private.link_end(kind text, subject uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when kind = 'contract' then now() + make_interval(days => private.contract_link_days())
    when kind = 'manage' then now() + make_interval(days => private.manage_link_days())
    when kind in ('registration', 'badge', 'attendance') then greatest(
      now() + make_interval(days => private.least_link_days()), (
      select events.ends_at from public.event_registrations as registration join public.events
        on events.id = registration.event_id where registration.id = subject
    ) + make_interval(days => private.link_days()))
    when kind = 'report' then greatest(now() + make_interval(days => private.least_link_days()),
      (select ends_at from public.ads where id = subject) + make_interval(days => private.link_days()))
    else greatest(now() + make_interval(days => private.least_link_days()), (
      select end_date::timestamp at time zone 'America/Sao_Paulo' from public.sales
      where id = subject
    ) + make_interval(days => private.link_days()))
  end
$$;

create or replace function private.opens_contract(link public.link_tokens) returns boolean
language sql stable set search_path = '' as $$
  select link.kind = 'contract' or link.issued_at > now() - make_interval(days => private.contract_access_days())
$$;

create or replace function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean)
  returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind = any (private.registration_link_kinds()) then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known
      where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return false;
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash,
      private.link_end(issue_link.kind, subject));
    return true;
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject
    and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return false;
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report'
      then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return true;
end $$;

-- pending < review < processing < expired < failed < paid < refunded.
create or replace function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(private.payment_statuses(), status)
$$;

create or replace function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid := private.payment_of_event(facts);
  owed public.payments;
  refunds record;
  answer text;
  is_handled boolean := type = any (private.stripe_events());
  -- These events repeat the content of a handled event.
  is_informative boolean := type in (
    'payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed',
      'payment_intent.requires_action',
    'charge.succeeded', 'charge.pending', 'charge.failed', 'charge.updated', 'refund.created'
  );
begin
  if facts ->> 'is_other_mode' = 'true' then
    payment := null;
  end if;
  if payment is null and not is_handled then
    return 'ignored';
  end if;
  -- The sale, registration or plan is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment
    and subject_type = 'sale') for update;
  perform private.lock_registration((select subject_id from public.payments where id = payment
    and subject_type = 'registration'));
  perform private.lock_service_plan((select subject_id from public.payments where id = payment
    and subject_type = 'service_plan'));
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at,
    payment_id)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id',
    record_stripe_event.facts, 'received', record_stripe_event.happened_at, payment)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now())
      where id = payment;
  end if;
  select * into owed from public.payments where id = payment for update;
  if facts ->> 'is_other_mode' = 'true' then
    answer := 'other_mode';
  elsif payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded')
    and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: the team must check it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency')
      is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status
        not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', null, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'processing', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.async_payment_failed' then
    answer := private.advance_payment(payment, 'failed', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.expired' then
    answer := private.advance_payment(payment, 'expired');
  elsif type like 'charge.dispute.%' and is_handled then
    perform private.keep_intent(payment, facts ->> 'payment_intent', null);
    answer := private.apply_dispute(payment);
  elsif is_handled then
    select * into refunds from private.refunds_of_events(payment);
    update public.payments set refund_failed_cents = least(refunds.failed, amount_cents) where id = payment;
    answer := private.advance_payment(payment, 'pending', least(refunds.refunded, 2000000000)::integer,
      facts ->> 'payment_intent');
    if refunds.failed > 0 and type <> 'charge.refunded' then
      answer := 'refund_failed';
    end if;
  else
    answer := case when is_informative then 'informative' else 'unhandled' end;
  end if;
  update public.payment_webhook_events set outcome = answer where id = stored;
  return answer;
end $$;

create or replace function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + make_interval(mins => private.card_page_minutes())
        else greatest(least(now() + make_interval(hours => private.pix_hours()), ends),
          now() + make_interval(mins => private.hold_minutes())) end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open. Payments that are opened one after the other hold it for one
  -- hour more than a Pix payment in all.
  select max(created_at) + make_interval(hours => private.pix_hours() + 1) into last_hold
  from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;

create or replace function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    raise exception 'period_over';
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at,
      difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;

-- A longer period extends the report link; a shorter one does not shorten a link that was given out.
create or replace function private.extend_report_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.link_tokens set expires_at = new.ends_at + make_interval(days => private.link_days())
  where ad_id = new.id and expires_at > now() and expires_at < new.ends_at + make_interval(days => private.link_days());
  return null;
end $$;

create or replace function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where id = (private.live_link(token, 'report')).ad_id for update;
  if before.id is null then
    return private.gone();
  elsif before.status <> all (private.editable_ad_statuses()) then
    return private.refused('closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
      then array(select abbr::text from public.states where abbr in (select upper(value)
        from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return private.saved(jsonb_build_object(
    'status', after.status,
    -- Files that no banner shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old
      where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  ));
end $$;

create or replace function private.is_opening_hours(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each(value) as entry (day, spans)
    where day <> all (private.weekdays()) or case
      when jsonb_typeof(spans) <> 'array' then true
      when jsonb_array_length(spans) > 4 then true
      else exists (
        select from jsonb_array_elements(spans) as span
        where case when jsonb_typeof(span) <> 'array' then true when jsonb_array_length(span) <> 2 then true else
          coalesce(span ->> 0, '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or coalesce(span ->> 1,
            '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or span ->> 0 = span ->> 1
        end
      )
    end
  ) else false end
$$;

create or replace function private.count_place_contact(service uuid, kind text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind <> all (private.contact_kinds()) then
    perform private.refuse_request('kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return private.saved_or_gone(found);
end $$;

create or replace function private.file_service_message(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.service_messages;
  place public.services;
  owner record;
begin
  perform private.check_payload(payload);
  message.service_id := private.uuid_field(payload, 'service', true);
  message.name := private.text_field(payload, 'name', 120, true);
  message.email := lower(private.email_field(payload, 'email', true));
  message.body := private.text_field(payload, 'body', 2000, true);
  message.locale := coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR');
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  select * into place from public.services where id = message.service_id for key share;
  if not private.takes_messages(message.service_id) then
    return private.refused('closed');
  elsif exists (
    select from public.service_messages as known
    where known.service_id = message.service_id and lower(known.email) = message.email and known.body = message.body
      and known.created_at > now() - interval '1 day'
  ) then
    -- The same form sent twice is one message.
    return private.saved();
  elsif (select count(*) from public.service_messages where lower(email) = message.email
    and created_at > now() - interval '1 day') >= 10
    or (select count(*) from public.service_messages where service_id = message.service_id
      and created_at > now() - interval '1 day') >= 100
  then
    return private.refused('limit');
  end if;
  insert into public.service_messages (service_id, name, email, body, locale)
  values (message.service_id, message.name, message.email, message.body, message.locale);
  for owner in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = place.id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      owner.id, 'Mensagem para ' || left(place.name, 90), 'Um visitante escreveu ao lugar. Leia e responda no painel.',
        '/painel/lugares/' || place.id || '#mensagens',
      jsonb_build_object(
        'en', jsonb_build_object('title', 'Message for ' || left(place.name, 90), 'body',
          'A visitor wrote to the place. Read and answer it in your panel.'),
        'es', jsonb_build_object('title', 'Mensaje para ' || left(place.name, 90), 'body',
          'Una persona escribió al lugar. Lee y responde en tu panel.')
      )
    );
    begin
      -- The text of the visitor is read in the panel only.
      perform private.enqueue_mail(owner.email, 'place_message', jsonb_build_object(
        'name', owner.username, 'place', place.name, 'path', '/painel/lugares/' || place.id || '#mensagens'
      ), owner.locale);
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return private.saved();
end $$;

create or replace function private.note_plan_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plan public.service_plans;
  place public.services;
  link text;
begin
  select * into plan from public.service_plans where id = new.subject_id;
  select * into place from public.services where id = plan.service_id;
  if place.id is null then
    return null;
  end if;
  link := '/painel/lugares/' || place.id || '#plano';
  if new.status = 'pending' and old.status = 'review' then
    perform private.tell_plan_payment(plan.account_id, 'plan_receipt_refused', place, link);
  elsif new.status = 'paid' and old.status not in ('paid', 'refunded') then
    perform private.tell_plan_payment(plan.account_id, 'plan_paid', place, link);
  elsif new.status = 'refunded' and old.status <> 'refunded' then
    perform private.tell_plan_payment(plan.account_id, 'plan_refunded', place, link);
  end if;
  if new.status <> old.status and new.status = any (private.arrived_payment_statuses()) then
    perform private.expire_plan_pages(plan.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    perform private.tell_plan_payment(profiles.id, 'plan_refund_owed', place, '/admin/financials')
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;

create or replace function private.open_plan_payment(plan uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.service_plans;
  payment public.payments;
begin
  perform private.require_account();
  select * into owed from public.service_plans where id = plan;
  if owed.id is null or not private.owns_place(owed.service_id) then
    raise exception 'sale_missing';
  elsif wanted is null or wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  end if;
  owed := private.lock_service_plan(plan);
  if owed.status <> 'ordered' or exists (select from public.services where id = owed.service_id and deleted_at
    is not null) then
    raise exception 'nothing_to_pay';
  elsif private.is_plan_being_paid(owed.id) then
    raise exception 'in_progress';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'service_plan' and subject_id = owed.id and method = wanted and status = 'pending'
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'service_plan', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end
    ) returning * into payment;
  end if;
  return payment;
end $$;

-- Only numbers and titles: neither names nor codes.
create or replace function private.read_voucher_report(token text) returns jsonb
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

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
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

create or replace function private.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
  mine integer;
  all_callers integer;
  last_wrong timestamptz;
begin
  if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
    return private.gone();
  end if;
  -- Attempts at one place are judged one after the other.
  perform from public.services where id = device.service_id for no key update;
  select count(*) filter (where wrong.caller = unlock_voucher_device.caller), count(*), max(at) into mine, all_callers,
    last_wrong
  from private.wrong_pins as wrong where service_id = device.service_id and at > now() - interval '15 minutes';
  if mine >= 5 then
    return private.refused('locked');
  elsif all_callers >= 20 and last_wrong > now() - interval '30 seconds' then
    return private.refused('slow');
  elsif not exists (select from private.place_pins where service_id = device.service_id and pin_hash = hash) then
    insert into private.wrong_pins (service_id, caller) values (device.service_id, unlock_voucher_device.caller);
    return private.refused('wrong') || jsonb_build_object('left', 4 - mine);
  end if;
  update public.voucher_devices set
    unlocked_until = least(now() + make_interval(hours => private.desk_unlock_hours()), expires_at)
  where id = device.id
    returning * into device;
  return private.saved(jsonb_build_object('until', device.unlocked_until));
end $$;

create view private.searchable_event with (security_invoker = true) as
select
  events.id as source_id, 'event' as kind, events.id::text as entity_id, events.state_abbr,
  events.title || case when events.is_demo then ' (demonstração)' else '' end as title,
  left(events.description, 300) as summary,
  concat_ws(' ', events.town, states.name, events.organizer_name, events.venue, 'evento event') as keywords,
  '/eventos/lacambeche/' || events.slug as path, 1.1::real as weight, null::timestamptz as visible_from,
  case when events.is_demo then '{}' else private.search_translations(events.translations, 'title', 'description') end
    as translations
from public.events join public.states on states.abbr = events.state_abbr
where events.status = any (private.public_event_statuses()) and events.deleted_at is null;

create policy "anonymous visitors read public events" on public.events
  for select to anon using (status = any (private.public_event_statuses()) and deleted_at is null);

create policy "signed-in accounts read public events, editors of an event theirs, event managers all" on public.events
  for select to authenticated
  using (
    (status = any (private.public_event_statuses()) and deleted_at is null)
    or organizer_id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('events'))
    or private.edits_event(id)
  );

create trigger sellers_withdraw before update of status on public.sellers
  for each row when (old.status = any (private.decided_seller_statuses()))
    execute function private.withdraw_answer('pending');

create trigger payments_expire_card_pages after update of status on public.payments
  for each row when (new.subject_type = 'sale' and old.status <> new.status
    and new.status = any (private.arrived_payment_statuses()))
  execute function private.expire_card_pages_of_payment();

comment on function private.event_kinds is 'Kinds of events.';

comment on function private.event_statuses is 'Statuses of an event.';

comment on function private.public_event_statuses is 'Statuses of the events that visitors see.';

comment on function private.event_media_kinds is 'What a picture or file of an event is.';

comment on function private.sponsor_tiers is 'Tiers of the sponsors of an event, the highest first.';

comment on function private.batch_sizes is 'Sizes of the badges that are printed for many people at once.';

comment on function private.badge_parts is 'Parts of a badge that the organiser may hide.';

comment on function private.registration_kinds is 'Kinds of registrations.';

comment on function private.visitor_kinds is
  'Kinds of registrations of visitors: paid per person, without a document; the phone number is optional.';

comment on function private.exhibitor_kinds is
  'Kinds of registrations that show cars: one car at least, whose age is checked; visitors vote for it.';

comment on function private.vehicle_kinds is 'Kinds of registrations with cars in their form.';

comment on function private.company_kinds is
  'Kinds of registrations of companies: the name and document of the company are required.';

comment on function private.partner_kinds is 'Kinds of registrations with something to show or sell.';

comment on function private.stand_kinds is 'Kinds of registrations that have a stand.';

comment on function private.registration_statuses is 'Statuses of a registration.';

comment on function private.active_registration_statuses is
  'Statuses of a registration that was confirmed by mail and has not ended.';

comment on function private.ended_registration_statuses is
  'Statuses of a registration that was refused, was cancelled or lost its place.';

comment on function private.approvable_registration_statuses is
  'Statuses of a registration that the organiser may approve.';

comment on function private.waitable_registration_statuses is
  'Statuses of a registration that the organiser may put on the waiting list.';

comment on function private.refusable_registration_statuses is
  'Statuses of a registration that the organiser may refuse.';

comment on function private.attendance_answers is 'Answers to the question whether a person will come.';

comment on function private.registration_link_kinds is
  'Kinds of links of a registration; the other kinds are of a sale or banner.';

comment on function private.document_statuses is 'Statuses of a document that was sent for a registration.';

comment on function private.contract_statuses is 'Statuses of the contract of a registration.';

comment on function private.form_template_kinds is 'What a form template is for.';

comment on function private.question_kinds is 'Kinds of questions of a form template.';

comment on function private.moderated_event_parts is
  'Parts of a published event whose change the team decides about.';

comment on function private.list_purposes is 'What a check-in list counts.';

comment on function private.checkin_results is 'Results of a reading at the gate.';

comment on function private.entry_results is 'Results of a reading whose registration may be on the list.';

comment on function private.reading_kinds is
  'Kinds of readings at the gate: entry; exit, for lists that allow re-entry; print, when an operator prints a badge.';

comment on function private.recipient_statuses is 'Statuses of a recipient of a message.';

comment on function private.promotion_audiences is 'Who a text or link of the promotion of an event is for.';

comment on function private.promotion_tones is 'Tones of a promotion text.';

comment on function private.promotion_channels is 'Where a promotion text is published.';

comment on function private.promotion_statuses is 'Statuses of a promotion text.';

comment on function private.certificate_states is 'What a check of a certificate finds.';

comment on function private.receipt_hold_hours is
  'Hours for which a place is held after a receipt was sent, and after one was refused, for another one.';

comment on function private.confirm_mails_per_hour is
  'Mails with the button that confirms a registration, per address and hour.';

comment on function private.account_forms_per_hour is
  'Registration forms of a confirmed account, per event and hour.';

comment on function private.draft_link_days is 'Days for which the link to a stored registration form works.';

comment on function private.registration_contract_days is
  'Days for which the link to the contract of a registration works.';

comment on function private.max_event_days is 'An event lasts less than this many days.';

comment on function private.event_years is 'Years before and after today within which an event may start.';

comment on function private.publish_link_days is 'Most days for which a link to publish events works.';

comment on column public.event_registrations.confirm_mails is
  'Number of mails with the button that confirms; the last one was sent private.hold_minutes() before held_until.';

comment on table public.registration_drafts is
  'What a person typed into the form of a registration, without files, for some days. One draft per form and link; it '
  'is deleted when the form is sent.';

comment on function private.resend_confirmation is
  'Mails the button that confirms again, which then works as long as the first; raises too_many_mails.';

comment on function private.plan_types is 'What an advertising plan sells.';

comment on function private.seller_statuses is 'Statuses of a seller.';

comment on function private.decided_seller_statuses is
  'Statuses of the sellers about whose application the team decided.';

comment on function private.payment_sources is 'What a payment is for.';

comment on function private.payment_methods is 'Ways to pay.';

comment on function private.payment_statuses is 'Statuses of a payment; a payment moves to a later one only.';

comment on function private.arrived_payment_statuses is 'Statuses of a payment whose money or receipt arrived.';

comment on function private.payment_entry_kinds is 'Kinds of ledger entries of a payment.';

comment on function private.stripe_events is
  'Events of Stripe that private.record_stripe_event handles; the endpoint of a site has to send them.';

comment on function private.ad_statuses is 'Statuses of a banner.';

comment on function private.editable_ad_statuses is
  'Statuses in which the advertiser may still change the art of a banner.';

comment on function private.lead_stages is 'Stages of a contact for events, in order.';

comment on function private.lead_kinds is 'What a contact for events can be.';

comment on function private.pix_key_types is 'Types of Pix keys; evp is the random key.';

comment on function private.card_page_minutes is
  'Minutes for which a card page of a registration or plan is open; Stripe refuses pages that end within half an hour.';

comment on function private.pix_hours is 'Hours for which a Pix payment of a registration or plan is open.';

comment on function private.link_days is
  'Days for which a payment, report or registration link works after the period of its sale, banner or event.';

comment on function private.least_link_days is
  'Days for which a payment, report or registration link works at least.';

comment on function private.contract_link_days is 'Days for which a link to the contract of a sale works.';

comment on function private.manage_link_days is 'Days for which a link that manages a registration works.';

comment on function private.contract_access_days is
  'Days after the issue of a payment link in which it opens the contract too.';

comment on function private.link_end is
  'When a link issued now ends: some time after the period of its sale, banner or event; a link to a contract and one '
  'that manages a registration after few days.';

comment on function private.opens_contract is
  'Whether a link gives access to the contract: a contract link always, a payment link for some days after it was '
  'issued, after which the client requests a contract link by e-mail.';

comment on function private.benefit_types is 'What a voucher gives.';

comment on function private.voucher_statuses is 'Statuses of a voucher.';

comment on function private.approved_voucher_statuses is
  'Statuses of an approved voucher; people of the place and voucher managers change between them.';

comment on function private.plan_statuses is 'Statuses of the plan of a place.';

comment on function private.redemption_results is
  'Results of a reading at the desk; redeemed, of a look-up, means valid.';

comment on function private.contact_kinds is 'Links of the public page of a place whose taps are counted.';

comment on function private.weekdays is 'Days of the opening hours of a place.';

comment on function private.waiting_trip_panel_statuses is
  'Statuses of a request for a trip panel that waits for the team.';

comment on function private.voucher_report_days is 'Days for which a link to the report of vouchers works.';

comment on function private.voucher_device_days is 'Most days for which a device of a desk stays enrolled.';

comment on function private.desk_unlock_hours is 'Hours for which the PIN of a place unlocks a device of its desk.';

comment on function private.place_invitation_days is 'Days for which an invitation to manage a place works.';

comment on table public.service_invitations is
  'Links by which owners invite staff for their places; valid for some days and for one account. Written by functions '
  'only.';

comment on function public.invite_place_staff is
  'An owner invites staff: mails a link. Answers invited, member (runs the place already) or limit '
  '(20 per day).';

comment on function private.share_voucher_report is
  'Makes a link to the figures of a place; answers saved, gone, or refused with limit when the place has 5 '
  'open links.';

grant execute on function private.account_forms_per_hour to public;

grant execute on function private.active_registration_statuses to public;

grant execute on function private.ad_statuses to public;

grant execute on function private.approvable_registration_statuses to public;

grant execute on function private.approved_voucher_statuses to public;

grant execute on function private.arrived_payment_statuses to public;

grant execute on function private.attendance_answers to public;

grant execute on function private.badge_parts to public;

grant execute on function private.batch_sizes to public;

grant execute on function private.benefit_types to public;

grant execute on function private.card_page_minutes to public;

grant execute on function private.certificate_states to public;

grant execute on function private.checkin_results to public;

grant execute on function private.company_kinds to public;

grant execute on function private.confirm_mails_per_hour to public;

grant execute on function private.contact_kinds to public;

grant execute on function private.contract_access_days to public;

grant execute on function private.contract_link_days to public;

grant execute on function private.contract_statuses to public;

grant execute on function private.decided_seller_statuses to public;

grant execute on function private.desk_unlock_hours to public;

grant execute on function private.document_statuses to public;

grant execute on function private.draft_link_days to public;

grant execute on function private.editable_ad_statuses to public;

grant execute on function private.ended_registration_statuses to public;

grant execute on function private.entry_results to public;

grant execute on function private.event_kinds to public;

grant execute on function private.event_media_kinds to public;

grant execute on function private.event_statuses to public;

grant execute on function private.event_years to public;

grant execute on function private.exhibitor_kinds to public;

grant execute on function private.form_template_kinds to public;

grant execute on function private.lead_kinds to public;

grant execute on function private.lead_stages to public;

grant execute on function private.least_link_days to public;

grant execute on function private.link_days to public;

grant execute on function private.list_purposes to public;

grant execute on function private.manage_link_days to public;

grant execute on function private.max_event_days to public;

grant execute on function private.moderated_event_parts to public;

grant execute on function private.partner_kinds to public;

grant execute on function private.payment_entry_kinds to public;

grant execute on function private.payment_methods to public;

grant execute on function private.payment_sources to public;

grant execute on function private.payment_statuses to public;

grant execute on function private.pix_hours to public;

grant execute on function private.pix_key_types to public;

grant execute on function private.place_invitation_days to public;

grant execute on function private.plan_statuses to public;

grant execute on function private.plan_types to public;

grant execute on function private.promotion_audiences to public;

grant execute on function private.promotion_channels to public;

grant execute on function private.promotion_statuses to public;

grant execute on function private.promotion_tones to public;

grant execute on function private.public_event_statuses to public;

grant execute on function private.publish_link_days to public;

grant execute on function private.question_kinds to public;

grant execute on function private.reading_kinds to public;

grant execute on function private.receipt_hold_hours to public;

grant execute on function private.recipient_statuses to public;

grant execute on function private.redemption_results to public;

grant execute on function private.refusable_registration_statuses to public;

grant execute on function private.registration_contract_days to public;

grant execute on function private.registration_kinds to public;

grant execute on function private.registration_link_kinds to public;

grant execute on function private.registration_statuses to public;

grant execute on function private.seller_statuses to public;

grant execute on function private.sponsor_tiers to public;

grant execute on function private.stand_kinds to public;

grant execute on function private.stripe_events to public;

grant execute on function private.vehicle_kinds to public;

grant execute on function private.visitor_kinds to public;

grant execute on function private.voucher_device_days to public;

grant execute on function private.voucher_report_days to public;

grant execute on function private.voucher_statuses to public;

grant execute on function private.waitable_registration_statuses to public;

grant execute on function private.waiting_trip_panel_statuses to public;

grant execute on function private.weekdays to public;

reset check_function_bodies;
