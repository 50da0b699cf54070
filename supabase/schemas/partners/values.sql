-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.benefit_types() returns text[]
language sql immutable set search_path = ''
return array['percent', 'amount', 'gift'];
comment on function private.benefit_types is 'What a voucher gives.';

create function private.voucher_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'active', 'paused', 'ended', 'rejected'];
comment on function private.voucher_statuses is 'Statuses of a voucher.';

create function private.approved_voucher_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'paused', 'ended'];
comment on function private.approved_voucher_statuses is
  'Statuses of an approved voucher; people of the place and voucher managers change between them.';

create function private.plan_statuses() returns text[]
language sql immutable set search_path = ''
return array['ordered', 'active', 'ended', 'cancelled'];
comment on function private.plan_statuses is 'Statuses of the plan of a place.';

create function private.redemption_results() returns text[]
language sql immutable set search_path = ''
return array[
  'redeemed', 'duplicate', 'expired', 'not_yet', 'wrong_time', 'wrong_place', 'cancelled', 'ended', 'unknown'
];
comment on function private.redemption_results is
  'Results of a reading at the desk; redeemed, of a look-up, means valid.';

create function private.contact_kinds() returns text[]
language sql immutable set search_path = ''
return array['call', 'whatsapp', 'directions', 'website'];
comment on function private.contact_kinds is 'Links of the public page of a place whose taps are counted.';

create function private.weekdays() returns text[]
language sql immutable set search_path = ''
return array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
comment on function private.weekdays is 'Days of the opening hours of a place.';

create function private.waiting_trip_panel_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_progress', 'ready'];
comment on function private.waiting_trip_panel_statuses is
  'Statuses of a request for a trip panel that waits for the team.';
