-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.event_kinds() returns text[]
language sql immutable set search_path = ''
return array['meeting', 'exhibition', 'tour', 'rally', 'flea_market', 'auction'];
comment on function private.event_kinds is 'Kinds of events.';

create function private.event_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'published', 'rejected', 'postponed', 'cancelled'];
comment on function private.event_statuses is 'Statuses of an event.';

create function private.public_event_statuses() returns text[]
language sql immutable set search_path = ''
return array['published', 'postponed', 'cancelled'];
comment on function private.public_event_statuses is 'Statuses of the events that visitors see.';

create function private.event_roles() returns text[]
language sql immutable set search_path = ''
return array['owner', 'organiser', 'treasurer', 'gate', 'press'];
comment on function private.event_roles is 'Roles of the people who work for an event, the one with most rights first.';

create function private.event_rights() returns text[]
language sql immutable set search_path = ''
return array['team', 'page', 'registrations', 'payments', 'gate', 'devices', 'messages', 'figures', 'api'];
comment on function private.event_rights is
  'What a role of an event may allow: inviting people, changing the event, reading and deciding registrations with all '
  'their data, reading what was paid, reading badges, enrolling devices and adding lists, writing to registered people, '
  'counts without personal data, and giving other programs access with tokens and webhooks.';

create function private.api_registration_columns() returns text[]
language sql immutable set search_path = ''
return array[
  'code', 'kind', 'status', 'name', 'email', 'phone', 'document', 'town', 'state', 'club', 'company', 'companions',
  'people', 'stand', 'vehicles', 'plates', 'price_cents', 'payment_status', 'paid_cents', 'refunded_cents',
  'attending', 'source', 'created_at', 'confirmed_at', 'updated_at'
];
comment on function private.api_registration_columns is
  'Columns of a registration that an owner can tick for a token of the API.';

create function private.api_checkin_columns() returns text[]
language sql immutable set search_path = ''
return array[
  'code', 'name', 'list', 'kind', 'result', 'people', 'inside', 'scanned_at', 'received_at', 'undone_at'
];
comment on function private.api_checkin_columns is
  'Columns of a check-in that an owner can tick for a token of the API.';

create function private.webhook_kinds() returns text[]
language sql immutable set search_path = ''
return array['registration', 'payment', 'check_in'];
comment on function private.webhook_kinds is 'Kinds of changes of an event that a webhook sends.';

create function private.webhook_delivery_statuses() returns text[]
language sql immutable set search_path = ''
return array['waiting', 'delivered', 'failed'];
comment on function private.webhook_delivery_statuses is 'Statuses of a delivery of a webhook.';

create function private.event_media_kinds() returns text[]
language sql immutable set search_path = ''
return array['gallery', 'document', 'result'];
comment on function private.event_media_kinds is 'What a picture or file of an event is.';

create function private.sponsor_tiers() returns text[]
language sql immutable set search_path = ''
return array['master', 'gold', 'silver', 'support'];
comment on function private.sponsor_tiers is 'Tiers of the sponsors of an event, the highest first.';

create function private.batch_sizes() returns text[]
language sql immutable set search_path = ''
return array['a6', 'card', 'label'];
comment on function private.batch_sizes is 'Sizes of the badges that are printed for many people at once.';

create function private.print_sizes() returns text[]
language sql immutable set search_path = ''
return private.batch_sizes() || array['windscreen'];
comment on function private.print_sizes is
  'What is printed for many people at once: badges in each size, and A5 cards for the windscreens of cars.';

create function private.badge_parts() returns text[]
language sql immutable set search_path = ''
return array['poster', 'club', 'car', 'town', 'people', 'stand', 'date'];
comment on function private.badge_parts is 'Parts of a badge that the organiser may hide.';

create function private.registration_kinds() returns text[]
language sql immutable set search_path = ''
return array['publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial'];
comment on function private.registration_kinds is 'Kinds of registrations.';

create function private.visitor_kinds() returns text[]
language sql immutable set search_path = ''
return array['publico'];
comment on function private.visitor_kinds is
  'Kinds of registrations of visitors: paid per person, without a document; the phone number is optional.';

create function private.exhibitor_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor'];
comment on function private.exhibitor_kinds is
  'Kinds of registrations that show cars: one car at least, whose age is checked; visitors vote for it.';

create function private.vehicle_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor', 'mercado_pulga', 'food_truck'];
comment on function private.vehicle_kinds is 'Kinds of registrations with cars in their form.';

