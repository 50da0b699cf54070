-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create function private.trip_link_days() returns integer
language sql immutable set search_path = ''
return 365;
comment on function private.trip_link_days is 'Most days for which a link of a trip is open.';

create function private.track_days() returns integer
language sql immutable set search_path = ''
return 60;
comment on function private.track_days is 'Days within which a recorded drive has to arrive.';

create function private.convoy_days() returns integer
language sql immutable set search_path = ''
return 7;
comment on function private.convoy_days is 'Most days of a convoy.';

create function private.max_regroup_points() returns integer
language sql immutable set search_path = ''
return 20;
comment on function private.max_regroup_points is 'Most regroup points of a convoy.';

create function private.max_trips() returns integer
language sql immutable set search_path = ''
return 200;
comment on function private.max_trips is 'Most trips of an account outside the trash.';

create function private.max_track_pieces() returns integer
language sql immutable set search_path = ''
return 1000;
comment on function private.max_track_pieces is 'Most pieces in which a device sends a recorded drive.';

create function private.max_tracks() returns integer
language sql immutable set search_path = ''
return 500;
comment on function private.max_tracks is 'Most recorded drives of an account.';
