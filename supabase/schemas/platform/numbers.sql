-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.staff_session_hours() returns integer
language sql immutable set search_path = ''
return 12;
comment on function private.staff_session_hours is 'Hours after which a session of the team ends.';

create function private.staff_idle_minutes() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.staff_idle_minutes is 'Minutes without a request after which a session of the team ends.';

create function private.proof_minutes() returns integer
language sql immutable set search_path = ''
return 10;
comment on function private.proof_minutes is 'Minutes for which a proof of identity counts.';

create function private.upload_limit_bytes() returns bigint
language sql immutable set search_path = ''
return 500 * 1024 * 1024::bigint;
comment on function private.upload_limit_bytes is 'Most bytes of all stored uploads of one account or publish link.';

create function private.unattached_file_days() returns integer
language sql immutable set search_path = ''
return 2;
comment on function private.unattached_file_days is 'Days after which a file is deleted that no row names.';
