-- Numbers of the business that functions of events use; `npm run db:types` writes them as constants.

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