create function private.company_kinds() returns text[]
language sql immutable set search_path = ''
return array['food_truck', 'expositor_comercial'];
comment on function private.company_kinds is
  'Kinds of registrations of companies: the name and document of the company are required.';

create function private.partner_kinds() returns text[]
language sql immutable set search_path = ''
return array['expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial'];
comment on function private.partner_kinds is 'Kinds of registrations with something to show or sell.';

create function private.stand_kinds() returns text[]
language sql immutable set search_path = ''
return array['mercado_pulga', 'food_truck', 'expositor_comercial'];
comment on function private.stand_kinds is 'Kinds of registrations that have a stand.';

create function private.registration_statuses() returns text[]
language sql immutable set search_path = ''
return array[
  'unconfirmed', 'pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected', 'cancelled',
  'expired'
];
comment on function private.registration_statuses is 'Statuses of a registration.';

create function private.active_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed'];
comment on function private.active_registration_statuses is
  'Statuses of a registration that was confirmed by mail and has not ended.';

create function private.ended_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['rejected', 'cancelled', 'expired'];
comment on function private.ended_registration_statuses is
  'Statuses of a registration that was refused, was cancelled or lost its place.';

create function private.child_age_bands() returns text[]
language sql immutable set search_path = ''
return array['up_to_5', 'from_6_to_11', 'from_12_to_17'];
comment on function private.child_age_bands is 'Age bands of the children of an order, in years.';

create function private.approvable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'rejected', 'expired'];
comment on function private.approvable_registration_statuses is
  'Statuses of a registration that the organiser may approve.';

create function private.waitable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'offered', 'rejected', 'expired'];
comment on function private.waitable_registration_statuses is
  'Statuses of a registration that the organiser may put on the waiting list.';

create function private.refusable_registration_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'waitlisted', 'offered'];
comment on function private.refusable_registration_statuses is
  'Statuses of a registration that the organiser may refuse.';

create function private.attendance_answers() returns text[]
language sql immutable set search_path = ''
return array['yes', 'no', 'unknown'];
comment on function private.attendance_answers is 'Answers to the question whether a person will come.';

create function private.registration_link_kinds() returns text[]
language sql immutable set search_path = ''
return array['registration', 'badge', 'manage', 'attendance'];
comment on function private.registration_link_kinds is
  'Kinds of links of a registration; the other kinds are of a sale or banner.';

create function private.document_statuses() returns text[]
language sql immutable set search_path = ''
return array['sent', 'ok', 'refused'];
comment on function private.document_statuses is 'Statuses of a document that was sent for a registration.';

create function private.registration_payment_states() returns text[]
language sql immutable set search_path = ''
return array['open', 'paid', 'refunded', 'free'];
comment on function private.registration_payment_states is
  'What the list of registrations says about the payment of one; an unpaid one that has ended has no state.';

create function private.registration_document_states() returns text[]
language sql immutable set search_path = ''
return array['missing', 'waiting', 'refused', 'complete'];
comment on function private.registration_document_states is
  'What the list of registrations says about the documents of one: a required one is missing, one waits for the check '
  'of the organiser, one was refused and not replaced, or all are there and accepted.';

create function private.duplicate_reasons() returns text[]
language sql immutable set search_path = ''
return array['email', 'document', 'plate'];
comment on function private.duplicate_reasons is 'What two registrations of one event may have in common.';

create function private.contract_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'sent', 'signed', 'cancelled'];
comment on function private.contract_statuses is 'Statuses of the contract of a registration.';

create function private.form_template_kinds() returns text[]
language sql immutable set search_path = ''
return array['registration', 'contract', 'service', 'panel'];
comment on function private.form_template_kinds is 'What a form template is for.';

create function private.question_kinds() returns text[]
language sql immutable set search_path = ''
return array['text', 'longtext', 'number', 'choice', 'boolean', 'date', 'file'];
comment on function private.question_kinds is 'Kinds of questions of a form template.';

create function private.moderated_event_parts() returns text[]
language sql immutable set search_path = ''
return array['title', 'date', 'place', 'description', 'poster', 'kinds'];
comment on function private.moderated_event_parts is
  'Parts of a published event whose change the team decides about.';

create function private.list_purposes() returns text[]
language sql immutable set search_path = ''
return array['entry', 'kit', 'vehicle', 'meal'];
comment on function private.list_purposes is 'What a check-in list counts.';

create function private.gate_payment_methods() returns text[]
language sql immutable set search_path = ''
return array['cash', 'pix', 'card'];
comment on function private.gate_payment_methods is 'How a person pays at the gate.';

