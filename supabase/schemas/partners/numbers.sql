-- Numbers of the business; `npm run db:types` writes them as constants.

create function private.voucher_report_days() returns integer
language sql immutable set search_path = ''
return 90;
comment on function private.voucher_report_days is 'Days for which a link to the report of vouchers works.';

create function private.voucher_device_days() returns integer
language sql immutable set search_path = ''
return 400;
comment on function private.voucher_device_days is 'Most days for which a device of a desk stays enrolled.';

create function private.desk_unlock_hours() returns integer
language sql immutable set search_path = ''
return 12;
comment on function private.desk_unlock_hours is 'Hours for which the PIN of a place unlocks a device of its desk.';

create function private.place_invitation_days() returns integer
language sql immutable set search_path = ''
return 14;
comment on function private.place_invitation_days is 'Days for which an invitation to manage a place works.';
