-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.approval_link_days() returns integer
language sql immutable set search_path = ''
return 60;
comment on function private.approval_link_days is 'Most days for which an approval link is open.';
