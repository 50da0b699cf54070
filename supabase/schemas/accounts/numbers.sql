-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.erasure_wait_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.erasure_wait_days is
  'Days for which a request to erase the own account can be cancelled; the privacy policy contains the same number.';

create function private.recovery_code_minutes() returns integer
language sql immutable set search_path = ''
return 15;
comment on function private.recovery_code_minutes is 'Minutes in which five wrong recovery codes end further tries.';
