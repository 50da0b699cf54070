-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.stamp_days() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.stamp_days is 'Days within which a stamp that a device keeps has to arrive.';

create function private.max_favourites() returns integer
language sql immutable set search_path = ''
return 500;
comment on function private.max_favourites is 'Most favourites of an account, and changes of them in one request.';

create function private.max_guide_pictures() returns integer
language sql immutable set search_path = ''
return 30;
comment on function private.max_guide_pictures is 'Most pictures of a gallery of the guide.';
