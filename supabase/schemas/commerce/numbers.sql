-- Numbers of the business; `npm run db:types` writes them as constants.

create function private.card_page_minutes() returns integer
language sql immutable set search_path = ''
return 32;
comment on function private.card_page_minutes is
  'Minutes for which a card page of a registration or plan is open; Stripe refuses pages that end within half an hour.';

create function private.pix_hours() returns integer
language sql immutable set search_path = ''
return 24;
comment on function private.pix_hours is 'Hours for which a Pix payment of a registration or plan is open.';

create function private.link_days() returns integer
language sql immutable set search_path = ''
return 90;
comment on function private.link_days is
  'Days for which a payment, report or registration link works after the period of its sale, banner or event.';

create function private.sale_hold_days() returns integer
language sql immutable set search_path = ''
return 3;
comment on function private.sale_hold_days is
  'Days for which an unpaid sale keeps its shares of the rotation from others.';

create function private.least_link_days() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.least_link_days is
  'Days for which a payment, report or registration link works at least.';

create function private.contract_link_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.contract_link_days is 'Days for which a link to the contract of a sale works.';

create function private.manage_link_days() returns integer
language sql immutable set search_path = ''
return 2;
comment on function private.manage_link_days is 'Days for which a link that manages a registration works.';

create function private.contract_access_days() returns integer
language sql immutable set search_path = ''
return 90;
comment on function private.contract_access_days is
  'Days after the issue of a payment link in which it opens the contract too.';

create function private.payout_events_per_page() returns integer
language sql immutable set search_path = ''
return 50;
comment on function private.payout_events_per_page is 'Events on a page of the list of payouts.';
