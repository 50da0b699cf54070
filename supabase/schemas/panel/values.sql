-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.service_request_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_review', 'approved', 'rejected'];
comment on function private.service_request_statuses is 'Statuses of a request about a place.';

create function private.service_request_kinds() returns text[]
language sql immutable set search_path = ''
return array['new', 'correction', 'claim', 'removal'];
comment on function private.service_request_kinds is 'Kinds of requests about a place.';

create function private.claim_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_review', 'accepted', 'rejected'];
comment on function private.claim_statuses is 'Statuses of a claim about copyright.';

create function private.approval_decisions() returns text[]
language sql immutable set search_path = ''
return array['approve', 'adjust', 'reject'];
comment on function private.approval_decisions is 'Decisions of a person with an approval link.';

create function private.approval_subject_kinds() returns text[]
language sql immutable set search_path = ''
return array['service_request', 'event', 'voucher'];
comment on function private.approval_subject_kinds is 'What an approval link decides about.';

create function private.delivery_kinds() returns text[]
language sql immutable set search_path = ''
return array['digital', 'print', 'both'];
comment on function private.delivery_kinds is 'How a trip panel is delivered.';

create function private.finished_panel_statuses() returns text[]
language sql immutable set search_path = ''
return array['ready', 'delivered', 'cancelled'];
comment on function private.finished_panel_statuses is
  'Statuses of a request for a trip panel that needs no answer of the team.';

create function private.repairs() returns text[]
language sql immutable set search_path = ''
return array[
  'search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files', 'broken_images', 'counters',
  'expired_tokens'
];
comment on function private.repairs is 'Repairs of stored data.';

create function private.task_statuses() returns text[]
language sql immutable set search_path = ''
return array['todo', 'doing', 'done'];
comment on function private.task_statuses is 'Statuses of a task of the team.';

create function private.task_priorities() returns text[]
language sql immutable set search_path = ''
return array['normal', 'high', 'low'];
comment on function private.task_priorities is 'Priorities of a task of the team.';

create function private.state_duties() returns text[]
language sql immutable set search_path = ''
return array['editor', 'reviewer', 'commercial'];
comment on function private.state_duties is 'Duties of a colleague for a state.';

create function private.algorithms() returns text[]
language sql immutable set search_path = ''
return array['search', 'trip_conditions', 'driving_pace'];
comment on function private.algorithms is 'Algorithms whose weights have versions.';

create function private.complaint_subjects() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'club', 'post', 'page'];
comment on function private.complaint_subjects is 'What a complaint of a visitor is about.';

create function private.complaint_reasons() returns text[]
language sql immutable set search_path = ''
return array['wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other'];
comment on function private.complaint_reasons is 'Reasons of a complaint of a visitor.';

create function private.complaint_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'resolved', 'dismissed'];
comment on function private.complaint_statuses is 'Statuses of a complaint of a visitor.';

create function private.search_kinds() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'club', 'post'];
comment on function private.search_kinds is 'Kinds of search documents that a repair compares with their sources.';
