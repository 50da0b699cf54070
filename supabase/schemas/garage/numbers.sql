-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.sharing_days() returns integer
language sql immutable set search_path = ''
return 14;
comment on function private.sharing_days is
  'Days for which the invitation to a car and the offer of a handover are open.';

create function private.sale_link_days() returns integer
language sql immutable set search_path = ''
return 90;
comment on function private.sale_link_days is 'Most days for which a sale link of a car is open.';
