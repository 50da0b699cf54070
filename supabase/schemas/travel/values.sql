-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.share_parts() returns text[]
language sql immutable set search_path = ''
return array['car', 'tank', 'price', 'notes'];
comment on function private.share_parts is 'Parts of a stored trip that its link shows only when its owner chose them.';

create function private.convoy_statuses() returns text[]
language sql immutable set search_path = ''
return array['driving', 'stopped', 'help'];
comment on function private.convoy_statuses is 'What a car of a convoy does.';

create function private.convoy_roles() returns text[]
language sql immutable set search_path = ''
return array['sweep', 'support', 'member'];
comment on function private.convoy_roles is 'Roles in a convoy that its leader gives.';