create function private.checkin_results() returns text[]
language sql immutable set search_path = ''
return array[
  'ok', 'duplicate', 'too_many', 'unknown', 'wrong_event', 'wrong_list', 'unpaid', 'unconfirmed', 'not_approved',
  'revoked_badge'
];
comment on function private.checkin_results is 'Results of a reading at the gate.';

create function private.entry_results() returns text[]
language sql immutable set search_path = ''
return array['ok', 'duplicate', 'too_many'];
comment on function private.entry_results is 'Results of a reading whose registration may be on the list.';

create function private.reading_kinds() returns text[]
language sql immutable set search_path = ''
return array['entry', 'exit', 'print', 'proof_seen', 'proof_unseen'];
comment on function private.reading_kinds is
  'Kinds of readings at the gate: entry; exit, for lists that allow re-entry; print, when an operator prints a badge; '
  'proof_seen, when the proof of a half price was seen; proof_unseen, when that note is taken back.';

create function private.recipient_statuses() returns text[]
language sql immutable set search_path = ''
return array['waiting', 'queued', 'sent', 'failed', 'skipped', 'refused'];
comment on function private.recipient_statuses is 'Statuses of a recipient of a message.';

create function private.automatic_message_kinds() returns text[]
language sql immutable set search_path = ''
return array['confirmation', 'documents', 'payment', 'day_before', 'thanks'];
comment on function private.automatic_message_kinds is
  'Mails that the portal sends for an event by itself, in the order of their time.';

create function private.contract_message_kinds() returns text[]
language sql immutable set search_path = ''
return array['confirmation', 'payment'];
comment on function private.contract_message_kinds is
  'Automatic mails about what was agreed: people who refused messages get them too.';

create function private.promotion_audiences() returns text[]
language sql immutable set search_path = ''
return array['visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs'];
comment on function private.promotion_audiences is 'Who a text or link of the promotion of an event is for.';

create function private.promotion_tones() returns text[]
language sql immutable set search_path = ''
return array['direct', 'friendly', 'formal'];
comment on function private.promotion_tones is 'Tones of a promotion text.';

create function private.promotion_channels() returns text[]
language sql immutable set search_path = ''
return array['whatsapp', 'instagram', 'email', 'sms', 'radio'];
comment on function private.promotion_channels is 'Where a promotion text is published.';

create function private.promotion_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'approved', 'discarded'];
comment on function private.promotion_statuses is 'Statuses of a promotion text.';

create function private.certificate_states() returns text[]
language sql immutable set search_path = ''
return array['valid', 'revoked', 'unknown'];
comment on function private.certificate_states is 'What a check of a certificate finds.';

create function private.recipient_kinds() returns text[]
language sql immutable set search_path = ''
return array['pix', 'stripe', 'portal'];
comment on function private.recipient_kinds is
  'Who receives the money of an event: a Pix key or a Stripe account of the organiser, or the portal.';

create function private.event_recipient_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'approved', 'rejected', 'withdrawn'];
comment on function private.event_recipient_statuses is
  'Statuses of a recipient that the people of an event asked for; the first two count.';

create function private.recipient_states() returns text[]
language sql immutable set search_path = ''
return array['own', 'checking', 'stopped', 'portal', 'none'];
comment on function private.recipient_states is
  'Who receives the money of an event now: an approved key or account of the organiser, one that the team checks or an '
  'approved account that Stripe or the organiser stopped (nobody pays meanwhile), the portal, or nobody.';

create function private.event_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['payment', 'undone', 'refund', 'refund_undone'];
comment on function private.event_entry_kinds is
  'Kinds of entries in the statement of an event about money that the organiser received itself.';

create function private.rally_section_kinds() returns text[]
language sql immutable set search_path = ''
return array['regularity', 'neutral'];
comment on function private.rally_section_kinds is
  'Kinds of sections of a rally: driven with an average speed, or in a fixed time.';

create function private.rally_control_kinds() returns text[]
language sql immutable set search_path = ''
return array['open', 'secret'];
comment on function private.rally_control_kinds is 'Kinds of time controls of a rally.';

create function private.rally_tie_rules() returns text[]
language sql immutable set search_path = ''
return array['shared', 'zeros', 'first', 'oldest'];
comment on function private.rally_tie_rules is
  'What decides between cars with the same points: nothing, more controls without points, fewer points at the first '
  'control where they differ, or the older car.';

create function private.rally_pass_sources() returns text[]
language sql immutable set search_path = ''
return array['tap', 'position'];
comment on function private.rally_pass_sources is 'How a pass at a control was recorded, the one that counts first.';
