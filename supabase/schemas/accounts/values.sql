-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.notification_audiences() returns text[]
language sql immutable set search_path = ''
return array['all', 'role', 'state', 'event'];
comment on function private.notification_audiences is 'Whom a notification is for.';

create function private.access_events() returns text[]
language sql immutable set search_path = ''
return array['sign_in', 'sign_in_failed', 'code_failed', 'link_used', 'sign_up', 'sign_out', 'password_changed'];
comment on function private.access_events is 'Events of the access log of an account.';

create function private.sign_in_events() returns text[]
language sql immutable set search_path = ''
return array['sign_in', 'link_used', 'sign_up'];
comment on function private.sign_in_events is 'Events of the access log that begin a session.';

create function private.legal_keys() returns text[]
language sql immutable set search_path = ''
return array['termos-de-uso', 'direitos-autorais', 'politica-de-privacidade'];
comment on function private.legal_keys is 'Keys of the legal documents.';
