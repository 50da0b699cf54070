-- Numbers of the business; `npm run db:types` writes them as constants.

create function private.hold_minutes() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.hold_minutes is
  'Minutes for which a place of an event is held after the form, for its confirmation and for its payment.';

create function private.offer_hold_hours() returns integer
language sql immutable set search_path = ''
return 48;
comment on function private.offer_hold_hours is
  'Hours for which a place is held that the waiting list offers or the organiser approves.';

create function private.receipt_hold_hours() returns integer
language sql immutable set search_path = ''
return 24;
comment on function private.receipt_hold_hours is
  'Hours for which a place is held after a receipt was sent, and after one was refused, for another one.';

create function private.confirm_mails_per_hour() returns integer
language sql immutable set search_path = ''
return 3;
comment on function private.confirm_mails_per_hour is
  'Mails with the button that confirms a registration, per address and hour.';

create function private.account_forms_per_hour() returns integer
language sql immutable set search_path = ''
return 20;
comment on function private.account_forms_per_hour is
  'Registration forms of a confirmed account, per event and hour.';

create function private.draft_link_days() returns integer
language sql immutable set search_path = ''
return 14;
comment on function private.draft_link_days is 'Days for which the link to a stored registration form works.';

create function private.registration_contract_days() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.registration_contract_days is
  'Days for which the link to the contract of a registration works.';

create function private.max_event_days() returns integer
language sql immutable set search_path = ''
return 31;
comment on function private.max_event_days is 'An event lasts less than this many days.';

create function private.event_years() returns integer
language sql immutable set search_path = ''
return 3;
comment on function private.event_years is 'Years before and after today within which an event may start.';

create function private.max_price_steps() returns integer
language sql immutable set search_path = ''
return 6;
comment on function private.max_price_steps is 'Most changes of the price of a kind of registration by date.';

create function private.max_classes() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.max_classes is 'Most classes of vehicles of a kind of registration.';

create function private.max_questions() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.max_questions is 'Most questions that an organiser asks in a form of registration.';

create function private.max_event_pictures() returns integer
language sql immutable set search_path = ''
return 60;
comment on function private.max_event_pictures is 'Most pictures in the gallery of an event.';

create function private.max_stands() returns integer
language sql immutable set search_path = ''
return 400;
comment on function private.max_stands is 'Most stands of an event.';

create function private.max_order_people() returns integer
language sql immutable set search_path = ''
return 21;
comment on function private.max_order_people is 'Most people of an order, children and companions counted.';

create function private.half_price_least_share() returns integer
language sql immutable set search_path = ''
return 40;
comment on function private.half_price_least_share is
  'Percent of the tickets that the categories of Lei 12.933/2013 get for half (article 1, § 10).';

create function private.max_addons() returns integer
language sql immutable set search_path = ''
return 20;
comment on function private.max_addons is 'Most add-ons of an event.';

create function private.max_addon_variants() returns integer
language sql immutable set search_path = ''
return 12;
comment on function private.max_addon_variants is 'Most variants of an add-on.';

create function private.max_quotas() returns integer
language sql immutable set search_path = ''
return 12;
comment on function private.max_quotas is 'Most quotas of an event.';

create function private.max_event_codes() returns integer
language sql immutable set search_path = ''
return 200;
comment on function private.max_event_codes is 'Most codes of an event.';

create function private.publish_link_days() returns integer
language sql immutable set search_path = ''
return 400;
comment on function private.publish_link_days is 'Most days for which a link to publish events works.';

create function private.registration_bytes_limit() returns bigint
language sql immutable set search_path = ''
return 40 * 1024 * 1024::bigint;
comment on function private.registration_bytes_limit is 'Most bytes of all documents of one registration together.';

create function private.event_invitation_days() returns integer
language sql immutable set search_path = ''
return 14;
comment on function private.event_invitation_days is 'Days for which an invitation to work for an event works.';

create function private.event_invitations_per_day() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.event_invitations_per_day is 'Most invitations to events that an account sends in a day.';

create function private.withdrawal_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.withdrawal_days is
  'Days after the day of a payment on the internet in which the person may withdraw and gets all of it back (CDC, '
  'article 49).';

create function private.api_token_days() returns integer
language sql immutable set search_path = ''
return 400;
comment on function private.api_token_days is 'Most days for which a token of the API of an event works.';

create function private.api_tokens_per_event() returns integer
language sql immutable set search_path = ''
return 20;
comment on function private.api_tokens_per_event is 'Most tokens of the API of an event that work at the same time.';

create function private.webhooks_per_event() returns integer
language sql immutable set search_path = ''
return 5;
comment on function private.webhooks_per_event is 'Most webhooks of an event.';

create function private.webhook_failure_days() returns integer
language sql immutable set search_path = ''
return 3;
comment on function private.webhook_failure_days is
  'Days of failed attempts without a success after which a webhook is stopped.';

create function private.automatic_message_hours() returns integer
language sql immutable set search_path = ''
return 720;
comment on function private.automatic_message_hours is
  'Most hours between an automatic mail and the moment from which its time is counted.';

create function private.thanks_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.thanks_days is
  'Days after its time in which an automatic thank-you is still sent, such as when it is switched on late.';

create function private.recipient_changes_per_day() returns integer
language sql immutable set search_path = ''
return 5;
comment on function private.recipient_changes_per_day is 'Most changes of the recipient of an event in a day.';

create function private.stripe_accounts_per_event() returns integer
language sql immutable set search_path = ''
return 5;
comment on function private.stripe_accounts_per_event is
  'Most Stripe accounts that an event connects, one after the other.';

create function private.pix_undo_hours() returns integer
language sql immutable set search_path = ''
return 24;
comment on function private.pix_undo_hours is
  'Hours after its confirmation in which a treasurer undoes the confirmation of a Pix payment.';

create function private.organiser_refund_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.organiser_refund_days is
  'Days in which the portal expects that an organiser returns money. The law says at once; this is no right to wait.';

create function private.rally_highest_kmh() returns integer
language sql immutable set search_path = ''
return 110;
comment on function private.rally_highest_kmh is
  'Highest speed limit of Brazilian roads without signs for cars, in km/h (CTB, article 61): no average is higher.';

create function private.rally_reach_metres() returns integer
language sql immutable set search_path = ''
return 40;
comment on function private.rally_reach_metres is
  'Metres within which the way of a car passes a control of a rally.';

create function private.rally_piece_points() returns integer
language sql immutable set search_path = ''
return 120;
comment on function private.rally_piece_points is 'Most positions of a rally in one request.';
